model Rod
  parameter Integer n = 20;
  parameter Real L = 1, a = 1e-4;
  final parameter Real dx = L/n;
  Real T[n](each start = 20, each fixed = true);
  Real mean = sum(T)/n;
equation
  der(T[1]) = a*(100 - 2*T[1] + T[2])/dx^2;
  for i in 2:n - 1 loop
    der(T[i]) = a*(T[i - 1] - 2*T[i] + T[i + 1])/dx^2;
  end for;
  der(T[n]) = a*(T[n - 1] - T[n])/dx^2;
end Rod;
