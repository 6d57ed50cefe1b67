#!/usr/bin/env python3
"""Ends runs of many kinds by one SIGTERM at random instants.

    tools/interrupt_runs.py PROGRAM FMUS EXAMPLES [--instants 200] [--seed 1] [--limit 2] [--kind NAME]

PROGRAM is the bellwether executable, FMUS and EXAMPLES the folders of a build with test FMUs and examples
(build/release/tests/fmus, build/release/examples). Each run has a folder and a TMPDIR of its own. It must end within
LIMIT seconds of the signal with exit code 130 (or its own, if it had ended before), say who ended it, leave whole
rows with a header, nothing in TMPDIR and no process. Prints the worst latency of each kind; exit code 1: a check failed.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

BALL = """model Ball
  Real h(start=1), v(start=0);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then reinit(v, -pre(v)); end when;
end Ball;
"""
STIFF = """model Stiff
  Real x(start=2), y(start=0);
equation
  der(x) = y;
  der(y) = 1000*(1 - x*x)*y - x;
end Stiff;
"""
SWITCHES = """model Switches
  Real x(start=0.1), y(start=0);
  Integer n(start=0);
equation
  der(x) = y;
  der(y) = if sin(7*x) > 0.3*y then -x else -1.3*x;
  when sin(40*x + y) > 0.2 then n = pre(n) + 1; end when;
end Switches;
"""
DRIVEN = """model Driven
  input Real u;
  Real x(start=0);
equation
  der(x) = u - x;
end Driven;
"""
TOILING = """[components]
a = "{fmus}/toiling.fmu"
b = "{fmus}/toiling.fmu"
[connections]
"a.u" = "-1 * b.y"
"b.u" = "a.y"
[parameters]
"a.rounds" = 30000
"b.rounds" = 30000
[run]
stop = 30
interval = 0.1
"""
HANGING = """[components]
m = "{fmus}/misbehaving.fmu"
[parameters]
"m.misdeed" = "hang"
"m.place" = "{place}"
"m.when" = 0.5
[run]
stop = 1
step = 0.1
"""
PAIR = """[components]
a = "{fmus}/misbehaving.fmu"
b = "{fmus}/misbehaving.fmu"
[connections]
"a.u" = "-1 * b.y"
"b.u" = "a.y"
[parameters]
"a.misdeed" = "hang"
"a.when" = 0.5
[run]
stop = 1
"""
WANDERING = """model Wandering
  Real x(start=1e-3), y(start=0);
equation
  der(x) = if y - 1e-12*sin(1e9*time) > 0 then -1 else 1;
  der(y) = x;
  when abs(x) < 1e-9 then reinit(y, -pre(y)); end when;
end Wandering;
"""
LOOP = """model Loop
  Real x(start=1), a, b, c;
equation
  der(x) = a - x;
  a = cos(b) + 0.1*x;
  b = exp(-c*c) - sin(a);
  c = a*b + sin(time);
end Loop;
"""
NESTED = """model Nested
  Real y(start=0), z;
algorithm
  z := 0;
  for i in 1:30000 loop z := if y > i then i else z; end for;
equation
  der(y) = 1;
