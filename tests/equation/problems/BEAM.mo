// Angles of 40 links and their velocities. With the bending moments and the force in v,
//   C w = D v + omega^2  (C tridiagonal),  der(omega) = C v + D w,
// where C has -cos and D has sin of the angles between neighbours beside the diagonal. w is eliminated from the last
// link to the first.
model BEAM "An elastic beam under a force that ends at t = pi (Hairer and Wanner)"
  constant Integer n = 40 "links";
  constant Real pi = Modelica.Constants.pi;
  constant Real c[n] = {if i == 1 then 1 else if i == n then 3 else 2 for i in 1:n} "diagonal of C";
  Real theta[n](each start=0, each fixed=true), omega[n](each start=0, each fixed=true);
  Real force = if time < pi then 1.5*sin(time)*sin(time) else 0;
  Real v[n], w[n];
  Real s[n], k[n] "sine and cosine of the angle to the neighbour before";
  Real d[n], q[n], right[n] "pivots, factors and right sides of the elimination";
equation
  for i in 1:n loop
    v[i] = n^4*((if i == 1 then -theta[1] else theta[max(i - 1, 1)]) - 2*theta[i] + theta[min(i + 1, n)])
      + n^2*force*(cos(theta[i]) + sin(theta[i]));
    s[i] = if i == 1 then 0 else sin(theta[i] - theta[max(i - 1, 1)]);
    k[i] = if i == 1 then 0 else cos(theta[i] - theta[max(i - 1, 1)]);
  end for;
  for i in 1:n - 1 loop
    q[i] = -k[i + 1]/d[i + 1];
    d[i] = c[i] + k[i + 1]*q[i];
    right[i] = (if i == 1 then omega[i]*omega[i] else omega[i]*omega[i] - s[i]*v[max(i - 1, 1)]) + s[i + 1]*v[i + 1]
      - right[i + 1]*q[i];
  end for;
  q[n] = 0;
  d[n] = c[n];
  right[n] = omega[n]*omega[n] - s[n]*v[n - 1];
  w[1] = right[1]/d[1];
  for i in 2:n loop
    w[i] = (right[i] + k[i]*w[i - 1])/d[i];
  end for;
  for i in 1:n loop
    der(theta[i]) = omega[i];
    der(omega[i]) = (if i == 1 then c[i]*v[i]
        else c[i]*v[i] - (k[i]*v[max(i - 1, 1)] + s[i]*w[max(i - 1, 1)]))
      + (if i == n then 0 else s[min(i + 1, n)]*w[min(i + 1, n)] - k[min(i + 1, n)]*v[min(i + 1, n)]);
  end for;
  annotation(experiment(StopTime=5));
end BEAM;
