model van_der_pol "Van der Pol's oscillator: it creeps for hundreds of seconds and jumps within milliseconds"
  parameter Real mu(unit="1/s") = 1000 "damping; the larger, the stiffer";
  constant Real k(unit="1/s2") = 1 "spring";
  Real x(start=2, fixed=true) "deflection";
  Real v(start=0, fixed=true, unit="1/s") "its rate";
equation
  der(x) = v;
  der(v) = mu*(1 - x^2)*v - k*x;
  annotation(experiment(StopTime=2000, Interval=4, Tolerance=1e-6));
end van_der_pol;
