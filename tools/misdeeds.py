#!/usr/bin/env python3
"""Runs the program with an FMU that commits a misdeed: every misdeed, at every place, in every mode.

    tools/misdeeds.py PROGRAM FMU [--only PATTERN] [--quick] [--sample N [--seed S]] [--jobs 2] [--call-timeout S]
                      [--json FILE] [--without CHECKS] [-- OPTIONS]
    tools/misdeeds.py --self-test

PROGRAM is the bellwether executable, FMU is build/release/tests/hostile/hostile.fmu. PATTERN is misdeed/place/mode, with
* and ?; of the runs that are left, --sample draws N, others for another S. OPTIONS go to every `run` (-- --isolate).
misdeed_contract.py is the table of what must come out. Checked are: the program itself ended (ended), in time (late),
with the right exit code (exit) and diagnostic (code), which names component (component), call (call) and time (time);
every accepted row is in the file (rows), and no process (process), temporary file (temporary), shared memory (memory) or
other file (file) is left. Hangs are ended by SIGTERM where --call-timeout is not given. Prints what failed and why; exit
code 1: something did.

Each run has a session, folders and limits of its own; whatever process is left is killed. No misdeed touches more than
400 MB of memory or makes more than 50 processes.
"""

import argparse
import collections
import fnmatch
import json
import multiprocessing
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from misdeed_contract import (ALL_PLACES, END_PLACES, FAILED, HANGS, HARMLESS, INPUTS, INTERRUPTED, MISDEEDS, MODES, NOT_FINITE,
                              PAIR, REFUSED, SANDBOXED, TIMED_PLACES, Misdeed, call_pattern, endings_of)
from misdeed_runs import COMMITTED, SIGNAL_AFTER, begin_worker, call_program, limit_this_process, new_memory, shared_memory

CHECKS = ("ended", "late", "exit", "code", "component", "call", "time", "rows", "process", "temporary", "memory", "file")
KNOWN_FILES = ("rows.csv", "rows.csv.partial", "rows.rejected.csv")


@dataclass
class Given:
    """What all runs have in common."""
    program: str
    fmu: str
    options: list
    call_timeout: float
    limit: float
    patience: float
    references: dict = field(default_factory=dict)  # mode: rows, permissions and seconds of a run without a misdeed


# ---- one run ----

def write_fmus(given, folder, misdeed, place, when):
    """bad.fmu is hostile.fmu with a file that says what to do from the first moment on."""
    folder.mkdir()
    shutil.copyfile(given.fmu, folder / "bad.fmu")
    shutil.copyfile(given.fmu, folder / "good.fmu")
    with zipfile.ZipFile(folder / "bad.fmu", "a") as archive:
        archive.writestr("resources/misdeed", f"{misdeed}\n{place}\n{when}\n")
    (folder / "pair.toml").write_text(PAIR)
    (folder / "inputs.csv").write_text(INPUTS)


def deadline_of(given, misdeed):
    """Of a call. What does not hang on purpose is not to be ended because the machine is busy."""
    return given.call_timeout if misdeed.name in HANGS else 10 * given.call_timeout


def words_of(given, misdeed, mode, inputs):
    words = [str(inputs / word) if word == "inputs.csv" else word for word in mode.options.split()]
    if mode.name == "check":
        return ["check", str(inputs / mode.target), "--run", *words]
    if given.call_timeout:
        words += ["--call-timeout", str(deadline_of(given, misdeed))]
    return ["run", str(inputs / mode.target), *words, *([] if "-o" in words else ["-o", "rows.csv"]), *given.options]


def collect_piped_rows(folder, exit_code):
    """Where rows went to standard output, they are checked as if they were in a file."""
    if exit_code == 0:
        with open(folder / "stdout", "rb") as out:
            (folder / "work" / "rows.csv").write_bytes(out.read(1 << 20))
    for ending in (".csv.partial", ".rejected.csv"):
        if (folder / "work" / f"pair{ending}").exists():
            (folder / "work" / f"pair{ending}").rename(folder / "work" / f"rows{ending}")


def has_deadline(given, mode):
    return given.call_timeout > 0 and mode.name != "check"


