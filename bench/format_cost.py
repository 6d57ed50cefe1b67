#!/usr/bin/env python3
"""Instructions per value and most memory of each result format, beside those of CSV.

usage: format_cost.py [PROGRAM]

Each run is counted by callgrind with few and with many rows; the difference has no start-up. What is not writing is
taken off by the same runs with two rows only. A format may cost 1.5 times what CSV costs, and its memory may not grow more with the
rows than that of CSV. Ends with 1 where one does.
"""
import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

STATES, FEW, MANY, LONG = 9, 2_000, 10_000, 400_000
MOST = 1.5
program = sys.argv[1] if len(sys.argv) > 1 else "build/release/bellwether"


def command(folder, rows, output, interval):
    return [program, "run", str(folder / "m.mo"), "--method", "rk4", "--step", "0.001", "--stop", str(rows / 1000),
            "--interval", str(interval), "--no-certify", "--quiet", "--in-process", "-o", str(folder / output)]


def instructions(folder, *of_run):
    counted = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command(folder, *of_run)],
                             capture_output=True, text=True, check=True).stderr
    return int(re.search(r"Collected : (\d+)", counted)[1])


def memory(folder, rows, output):
    """In MB, of the process and its children; without a C compiler, which long runs start for their equations."""
    child = os.fork()
    if child == 0:
        done = subprocess.run(command(folder, rows, output, 0.001), env={**os.environ, "PATH": str(folder)}).returncode
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024, file=open(folder / "memory", "w"))
        os._exit(done)
    os.waitpid(child, 0)
    # What the forked process had before it became the program counts, too.
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return max(before, int((folder / "memory").read_text()))


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        states = "".join(f"Real x{k}(start={k}, fixed=true); " for k in range(STATES))
        (folder / "m.mo").write_text("model M " + states + "equation " +
                                     "".join(f"der(x{k}) = -{k + 1}*x{k}/10; " for k in range(STATES)) + "end M;\n")
        idle = [instructions(folder, rows, "idle.csv", rows / 1000) for rows in (FEW, MANY)]
        values = (MANY - FEW) * (STATES + 1)
        costs, failed = {}, False
        for format in ("csv", "tsv", "mat", "cells", "nc"):
            few, many = (instructions(folder, rows, "rows." + format, 0.001) for rows in (FEW, MANY))
            costs[format] = (many - few - (idle[1] - idle[0])) / values
            ratio = costs[format] / costs["csv"]
            short, long = (memory(folder, rows, "rows." + format) for rows in (LONG // 10, LONG))
            failed = failed or ratio > MOST or long - short > 16
            print(f"{format:6} {costs[format]:7.0f} instructions per value, {ratio:5.2f} times CSV; memory {short} MB with "
                  f"{LONG // 10} rows, {long} MB with {LONG}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
