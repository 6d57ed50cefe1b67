model DETEST_F1_disc "DETEST F1: a force that turns around at each whole time"
  constant Real pi = Modelica.Constants.pi;
  parameter Real a = 0.1;
  Real y1(start=0, fixed=true);
  Real y2(start=0, fixed=true);
  discrete Real s(start=1, fixed=true) "1 and -1 in turn";
equation
  der(y1) = y2;
  der(y2) = 2*a*y2 - (pi^2 + a^2)*y1 + s;
  when sample(1, 1) then
    s = -pre(s);
  end when;
  annotation(experiment(StopTime=20));
end DETEST_F1_disc;
