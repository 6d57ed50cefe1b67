model SD_D5 "Stiff DETEST D5: a reactor"
  Real y1(start=0, fixed=true);
  Real y2(start=0, fixed=true);
  Real s = 0.01 + y1 + y2;
equation
  der(y1) = 0.01 - (1 + (y1 + 1000)*(y1 + 1))*s;
  der(y2) = 0.01 - (1 + y2^2)*s;
  annotation(experiment(StopTime=100));
end SD_D5;
