model SampledController "a sampled controller of a lag whose gain depends on a switch"
  parameter Real Ts(unit="s") = 0.1 "time between samples";
  parameter Real k = 2;
  parameter Real Ti(unit="s") = 8*Ts "a formula of another parameter";
  parameter Real w = 1 "what is wanted";
  input Real disturbance(start=0);
  output Real y(start=0, fixed=true);
  discrete output Real u(start=0, fixed=true);
  discrete Real s(start=0, fixed=true);
  output Integer n(start=0, fixed=true);
  output Boolean high(start=false, fixed=true);
equation
  der(y) = -y + (if high then 0.8 else 1.0)*u + disturbance;
  high = y > 0.9 or (pre(high) and y > 0.8);
  when sample(0, Ts) then
    s = pre(s) + Ts/Ti*(w - y);
    u = k*(w - y) + s;
    n = pre(n) + 1;
  end when;
  assert(y < 100, "y is far too large");
  annotation(experiment(StopTime=5, Tolerance=1e-8));
end SampledController;
