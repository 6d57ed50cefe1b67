#!/usr/bin/env python3
"""The goals of performance, measured: ours, what it is compared with, ratio, goal.

    bench/goals.py [WORD ...]     all, or those whose names contain one of the words; some minutes

Processor time of the program and all its processes, the least of several runs:
wall time means nothing on a machine that does something else. Ratios are of measurements in the same run.
A line is an entry of GOALS; what other scripts of this folder print as "name ours reference ratio" is shown, too.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import large_systems as systems
from large_systems import run, seconds_of, usage_of

FOLDER = Path(__file__).resolve().parent
SCRIPTS = ["startup.py"]  # each with lines of its own


def joined_rods(folder, n=500):
    options = ["--stop", "1", "--record", "*T[1]"]
    return (seconds_of(run(systems.two_rods(folder, n), folder, *options), folder),
            seconds_of(run(systems.one_rod(folder, 2 * n), folder, *options), folder))


def joined_long_rods(folder):
    return joined_rods(folder, 10_000)


def connections(folder):
    """Time for each of 20,000 connections beside that for each of 2,000; less for a start that does not depend on them."""
    few, many = (seconds_of(run(systems.two_nets(folder, n), folder, "--stop", "1", "--record", "a.y[1]"), folder)
                 for n in (2_000, 20_000))
    return many / 20_000 * 1e6, few / 2_000 * 1e6


def connection_memory(folder):
    few, many = (usage_of(run(systems.two_nets(folder, n), folder, "--stop", "1", "--record", "a.y[1]"), folder)[1]
                 for n in (2_000, 20_000))
    return many, 10 * few


def one_step(folder, components):
    return run(systems.pairs(folder, components), folder, "--step", "0.01", "--stop", "0.01")


def assembly(folder):
    return seconds_of(one_step(folder, 10_000), folder), 1.0


def do_step(folder):
    """Nanoseconds of a doStep among 5,000 components and among 10, without the start of the run."""
    def nanoseconds(components, all_steps=2_000_000):
        stop = str(0.01 * all_steps / components)
        long = run(systems.pairs(folder, components), folder, "--step", "0.01", "--stop", stop, "--interval", stop)
        return 1e9 * (seconds_of(long, folder) - seconds_of(one_step(folder, components), folder)) / all_steps
    return nanoseconds(5_000), nanoseconds(10)


def reading(folder):
    file = systems.one_rod(folder, 200_000)
    return seconds_of(run(file, folder, "--stop", "1e-6", "--step", "1e-6", "--method", "euler", "--record", "T[1]"),
                      folder, 1), 8.0


def export(folder):
    target = os.path.join(folder, "rod.fmu")
    return seconds_of([systems.PROGRAM, "export", systems.one_rod(folder, 1_000), "-o", target], folder, 2), 4.0


def rows(folder):
    """Time for each of 300,000 estimated rows beside that for each of 30,000."""
    file = systems.write(folder, "decay.mo", "model Decay\n  Real x[20](each start = 1, each fixed = true);\nequation\n"
                         "  for i in 1:20 loop\n    der(x[i]) = -i*x[i];\n  end for;\nend Decay;\n")
    few, many = (seconds_of(run(file, folder, "--stop", "1", "--interval", str(1 / n)), folder)
                 for n in (30_000, 300_000))
    return many / 300_000 * 1e6, few / 30_000 * 1e6


# name, unit, measure -> (ours, reference), largest ratio, what the reference is
GOALS = [
    ("joined-rods-500", "s", joined_rods, 1.5, "one text"),
    ("joined-rods-10000", "s", joined_long_rods, 1.5, "one text"),
    ("connections", "µs each", connections, 1.5, "a tenth of them"),
    ("connection-memory", "MB", connection_memory, 1.0, "ten times that of a tenth"),
    ("assembly-10000", "s", assembly, 1.0, "goal"),
    ("do-step-5000", "ns", do_step, 2.0, "10 components"),
    ("reading-200000", "s", reading, 1.0, "goal"),
    ("export-1000", "s", export, 1.0, "goal"),
    ("rows", "µs each", rows, 1.5, "a tenth of them"),
]


def wanted(name, words):
    return not words or any(word in name for word in words)


def main():
    words = sys.argv[1:]
    print(f"{'goal':22} {'ours':>10} {'reference':>10} {'ratio':>7} {'at most':>8}  unit, reference", flush=True)
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, unit, measure, most, what in GOALS:
            if not wanted(name, words):
                continue
            ours, reference = measure(folder)
            ratio = ours / reference
            missed += ratio > most
            print(f"{name:22} {ours:10.3g} {reference:10.3g} {ratio:7.2f} {most:8.2f}  {unit}, {what}"
                  f"{'   MISSED' if ratio > most else ''}", flush=True)
    for script in SCRIPTS:
        if (FOLDER / script).exists() and wanted(script, words):
            subprocess.run([sys.executable, FOLDER / script, systems.PROGRAM], check=True)
    print(f"{missed} missed" if missed else "all met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
