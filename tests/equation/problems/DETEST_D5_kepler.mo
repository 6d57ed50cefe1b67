// The eccentricity e is 0.9: the body begins at 1 - e with the speed sqrt((1 + e)/(1 - e)).
model DETEST_D5_kepler "DETEST D5: a body around a fixed sun"
  Real y1(start=0.1, fixed=true), y2(start=0, fixed=true);
  Real y3(start=0, fixed=true), y4(start=4.3588989435406735522369, fixed=true);
  Real r = sqrt(y1^2 + y2^2);
equation
  der(y1) = y3;
  der(y2) = y4;
  der(y3) = -y1/r^3;
  der(y4) = -y2/r^3;
  annotation(experiment(StopTime=20));
end DETEST_D5_kepler;
