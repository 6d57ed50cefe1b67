model SD_E2_vdp5 "Stiff DETEST E2: Van der Pol's oscillator"
  parameter Real mu = 5;
  Real y1(start=2, fixed=true);
  Real y2(start=0, fixed=true);
equation
  der(y1) = y2;
  der(y2) = mu*(1 - y1^2)*y2 - y1;
  annotation(experiment(StopTime=1));
end SD_E2_vdp5;
