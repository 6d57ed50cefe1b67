#!/usr/bin/env python3
"""The goals of performance, measured: ours, what it is compared with, ratio, goal.

    bench/goals.py [WORD ...]     all, or those whose names contain one of the words; some minutes

Processor time of the program and all its processes, the least of several runs, or instructions (which need valgrind):
wall time means nothing on a machine that does something else. Ratios are of measurements in the same minutes. `threads`
is the exception: it needs two free processors. Needs ./dev build and ./dev bench (for raw loops).
"""

import subprocess
import sys
import tempfile

import large_systems as systems
import measures
from measures import ROOT

# name, unit, measure -> (ours, reference), largest ratio, what the reference is
GOALS = [
    ("joined-rods-500", "s", measures.joined_rods, 1.5, "one text"),
    ("joined-rods-10000", "s", lambda folder: measures.joined_rods(folder, 10_000), 1.5, "one text"),
    ("connections", "µs each", measures.connections, 1.5, "a tenth of them"),
    ("connection-memory", "MB", measures.connection_memory, 1.0, "ten times that of a tenth"),
    ("assembly-10000", "s", measures.assembly, 1.0, "goal"),
    ("assembly-growth", "instructions each", measures.assembly_growth, 1.1, "500 components"),
    ("handler-calls", "calls", measures.handler_calls, 1.0, "five looks in each chain"),
    ("fixed-step", "ns", measures.fixed_step, 1.67, "raw loop (0.6 of its speed)"),
    ("fixed-step-work", "instructions", measures.step_instructions, 2.7, "inside the FMUs; guards against growth"),
    ("do-step-5000", "ns", measures.do_step, 1.0, "goal"),
    ("certified-pair", "doSteps", measures.certified_steps, 1.0, "goal"),
    ("certified-pair-estimate", "tolerances", measures.certified_estimate, 30.0, "true error"),
    ("auto-ringmod", "s", measures.automatic, 1.2, "radau9"),
    ("reading-200000", "s", measures.reading, 1.0, "goal"),
    ("export-1000", "s", measures.export, 1.0, "goal"),
    ("time-event", "µs", measures.event_once(systems.ticks), 1.0, "goal"),
    ("time-event-estimated", "µs", measures.event_estimated(systems.ticks), 3.0, "one integration"),
    ("state-event-relay", "µs", measures.event_once(systems.relay), 1.0, "goal"),
    ("state-event-relay-work", "instructions", measures.event_instructions(systems.relay), 1.0, "about 3 µs"),
    ("state-event-relay-estimated", "µs", measures.event_estimated(systems.relay), 3.0, "one integration"),
    ("state-event-ball", "µs", measures.event_once(systems.ball), 1.0, "goal"),
    ("state-event-ball-work", "instructions", measures.event_instructions(systems.ball), 1.0, "about 3 µs"),
    ("state-event-ball-estimated", "µs", measures.event_estimated(systems.ball), 3.0, "one integration"),
    ("threads-10us", "of the time", measures.threads, 1.0, "one thread"),
    ("rows-1e6x20", "s", measures.many_rows, 1.5, "100 times 10,000 rows"),
    ("times-add-up", "s", measures.added_times, 1.0, "the whole run"),
]


def wanted(name, words):
    return not words or any(word in name for word in words)


def show(name, ours, reference, most, what):
    ratio = ours / reference
    print(f"{name:30} {ours:10.4g} {reference:10.4g} {ratio:7.2f} {most:8.2f}  {what}{'   MISSED' if ratio > most else ''}",
          flush=True)
    return ratio > most


def starts(words):
    """What startup.py prints: name, milliseconds, goal."""
    if not wanted("start", words):
        return 0
    said = subprocess.run([sys.executable, ROOT / "bench/startup.py", systems.PROGRAM], capture_output=True, check=True,
                          text=True).stdout
    lines = [line.split() for line in said.splitlines()]
    return sum(show(name, float(ours), float(goal), 1.0, "ms, goal") for name, ours, goal, _ in lines)


def main():
    words = sys.argv[1:]
    print(f"{'goal':30} {'ours':>10} {'reference':>10} {'ratio':>7} {'at most':>8}  unit, reference", flush=True)
    missed = starts(words)
    with tempfile.TemporaryDirectory() as folder:
        for name, unit, measure, most, what in GOALS:
            if not wanted(name, words):
                continue
            found = measure(folder)
            if found is None:
                print(f"{name:30} not measured: a tool is missing", flush=True)
            else:
                missed += show(name, *found, most, f"{unit}, {what}")
    print(f"{missed} missed" if missed else "all met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
