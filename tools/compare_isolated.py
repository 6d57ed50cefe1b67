#!/usr/bin/env python3
"""Runs every case of tests/cases in one process, supervised, isolated and in a sandbox: all rows must be equal, bit by bit.

    tools/compare_isolated.py PROGRAM BUILD [--only PATTERN] [--with OPTION ...] [--jobs 2]

PROGRAM is the bellwether executable, BUILD its build folder, with tests/fmus and examples. OPTION is what is compared with the supervised
run: --in-process, --isolate and --sandbox unless given. Exit codes must be equal, too. Where a run is refused because of the option (FMUs
that need rollback are, say, copied only where they are isolated), that is a difference. Exit code 1: there are some.
"""

import argparse
import fnmatch
import multiprocessing
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WAYS = ("--in-process", "--isolate", "--sandbox")
TIMEOUT = 120  # s


def words_of(options):
    """The options of a case as words of the command line."""
    words = []
    for key, value in options.items():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, bool):
                words.append(f"--{key}" if one else f"--no-{key}")
            else:
                words += [f"--{key}", str(one)]
    return words


def set_out(case, known, build, folder):
    """The target of a case, with all FMUs beside it, as tests/cases_test.cpp does it."""
    if "example" in known:
        return build / "examples" / known["example"] / "system.toml"
    for root in (build / "tests" / "fmus", build / "examples"):
        for fmu in root.rglob("*.fmu"):
            beside = folder / (fmu.name if root.name == "examples" else fmu.relative_to(root))
            beside.parent.mkdir(parents=True, exist_ok=True)
            if not beside.exists():
                beside.symlink_to(fmu)
    for file in case.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    return folder / known.get("target", "system.toml")


def run(program, target, options, way, folder):
    """Exit code and the bytes of all files of rows."""
    folder.mkdir()
    words = [program, "run", target, *options, "-o", folder / "rows.csv", "--quiet", *([way] if way else [])]
    try:
        code = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              timeout=TIMEOUT, check=False).returncode
    except subprocess.TimeoutExpired:
        return "no end", {}
    return code, {file.name: file.read_bytes() for file in folder.glob("rows*")}


def compare(work):
    program, build, case, ways = work
    known = tomllib.loads((case / "case.toml").read_text())
    options = [word for key, value in known.get("options", {}).items() if key != "output" for word in words_of({key: value})]
    with tempfile.TemporaryDirectory(prefix="compare-") as name:
        folder = Path(name)
        target = set_out(case, known, build, folder)
        expected = run(program, target, options, "", folder / "out-supervised")
        wrong = []
        for way in ways:
            found = run(program, target, options, way, folder / f"out{way}")
            if found[0] != expected[0]:
                wrong.append(f"{way}: exit code {found[0]} instead of {expected[0]}")
            elif found[1] != expected[1]:
                wrong.append(f"{way}: {'other rows' if found[1].keys() == expected[1].keys() else sorted(found[1])}")
        return case.name, sum(map(len, expected[1].values())), wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("build", type=Path)
    parser.add_argument("--only", default="*")
    parser.add_argument("--with", dest="ways", action="append", choices=WAYS)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    cases = [case for case in sorted((ROOT / "tests" / "cases").iterdir()) if fnmatch.fnmatch(case.name, given.only)]
    work = [(given.program.resolve(), given.build.resolve(), case, given.ways or WAYS) for case in cases]
    with multiprocessing.Pool(given.jobs) as pool:
        results = pool.map(compare, work, 1)
    for name, _, wrong in results:
        for one in wrong:
            print(f"DIFFERS {name}: {one}")
    print(f"{sum(not wrong for _, _, wrong in results)} of {len(results)} cases are equal "
          f"({sum(size > 0 for _, size, _ in results)} with rows): {', '.join(given.ways or WAYS)}")
    return 1 if any(wrong for _, _, wrong in results) else 0


if __name__ == "__main__":
    sys.exit(main())
