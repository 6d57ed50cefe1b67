#!/usr/bin/env python3
"""What a true error of 1e-4, 1e-6 and 1e-8 costs on oscillators, from the CSV of oscillatory_work.

usage: oscillatory_work.py WORK.csv

RHS evaluations of one integration, interpolated between two tolerances, log against log, where the error comes below the wanted one;
the least where it does so more than once.
"""
import csv
import math
import sys

WANTED = (1e-4, 1e-6, 1e-8)
LIKE_DOP853 = ("radau", "multirev", "modal", "auto")


def read(path):
    """(problem, parameter) -> method -> [(error, evaluations)], the loosest first; and the periods"""
    table, periods = {}, {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            key = row["problem"], float(row["parameter"])
            periods[key] = float(row["periods"])
            line = table.setdefault(key, {}).setdefault(row["method"], [])
            error = float(row["error"])
            line.append((float(row["tolerance"]), error if error > 0 else 1e-17, int(row["rhs"])))
    for methods in table.values():
        for method, line in methods.items():
            line.sort(reverse=True)
            methods[method] = [(error, rhs) for _, error, rhs in line]
    return table, periods


def work_for(line, wanted):
    """The least evaluations for that error, and whether the loosest run is already better; None: not reached."""
    if not line or min(error for error, _ in line) > wanted:
        return None
    found = [rhs for error, rhs in line if error <= wanted]
    for (e1, w1), (e2, w2) in zip(line, line[1:]):
        if e2 <= wanted < e1 and math.isfinite(e1) and w2 > w1:
            share = math.log(e1 / wanted) / math.log(e1 / e2)
            found.append(math.exp(math.log(w1) + share * (math.log(w2) - math.log(w1))))
    return min(found), line[0][0] <= wanted


def short(number):
    """Two digits."""
    return f"{float(f'{number:.2g}'):.0f}" if 10 <= number < 1000 else f"{number:.2g}" if number < 10 \
        else f"{number:.1e}".replace("e+0", "e").replace("e+", "e")


def cell(methods, method):
    if method not in methods:
        return ""
    works = [work_for(methods[method], wanted) for wanted in WANTED]
    return " / ".join("–" if work is None else short(work[0]) for work in works) if any(works) else "–"


def gain(methods, method):
    """dop853 / method at each error, as far as both reach it."""
    both = [(work_for(methods.get("dop853", []), w), work_for(methods.get(method, []), w)) for w in WANTED]
    return " / ".join(short(a[0] / b[0]) if a and b else "only" if b else "–" for a, b in both)


def print_table(table, periods):
    present = [m for m in ("dop853", *LIKE_DOP853) if any(m in methods for methods in table.values())]
    print("| problem | periods | " + " | ".join(f"`{m}`" for m in present) + " | gain of `auto` |")
    print("|---|---|" + "---|" * (len(present) + 1))
    for (problem, parameter), methods in table.items():
        print(f"| {problem} {parameter:g} | {short(periods[problem, parameter])} | "
              + " | ".join(cell(methods, m) for m in present) + f" | {gain(methods, 'auto')} |")


if __name__ == "__main__":
    work, of_periods = read(sys.argv[1])
    print_table(work, of_periods)
