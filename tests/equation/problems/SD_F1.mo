model SD_F1 "Stiff DETEST F1: a catalytic reactor"
  Real y1(start=761, fixed=true);
  Real y2(start=0, fixed=true, nominal=1e-10);
  Real y3(start=600, fixed=true);
  Real y4(start=0.1, fixed=true);
  Real k = exp(20.7 - 1500/y1);
equation
  der(y1) = 1.3*(y3 - y1) + 10400*k*y2;
  der(y2) = 1880*(y4 - y2*(1 + k));
  der(y3) = 1752 - 269*y3 + 267*y1;
  der(y4) = 0.1 + 320*y2 - 321*y4;
  annotation(experiment(StopTime=1000));
end SD_F1;
