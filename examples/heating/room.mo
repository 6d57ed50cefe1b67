model room "One room: it is heated, and it loses heat to the outside"
  parameter Real C(unit="J/K") = 2e6 "heat capacity of air, furniture and walls";
  parameter Real G(unit="W/K") = 90 "heat loss for each degree";
  input Real power(unit="W") "of the heater";
  input Real outside(unit="K", start=273.15) "temperature outside";
  output Real temperature(unit="K", start=291.15, fixed=true);
equation
  C*der(temperature) = power - G*(temperature - outside);
  annotation(experiment(StopTime=86400, Interval=300, Tolerance=1e-6));
end room;
