"""A coupled system, built in Python: a tank in Modelica, a controller in Modelica, and rain from a table."""
import numpy as np

import bellwether

TANK = """
model Tank "Water runs in from above and out through a valve"
  input Real rain(unit = "m3/s");
  input Real valve;
  output Real level(unit = "m", start = 1, fixed = true);
protected
  parameter Real area(unit = "m2") = 10;
  parameter Real size(unit = "m2") = 0.005 "of the valve, open";
equation
  area * der(level) = rain - size * valve * sqrt(2 * 9.81 * max(level, 0));
end Tank;
"""
CONTROLLER = """
model Controller "Opens the valve where the level is too high"
  input Real level(unit = "m");
  output Real valve;
protected
  Real sum(start = 0, fixed = true);
equation
  der(sum) = level - 1;
  valve = 1 + 2 * (level - 1) + 0.02 * sum;
end Controller;
"""

hours = np.arange(0, 13)
rain = {"time": 3600.0 * hours, "rate": 0.02 + 0.01 * np.sin(hours)}

system = bellwether.System()
system.add("tank", TANK).add("controller", CONTROLLER).add("weather", rain)
system.connect("weather.rate", "tank.rain", unit="m3/s")
system.connect("controller.valve", "tank.valve")
system.connect("tank.level", "controller.level")

result = bellwether.run(system, stop="12 h", tolerance=1e-5, time_unit="h")
print(result.verdict, f"{result.estimated_error:.1g} of the tolerance")
highest = int(np.argmax(result["tank.level"]))
print(f"highest level {result['tank.level'][highest]:.5f} m after {result.time[highest]:.2f} h")
