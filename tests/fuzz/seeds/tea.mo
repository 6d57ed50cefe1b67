model Tea "A cup of tea cools down"
  parameter Real room(unit = "degC") = 20 "Temperature of the room";
  parameter Real rate(unit = "1/s") = 0.002 "How fast heat is lost";
  Real T(unit = "degC", start = 90, fixed = true) "Temperature of the tea";
equation
  der(T) = -rate*(T - room);
  annotation(experiment(StopTime = 1800));
end Tea;
