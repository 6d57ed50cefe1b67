#!/usr/bin/env python3
"""usage: kill_processes.py BELLWETHER SYSTEM [KILLS] [SEED] [-- OPTIONS OF RUN]

Kills processes of isolated FMUs (kill -9) at random instants, KILLS of them (100 by default) over as many runs as that takes, and
compares the rows of each run with those of an undisturbed one in one process, byte by byte. Any process of a component may be hit:
the one that answers or a copy of it that waits. Exit code 1 where a run failed, rows differ or a process is left.
"""
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time


def children(pid):
    try:
        return [int(word) for word in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def hosts(run):
    """Processes of components, which have groups of their own, wherever they are below the run."""
    found, waiting = [], [run]
    while waiting:
        for child in children(waiting.pop()):
            waiting.append(child)
            if group_of(child) not in (group_of(run), 0):
                found.append(child)
    return found


def group_of(pid):
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return 0


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return 0
    return 1


def is_dead(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def disturbed(command, dice, left):
    """Runs the command and kills some of its processes: (exit code, how many, those that outlive it)."""
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    killed, seen, pause = 0, set(), 0.002
    while run.poll() is None:
        time.sleep(dice.uniform(0, pause))
        found = hosts(run.pid)
        seen.update(found)
        if found and killed < left:
            killed += kill(dice.choice(found))
            pause = min(2 * pause, 1)  # however slow the machine is, the run advances
    time.sleep(0.02)
    return run.returncode, killed, [pid for pid in seen if not is_dead(pid)]


def main():
    words = sys.argv[1:]
    options = words[words.index("--") + 1:] if "--" in words else []
    words = words[:words.index("--")] if "--" in words else words
    program, system = words[:2]
    wanted = int(words[2]) if len(words) > 2 else 100
    dice = random.Random(int(words[3]) if len(words) > 3 else 1)
    kills = runs = 0
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        calm, rows = f"{folder}/calm.csv", f"{folder}/rows.csv"
        subprocess.run([program, "run", system, *options, "-o", calm], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        expected = pathlib.Path(calm).read_bytes()
        while kills < wanted:
            code, killed, left = disturbed([program, "run", system, *options, "--isolate", "-o", rows], dice, wanted - kills)
            kills, runs = kills + killed, runs + 1
            if code != 0 or left or pathlib.Path(rows).read_bytes() != expected:
                wrong.append(f"run {runs}: exit code {code}, {killed} kills, processes left: {left}")
    print(f"{kills} kills in {runs} runs, {len(wrong)} of them not as the undisturbed one")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
