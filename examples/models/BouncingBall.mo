model BouncingBall "A ball that bounces until it is too slow"
  parameter Real g(unit="m/s2") = -9.81 "gravity";
  parameter Real e = 0.7 "share of the speed that a bounce leaves";
  parameter Real v_min(unit="m/s") = 0.1 "a slower rebound is none";
  output Real h(start=1, fixed=true, unit="m") "height";
  output Real v(start=0, fixed=true, unit="m/s") "speed, upwards";
  Boolean flying(start=true, fixed=true);
equation
  der(h) = if flying then v else 0;
  der(v) = if flying then g else 0;
  when h < 0 then
    flying = -e*v >= v_min;
    reinit(v, if flying then -e*v else 0);
    reinit(h, 0);
  end when;
  annotation(experiment(StopTime=3, Interval=0.01, Tolerance=1e-4));
end BouncingBall;
