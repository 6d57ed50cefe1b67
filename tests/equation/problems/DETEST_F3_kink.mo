model DETEST_F3_kink "DETEST F3: a force with a kink at each whole time"
  constant Real pi = Modelica.Constants.pi;
  Real y1(start=0, fixed=true);
  Real y2(start=0, fixed=true);
equation
  der(y1) = y2;
  der(y2) = 0.01*y2*(1 - y1^2) - y1 - abs(sin(pi*time));
  annotation(experiment(StopTime=20));
end DETEST_F3_kink;
