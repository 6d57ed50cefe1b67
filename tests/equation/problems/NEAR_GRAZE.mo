model NEAR_GRAZE "sin(t) rises above 1 - 1e-8 for 2.8e-4"
  Real x(start=0, fixed=true), v(start=1, fixed=true);
  Boolean above = x > 1 - 1e-8;
equation
  der(x) = v;
  der(v) = -x;
  annotation(experiment(StopTime=3));
end NEAR_GRAZE;
