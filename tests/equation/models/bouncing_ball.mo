model BouncingBall "a ball that falls on a floor"
  parameter Real g(unit="m/s2") = 9.81 "gravity";
  parameter Real e = 0.7 "restitution";
  output Real h(start=1, fixed=true, unit="m") "height";
  output Real v(start=0, fixed=true, unit="m/s") "speed";
  output Integer bounces(start=0, fixed=true);
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e*pre(v));
    bounces = pre(bounces) + 1;
  end when;
  annotation(experiment(StopTime=2, Tolerance=1e-8));
end BouncingBall;
