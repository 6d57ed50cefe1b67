// Digital signals and a state between two limits: Listing 1 of A. Nicolai, "Co-Simulation-Test Case: Math 003", designed
// by C. Clauß. Typing errors of the scanned page are corrected: "else 1;" of x1 and "else 0);" of x3 are missing there, and
// "else 1:" stands for "else 1;".
//
// The conditions are kept as printed. The listing has x4 <= 2.5 and x2 <= 0.01 where equation (3) of the article has <. Both
// give the same x4: it is 2.5 at one time only, and with <= it comes to rest behind 2.5, with < on it, to within
// rounding. noEvent hides from the solver where x3 jumps because of x4; see Math_003_events.mo for the same without it.
within ;
model Math_003 "Math_003.mo"
  Real x1;
  Real x2;
  Real x3;
  Real x4;
initial equation
  x4 = 0;
equation
  x1 = if ((time < 1) or (time >= 2 and time < 5)) then 0
       else 1;
  x2 = if ((time < 3) or (time >= 4 and time < 6)) then 0
       else 1;
  x3 = noEvent(
    if (x1 > 0 and x2 <= 0.01 and x4 <= 2.5) then 3
    elseif (x1 <= 0.001 and x2 > 0 and x4 > -2.5) then -3
    else 0);
  der(x4) = 2*x3;
  annotation (
    experiment(
      StopTime=10,
      StartTime=0,
      Interval=0.01, Tolerance=1e-06)
    );
end Math_003;
