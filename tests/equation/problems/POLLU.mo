model POLLU "Air pollution: 25 reactions of 20 species (Verwer)"
  parameter Real k[25] = {0.35, 26.6, 1.23e4, 8.6e-4, 8.2e-4, 1.5e4, 1.3e-4, 2.4e4, 1.65e4, 9e3, 0.022, 1.2e4, 1.88,
    1.63e4, 4.8e6, 3.5e-4, 0.0175, 1e8, 4.44e11, 1.24e3, 2.1, 5.78, 0.0474, 1.78e3, 3.12} "rates";
  constant Integer first[25] = {1, 2, 5, 7, 7, 7, 9, 9, 11, 11, 13, 10, 14, 1, 3, 4, 4, 16, 16, 17, 19, 19, 1, 19, 20}
    "the species that reacts";
  constant Integer second[25] = {0, 4, 2, 0, 0, 6, 0, 6, 2, 1, 0, 2, 0, 6, 0, 0, 0, 0, 0, 6, 0, 0, 4, 1, 0}
    "the one it reacts with; 0: none";
  Real y[20](start={0, 0.2, 0, 0.04, 0, 0, 0.1, 0.3, 0.01, 0, 0, 0, 0, 0, 0, 0, 0.007, 0, 0, 0}, each fixed=true,
    nominal={1, 1, 1e-9, 1, 1e-7, 1e-7, 1, 1, 1, 1e-8, 1e-8, 1e-3, 1e-4, 1e-5, 1e-3, 1e-17, 1e-3, 1e-4, 1e-6, 1e-5});
  Real r[25] "speeds of the reactions";
equation
  for i in 1:25 loop
    r[i] = if second[i] == 0 then k[i]*y[first[i]] else k[i]*y[first[i]]*y[max(second[i], 1)];
  end for;
  der(y[1]) = -r[1] - r[10] - r[14] - r[23] - r[24] + r[2] + r[3] + r[9] + r[11] + r[12] + r[22] + r[25];
  der(y[2]) = -r[2] - r[3] - r[9] - r[12] + r[1] + r[21];
  der(y[3]) = -r[15] + r[1] + r[17] + r[19] + r[22];
  der(y[4]) = -r[2] - r[16] - r[17] - r[23] + r[15];
  der(y[5]) = -r[3] + 2*r[4] + r[6] + r[7] + r[13] + r[20];
  der(y[6]) = -r[6] - r[8] - r[14] - r[20] + r[3] + 2*r[18];
  der(y[7]) = -r[4] - r[5] - r[6] + r[13];
  der(y[8]) = r[4] + r[5] + r[6] + r[7];
  der(y[9]) = -r[7] - r[8];
  der(y[10]) = -r[12] + r[7] + r[9];
  der(y[11]) = -r[9] - r[10] + r[8] + r[11];
  der(y[12]) = r[9];
  der(y[13]) = -r[11] + r[10];
  der(y[14]) = -r[13] + r[12];
  der(y[15]) = r[14];
  der(y[16]) = -r[18] - r[19] + r[16];
  der(y[17]) = -r[20];
  der(y[18]) = r[20];
  der(y[19]) = -r[21] - r[22] - r[24] + r[23] + r[25];
  der(y[20]) = -r[25] + r[24];
  annotation(experiment(StopTime=60));
end POLLU;
