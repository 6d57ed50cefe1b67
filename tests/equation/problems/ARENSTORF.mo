model ARENSTORF "A small body between earth and moon, in the frame that turns with them"
  parameter Real moon = 0.012277471, earth = 1 - moon;
  Real y1(start=0.994, fixed=true);
  Real y2(start=0, fixed=true);
  Real y3(start=0, fixed=true);
  Real y4(start=-2.00158510637908252240537862224, fixed=true);
  Real a = y1 + moon, b = y1 - earth;
  Real d1 = sqrt(a^2 + y2^2)^3, d2 = sqrt(b^2 + y2^2)^3;
equation
  der(y1) = y3;
  der(y2) = y4;
  der(y3) = y1 + 2*y4 - earth*a/d1 - moon*b/d2;
  der(y4) = y2 - 2*y3 - earth*y2/d1 - moon*y2/d2;
  annotation(experiment(StopTime=17.0652165601579625588917206249));
end ARENSTORF;
