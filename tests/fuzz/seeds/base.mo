//! base 0.1.0
package 'P'
  type 'E' = enumeration('a', 'b');
  function 'f'
    input Real 'x'[:];
    input Integer 'n' = 2;
    output Real 'y';
    output Real 'z';
  protected
    Real 's' = 0.0;
  algorithm
    for 'i' in 1:size('x', 1) loop
      if 'x'['i'] > 1.0 then
        's' := 's' + 'x'['i'] * -2.0;
      else
        's' := 's' - 1.0;
      end if;
    end for;
    while 'n' > 5 loop
      break;
    end while;
    'y' := 's';
    'z' := ({'s', 1.0} + {0.0, 0.0})[2];
  end 'f';
  model 'M'
    parameter Real 'p'(fixed = false, start = 1.0);
    parameter 'E' 'e' = 'E'.'b';
    Real 'v[1]' = time;
    Real 'v[2]' = 2.0;
    Real 'x'(start = 1.0, fixed = true);
    Real 'y';
    Real 'z';
  initial equation
    'p' = 3.0;
  equation
    ('y', 'z') = 'f'('v', 3);
    der('x') = if 'e' == 'E'.'a' then 'y' else -'p' * 'x';
  end 'M';
end 'P';
