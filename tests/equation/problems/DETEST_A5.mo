model DETEST_A5 "DETEST A5: one nonlinear equation"
  Real y1(start=4, fixed=true);
equation
  der(y1) = (y1 - time)/(y1 + time);
  annotation(experiment(StopTime=20));
end DETEST_A5;
