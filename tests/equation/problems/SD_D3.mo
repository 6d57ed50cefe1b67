model SD_D3 "Stiff DETEST D3: chemistry"
  Real y1(start=1, fixed=true);
  Real y2(start=1, fixed=true);
  Real y3(start=0, fixed=true);
  Real y4(start=0, fixed=true);
  Real a = 100*y1*y2, b = 1e4*y2*y2;
equation
  der(y1) = y3 - a;
  der(y2) = y3 + 2*y4 - a - 2*b;
  der(y3) = -y3 + a;
  der(y4) = -y4 + b;
  annotation(experiment(StopTime=20));
end SD_D3;
