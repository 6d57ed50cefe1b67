model Rod "a heated rod: stiff, with a narrow Jacobian"
  parameter Integer n = 50;
  parameter Real a(unit="m2/s") = 1;
  constant Real L(unit="m") = 1;
  parameter Real d(unit="m") = L/n;
  Real T[n](each start=300, each fixed=true, each unit="K", each nominal=300);
  output Real last(unit="K", displayUnit="degC");
equation
  der(T[1]) = a*(T[2] - 2*T[1] + 400)/d^2;
  for i in 2:n-1 loop
    der(T[i]) = a*(T[i+1] - 2*T[i] + T[i-1])/d^2;
  end for;
  der(T[n]) = a*(T[n-1] - T[n])/d^2;
  last = T[n];
  annotation(experiment(StopTime=1, Tolerance=1e-7));
end Rod;
