//! base 0.1.0
package 'P'
  record 'Complex'
    Real 're';
    Real 'im' = 0.0;
  end 'Complex';
  record 'Pair'
    'Complex' 'a';
    Real 'v'[2];
  end 'Pair';
  function 'square'
    input 'Complex' 'z';
    output 'Complex' 'w';
  algorithm
    'w'.'re' := 'z'.'re' ^ 2 - 'z'.'im' ^ 2;
    'w'.'im' := 2 * 'z'.'re' * 'z'.'im';
  end 'square';
  function 'total'
    input 'Complex' 'z'[:];
    output Real 's' = 0;
  algorithm
    for 'k' in 1:size('z', 1) loop
      's' := 's' + 'z'['k'].'re' * 'z'['k'].'im';
    end for;
    's' := 's' + sum('z'.'re');
  end 'total';
  function 'pair'
    input Real 'x';
    output 'Pair' 'p'[2];
  algorithm
    'p'[1] := 'Pair'('Complex'('x', 2.0), {3.0, 4.0});
    'p'[2].'a'.'re' := 10 * 'x';
    'p'[2].'a'.'im' := 20;
    'p'[2].'v' := {30, 40};
    'p'[2].'v'[1] := 35;
    if 'x' > 5 then
      'p'[1].'v'[2] := -1;
    end if;
  end 'pair';
  function 'inverse'
    input 'Complex' 'z';
    output 'Complex' 'w';
  algorithm
    'w' := if 'z'.'im' == 0 then 'Complex'(1 / 'z'.'re') else
      'Complex'('z'.'re' / ('z'.'re' ^ 2 + 'z'.'im' ^ 2),
                'im' = -'z'.'im' / ('z'.'re' ^ 2 + 'z'.'im' ^ 2));
  end 'inverse';

  function 'first' "The first element above a limit; 0 where there is none"
    input Real 'v'[:];
    input Real 'limit';
    output Integer 'k' = 0;
  algorithm
    for 'i' in 1:size('v', 1) loop
      if 'v'['i'] > 'limit' then
        'k' := 'i';
        return;
      end if;
    end for;
  end 'first';
  function 'steps' "Of a Collatz sequence with real numbers, and where it ends"
    input Real 'x';
    output Integer 'n' = 0;
    output Real 'y' = 'x';
  algorithm
    while 'y' > 1.5 loop
      'n' := 'n' + 1;
      if 'y' > 100 then
        'n' := -'n';
        break;
      end if;
      'y' := 'y' / 2;
    end while;
    'n' := 10 * 'n';
  end 'steps';
  function 'root' "Newton's method"
    input Real 'a';
    output Real 'x' = 1;
  protected
    Real 'd';
  algorithm
    while true loop
      'd' := ('x' * 'x' - 'a') / (2 * 'x');
      'x' := 'x' - 'd';
      if abs('d') < 1e-13 * 'x' then
        return;
      end if;
    end while;
  end 'root';
  function 'nested'
    input Real 'x';
    output Real 'y' = 0;
  algorithm
    for 'i' in 1:3 loop
      for 'j' in 1:3 loop
        if 'j' > 'x' then
          break;
        end if;
        if 'i' + 'j' > 2 * 'x' then
          'y' := -'y';
          return;
        end if;
        'y' := 'y' + 10 ^ ('i' - 1);
      end for;
    end for;
  end 'nested';
  function 'checked'
    input Real 'x';
    output Real 'y';
  algorithm
    assert('x' > 0, "x must be positive, it is " + String('x'));
    'y' := sqrt('x');
  end 'checked';
  model 'M'
    Real 'z[1].re' = 1.0;
    Real 'z[1].im' = time;
    Real 'z[2].re' = 3.0;
    Real 'z[2].im' = 4.0;
    'Complex' 'w' = 'square'('z[1]');
    Real 's' = sum('z[(1:2)[\'i\']].re' for 'i' in 1:2) + 'total'('z') + 'pair'(time)[2].'v'[1];
    Real 'y'(start = 2.0, fixed = true);
    Real 'r[1]';
    Real 'r[2]';
  equation
    der('y') = 'root'('y') - 'checked'('y') + 'nested'('y');
  algorithm
    for 'i' in 1:2 loop
      'r[\'i\']' := 'Modelica.Math.Vectors.length'({'y', 'i'});
    end for;
  end 'M';
end 'P';
