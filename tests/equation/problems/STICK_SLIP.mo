model STICK_SLIP "A block on a moving belt, held by a spring"
  parameter Real k = 1 "spring", m = 1 "mass", vb = 0.2 "speed of the belt";
  parameter Real Fs = 1.5 "force that tears it loose", Fk = 1 "friction while it slips";
  Real x(start=0, fixed=true), v(start=vb, fixed=true);
  Boolean slips(start=false, fixed=true);
equation
  der(x) = v;
  der(v) = if slips then (Fk - k*x)/m else 0;
  when k*x >= Fs then
    slips = true;
  elsewhen v >= vb then
    slips = false;
    reinit(v, vb);
  end when;
  annotation(experiment(StopTime=30));
end STICK_SLIP;
