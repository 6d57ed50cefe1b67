// i1, i2 and v follow from each other: an algebraic loop with an exponential in it, solved at every evaluation.
model circuit "A rectifier: a source, a diode between two resistors, and a capacitor with a load"
  constant Real pi = Modelica.Constants.pi;
  parameter Real U(unit="V") = 10 "amplitude of the source";
  parameter Real f(unit="Hz") = 50 "frequency of the source";
  parameter Real R1(unit="Ohm") = 5 "resistance of the source";
  parameter Real R2(unit="Ohm") = 1000 "beside the diode, to ground";
  parameter Real RL(unit="Ohm") = 200 "load";
  parameter Real C(unit="F") = 470e-6 "capacitor";
  parameter Real Is(unit="A") = 1e-9 "saturation current of the diode";
  parameter Real Ut(unit="V") = 0.05 "thermal voltage of the diode, times its ideality";
  Real u(unit="V") = U*sin(2*pi*f*time) "source";
  Real v(unit="V") "in front of the diode";
  Real i1(unit="A") "through R1";
  Real i2(unit="A") "through the diode";
  Real uc(start=0, fixed=true, unit="V") "at the capacitor and the load";
equation
  R1*i1 = u - v;
  i1 = i2 + v/R2;
  i2 = Is*(exp((v - uc)/Ut) - 1);
  C*der(uc) = i2 - uc/RL;
  annotation(experiment(StopTime=0.2, Interval=2e-4, Tolerance=1e-6));
end circuit;
