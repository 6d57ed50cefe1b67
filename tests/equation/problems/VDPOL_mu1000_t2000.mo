model VDPOL_mu1000_t2000 "Van der Pol's oscillator, very stiff, time not scaled"
  parameter Real mu = 1000;
  Real y1(start=2, fixed=true);
  Real y2(start=0, fixed=true);
equation
  der(y1) = y2;
  der(y2) = mu*(1 - y1^2)*y2 - y1;
  annotation(experiment(StopTime=2000));
end VDPOL_mu1000_t2000;
