model PROTHERO_ROBINSON_1e6 "Prothero and Robinson's equation; its solution is sin(t)"
  Real y1(start=0, fixed=true);
equation
  der(y1) = -1e6*(y1 - sin(time)) + cos(time);
  annotation(experiment(StopTime=10));
end PROTHERO_ROBINSON_1e6;
