// A bit of everything that the language has, for the reader and its fuzz target.
model Everything "all"
  type Volt = Real(unit="V", start=1);
  constant Integer k = 2;
  parameter Integer n = 2*k "size";
  parameter Real L[:] = {1, 2.5, 3};
  Modelica.Units.SI.Temperature T[n](each start=300, each fixed=true);
  Real A[2,2] = [1,2;3,4];
  Real v[2] = A*{x, y};
  Volt u;
  Real x(start=1), y, z = x^2 + y;
  input Real inp;
  output Boolean on(start=false);
  Integer count(start=0, fixed=true);
  discrete Real h;
  Integer m;
  Boolean b1, b2;
  parameter Boolean useA = true;
equation
  for i in 2:n-1 loop
    der(T[i]) = T[i+1] - 2*T[i] + (if i == 1 then 0 else T[i-1]);
  end for;
  T[{1,n}] = {300, 400 + sum(L[i]*T[2] for i in 1:size(L,1))};
  u = 3 "volt";
  der(x) = -x + inp;
  if x > 1 then y = 2; else y = noEvent(if x < 0 then 1 else 3); end if;
  if useA then on = x > 0.5 and not time >= 3; else on = false; end if;
  when {on, sample(0, 0.1)} then
    count = pre(count) + 1;
    reinit(x, if y > 0 then 0.5 else x);
  elsewhen terminal() then
    count = 0;
    terminate("end " + "now");
  end when;
  assert(x > 0, "x went below 0: " + String(x), AssertionLevel.warning);
  when time > 3 then h = x; end when;
algorithm
  m := 0;
  for i in 1:3 loop if x > i then m := m + i; end if; end for;
  when x > 2 then b1 := true; b2 := not b1; end when;
  when x < 1 then b1 := false; end when;
  annotation(experiment(StopTime=2.5, __Dymola_Alg="x"), Icon(graphics={Line(points={{1,2},{3,4}})}));
end Everything;
