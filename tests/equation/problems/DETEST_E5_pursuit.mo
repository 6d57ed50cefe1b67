model DETEST_E5_pursuit "DETEST E5: a curve of pursuit"
  Real y1(start=0, fixed=true);
  Real y2(start=0, fixed=true);
equation
  der(y1) = y2;
  der(y2) = sqrt(1 + y2^2)/(25 - time);
  annotation(experiment(StopTime=20));
end DETEST_E5_pursuit;
