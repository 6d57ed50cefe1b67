model heated_rod "A steel rod, heated at one end and cooled by air along its length"
  parameter Integer n = 50 "cells";
  parameter Real L(unit="m") = 0.5 "length";
  parameter Real d(unit="m") = 0.01 "diameter";
  parameter Real lambda(unit="W/(m.K)") = 50 "conductivity";
  parameter Real rho(unit="kg/m3") = 7850 "density";
  parameter Real c(unit="J/(kg.K)") = 490 "specific heat";
  parameter Real alpha(unit="W/(m2.K)") = 15 "heat transfer to the air";
  parameter Real Ta(unit="K") = 293.15 "temperature of the air";
  parameter Real P(unit="W") = 20 "heating at the left end";
  constant Real pi = Modelica.Constants.pi;
  final parameter Real dx(unit="m") = L/n "length of a cell";
  final parameter Real A(unit="m2") = pi*d^2/4 "cross section";
  final parameter Real C(unit="J/K") = rho*c*A*dx "heat capacity of a cell";
  Real T[n](each start=Ta, each fixed=true, each unit="K", each nominal=300) "temperatures";
  Real Q[n + 1](each unit="W") "heat that flows into cell i from the left";
  Real mean(unit="K") = sum(T)/n "mean temperature";
equation
  Q[1] = P;
  for i in 2:n loop
    Q[i] = lambda*A/dx*(T[i - 1] - T[i]);
  end for;
  Q[n + 1] = 0;
  for i in 1:n loop
    C*der(T[i]) = Q[i] - Q[i + 1] - alpha*pi*d*dx*(T[i] - Ta);
  end for;
  annotation(experiment(StopTime=3600, Interval=10, Tolerance=1e-6));
end heated_rod;
