model STIFFSPRING_PENDULUM_k1e4 "A weight on a stiff spring of length 1"
  parameter Real k = 1e4;
  Real x(start=1, fixed=true), y(start=0, fixed=true);
  Real u(start=0, fixed=true), v(start=0, fixed=true);
  Real r = sqrt(x^2 + y^2), s = k*(r - 1)/r;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -s*x;
  der(v) = -s*y - 1;
  annotation(experiment(StopTime=10));
end STIFFSPRING_PENDULUM_k1e4;
