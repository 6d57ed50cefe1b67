#!/usr/bin/env python3
"""Tables of the cost of the automatic choice, from the figures of ode_contract, ode_auto and ode_lsoda.py.

usage: ode_auto.py RUNS.csv INTEGRATIONS.csv RATIOS.csv
       ode_auto.py --unseen INTEGRATIONS.csv

RATIOS.csv gets one line for each problem and error: time of auto, bdf and lsoda in units of the best named method.
INTEGRATIONS.csv of `--unseen` has problems with which no threshold was set: prints what auto loses on them, and what each
method of its table would lose at each error.
"""
import csv
import math
import sys
from collections import defaultdict

ERRORS = [10.0 ** -k for k in range(3, 10)]


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def whole_runs(path):
    """(problem, tolerance) -> method -> (seconds, verdict, error)"""
    cells = defaultdict(dict)
    for row in csv.DictReader(open(path)):
        cells[row["problem"], float(row["tolerance"])][row["method"]] = (
            float(row["seconds"]), row["verdict"], float(row["error"]))
    return cells


def integrations(path):
    """(problem, error) -> method -> the least microseconds with which its true error was not above"""
    cells = defaultdict(dict)
    for row in csv.DictReader(open(path)):
        for wanted in ERRORS:
            if float(row["error"]) <= wanted:
                known = cells[row["problem"], wanted]
                known[row["method"]] = min(known.get(row["method"], math.inf), float(row["microseconds"]))
    return cells


def line(name, ratios, missing):
    worst = max(ratios, key=ratios.get)
    print(f"| {name} | {len(ratios)} | {missing} | {mean(ratios.values()):.2f} | {ratios[worst]:.1f} ({worst[0]}, {worst[1]:.0e}) |")


def table_of_runs(cells):
    trusted, ratios, counts, beyond = 0, {}, defaultdict(int), []
    for cell, methods in cells.items():
        if "auto" not in methods or cell[1] < 0.5e-9:
            continue
        seconds, verdict, error = methods["auto"]
        counts[verdict] += 1
        if verdict == "trusted" and error > 1:
            beyond.append((*cell, error))
        named = [s for m, (s, v, _) in methods.items() if m != "auto" and v == "trusted"]
        if verdict == "trusted" and named:
            ratios[cell] = seconds / min(named)
    print("Whole runs: " + ", ".join(f"{n} {v}" for v, n in sorted(counts.items())) + "; true error above the tolerance where "
          "trusted: " + (", ".join(f"{p} {t:g} ({e:.2g})" for p, t, e in beyond) or "none") + "\n")
    print("| | cells | not reached | geometric mean | worst |\n|---|---|---|---|---|")
    line("auto, whole runs with verdict", ratios, sum(counts.values()) - len(ratios))


def table_of_integrations(cells, path):
    ratios = {"auto": {}, "bdf": {}, "lsoda": {}}
    missing = dict.fromkeys(ratios, 0)
    for cell, methods in cells.items():
        named = [t for m, t in methods.items() if m not in ("auto", "lsoda")]
        for method, of_method in ratios.items():
            if method in methods and named:
                of_method[cell] = methods[method] / min(named)
            elif named:
                missing[method] += 1
    for method, of_method in ratios.items():
        if of_method:
            line(f"{method}, one integration to a true error", of_method, missing[method])
    with open(path, "w") as file:
        for number, cell in enumerate(sorted(ratios["auto"], key=ratios["auto"].get), 1):
            values = [f"{ratios[m].get(cell, math.nan):.3g}" for m in ratios]
            file.write(f"{number},{cell[0]},{cell[1]:g}," + ",".join(values) + "\n")


def table_of_unseen(cells):
    """The kinds of problems are told by their names (unseen_problems.h)."""
    kinds = {"smooth": ("detest",), "with events": ("held", "buck"), "stiff": ("stiff", "relaxation", "fitzhugh")}
    print("| `auto` on | cells | geometric mean | worst |\n|---|---|---|---|")
    for kind, names in {**kinds, "all": ("",)}.items():
        ratios = {}
        for cell, methods in cells.items():
            named = [t for m, t in methods.items() if m != "auto"]
            if cell[0].startswith(names) and "auto" in methods and named:
                ratios[cell] = methods["auto"] / min(named)
        worst = max(ratios, key=ratios.get)
        print(f"| {kind} | {len(ratios)} | {mean(ratios.values()):.2f} | {ratios[worst]:.1f} ({worst[0]}, {worst[1]:.0e}) |")
    candidates = {"smooth": ("dopri5", "dop853"), "with events": ("dopri5", "dop853"), "stiff": ("rosenbrock", "radau9")}
    print("\n| loss of | " + " | ".join(f"{error:.0e}" for error in ERRORS) + " |\n|---|" + "---|" * len(ERRORS))
    for kind, methods in candidates.items():
        for method in methods:
            fields = []
            for error in ERRORS:
                known = [c for (name, e), c in cells.items() if e == error and name.startswith(kinds[kind]) and method in c]
                fields.append(f"{mean([c[method] / min(t for m, t in c.items() if m != 'auto') for c in known]):.2f}")
            print(f"| `{method}`, {kind} | " + " | ".join(fields) + " |")


if __name__ == "__main__":
    if sys.argv[1] == "--unseen":
        table_of_unseen(integrations(sys.argv[2]))
        sys.exit()
    table_of_runs(whole_runs(sys.argv[1]))
    table_of_integrations(integrations(sys.argv[2]), sys.argv[3])
