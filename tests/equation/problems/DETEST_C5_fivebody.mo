// The frame moves with the sun; y[j, :] is the place of planet j.
model DETEST_C5_fivebody "DETEST C5: sun and five outer planets"
  parameter Real k2 = 2.95912208286 "gravitation";
  parameter Real m0 = 1.00000597682 "mass of the sun and the inner planets";
  parameter Real m[5] = {0.000954786104043, 0.000285583733151, 0.0000437273164546, 0.0000517759138449, 0.00000277777777778};
  Real y[5, 3](each fixed=true, start=[3.42947415189, 3.35386959711, 1.35494901715;
    6.64145542550, 5.97156957878, 2.18231499728; 11.2630437207, 14.6952576794, 6.27960525067;
    -30.1552268759, 1.65699966404, 1.43785752721; -21.1238353380, 28.4465098142, 15.3882659679]);
  Real v[5, 3](each fixed=true, start=[-0.557160570446, 0.505696783289, 0.230578543901;
    -0.415570776342, 0.365682722812, 0.169143213293; -0.325325669158, 0.189706021964, 0.0877265322780;
    -0.0240476254170, -0.287659532608, -0.117219543175; -0.176860753121, -0.216393453025, -0.0148647893090]);
  Real r3[5] "distances to the sun, cubed";
  Real d3[5, 5] "distances between planets, cubed";
equation
  for j in 1:5 loop
    r3[j] = sqrt(y[j, 1]^2 + y[j, 2]^2 + y[j, 3]^2)^3;
    for k in 1:5 loop
      d3[j, k] = if k < j then
        sqrt((y[k, 1] - y[j, 1])^2 + (y[k, 2] - y[j, 2])^2 + (y[k, 3] - y[j, 3])^2)^3
        elseif k == j then 1 else d3[k, j];
    end for;
    for i in 1:3 loop
      der(y[j, i]) = v[j, i];
      der(v[j, i]) = k2*(-(m0 + m[j])*y[j, i]/r3[j]
        + sum(if k == j then 0 else m[k]*((y[k, i] - y[j, i])/d3[j, k] - y[k, i]/r3[k]) for k in 1:5));
    end for;
  end for;
  annotation(experiment(StopTime=20));
end DETEST_C5_fivebody;
