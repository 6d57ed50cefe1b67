model Rotation
  parameter Real A[2, 2] = [0, 1; -1, 0];
  Real x[2](start = {1, 0}, each fixed = true);
  Real r = sqrt(x*x);
equation
  der(x) = A*x;
end Rotation;
