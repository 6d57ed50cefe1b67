#!/usr/bin/env python3
"""usage: kill_studies.py PROGRAM [--kills 50] [--runs 4000] [--seed 1]

Starts a study, kills it and all its workers (SIGKILL) at a random time, starts it again, and so on; then lets it end and compares
its table with that of an undisturbed study, byte by byte. A study that is complete restarts. Exit code 1: they differ.
"""
import argparse
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from study_on_slurm import MODEL, STUDY


def descendants(process):
    """All processes below this one; parents die first, so that nobody starts another."""
    below = [process]
    for one in below:
        try:
            children = pathlib.Path("/proc", str(one), "task", str(one), "children").read_text()
        except OSError:
            continue
        below += [int(child) for child in children.split()]
    return below


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda name: str(pathlib.Path(name).resolve()))
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--runs", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="bellwether-kills-"))
    (folder / "s.toml").write_text(STUDY.format(runs=given.runs).replace("stop = 200", "stop = 20"))
    (folder / "swing.mo").write_text(MODEL)

    def study(*words):
        return subprocess.Popen([given.program, "study", "s.toml", "--quiet", *words], cwd=folder)

    begin = time.monotonic()
    if study("--work", "whole", "-o", "whole.csv").wait() != 0:
        return 1
    usual, dice, wrong, studies = time.monotonic() - begin, random.Random(given.seed), 0, 0
    kills = 0
    while kills < given.kills:
        number = f"killed{studies}"
        for _ in range(5):
            running = study("--work", number, "-o", f"{number}.csv")
            time.sleep(dice.uniform(0, usual / 3))
            for process in descendants(running.pid):
                try:
                    os.kill(process, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            running.wait()
            kills += 1
        code = study("--work", number, "-o", f"{number}.csv").wait()
        is_same = code == 0 and (folder / f"{number}.csv").read_bytes() == (folder / "whole.csv").read_bytes()
        wrong += not is_same
        studies += 1
    print(f"{kills} kills in {studies} studies of {given.runs} runs: {wrong} tables differ")
    shutil.rmtree(folder, ignore_errors=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
