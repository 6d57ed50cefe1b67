model SD_D1 "Stiff DETEST D1: a nuclear reactor; the third state is a clock"
  Real y1(start=0, fixed=true);
  Real y2(start=0, fixed=true);
  Real y3(start=0, fixed=true);
equation
  der(y1) = 0.2*(y2 - y1);
  der(y2) = 10*y1 - (60 - 0.125*y3)*y2 + 0.125*y3;
  der(y3) = 1;
  annotation(experiment(StopTime=400));
end SD_D1;
