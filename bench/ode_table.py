#!/usr/bin/env python3
"""Tables from the CSV of ode_work_precision: what a true error of 1e-4, 1e-7 and 1e-10 costs.

usage: ode_table.py CSV [FOLDER]        FOLDER: also a file for each line of the plots

Time is interpolated between the tolerances, log against log, where the error comes below the wanted
one and stays there. A solver whose loosest run is already better is taken at that run. LSODA and other
solvers called from Python or Octave pay for the call of f; the second table leaves them out.
"""
import csv
import math
import sys

WANTED = (1e-4, 1e-7, 1e-10)
SLOW_DOORS = ("scipy_", "octave_")
GROUPS = {"Bellwether": "", "CVODE": "cvode_", "ARKODE": "arkode_", "odeint": "odeint_", "SciPy": "scipy_", "Octave": "octave_"}


def read(path):
    """problem -> (side, solver) -> [(tolerance, error, microseconds)], the loosest first"""
    table = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            line = table.setdefault(row["problem"], {}).setdefault((row["side"], row["solver"]), [])
            line.append((float(row["tolerance"]), max(float(row["error"]), 1e-17), float(row["microseconds"])))
    for solvers in table.values():
        for line in solvers.values():
            line.sort(reverse=True)
    return table


def time_for(line, wanted):
    """Microseconds for that error; None: not reached."""
    good = len(line)
    while good > 0 and line[good - 1][1] <= wanted:
        good -= 1
    if good == len(line):
        return None
    if good == 0:
        return line[0][2]
    (_, e1, t1), (_, e2, t2) = line[good - 1], line[good]
    if not math.isfinite(e1):
        return t2
    share = math.log(e1 / wanted) / math.log(e1 / e2)
    return math.exp(math.log(t1) + share * (math.log(t2) - math.log(t1)))


def best(solvers, side, wanted, leave_out=()):
    times = [(time_for(line, wanted), name) for (whose, name), line in solvers.items()
             if whose == side and not name.startswith(leave_out or ("\0",))]
    return min((t for t in times if t[0] is not None), default=None)


def cell(found):
    return f"{found[1]} {found[0]:.3g}" if found else "none"


def print_table(table, leave_out):
    print("| problem |" + "".join(f" {w:.0e}: Bellwether, us | best other, us | ratio |" for w in WANTED))
    print("|---|" + "---|---|---|" * len(WANTED))
    ratios = []
    for problem, solvers in table.items():
        text = f"| {problem} |"
        for wanted in WANTED:
            own, other = best(solvers, "ours", wanted), best(solvers, "theirs", wanted, leave_out)
            ratio = own[0] / other[0] if own and other else None
            if ratio is not None:
                ratios.append((ratio, problem, wanted))
            text += f" {cell(own)} | {cell(other)} | {'' if ratio is None else f'{ratio:.2f}'} |"
        print(text)
    if not ratios:
        return
    mean = math.exp(sum(math.log(r) for r, _, _ in ratios) / len(ratios))
    ahead = sum(r < 1 for r, _, _ in ratios)
    worst = max(ratios)
    print(f"\nBellwether / best other: geometric mean {mean:.2f}, ahead in {ahead} of {len(ratios)}, "
          f"within 1.3 in {sum(r <= 1.3 for r, _, _ in ratios)}, "
          f"worst {worst[0]:.2f} ({worst[1]} at {worst[2]:.0e})")


def write_lines(table, folder):
    """For the plots: PROBLEM.GROUP.csv, error and time of whatever is best in the group at that error."""
    for problem, solvers in table.items():
        for group, prefix in GROUPS.items():
            lines = [line for (side, name), line in solvers.items()
                     if (side == "ours" if group == "Bellwether" else side == "theirs" and name.startswith(prefix))]
            with open(f"{folder}/{problem}.{group}.csv", "w", encoding="ascii") as file:
                for quarter in range(4, 53):
                    wanted = 10 ** (-quarter / 4)
                    times = [t for t in (time_for(line, wanted) for line in lines) if t is not None]
                    if times:
                        print(f"{wanted},{min(times)}", file=file)


def main():
    table = read(sys.argv[1])
    if any(name.startswith(SLOW_DOORS) for solvers in table.values() for _, name in solvers):
        print("Best of all peers:\n")
        print_table(table, ())
        print("\nWithout the solvers of Python and Octave:\n")
    print_table(table, SLOW_DOORS)
    if len(sys.argv) > 2:
        write_lines(table, sys.argv[2])


main()
