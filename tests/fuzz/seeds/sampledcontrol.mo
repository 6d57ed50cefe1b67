model SampledControl "A controller that looks ten times a second"
  parameter Real period = 0.1;
  Real x(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true), sum_e(start = 0, fixed = true);
  Boolean is_late = time >= 5;
equation
  der(x) = u - x;
  when sample(0, period) then
    sum_e = pre(sum_e) + period*(1 - x);
    u = 2*(1 - x) + sum_e;
  end when;
  when x > 0.99 and is_late then
    terminate("The controller has arrived.");
  end when;
  assert(x < 2, "x runs away");
end SampledControl;
