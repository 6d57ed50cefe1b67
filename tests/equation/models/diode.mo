model Diode "a capacitor behind a resistor and a diode: a nonlinear loop"
  parameter Real R(unit="Ohm") = 100;
  parameter Real C(unit="F") = 1e-3;
  parameter Real Is(unit="A") = 1e-9;
  parameter Real Vt(unit="V") = 0.025;
  parameter Real tau(unit="s") = R*C "time constant";
  input Real source(unit="V", start=5);
  output Real uc(unit="V", start=0, fixed=true);
  Real ud(unit="V", start=0.5) "across the diode";
  output Real i(unit="A", nominal=1e-2);
equation
  source = R*i + ud + uc;
  i = Is*(exp(ud/Vt) - 1);
  der(uc) = R/tau*(i - uc/(20*R));
  annotation(experiment(StopTime=0.5, Tolerance=1e-7));
end Diode;
