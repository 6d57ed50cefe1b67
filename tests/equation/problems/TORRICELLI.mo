model TORRICELLI "A tank that runs empty"
  Real x(start=2, fixed=true) "level";
  Boolean empty(start=false, fixed=true);
equation
  der(x) = if empty then 0 else -0.5*noEvent(if x > 0 then sqrt(x) else 0);
  when x <= 0 then
    empty = true;
    reinit(x, 0);
  end when;
  annotation(experiment(StopTime=8));
end TORRICELLI;
