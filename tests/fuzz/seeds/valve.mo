model Valve
  parameter Real open_at(unit = "Pa") = 2e5;
  Real p(unit = "Pa", start = 1e5, fixed = true);
  Real outflow;
equation
  outflow = if p > open_at then (p - open_at)/1e3 else 0;
  der(p) = 5e4 - 100*outflow;
end Valve;
