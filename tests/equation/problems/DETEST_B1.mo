model DETEST_B1 "DETEST B1: two species in conflict"
  Real y1(start=1, fixed=true);
  Real y2(start=3, fixed=true);
equation
  der(y1) = 2*(y1 - y1*y2);
  der(y2) = -(y2 - y1*y2);
  annotation(experiment(StopTime=20));
end DETEST_B1;
