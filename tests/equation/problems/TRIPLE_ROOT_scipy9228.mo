model TRIPLE_ROOT_scipy9228 "Three roots in what may be one step"
  Real y(start=-120, fixed=true);
  Boolean above = y > 0;
equation
  der(y) = 3*time^2 + 12*time - 4;
  annotation(experiment(StartTime=-8, StopTime=4));
end TRIPLE_ROOT_scipy9228;
