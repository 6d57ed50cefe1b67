#!/usr/bin/env python3
"""Two builds of the program on everything that the repository can run: are the results the same?

usage: compare_builds.py OLD NEW [--only TEXT]

OLD and NEW are build folders with the program, the examples' FMUs and those of the tests. Every example, every case of
tests/cases, every Modelica model and every FMU is run by both programs, with the options listed below, from the FMUs of
NEW. Compared are exit codes, rows byte by byte, verdicts, codes and times of diagnostics, estimates, and counts of work;
not compared are times and sentences. A difference is printed with what it concerns; the exit code is 1 if there is one.
"""
import collections
import concurrent.futures
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent

COUPLED = [[], ["--master", "jacobi"], ["--master", "gauss-seidel", "--step", "0.01"], ["--tolerance", "1e-6"],
           ["--master", "newton"], ["--error-test", "step-doubling"], ["--no-certify"], ["--error-columns"]]
SINGLE = [[], ["--tolerance", "1e-7"], ["--no-certify"], ["--method", "rk4", "--step", "0.01"], ["--master", "jacobi"]]
COUNTS = ["steps", "rejected", "events", "rhs_evaluations", "jacobian_evaluations", "error_test_failures"]
SECONDS = 120  # a run that takes longer is left out, for both


def as_options(table):
    """The [options] of a case as words of the command line."""
    words = []
    for key, value in table.items():
        key = "--" + key.replace("_", "-")
        if value is True:
            words.append(key)
        elif value is False:
            words.append("--no-" + key[2:])
        else:
            for one in value if isinstance(value, list) else [value]:
                words += [key, str(one)]
    return words


def stage_case(folder, scratch, fmus):
    """A case's target in a folder with all FMUs that it may name, and its options."""
    case = tomllib.loads((folder / "case.toml").read_text(encoding="utf-8"))
    options = as_options(case.get("options", {}))
    if example := case.get("example"):
        return ROOT / "examples" / example / "system.toml", options, example
    place = scratch / folder.name
    shutil.copytree(folder, place)
    for name, path in fmus.items():
        if not (place / name).exists():
            (place / name).symlink_to(path)
    return place / case.get("target", "system.toml"), options, None


def runs(new, scratch):
    """(name, target, options) of everything that there is."""
    fmus = {path.name: path for path in sorted(new.rglob("*.fmu"))}
    for folder in sorted(path.parent for path in (ROOT / "tests/cases").glob("*/case.toml")):
        target, options, example = stage_case(folder, scratch, fmus)
        if example:
            target = new / "examples" / example / "system.toml"
        yield "case " + folder.name, target, options
    for target in sorted((new / "examples").glob("*/system.toml")):
        for options in COUPLED:
            yield "example " + target.parent.name, target, options
    models = [*(ROOT / "examples").rglob("*.mo"), *(ROOT / "tests/equation").rglob("*.mo")]
    for target in sorted(models):
        for options in SINGLE:
            yield "model " + target.stem, target, options
    for name, path in fmus.items():
        for options in [[], ["--tolerance", "1e-6"], ["--step", "0.01"]]:
            yield "fmu " + name, path, ["--stop", "1", *options]


def run(program, target, options, folder):
    """What is compared; nothing where it takes too long."""
    folder.mkdir(parents=True)
    words = [str(program), "run", str(target), *options, "-o", "rows.csv", "--summary", "summary.json"]
    try:
        exit_code = subprocess.run(words, cwd=folder, capture_output=True, timeout=SECONDS, check=False).returncode
    except subprocess.TimeoutExpired:
        return None
    found = {"exit code": exit_code}
    for path in sorted(folder.iterdir()):
        if path.name != "summary.json":
            found["rows in " + path.name] = path.read_bytes()
    if (folder / "summary.json").exists():
        summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
        found["verdict"] = summary["verdict"]
        found["estimate"] = summary["estimated_error"]
        found["diagnostics"] = [(bell["code"], bell["time"], bell["subject"]) for bell in summary["diagnostics"]]
        found["work"] = {key: summary["statistics"][key] for key in COUNTS}
        found["events"] = summary["events"]
    return found


def compare(old, new, scratch, number, job):
    name, target, options = job
    before = run(old / "bellwether", target, options, scratch / f"{number}" / "old")
    after = run(new / "bellwether", target, options, scratch / f"{number}" / "new")
    shutil.rmtree(scratch / f"{number}")
    label = " ".join([name, *options])
    if before is None or after is None:
        return label, None, ["takes too long"]
    return label, after["exit code"], [key for key in sorted(before.keys() | after.keys()) if before.get(key) != after.get(key)]


def main(arguments):
    only = ""
    if "--only" in arguments:
        at = arguments.index("--only")
        only = arguments[at + 1]
        del arguments[at:at + 2]
    if len(arguments) != 2:
        sys.exit(__doc__)
    old, new = (pathlib.Path(word).resolve() for word in arguments)
    different, codes = 0, collections.Counter()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        scratch = pathlib.Path(folder)
        jobs = [job for job in runs(new, scratch) if only in job[0]]
        for label, code, keys in pool.map(lambda item: compare(old, new, scratch, *item), enumerate(jobs)):
            codes[code] += 1
            if keys:
                different += 1
                print(f"{label}: {', '.join(keys)}")
    ended = ", ".join(f"{count} with {code}" for code, count in sorted(codes.items(), key=str))
    print(f"{len(jobs)} pairs of runs (exit codes: {ended}), {different} differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