end Nested;
"""


def long_project(fmus):
    return "".join(["[components]\na = \"", str(fmus / "decay.fmu"), "\"\n[run]\nstop = 1\nrecord = [\n",
                    *(f'  "a.*",\n' for _ in range(300_000)), "]\n"])


def make_long_description(source, target):
    """An FMU with a hundred thousand variables more."""
    more = "".join(f'<ScalarVariable name="more_{k}" valueReference="{k + 1000}" causality="local"><Real/></ScalarVariable>\n'
                   for k in range(100_000))
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "modelDescription.xml":
                data = data.replace(b"</ModelVariables>", more.encode() + b"</ModelVariables>")
            new.writestr(old.getinfo(name), data)


def large_model(name, size):
    return (f"model {name}\n  Real x[{size}](each start=1);\nequation\n  for i in 1:{size} loop\n"
            f"    der(x[i]) = -x[i]*i/{size} + sin(time + i);\n  end for;\nend {name};\n")


def make_source_fmu(program, folder):
    """An FMU with sources only, whose compilation takes some seconds."""
    (folder / "Sources.mo").write_text("model Sources\n  Real x[600](each start=1);\nequation\n" + "".join(
        f"  der(x[{i}]) = -x[{i}]*{i} + sin(time*{i} + x[{i % 600 + 1}])*exp(-x[{i}]);\n" for i in range(1, 601))
        + "end Sources;\n")
    subprocess.run([program, "export", "Sources.mo", "-o", "whole.fmu"], cwd=folder, check=True, capture_output=True)
    with zipfile.ZipFile(folder / "whole.fmu") as whole, zipfile.ZipFile(folder / "sources.fmu", "w") as bare:
        names = whole.namelist()
        if not any(name.startswith("sources/") for name in names):
            return False
        for name in names:
            if not name.startswith("binaries/"):
                bare.writestr(name, whole.read(name))
    return True


def prepare(program, fmus, folder):
    for name, text in (("ball.mo", BALL), ("stiff.mo", STIFF), ("switches.mo", SWITCHES), ("driven.mo", DRIVEN),
                       ("large.mo", large_model("Large", 50000)), ("chains.toml", TOILING.format(fmus=fmus)),
                       ("hanging.toml", HANGING.format(fmus=fmus, place="step")),
                       ("initialising.toml", HANGING.format(fmus=fmus, place="initialise")),
                       ("terminating.toml", HANGING.format(fmus=fmus, place="terminate")),
                       ("pair.toml", PAIR.format(fmus=fmus)), ("wandering.mo", WANDERING), ("loop.mo", LOOP),
                       ("nested.mo", NESTED), ("long.toml", long_project(fmus))):
        (folder / name).write_text(text)
    make_long_description(fmus / "decay.fmu", folder / "described.fmu")
    with open(folder / "long.csv", "w", encoding="ascii") as table:
        table.write("time,u\n")
        table.writelines(f"{k / 1000},{k % 97 / 10}\n" for k in range(700_000))
    return make_source_fmu(program, folder)


def kinds_of(examples, inputs):
    """Name: arguments, and the longest time until the signal."""
    predators = f"{examples}/lotka_volterra/system.toml"
    return {
        "integration with events": (["run", inputs / "ball.mo", "--stop", "1e6", "--interval", "10"], 2),
        "stiff, Newton": (["run", inputs / "stiff.mo", "--stop", "1e8", "--interval", "1e5", "--method", "radau"], 2),
        "certified, processes": (["run", inputs / "chains.toml", "--threads", "2"], 3),
        "coupled, fixed step": (["run", predators, "--step", "0.01", "--stop", "1e9"], 2),
        "certified, long": (["run", predators, "--stop", "3e5", "--work-limit", "1e9"], 2),
        "50 000 equations": (["run", inputs / "large.mo", "--stop", "1e3", "--no-certify", "--record", "x[1]"], 5),
        "source FMU": (["run", inputs / "sources.fmu", "--stop", "1e4", "--interface", "me"], 4),
        "long CSV input": (["run", inputs / "driven.mo", "--input", inputs / "long.csv", "--stop", "699"], 0.6),
        "event location": (["run", inputs / "switches.mo", "--stop", "1e6", "--no-certify", "--interval", "1"], 2),
        "iteration": (["run", predators, "--master", "gauss-seidel", "--iterations", "5", "--step", "0.01", "--stop",
                       "1e8"], 2),
        "diagnosis": (["run", inputs / "stiff.mo", "--diagnose", "--stop", "1e6", "--interval", "1e3"], 2),
        "FMU that does not return": (["run", inputs / "hanging.toml"], 1),
        "the same, rows to stdout": (["run", inputs / "hanging.toml", "-o", "-"], 1),
        "hangs at the start": (["run", inputs / "initialising.toml"], 1),
        "hangs at the end": (["run", inputs / "terminating.toml"], 1),
        "hangs in a process": (["run", inputs / "pair.toml", "--threads", "2"], 1),
        "many events": (["run", inputs / "wandering.mo", "--stop", "1e6"], 2),
        "Newton in a loop": (["run", inputs / "loop.mo", "--stop", "1e7", "--interval", "1e4"], 2),
        "30 000 nested choices": (["run", inputs / "nested.mo", "--stop", "1e6", "--interval", "1e3"], 4),
        "long project": (["run", inputs / "long.toml"], 1),
        "long description": (["run", inputs / "described.fmu", "--stop", "1e6", "--step", "1"], 2),
    }


def processes_of(session):
    """The processes of a session that have not ended."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            fields = Path("/proc", entry, "stat").read_text().rsplit(")", 1)[1].split()
        except (OSError, IndexError):
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(entry))
    return found


