#!/usr/bin/env python3
"""What a trusted run costs on oscillators, from the CSV of oscillatory_work ... whole.

usage: oscillatory_whole.py WHOLE.csv [FIGURE.csv]

RHS evaluations of all integrations of a run at 1e-4, 1e-6 and 1e-8; the gain is that beside dop853, the best one that of multirev or
modal given by --method. FIGURE.csv gets the evaluations at 1e-6 over the frequency, of the problems that are drawn.
"""
import csv
import sys

from oscillatory_work import short

TOLERANCES = ("1e-4", "1e-6", "1e-8")
METHODS = ("dop853", "radau", "multirev", "modal", "auto")
DRAWN, DRAWN_TOLERANCE = ("warm", "LTI"), "1e-6"
LINEAR = ("LTI", "beam")


def read(path):
    """(problem, parameter) -> (method, tolerance) -> evaluations of a trusted run; and the periods"""
    table, periods = {}, {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            key = row["problem"], float(row["parameter"])
            periods[key] = float(row["periods"])
            runs = table.setdefault(key, {})
            if row["verdict"] == "trusted":
                runs[row["method"], row["tolerance"]] = int(row["rhs"])
    return table, periods


def cell(runs, method):
    works = [runs.get((method, tolerance)) for tolerance in TOLERANCES]
    return " / ".join("–" if work is None else short(work) for work in works) if any(works) else "–"


def gain(runs, methods):
    """dop853 / the best of the methods."""
    parts = []
    for tolerance in TOLERANCES:
        base = runs.get(("dop853", tolerance))
        works = [runs[m, tolerance] for m in methods if (m, tolerance) in runs]
        parts.append("–" if not works else "only" if base is None else short(base / min(works)))
    return " / ".join(parts)


def print_table(table, periods):
    print("| problem | periods | " + " | ".join(f"`{m}`" for m in METHODS) + " | best gain | gain of `auto` |")
    print("|---|---|" + "---|" * (len(METHODS) + 2))
    for (problem, parameter), runs in table.items():
        unsuitable = "multirev" if problem in LINEAR else "modal"
        print(f"| {problem} {parameter:g} | {short(periods[problem, parameter])} | "
              + " | ".join("" if m == unsuitable else cell(runs, m) for m in METHODS)
              + f" | {gain(runs, ('dop853', 'multirev', 'modal'))} | {gain(runs, ('auto',))} |")


def write_figure(table, path):
    with open(path, "w") as file:
        file.write("problem,frequency," + ",".join(METHODS) + "\n")
        for (problem, parameter), runs in table.items():
            if problem in DRAWN:
                works = [runs.get((m, DRAWN_TOLERANCE), "NaN") for m in METHODS]
                file.write(f"{problem},{parameter:g}," + ",".join(map(str, works)) + "\n")


if __name__ == "__main__":
    whole, of_periods = read(sys.argv[1])
    print_table(whole, of_periods)
    if len(sys.argv) > 2:
        write_figure(whole, sys.argv[2])
