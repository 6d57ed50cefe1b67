model RINGMOD "A ring modulator: a circuit of four diodes"
  constant Real pi = Modelica.Constants.pi;
  parameter Real C = 1.6e-8, Cs = 2e-12, Cp = 1e-8;
  parameter Real R = 25e3, Rp = 50, Rg1 = 36.3, Rg2 = 17.3, Rg3 = 17.3, Ri = 50, Rc = 600;
  parameter Real Lh = 4.45, Ls1 = 2e-3, Ls2 = 5e-4, Ls3 = 5e-4;
  parameter Real gamma = 40.67286402e-9, delta = 17.7493332 "of the diodes";
  Real y[15](each start=0, each fixed=true,
    nominal={1, 1, 1, 1, 1, 1, 1, 1e-5, 1e-6, 1e-2, 1e-2, 1e-2, 1e-2, 1e-3, 1e-4});
  Real in1 = 0.5*sin(2e3*pi*time), in2 = 2*sin(2e4*pi*time) "the two signals";
  Real u[4] = {y[3] - y[5] - y[7] - in2, -y[4] + y[6] - y[7] - in2, y[4] + y[5] + y[7] + in2, -y[3] - y[6] + y[7] + in2}
    "voltages at the diodes";
  Real q[4] "their currents";
equation
  for i in 1:4 loop
    q[i] = gamma*(exp(delta*u[i]) - 1);
  end for;
  der(y[1]) = (y[8] - 0.5*y[10] + 0.5*y[11] + y[14] - y[1]/R)/C;
  der(y[2]) = (y[9] - 0.5*y[12] + 0.5*y[13] + y[15] - y[2]/R)/C;
  der(y[3]) = (y[10] - q[1] + q[4])/Cs;
  der(y[4]) = (-y[11] + q[2] - q[3])/Cs;
  der(y[5]) = (y[12] + q[1] - q[3])/Cs;
  der(y[6]) = (-y[13] - q[2] + q[4])/Cs;
  der(y[7]) = (-y[7]/Rp + q[1] + q[2] - q[3] - q[4])/Cp;
  der(y[8]) = -y[1]/Lh;
  der(y[9]) = -y[2]/Lh;
  der(y[10]) = (0.5*y[1] - y[3] - Rg2*y[10])/Ls2;
  der(y[11]) = (-0.5*y[1] + y[4] - Rg3*y[11])/Ls3;
  der(y[12]) = (0.5*y[2] - y[5] - Rg2*y[12])/Ls2;
  der(y[13]) = (-0.5*y[2] + y[6] - Rg3*y[13])/Ls3;
  der(y[14]) = (-y[1] + in1 - (Ri + Rg1)*y[14])/Ls1;
  der(y[15]) = (-y[2] - (Rc + Rg1)*y[15])/Ls1;
  annotation(experiment(StopTime=1e-3));
end RINGMOD;
