// One relation for both states: an event comes only where the state changes.
model ARGESIM_C5_task_d "Two State Model, task d"
  parameter Real c1 = 2.7e6, c3 = 3.5651205;
  parameter Real c2A = 0.4, c4A = 5.5, high = 5.8 "state A, until y1 rises above high";
  parameter Real c2B = -1.25, c4B = 4.33, low = 4.1 "state B, until y1 falls below low";
  Real y1(start=4.2, fixed=true), y2(start=0.3, fixed=true);
  Boolean inA(start=true, fixed=true);
equation
  der(y1) = c1*(y2 + (if inA then c2A else c2B) - y1);
  der(y2) = c3*((if inA then c4A else c4B) - y2);
  when (if pre(inA) then y1 - high else low - y1) > 0 then
    inA = not pre(inA);
  end when;
  annotation(experiment(StopTime=5));
end ARGESIM_C5_task_d;
