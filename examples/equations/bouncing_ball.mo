// Without the rest the bounces would follow each other ever faster and never pass t = 2.56 s.
model bouncing_ball "A ball that loses speed at each bounce and rests when it is slow"
  parameter Real g(unit="m/s2") = 9.81 "gravity";
  parameter Real e = 0.7 "share of the speed that a bounce leaves";
  parameter Real slowest(unit="m/s") = 0.1 "a slower rebound is none";
  Real h(start=1, fixed=true, unit="m") "height";
  Real v(start=0, fixed=true, unit="m/s") "speed, upwards";
  Boolean flying(start=true, fixed=true);
  Integer bounces(start=0, fixed=true) "so far";
equation
  der(h) = if flying then v else 0;
  der(v) = if flying then -g else 0;
  when h < 0 then
    bounces = pre(bounces) + 1;
    flying = -e*v >= slowest;
    reinit(v, if flying then -e*v else 0);
    reinit(h, 0);
  end when;
  annotation(experiment(StopTime=3, Interval=0.01, Tolerance=1e-6));
end bouncing_ball;
