model InRest
  parameter Real load = 2;
  Real x(start = 0.5), y(start = 0, fixed = true);
initial equation
  der(x) = 0;
equation
  der(x) = load - x^3;
  der(y) = x - y;
end InRest;