def wrong_rows(folder):
    """What is wrong with the rows that were left."""
    for file in list(folder.glob("*.partial")) + list(folder.glob("*.csv")):
        text = file.read_text()
        lines = text.split("\n")
        if not text.endswith("\n"):
            return f"{file.name} does not end with a whole line"
        if not lines[0].startswith('"time'):
            return f"{file.name} has no header"
        if len(lines) < 3:
            return f"{file.name} has no rows"
        if any(line.count(",") != lines[0].count(",") for line in lines[1:-1]):
            return f"{file.name} has a row of another length"
    return ""


def interrupt(program, words, instant):
    """One run: (latency, exit code, complaint)."""
    with tempfile.TemporaryDirectory(prefix="interrupted-") as name:
        folder, temporary = Path(name) / "work", Path(name) / "tmp"
        folder.mkdir()
        temporary.mkdir()
        environment = dict(os.environ, TMPDIR=str(temporary), XDG_CACHE_HOME=str(Path(name) / "cache"))
        with open(Path(name) / "said", "w+", encoding="utf-8") as said:
            given = list(map(str, words))
            run = subprocess.Popen([program, *given, *([] if "-o" in given else ["-o", "rows.csv"])], cwd=folder, env=environment,
                                   stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True)
            try:
                run.wait(instant)  # it may end before
                said.seek(0)
                return 0, run.returncode, "" if run.returncode == 0 else said.read()[-300:]
            except subprocess.TimeoutExpired:
                pass
            begin = time.monotonic()
            run.send_signal(signal.SIGTERM)
            try:
                run.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, signal.SIGKILL)
                run.wait()
            latency = time.monotonic() - begin
            said.seek(0)
            return latency, run.returncode, complaint(run, said.read(), folder, temporary)


def complaint(run, said, folder, temporary):
    if run.returncode == -signal.SIGTERM:  # before the program had begun to listen
        return "" if not list(folder.iterdir()) else "killed, and left a file"
    if run.returncode == 130 and "ended by SIGTERM" not in said:
        return "it does not say who ended it: " + said[-300:]
    if run.returncode != 130 and run.returncode != 0:
        return f"exit code {run.returncode}: {said[-300:]}"
    left = [str(path.relative_to(temporary)) for path in temporary.rglob("*")]
    if left:
        return f"left in TMPDIR: {left[:5]}"
    time.sleep(0.05)
    if processes_of(run.pid):
        return f"left processes {processes_of(run.pid)}"
    return wrong_rows(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("fmus", type=Path)
    parser.add_argument("examples", type=Path)
    parser.add_argument("--instants", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=2)
    parser.add_argument("--longest", type=float, default=10, help="no signal later than this after the start")
    parser.add_argument("--kind", action="append", help="only kinds whose name contains this")
    given = parser.parse_args()
    program, dice, failures = str(given.program.resolve()), random.Random(given.seed), 0
    inputs = Path(tempfile.mkdtemp(prefix="interrupt-inputs-"))
    try:
        has_sources = prepare(program, given.fmus.resolve(), inputs)
        kinds = kinds_of(given.examples.resolve(), inputs)
        if not has_sources or shutil.which("cc") is None:
            del kinds["source FMU"]
        if given.kind:
            kinds = {name: kind for name, kind in kinds.items() if any(part in name for part in given.kind)}
        each = -(-given.instants // len(kinds))
        for name, (words, longest) in kinds.items():
            latencies, codes = [], {}
            for _ in range(each):
                instant = dice.uniform(0.02, min(longest, given.longest))
                latency, code, wrong = interrupt(program, words, instant)
                latencies.append(latency)
                codes[code] = codes.get(code, 0) + 1
                if latency > given.limit:
                    wrong = wrong or "too late"
                if wrong:
                    failures += 1
                    print(f"FAILED {name}, signal after {instant:.3f} s: {latency:.2f} s, {wrong}")
            print(f"{name:26} {each:4} runs, ended after at most {max(latencies):.2f} s, "
                  f"mean {sum(latencies) / each:.2f} s, exit codes {codes}", flush=True)
    finally:
        shutil.rmtree(inputs)
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
