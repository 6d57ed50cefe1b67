model Polynomial
  parameter Real c[4] = {1, -2, 0.5, 3};
  Real y;
algorithm
  y := 0;
  for i in 4:-1:1 loop
    y := y*time + c[i];
  end for;
end Polynomial;
