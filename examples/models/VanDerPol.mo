model VanDerPol "Van der Pol's oscillator; not stiff for small mu, stiff for large"
  parameter Real mu = 1 "damping";
  output Real x0(start=2, fixed=true) "deflection";
  output Real x1(start=0, fixed=true) "its rate";
equation
  der(x0) = x1;
  der(x1) = mu*(1 - x0^2)*x1 - x0;
  annotation(experiment(StopTime=20, Interval=0.04, Tolerance=1e-6));
end VanDerPol;
