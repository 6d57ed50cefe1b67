// Math_003.mo without noEvent: x3 jumps at state events, at which the solver ends a step. The article has noEvent because
// one simulator of its time came to no end with these events.
model Math_003_events "Math 003 with all its events"
  Real x1 "1 for 1 <= t < 2 and from t = 5 on";
  Real x2 "1 for 3 <= t < 4 and from t = 6 on";
  Real x3 "half the slope of x4";
  Real x4 "between -2.5 and 2.5";
initial equation
  x4 = 0;
equation
  x1 = if ((time < 1) or (time >= 2 and time < 5)) then 0
       else 1;
  x2 = if ((time < 3) or (time >= 4 and time < 6)) then 0
       else 1;
  x3 = if (x1 > 0 and x2 <= 0.01 and x4 <= 2.5) then 3
       elseif (x1 <= 0.001 and x2 > 0 and x4 > -2.5) then -3
       else 0;
  der(x4) = 2*x3;
  annotation(experiment(StopTime=10, Interval=0.01, Tolerance=1e-6));
end Math_003_events;
