model LORENZ_t10 "Lorenz's attractor until t = 10"
  Real x(start=1, fixed=true), y(start=1, fixed=true), z(start=1, fixed=true);
equation
  der(x) = 10*(y - x);
  der(y) = x*(28 - z) - y;
  der(z) = x*y - 8/3*z;
  annotation(experiment(StopTime=10));
end LORENZ_t10;
