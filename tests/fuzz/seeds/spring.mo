model Spring "A mass on a spring with friction"
  parameter Real m(unit = "kg") = 1;
  parameter Real k(unit = "N/m") = 40;
  parameter Real d(unit = "N.s/m") = 0.5;
  Real x(unit = "m", start = 0.1, fixed = true);
  Real v(unit = "m/s", start = 0, fixed = true);
  Real F(unit = "N") "Force of spring and damper";
  output Real energy(unit = "J") = m*v^2/2 + k*x^2/2;
equation
  der(x) = v;
  m*der(v) = F;
  F = -k*x - d*v;
end Spring;
