// ARGESIM comparison C5, "Two State Model", task b; task d is c2B = -1.25, c4B = 4.33, low = 4.1. One relation serves both
// states, so that there is an event only where the state changes.
model two_state "A fast state follows a slow one, which heads for one of two values in turn"
  parameter Real c1(unit="1/s") = 2.7e6 "how fast y1 follows";
  parameter Real c3(unit="1/s") = 3.5651205 "how fast y2 moves";
  parameter Real c2A = 0.4 "distance of y1 from y2 in state A";
  parameter Real c4A = 5.5 "where y2 heads in state A";
  parameter Real high = 5.8 "state A ends when y1 rises above it";
  parameter Real c2B = -0.3 "distance of y1 from y2 in state B";
  parameter Real c4B = 2.73 "where y2 heads in state B";
  parameter Real low = 2.5 "state B ends when y1 falls below it";
  Real y1(start=4.2, fixed=true) "fast state";
  Real y2(start=0.3, fixed=true) "slow state";
  Boolean inA(start=true, fixed=true) "state A, else B";
equation
  der(y1) = c1*(y2 + (if inA then c2A else c2B) - y1);
  der(y2) = c3*((if inA then c4A else c4B) - y2);
  when (if pre(inA) then y1 - high else low - y1) > 0 then
    inA = not pre(inA);
  end when;
  annotation(experiment(StopTime=5, Interval=0.01, Tolerance=1e-6));
end two_state;
