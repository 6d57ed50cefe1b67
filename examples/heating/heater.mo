model heater "An electric heater with a thermostat"
  parameter Real setpoint(unit="degC") = 21;
  parameter Real band(unit="degC") = 0.5 "it switches this far below and above the setpoint";
  parameter Real rated(unit="kW") = 3 "power while it is on";
  input Real temperature(unit="degC", start=18) "measured";
  output Real power(unit="kW");
  Boolean on(start=true, fixed=true);
  Integer starts(start=0, fixed=true) "how often it was switched on";
equation
  power = if on then rated else 0;
  when temperature < setpoint - band then
    on = true;
    starts = pre(starts) + 1;
  elsewhen temperature > setpoint + band then
    on = false;
    starts = pre(starts);
  end when;
  annotation(experiment(StopTime=86400, Interval=300, Tolerance=1e-6));
end heater;
