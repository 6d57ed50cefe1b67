model LOTKA_VOLTERRA_seed000 "Prey and predators"
  parameter Real a = 0.1, b = 0.02, c = 0.4, d = 0.02;
  Real x(start=10, fixed=true) "prey", y(start=10, fixed=true) "predators";
equation
  der(x) = x*(a - b*y);
  der(y) = y*(d*x - c);
  annotation(experiment(StopTime=100));
end LOTKA_VOLTERRA_seed000;
