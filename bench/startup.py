#!/usr/bin/env python3
"""What a short run costs: the least processor time of many (ms), beside the goal of 2 ms.

    bench/startup.py [PROGRAM] [REPETITIONS]     prints "name ours reference ratio", one line each

Wall time means nothing on a machine that does something else; processor time includes the kernel's, for the loader, the
processes and their pages. Temporary files are kept in memory where the system has such a folder: a disk is another matter.
"""

import os
import sys
import tempfile
from pathlib import Path

GOAL = 2.0  # ms
ROOT = Path(__file__).resolve().parent.parent
MODEL = "model tiny\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend tiny;\n"


def milliseconds(command, environment):
    """Processor time of one run and all its processes."""
    silent = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0), (os.POSIX_SPAWN_DUP2, 1, 2)]
    process = os.posix_spawn(command[0], command, environment, file_actions=silent)
    _, status, used = os.wait4(process, 0)
    if status != 0:
        sys.exit(f"startup.py: ended with status {status}: {' '.join(command)}")
    return 1e3 * (used.ru_utime + used.ru_stime)


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/release/bellwether")
    repetitions = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        model, rows = Path(folder) / "tiny.mo", f"{folder}/rows.csv"
        model.write_text(MODEL)
        pair = str(ROOT / "build/release/examples/lotka_volterra/system.toml")
        runs = {
            "start-version": ["--version"],
            "start-tiny-model": ["run", str(model), "--stop", "1", "-o", rows],
            "start-lotka-volterra-one-step": ["run", pair, "--step", "100", "--interval", "100", "-o", rows],
        }
        environment = {**os.environ, "TMPDIR": folder}
        for name, words in runs.items():
            ours = min(milliseconds([program, *words], environment) for _ in range(repetitions))
            print(f"{name} {ours:.2f} {GOAL:.2f} {ours / GOAL:.2f}")


if __name__ == "__main__":
    main()
