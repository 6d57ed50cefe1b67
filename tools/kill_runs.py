#!/usr/bin/env python3
"""usage: kill_runs.py PROGRAM EXAMPLES [--times N] [--seed S] [--checkpoint TIME]

Kills runs of several kinds (SIGKILL) at random instants, N times each, and resumes each run until it ends: its rows must be those of
an undisturbed run, byte by byte, and its verdict, estimate and final values the same. Prints a line per kind and exits with 1
where something differs.
"""
import argparse
import json
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

MODEL = """model Swing
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = (1 - x^2)*v - x + 0.1*sin(0.3*time);
end Swing;
"""
SAME = ["verdict", "estimated_error", "estimated_error_per_variable", "certificate", "events", "diagnostics", "final", "reached"]


def kinds(examples):
    volterra = str(examples / "lotka_volterra/system.toml")
    return {
        "certified": [volterra, "--tolerance", "1e-11", "--stop", "300"],
        "fixed step": [volterra, "--master", "gauss-seidel", "--step", "1e-4", "--interval", "1"],
        "chosen steps": [volterra, "--master", "gauss-seidel", "--iterations", "10", "--error-test", "step-doubling",
                         "--tolerance", "1e-9", "--interval", "1"],
        "events": [str(examples / "math_003/system.toml"), "--master", "gauss-seidel", "--error-test", "step-doubling",
                   "--tolerance", "1e-6", "--max-step", "1e-4", "--interval", "0.01"],
        "probed": [str(examples / "lotka_volterra/prey.fmu"), "--stop", "100", "--interval", "0.001"],
        "integrated": ["swing.mo", "--stop", "20000", "--tolerance", "1e-10"],
    }


class Killer:
    def __init__(self, program, words, every):
        self.program, self.words, self.every = program, words, every
        self.kills = self.resumed = 0

    def begin(self, output):
        return ["run", *self.words, "-o", output, "--summary", output + ".json", "--quiet"]

    def call(self, folder, words, limit=None):
        """The exit code; minus the signal where it was killed after `limit` seconds."""
        process = subprocess.Popen([self.program, *words], cwd=folder, stderr=subprocess.PIPE, start_new_session=True)
        try:
            _, said = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            self.kills += 1
            return -9, b""
        return process.returncode, said

    def undisturbed(self, folder):
        begin = time.monotonic()
        code, said = self.call(folder, self.begin("whole.csv"))
        assert code == 0, said
        return time.monotonic() - begin

    def killed_until_done(self, folder, duration, dice):
        words = self.begin("a.csv") + ["--checkpoint", self.every]
        for _ in range(100):
            code, said = self.call(folder, words, dice.uniform(0, duration))
            if code != -9 or self.ended(folder):
                return max(code, 0), said
            if (folder / "a.csv.checkpoint").exists():
                words = ["resume", "a.csv.checkpoint", "--quiet"]
                self.resumed += 1
        return self.call(folder, words)

    @staticmethod
    def ended(folder):
        """Killed when everything was written."""
        return (folder / "a.csv.json").exists() and not (folder / "a.csv.checkpoint").exists()

    def differences(self, folder):
        if (folder / "a.csv").read_bytes() != (folder / "whole.csv").read_bytes():
            return "rows"
        one, other = (json.loads((folder / (name + ".csv.json")).read_text()) for name in ("a", "whole"))
        left = [file.name for file in folder.iterdir() if "checkpoint" in file.name or "partial" in file.name]
        return ", ".join([key for key in SAME if one[key] != other[key]] + left)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("examples", type=pathlib.Path)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--checkpoint", default="20ms")
    given = parser.parse_args()
    dice, failed = random.Random(given.seed), False
    for name, words in kinds(given.examples.resolve()).items():
        killer = Killer(str(pathlib.Path(given.program).resolve()), words, given.checkpoint)
        wrong = []
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            (folder / "swing.mo").write_text(MODEL)
            duration = killer.undisturbed(folder)
            while killer.kills < given.times:
                code, said = killer.killed_until_done(folder, duration, dice)
                differs = killer.differences(folder) if code == 0 else f"exit code {code}: {said.decode()}"
                if differs:
                    wrong.append(differs)
                for file in folder.glob("a.*"):
                    file.unlink()
        print(f"{name:14} {duration:6.2f} s  {killer.kills} kills, {killer.resumed} resumed, {len(wrong)} wrong", *wrong[:3], flush=True)
        failed = failed or bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
