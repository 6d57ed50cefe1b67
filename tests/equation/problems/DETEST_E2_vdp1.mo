model DETEST_E2_vdp1 "DETEST E2: Van der Pol's oscillator"
  Real y1(start=2, fixed=true);
  Real y2(start=0, fixed=true);
equation
  der(y1) = y2;
  der(y2) = (1 - y1^2)*y2 - y1;
  annotation(experiment(StopTime=20));
end DETEST_E2_vdp1;
