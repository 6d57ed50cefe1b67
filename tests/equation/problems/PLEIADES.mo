model PLEIADES "Seven stars in a plane; the mass of star i is i"
  constant Integer n = 7;
  Real x[n](start={3, 3, -1, -3, 2, -2, 2}, each fixed=true), y[n](start={3, -3, 2, 0, 0, -4, 4}, each fixed=true);
  Real vx[n](start={0, 0, 0, 0, 0, 1.75, -1.5}, each fixed=true), vy[n](start={0, 0, 0, -1.25, 1, 0, 0}, each fixed=true);
  Real r3[n, n] "distances, cubed";
equation
  for i in 1:n loop
    for j in 1:n loop
      r3[i, j] = if j < i then sqrt((x[j] - x[i])^2 + (y[j] - y[i])^2)^3 elseif j == i then 1 else r3[j, i];
    end for;
    der(x[i]) = vx[i];
    der(y[i]) = vy[i];
    der(vx[i]) = sum(if j == i then 0 else j*(x[j] - x[i])/r3[i, j] for j in 1:n);
    der(vy[i]) = sum(if j == i then 0 else j*(y[j] - y[i])/r3[i, j] for j in 1:n);
  end for;
  annotation(experiment(StopTime=3));
end PLEIADES;
