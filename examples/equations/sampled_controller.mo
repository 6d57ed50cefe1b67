model sampled_controller "A controller that looks every 0.1 s at a heated tank"
  parameter Real Ts(unit="s") = 0.1 "sample time";
  parameter Real Kp(unit="W/K") = 4000 "gain";
  parameter Real Ti(unit="s") = 5 "integration time";
  parameter Real C(unit="J/K") = 10000 "heat capacity of the tank";
  parameter Real G(unit="W/K") = 200 "losses";
  parameter Real tau(unit="s") = 0.5 "of the heater";
  parameter Real most(unit="W") = 40000 "the heater's limit";
  Real wanted(unit="K") = if time < 20 then 10 else 20 "temperature above that outside";
  Real T(start=0, fixed=true, unit="K") "temperature of the tank, above that outside";
  Real heat(start=0, fixed=true, unit="W") "of the heater";
  discrete Real e(start=0, fixed=true, unit="K") "error when it was looked at last";
  discrete Real I(start=0, fixed=true, unit="W") "integral part";
  discrete Real u(start=0, fixed=true, unit="W") "what is asked of the heater";
equation
  C*der(T) = heat - G*T;
  tau*der(heat) = u - heat;
  when sample(0, Ts) then
    e = wanted - T;
    // Integrates only while the heater follows.
    I = if pre(u) > 0 and pre(u) < most then pre(I) + Kp*Ts/Ti*e else pre(I);
    u = max(0, min(most, Kp*e + I));
  end when;
  annotation(experiment(StopTime=40, Interval=0.05, Tolerance=1e-6));
end sampled_controller;
