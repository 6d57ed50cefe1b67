"""Systems of any size, and the processor time that a run of them takes. Used by goals.py and scaling.py."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("BELLWETHER", str(ROOT / "build/release/bellwether"))
PAIR = ROOT / "build/release/examples/lotka_volterra"


def usage_of(command, folder):
    """What a command and all its processes took: seconds of the processor, megabytes."""
    output = os.path.join(folder, "said.txt")
    actions = [(os.POSIX_SPAWN_OPEN, 1, output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
               (os.POSIX_SPAWN_DUP2, 1, 2)]
    words = [str(word) for word in command]
    process = os.posix_spawn(words[0], words, os.environ, file_actions=actions)
    _, status, used = os.wait4(process, 0)
    if status != 0:
        sys.exit(f"{' '.join(words)}: status {status}\n{Path(output).read_text()}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def seconds_of(command, folder, repetitions=3):
    """The least of several: whatever else the machine does only adds to it."""
    return min(usage_of(command, folder)[0] for _ in range(repetitions))


def run(file, folder, *options):
    return [PROGRAM, "run", file, "-o", os.path.join(folder, "rows.csv"), *options]


def write(folder, name, text):
    path = os.path.join(folder, name)
    Path(path).write_text(text)
    return path


def rod(n, is_part):
    """A rod of n states that conducts heat; as a part both of its ends are ports, else they are cold."""
    ports = "  input Real left;\n  input Real right;\n  output Real first;\n  output Real last;\n" if is_part else ""
    ends = "  first = T[1];\n  last = T[n];\n" if is_part else ""
    left, right = ("left", "right") if is_part else ("0", "0")
    return f"""model Rod
  parameter Integer n = {n};
{ports}  Real T[n](each start = 1, each fixed = true);
equation
{ends}  der(T[1]) = 100*({left} - 2*T[1] + T[2]) - 0.1*T[1]^3;
  for i in 2:n-1 loop
    der(T[i]) = 100*(T[i-1] - 2*T[i] + T[i+1]) - 0.1*T[i]^3;
  end for;
  der(T[n]) = 100*(T[n-1] - 2*T[n] + {right}) - 0.1*T[n]^3;
end Rod;
"""


def one_rod(folder, n):
    return write(folder, f"rod{n}.mo", rod(n, False))


def two_rods(folder, n):
    """Two rods of n states each, connected end to end."""
    write(folder, f"part{n}.mo", rod(n, True))
    return write(folder, f"rods{n}.toml", f"""[components]
a = "part{n}.mo"
b = "part{n}.mo"
[connections]
"b.left" = "a.last"
"a.right" = "b.first"
[parameters]
"a.left" = 0
"b.right" = 0
""")


def two_nets(folder, connections):
    """Two models, each with half as many inputs, outputs and states as there are connections."""
    n = connections // 2
    write(folder, f"net{n}.mo", f"""model Net
  parameter Integer n = {n};
  input Real u[n];
  output Real y[n];
  Real x[n](each start = 1, each fixed = true);
equation
  for i in 1:n loop
    y[i] = x[i];
    der(x[i]) = -x[i] + 0.5*u[i];
  end for;
end Net;
""")
    lines = ["[components]", f'a = "net{n}.mo"', f'b = "net{n}.mo"', "[connections]"]
    for i in range(1, n + 1):
        lines += [f'"b.u[{i}]" = "a.y[{i}]"', f'"a.u[{i}]" = "b.y[{i}]"']
    return write(folder, f"nets{n}.toml", "\n".join(lines) + "\n")


def pairs(folder, components):
    """Lotka-Volterra pairs of co-simulation FMUs."""
    names = range(components // 2)
    lines = ["[components]"]
    for i in names:
        lines += [f'prey{i} = "{PAIR}/prey.fmu"', f'predator{i} = "{PAIR}/predator.fmu"']
    lines.append("[connections]")
    for i in names:
        lines += [f'"predator{i}.x" = "prey{i}.x"', f'"prey{i}.y" = "predator{i}.y"']
    lines += ["[run]", 'master = "gauss-seidel"', 'record = ["prey0.x"]']
    return write(folder, f"pairs{components}.toml", "\n".join(lines) + "\n")


def ticks(folder):
    """One event in every second."""
    return write(folder, "ticks.mo", """model Ticks
  Real x(start = 1, fixed = true);
  discrete Real k(start = 0, fixed = true);
equation
  der(x) = k - x;
  when sample(0, 1) then
    k = 1 - pre(k);
  end when;
end Ticks;
""")


def relay(folder):
    """Two state events in every two seconds: x passes a bound, and returns behind it."""
    return write(folder, "relay.mo", """model Relay
  Real x(start = 0, fixed = true);
  discrete Real u(start = 1, fixed = true);
equation
  der(x) = u;
  when x > 1 then
    u = -1;
  elsewhen x < -1 then
    u = 1;
  end when;
end Relay;
""")


def ball(folder):
    """A ball that bounces for ever: two state events in every two seconds."""
    return write(folder, "ball.mo", """model Ball
  Real h(start = 0.5, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -1;
  when h < 0 then
    reinit(v, -pre(v));
  end when;
end Ball;
""")
