model VDPOL_eps1e_6 "Van der Pol's oscillator, very stiff"
  parameter Real k = 1e6 "1/eps";
  Real y1(start=2, fixed=true);
  Real y2(start=0, fixed=true);
equation
  der(y1) = y2;
  der(y2) = ((1 - y1^2)*y2 - y1)*k;
  annotation(experiment(StopTime=2));
end VDPOL_eps1e_6;
