model SD_C5 "Stiff DETEST C5: nonlinear coupling"
  parameter Real b = 20;
  Real y1(start=1, fixed=true);
  Real y2(start=1, fixed=true);
  Real y3(start=1, fixed=true);
  Real y4(start=1, fixed=true);
  Real q1 = y1^2, q2 = q1 + y2^2, q3 = q2 + y3^2;
equation
  der(y1) = -y1 + 2;
  der(y2) = -10*y2 + b*q1;
  der(y3) = -40*y3 + 4*b*q2;
  der(y4) = -100*y4 + 10*b*q3;
  annotation(experiment(StopTime=20));
end SD_C5;
