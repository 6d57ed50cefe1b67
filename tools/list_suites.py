#!/usr/bin/env python3
"""usage: list_suites.py PROGRAM TESTS LIST

Writes the ctest entries of PROGRAM, a GoogleTest program whose sources stand below the folder TESTS, to the file LIST: one
per suite. An entry per test would start thousands of processes, a single entry would use one core. The labels of an
entry are its folder (tests/cosim: `ctest -L cosim`, `./dev test cosim`); `run` if it makes whole runs, `unit` if it calls
functions; and `slow`, so that `./dev test -LE slow` answers sooner.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

TIMEOUT = 300  # seconds; sanitizers on a busy machine are slow
RUNS = {"cases", "cli", "run"}  # the program, or all from a file to a result
# More than 3 s in release on an idle core: the mean that ctest keeps (Testing/Temporary/CTestCostData.txt).
SLOW = set("""Certified CertifiedHang CertifiedInterrupt CertifiedJumpingNetworks CertifiedMoreSmoothNetworks
CertifiedSingleInstances CertifiedSmoothNetworks CertifiedStiffNetworks CertifiedSystems CertifiedThreads ChildTest
EquationProblems Export Jacobi RandomNetworks Summary""".split())


def suites(program):
    """(name, file of the first test) of each suite, whatever GTEST_FILTER says."""
    with tempfile.TemporaryDirectory() as folder:
        listing = pathlib.Path(folder) / "tests.json"
        subprocess.run([program, "--gtest_list_tests", "--gtest_filter=*", f"--gtest_output=json:{listing}"], check=True,
                       stdout=subprocess.DEVNULL)
        for suite in json.loads(listing.read_text(encoding="utf-8"))["testsuites"]:
            yield suite["name"], pathlib.Path(suite["testsuite"][0]["file"])


def folder_of(file, tests):
    if not file.is_relative_to(tests):
        return "other"
    relative = file.relative_to(tests)
    return relative.parts[0] if len(relative.parts) > 1 else relative.stem.removesuffix("_test")


def labels_of(suite, folder):
    labels = [f"tests/{folder}", "run" if folder in RUNS else "unit"]
    return labels + ["slow"] if suite in SLOW else labels


def main(program, tests, target):
    lines = []
    for name, file in suites(program):
        labels = labels_of(name, folder_of(file, pathlib.Path(tests)))
        lines.append(f"add_test([==[{name}]==] [==[{program}]==] [==[--gtest_filter={name}.*]==])")
        lines.append(f"set_tests_properties([==[{name}]==] PROPERTIES TIMEOUT {TIMEOUT}"
                     f" LABELS [==[{';'.join(labels)}]==])")
    pathlib.Path(target).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
