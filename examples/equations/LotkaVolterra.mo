// Predators and prey: Listing 1 of A. Nicolai, "Co-Simulation-Test Case: Predator-Prey (Lotka-Volterra) System", there
// adapted from M. Tiller, "Modelica by Example". Typing errors of the scanned page are corrected: two descriptions end
// with ' instead of ", and der(x) reads "x*x(A-Bx*y)", which is x*(A-B*y) by its equation (1). The experiment is added.
model LotkaVolterra
  parameter Real A=0.1 "Reproduction rate of prey";
  parameter Real B=0.02 "Mortality rate of predator per prey";
  parameter Real C=0.4 "Mortality rate of predator";
  parameter Real D=0.02 "Reproduction rate of predator per prey";
  parameter Real x0=10 "Initial prey population";
  parameter Real y0=10 "Initial predator population";
  Real x(start=x0) "Prey population";
  Real y(start=y0) "Predator population";
initial equation
  x = x0;
  y = y0;
equation
  der(x) = x*(A-B*y);
  der(y) = y*(D*x-C);
  annotation(experiment(StopTime=100, Interval=0.1, Tolerance=1e-9));
end LotkaVolterra;
