model DETEST_E3_duffing "DETEST E3: Duffing's equation, driven"
  Real y1(start=0, fixed=true);
  Real y2(start=0, fixed=true);
equation
  der(y1) = y2;
  der(y2) = y1^3/6 - y1 + 2*sin(2.78535*time);
  annotation(experiment(StopTime=20));
end DETEST_E3_duffing;
