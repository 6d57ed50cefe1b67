#!/usr/bin/env python3
"""Table of a trial on generated oscillating models.

usage: oscillatory_trial.py TRIAL.csv [DOP853.csv]

The second file has the same models by dop853; the ratio of RHS evaluations is the geometric mean over the models that both trust.
"""
import csv
import math
import sys
from collections import Counter, defaultdict


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def outcome(row):
    right = float(row["error"]) <= 1
    if row["verdict"] == "trusted":
        return "right" if right else "lie"
    return "timid" if right else "refused"


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def line(name, rows, base):
    counts = Counter(outcome(row) for row in rows)
    ratios = []
    for row in rows:
        other = base.get((row["kind"], row["seed"]))
        if row["verdict"] == "trusted" and other and other["verdict"] == "trusted":
            ratios.append(int(other["rhs"]) / int(row["rhs"]))
    used = Counter(method for row in rows for method in row["used"].split("+") if method)
    print(f"| {name} | {len(rows)} | {counts['right']} | {counts['lie']} | {counts['timid']} | {counts['refused']} | "
          f"{mean(ratios):.2f} ({min(ratios, default=math.nan):.2f} to {max(ratios, default=math.nan):.3g}) | "
          f"{', '.join(f'{m} {n}' for m, n in used.most_common(5))} |")
    return counts


def main():
    rows = read(sys.argv[1])
    base = {(r["kind"], r["seed"]): r for r in read(sys.argv[2])} if len(sys.argv) > 2 else {}
    groups = defaultdict(list)
    for row in rows:
        groups[row["method"], row["kind"]].append(row)
    print("| models | runs | trusted and right | trusted and wrong | right, not trusted | wrong, not trusted | "
          "evaluations of dop853 / its own | used |\n|---|---|---|---|---|---|---|---|")
    for (method, kind), of_kind in groups.items():
        line(f"{kind}, `{method}`", of_kind, base)
    for method in dict.fromkeys(row["method"] for row in rows):
        all_of = [row for row in rows if row["method"] == method]
        counts = line(f"all, `{method}`", all_of, base)
        print(f"\n`{method}`: trusted {100 * (counts['right'] + counts['lie']) / len(all_of):.1f} %, {counts['lie']} wrong\n")
    families = defaultdict(Counter)
    for row in rows:
        families[row["method"], row["kind"], row["family"]][outcome(row)] += 1
    for (method, kind, family), counts in families.items():
        if counts["right"] < sum(counts.values()):
            print(f"{method}: {kind}, {family}: " + ", ".join(f"{n} {what}" for what, n in counts.items()))


if __name__ == "__main__":
    main()
