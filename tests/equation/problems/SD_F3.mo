model SD_F3 "Stiff DETEST F3: enzymes"
  Real y1(start=4e-6, fixed=true, nominal=1e-6);
  Real y2(start=1e-6, fixed=true, nominal=1e-6);
  Real y3(start=0, fixed=true, nominal=1e-9);
  Real y4(start=0, fixed=true, nominal=1e-7);
  Real y5(start=0, fixed=true, nominal=1e-6);
  Real a = 1e7*y2*y1, b = 1e7*y2*y5;
equation
  der(y1) = -a + 10*y3;
  der(y2) = -a - b + 10*y3 + 10*y4;
  der(y3) = a - 1.001e4*y3 + 1e-3*y4;
  der(y4) = 1e4*y3 - 10.001*y4 + b;
  der(y5) = 10*y4 - b;
  annotation(experiment(StopTime=100));
end SD_F3;