def perform(given, misdeed, place, mode):
    """One run: (seconds, list of (check, complaint))."""
    with tempfile.TemporaryDirectory(prefix="misdeed-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        for part in ("work", "tmp"):
            (folder / part).mkdir()
        write_fmus(given, folder / "inputs", misdeed.name, place, mode.when)
        environment = dict(os.environ, TMPDIR=str(folder / "tmp"), XDG_CACHE_HOME=str(folder / "cache"))
        memory = shared_memory()
        ended = call_program([given.program, *words_of(given, misdeed, mode, folder / "inputs")], folder, environment, given.patience,
                             misdeed.name in HANGS and not has_deadline(given, mode))
        if mode.name == "piped":
            collect_piped_rows(folder, ended.exit_code)
        wrong = list(complaints(given, misdeed, place, mode, ended, folder / "work"))
        if ended.left and not ended.killed:
            wrong.append(("process", f"{len(ended.left)} left | {ended.left[0]}"))
        left = [str(path.relative_to(folder)) for path in (folder / "tmp").rglob("*")]
        if left and not ended.killed:
            wrong.append(("temporary", f"{len(left)} left | {left[0]}"))
        if left_memory := new_memory(memory):
            wrong.append(("memory", f"left: {left_memory}"))
        if not given.references.get(mode.name):
            given.references[mode.name] = reference_of(folder / "work", ended)
        return ended, wrong


# ---- what is wrong with it ----

def complaints(given, misdeed, place, mode, ended, work):
    reference = given.references.get(mode.name, {"seconds": ended.seconds, "rows": None})
    allowance = given.limit + reference["seconds"]
    if misdeed.name in HANGS:
        allowance += given.call_timeout if has_deadline(given, mode) else SIGNAL_AFTER + 2
    if ended.killed:
        yield "ended", f"had not ended after {ended.seconds:.1f} s"
    elif ended.seconds > allowance:
        yield "late", f"{ended.seconds:.1f} s"
    if ended.exit_code < 0 and not ended.killed:
        yield "ended", f"was ended by {signal.Signals(-ended.exit_code).name}"
    if ended.exit_code >= 0:
        yield from wrong_ending(endings_of(misdeed, place, has_deadline(given, mode), mode), misdeed, place, mode, ended)
    unexpected = sorted(path.name for path in work.rglob("*") if path.name not in KNOWN_FILES)
    if unexpected:
        yield "file", f"left: {unexpected[:3]}"
    if reference["rows"] and mode.name != "check":
        complaint = wrong_rows(reference, misdeed, place, mode, ended, work)
        if complaint:
            yield "rows", complaint


def wrong_ending(endings, misdeed, place, mode, ended):
    allowed = {ending.exit_code for ending in endings}
    if mode.name == "check":  # it has findings instead of diagnostics, and an FMU may well report an error
        may_pass = {HARMLESS, FAILED, NOT_FINITE, REFUSED} & {*endings} or place in END_PLACES or misdeed.name in SANDBOXED
        allowed = {2, *({130} & allowed), *({0} if may_pass else {})}
    if ended.exit_code not in allowed:
        yield "exit", f"exit code {ended.exit_code} instead of {' or '.join(map(str, sorted(allowed)))}"
        return
    if ended.exit_code == 0 and HARMLESS in endings:
        return
    if mode.name != "check":
        codes = [ending.diagnostic for ending in endings if ending.exit_code == ended.exit_code and ending.diagnostic]
        if codes and not any(f"[{code}]" in ended.said for code in codes):
            yield "code", f"[{'] or ['.join(codes)}] is not reported | {ended.said[-300:]}"
        if not re.search(r"\bbad\b", ended.said) and ended.exit_code != 3 and INTERRUPTED not in endings:
            yield "component", f"is not named | {ended.said[-300:]}"
    if ended.exit_code == 3 or misdeed.deferred or (mode.name == "check" and ended.exit_code != 2):
        return
    if not call_pattern(place, mode.interface).search(ended.said) and mode.name != "check":
        yield "call", f"is not named | {ended.said[-300:]}"
    if place in TIMED_PLACES and not re.search(r"\bt = [0-9.]", ended.said):
        yield "time", f"is not named | {ended.said[-300:]}"


def reference_of(work, ended):
    rows = work / "rows.csv"
    return {"seconds": ended.seconds, "rows": rows.read_text().split("\n") if rows.exists() else None,
            "permissions": rows.stat().st_mode if rows.exists() else 0}


def equal_rows(rows, expected, accuracy):
    if rows == expected[:len(rows)]:
        return True
    return accuracy > 0 and rows[:1] == expected[:1] and all(
        abs(float(value) - float(other)) <= accuracy for line, others in zip(rows[1:], expected[1:])
        for value, other in zip(line.split(","), others.split(",")))


def accuracy_of(misdeed, mode, complete):
    """Zero: bit by bit. A certified run that could not be completed leaves the rows of one step size."""
    if not complete and not mode.row_places:
        return 1e-3
    return 1e-9 if misdeed.inexact else 0


def needed_time(place, mode):
    """The last row that must be there."""
    if place not in mode.row_places:
        return None
    if place in END_PLACES:
        return 1.0
    return mode.step_row if place == "step" else 0.4


def wrong_rows(reference, misdeed, place, mode, ended, work):
    """Rows that were accepted are whole, right, and all there."""
    files = [work / name for name in KNOWN_FILES if (work / name).exists()]
    if len(files) > 1:
        return f"are in several files: {[file.name for file in files]}"
    text = files[0].read_text(errors="replace") if files else ""
    complete = ended.exit_code == 0
    if complete and (not files or files[0].name != "rows.csv"):
        return "there is no rows.csv"
    if complete and files[0].stat().st_mode != reference["permissions"]:
        return f"have the permissions {files[0].stat().st_mode:o}"
    if not complete and files and files[0].name == "rows.csv":
        return "look as if the run had been accepted"
    if text and not text.endswith("\n"):
        return "end in the middle of a row"
    rows = text.split("\n")[:-1]
    if ended.exit_code != 3 and not equal_rows(rows, reference["rows"], accuracy_of(misdeed, mode, complete)):
        return "differ from those of a run without the misdeed"
    last = float(rows[-1].split(",")[0]) if len(rows) > 1 else -1.0
    needed = 1.0 if complete else None if misdeed.destroys_rows else needed_time(place, mode)
    if needed is not None and last < needed - 1e-9:
        return f"end at t = {last:g} instead of {needed:g}" if last >= 0 else f"are missing, until t = {needed:g}"
    return ""


# ---- all runs ----

def all_cells():
    return [(misdeed, place, mode) for mode in MODES for misdeed in MISDEEDS for place in ALL_PLACES
            if place in misdeed.places and place in mode.reached]


# What went wrong once, at places or in modes that the rest of the quick runs do not reach.
ONCE_WRONG = ("seteuid/instantiate/certified", "overwrite-shared/load/fixed", "longjmp-far/terminate/fixed",
              "sleep/step/doubling", "kill-group/get/doubling", "kill-group/unload/fixed",
              "rlimit-nofile/load/fixed", "raise-term/step/certified", "null-read/load/isolated",
              "pthread-exit/initialise/isolated", "throw-number/load/isolated", "kill-itself/instantiate/sandboxed")


def quick(cells):
    """Each misdeed in the midst of a run, in one mode after the other; each place with a crash and an exit."""
    names = [misdeed.name for misdeed in MISDEEDS]
    modes = [mode.name for mode in MODES]
    return [(misdeed, place, mode) for misdeed, place, mode in cells
            if (place == "step" and names.index(misdeed.name) % len(modes) == modes.index(mode.name))
            or (misdeed.name in ("null-write", "exit-0") and mode.name in ("fixed", "exchange"))
            or name_of_cell((misdeed, place, mode)) in ONCE_WRONG]


def matches(cell, patterns):
    name = name_of_cell(cell)
    return not patterns or any(fnmatch.fnmatch(name, pattern if "/" in pattern else f"{pattern}/*") for pattern in patterns)


def name_of_cell(cell):
    misdeed, place, mode = cell
    return f"{misdeed.name}/{place}/{mode.name}"


def perform_cell(work):
    given, cell = work
    ended, wrong = perform(given, *cell)
    return cell, ended, wrong


def make_references(given, modes):
    """A run of each mode without a misdeed, which has to end well."""
    for mode in modes:
        ended, wrong = perform(given, Misdeed("none", (HARMLESS,)), "step", mode)
        if ended.exit_code != 0 or wrong:
            sys.exit(f"misdeeds.py: without a misdeed, mode {mode.name} ends with {ended.exit_code}: {wrong} {ended.said[-500:]}")


def run_all(given, cells, jobs, skipped, verbose):
    results = []
    with multiprocessing.Pool(jobs, initializer=begin_worker) as pool:
        for cell, ended, wrong in pool.imap_unordered(perform_cell, [(given, cell) for cell in cells]):
            wrong = [each for each in wrong if each[0] not in skipped]
            results.append((cell, ended, wrong))
            if verbose:
                said = "; ".join(check + ": " + text.split(" | ")[0] for check, text in wrong)
                print(f"{name_of_cell(cell):45} exit {ended.exit_code:4} {ended.seconds:6.2f} s  {said or 'ok'}", flush=True)
    return results


# ---- report ----

def count_table(results, key):
    counts = collections.defaultdict(lambda: [0, 0])
    for cell, _, wrong in results:
        counts[key(cell)][0] += not wrong
        counts[key(cell)][1] += 1
    return {name: {"passed": passed, "runs": runs} for name, (passed, runs) in counts.items()}


def print_failures(results):
    """One line for each misdeed and complaint, with the places and modes."""
    lines = collections.defaultdict(list)
    for (misdeed, place, mode), _, wrong in results:
        for check, text in wrong:
            same = re.sub(r"[0-9.]+ s$", "… s", text.split(" | ")[0])
            lines[misdeed.name, check, same].append(f"{place}/{mode.name}")
    for (name, check, text), where in sorted(lines.items()):
        shown = ", ".join(where[:4]) + (f" and {len(where) - 4} more" if len(where) > 4 else "")
        print(f"FAILED {name:24} {check:10} {text}\n{'':7}{shown}")


def report(results, file):
    summary = {
        "runs": len(results),
        "passed": sum(not wrong for _, _, wrong in results),
        "by_mode": count_table(results, lambda cell: cell[2].name),
        "by_place": count_table(results, lambda cell: cell[1]),
        "by_misdeed": count_table(results, lambda cell: cell[0].name),
        "by_check": dict(collections.Counter(check for _, _, wrong in results for check in {each[0] for each in wrong})),
        "slowest": max(ended.seconds for _, ended, _ in results),
    }
    print_failures(results)
    for title in ("by_mode", "by_place"):
        print("  ".join(f"{name} {each['passed']}/{each['runs']}" for name, each in summary[title].items()))
    print(f"{summary['passed']} of {summary['runs']} runs ended in order; failed checks: {summary['by_check'] or 'none'}; "
          f"slowest {summary['slowest']:.1f} s")
    if file:
        summary["failures"] = [{"run": name_of_cell(cell), "exit_code": ended.exit_code, "seconds": round(ended.seconds, 2),
                                "wrong": [{"check": check, "what": text} for check, text in wrong]}
                               for cell, ended, wrong in results if wrong]
        Path(file).write_text(json.dumps(summary, indent=1))
    return 0 if summary["passed"] == summary["runs"] else 1


LATE_MISDEED = f"""import time
time.sleep({1.5 * SIGNAL_AFTER})
print("reached", flush=True)
open("/proc/self/comm", "w").write("{COMMITTED}")
time.sleep(60)
"""


def signals_too_early():
    """As on a busy machine: the program is signalled when it hangs, and not on its way there."""
    with tempfile.TemporaryDirectory(prefix="misdeed-") as name:
        (Path(name) / "work").mkdir()
        ended = call_program([sys.executable, "-c", LATE_MISDEED], Path(name), os.environ, 10, True)
    return "reached" not in ended.said or ended.exit_code != -signal.SIGTERM


def self_test():
    """The contract has the misdeeds of the FMU, and no others, and hangs are ended when they are reached."""
    if signals_too_early():
        print("a program that hangs later than usual is ended before")
        return 1
    sources = (Path(__file__).resolve().parent.parent / "tests" / "fmus" / "hostile").glob("*.cpp")
    committed = {name for source in sources for name in re.findall(r'\{"([^"]+)", [a-z_]', source.read_text())}
    agreed = [misdeed.name for misdeed in MISDEEDS]
    wrong = sorted(committed ^ {*agreed}) + sorted(name for name in {*agreed} if agreed.count(name) > 1)
    print(f"not in the FMU and the contract, once each: {wrong}" if wrong else f"{len(agreed)} misdeeds: ok")
    return 1 if wrong else 0


def main():
    words = sys.argv[1:]
    if words == ["--self-test"]:
        return self_test()
    options = words[words.index("--") + 1:] if "--" in words else []
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("fmu", type=Path)
    parser.add_argument("--only", action="append", help="misdeed/place/mode or misdeed, with * and ?; may be repeated")
    parser.add_argument("--quick", action="store_true", help="each misdeed and each place in some mode")
    parser.add_argument("--sample", type=int, default=0, help="only so many, drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--call-timeout", type=float, default=0, help="given to the program; hangs must end by it")
    parser.add_argument("--limit", type=float, default=1, help="seconds that a misdeed may cost")
    parser.add_argument("--patience", type=float, default=20, help="seconds until a run is killed")
    parser.add_argument("--without", default="", help=f"leave out checks, with commas: {', '.join(CHECKS)}")
    parser.add_argument("--json", help="write the counts and all failures")
    parser.add_argument("--verbose", action="store_true", help="a line for each run")
    parser.add_argument("--list", action="store_true", help="only list the runs")
    chosen = parser.parse_args(words[:words.index("--")] if "--" in words else words)
    given = Given(str(chosen.program.resolve()), str(chosen.fmu.resolve()), options, chosen.call_timeout,
                  chosen.limit, chosen.patience)
    cells = [cell for cell in (quick(all_cells()) if chosen.quick else all_cells())
             if matches(cell, chosen.only)]
    if 0 < chosen.sample < len(cells):
        cells = random.Random(chosen.seed).sample(cells, chosen.sample)
    if chosen.list or not cells:
        print("\n".join(map(name_of_cell, cells)) or "no run has such a name")
        return 0 if cells else 1
    limit_this_process()
    make_references(given, [mode for mode in MODES if any(mode is each for _, _, each in cells)])
    return report(run_all(given, cells, chosen.jobs, chosen.without.split(","), chosen.verbose), chosen.json)


if __name__ == "__main__":
    sys.exit(main())
