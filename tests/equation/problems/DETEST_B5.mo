model DETEST_B5 "DETEST B5: Euler's rigid body without outer forces"
  Real y1(start=0, fixed=true);
  Real y2(start=1, fixed=true);
  Real y3(start=1, fixed=true);
equation
  der(y1) = y2*y3;
  der(y2) = -y1*y3;
  der(y3) = -0.51*y1*y2;
  annotation(experiment(StopTime=20));
end DETEST_B5;
