type Gear = enumeration(reverse, neutral "N", drive);
record Motor
  parameter Real torque(unit = "N.m") = 20;
  Real speed[2];
end Motor;
pure function pull
  input Motor motor;
  input Real w = 1;
  output Real tau;
  output Integer n;
protected
  Real rest = w;
algorithm
  n := 0;
  tau := motor.torque;
  while rest > 1 and n < 5 loop
    rest := rest/2;
    n := n + 1;
    if rest < motor.speed[2] then
      break;
    end if;
  end while;
  if w > 9 then
    return;
  end if;
  tau := tau - rest;
end pull;
model Machine
  Motor motor(speed = {1, 2}, torque = 10), others[2];
  Motor free(torque(unit = "N.m", start = 3));
  parameter Gear gear = Gear.drive;
  Real w(start = 1, fixed = true), tau;
  Real n, m;
equation
  (tau, n) = pull(motor, w);
  der(w) = if gear == Gear.drive then tau else -w;
  for i in 1:2 loop
    others[i].speed = {i, w};
  end for;
  free.speed = Motor(speed = {3, 4}).speed;
algorithm
  m := 0;
  for i in 1:3 loop
    if w > i then
      break;
    end if;
    (, m) := pull(others[1], w = w*i);
  end for;
end Machine;
