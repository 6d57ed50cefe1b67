model BouncingBall
  parameter Real e = 0.8 "How much speed is left after a bounce";
  Real h(unit = "m", start = 1, fixed = true);
  Real v(unit = "m/s", start = 0, fixed = true);
  Integer bounces(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -Modelica.Constants.g_n;
  when h < 0 then
    reinit(v, -e*pre(v));
    bounces = pre(bounces) + 1;
  end when;
  annotation(experiment(StopTime = 2));
end BouncingBall;
