model BOUNCING_BALL "A ball that loses speed at each bounce and rests when it is slow"
  parameter Real g = 9.81, e = 0.7 "share of the speed that is left", slowest = 0.1;
  Real h(start=1, fixed=true), v(start=0, fixed=true);
  Boolean flying(start=true, fixed=true);
equation
  der(h) = if flying then v else 0;
  der(v) = if flying then -g else 0;
  when h < 0 then
    flying = -e*v >= slowest;
    reinit(v, if flying then -e*v else 0);
    reinit(h, 0);
  end when;
  annotation(experiment(StopTime=3));
end BOUNCING_BALL;
