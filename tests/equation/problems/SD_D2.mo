model SD_D2 "Stiff DETEST D2: Robertson's reactions, scaled"
  Real y1(start=1, fixed=true);
  Real y2(start=0, fixed=true);
  Real y3(start=0, fixed=true);
equation
  der(y1) = -0.04*y1 + 0.01*y2*y3;
  der(y2) = 400*y1 - 100*y2*y3 - 3000*y2*y2;
  der(y3) = 30*y2*y2;
  annotation(experiment(StopTime=40));
end SD_D2;
