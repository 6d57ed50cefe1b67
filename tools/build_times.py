#!/usr/bin/env python3
"""usage: build_times.py FOLDER [--record]

Compile seconds of each module, from FOLDER/.ninja_log, beside those that docs/building.md records; --record writes
them there. With as many jobs as idle cores they are CPU seconds. What ccache answered takes next to nothing, so only
a build from nothing with an empty cache says how much there is to compile. A report, never a check: machines differ.
"""
import pathlib
import re
import sys

import check_layers

PAGE = pathlib.Path(__file__).resolve().parent.parent / "docs" / "building.md"
BEGIN, END = "<!-- build times: tools/build_times.py -->", "<!-- end of build times -->"
ORDER = list(check_layers.MAY_INCLUDE)


def module_of(output):
    """The row of the table that an output of ninja belongs to, or None if it took no compiler."""
    if not output.endswith((".o", ".gch", ".pch")):
        return None
    for folder in ("tests/fuzz", "tests/fmus", "tests", "examples", "bench"):
        if output.startswith(folder + "/"):
            return folder
    if match := re.search(r"\.dir/(?:Unity/unity_([a-z]+)(?:_[a-z]+)*_\d+_|src/([a-z]+)/)", output):
        return match[1] or match[2]
    return "precompiled headers" if "cmake_pch" in output else "generated"


def measured(log):
    """Seconds of each module; the newest entry of an output counts."""
    newest = {}
    for line in log.read_text(encoding="utf-8").splitlines():
        fields = line.split("\t")
        if len(fields) == 5:
            newest[fields[3]] = (int(fields[1]) - int(fields[0])) / 1000
    build = (log.parent / "build.ninja").read_text(encoding="utf-8")
    made = set(re.findall(r"^build ([^ :|]+)", build, re.M))  # what an earlier configuration left does not count
    seconds = {}
    for output, duration in newest.items():
        if (module := module_of(output)) is not None and output in made:
            seconds[module] = seconds.get(module, 0) + duration
    return seconds


def recorded(page):
    table = page.partition(BEGIN)[2].partition(END)[0]
    return {name: float(seconds) for name, seconds in re.findall(r"^\| ([^|]+?) \| ([\d.]+) \|$", table, re.M)}


def in_order(names):
    return [name for name in ORDER if name in names] + sorted(set(names) - set(ORDER) - {"total"})


def report(now, before):
    print(f"{'compile seconds':28}{'now':>8}{'recorded':>10}")
    for name in in_order({**now, **before}):
        print(f"  {name:26}{now.get(name, 0):8.1f}{before.get(name, 0):10.1f}")
    print(f"  {'total':26}{sum(now.values()):8.1f}{before.get('total', 0):10.1f}")


def record(now):
    page = PAGE.read_text(encoding="utf-8")
    rows = "".join(f"| {name} | {now[name]:.1f} |\n" for name in in_order(now))
    table = f"{BEGIN}\n| module | CPU seconds |\n|---|---|\n{rows}| total | {sum(now.values()):.1f} |\n{END}"
    PAGE.write_text(page.partition(BEGIN)[0] + table + page.partition(END)[2], encoding="utf-8")


def main(arguments):
    if not arguments or arguments[1:] not in ([], ["--record"]):
        sys.exit(__doc__)
    log = pathlib.Path(arguments[0]) / ".ninja_log"
    if not log.is_file():
        sys.exit(f"build_times.py: {log} does not exist; build first.")
    now = measured(log)
    if arguments[1:]:
        record(now)
    else:
        report(now, recorded(PAGE.read_text(encoding="utf-8")) if PAGE.is_file() else {})


if __name__ == "__main__":
    main(sys.argv[1:])
