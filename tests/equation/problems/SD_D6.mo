model SD_D6 "Stiff DETEST D6: chemistry"
  Real y1(start=1, fixed=true);
  Real y2(start=0, fixed=true);
  Real y3(start=0, fixed=true, nominal=1e-8);
equation
  der(y1) = -y1 + 1e8*y3*(1 - y1);
  der(y2) = -10*y2 + 3e7*y3*(1 - y2);
  der(y3) = -der(y1) - der(y2);
  annotation(experiment(StopTime=1));
end SD_D6;
