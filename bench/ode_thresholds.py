#!/usr/bin/env python3
"""Thresholds for the size of a stiff model and the cost of its right-hand side, from the figures of ode_thresholds.

usage: ode_thresholds.py RUNS.csv

A run costs its processor time and the number of its RHS evaluations times what one takes; a Jacobian that the model gives
costs as much as three evaluations. The loss of a choice is the cost of the chosen method in units of the best one. The
thresholds are those with the least geometric mean of the loss on the training problems; the check problems have no part in
that. A method that is not trusted, or takes too long, loses by ten.
"""
import csv
import itertools
import math
import sys
from collections import defaultdict

METHODS = ["rosenbrock", "radau5", "radau9", "bdf"]
COSTS = [0, 1e-6, 3e-6, 1e-5, 3e-5, 1e-4, 1e-3]  # seconds of an RHS evaluation; 0: as cheap as it is
OF_JACOBIAN = 3
MOST = 10.0


def mean(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


class Cell:
    """A problem, its size, what is known about it, a tolerance and the cost of its right-hand side."""

    def __init__(self, row):
        self.family, self.use = row["family"], row["use"]
        self.n, self.colours, self.events = int(row["n"]), int(row["colours"]), int(row["events"])
        self.sparse, self.exact = row["pattern"] == "sparse", row["jacobian"] == "exact"
        self.tolerance = float(row["tolerance"])
        self.rhs_seconds = float(row["rhs_seconds"])
        self.runs, self.cost, self.loss = {}, 0, {}

    def with_cost(self, cost):
        """A copy with the loss of each method; None where none was good, or where this would be cheaper than it is."""
        copy = object.__new__(Cell)
        copy.__dict__.update(self.__dict__)
        copy.cost = max(cost, self.rhs_seconds)
        if 0 < cost <= self.rhs_seconds:
            return None
        totals = {}
        for method, (good, seconds, rhs, jacobians, _) in self.runs.items():
            calls = rhs + (OF_JACOBIAN * jacobians if self.exact else 0)
            totals[method] = seconds + (copy.cost - self.rhs_seconds) * calls if good else math.inf
        best = min(totals.values())
        if not math.isfinite(best):
            return None
        copy.loss = {m: min(MOST, totals.get(m, math.inf) / best) for m in METHODS}
        copy.events_per_step = self.events / max(1, self.runs[min(totals, key=totals.get)][4])
        return copy


def cells_of(path):
    cells = {}
    for row in csv.DictReader(open(path)):
        if not row["steps"]:
            continue
        key = tuple(row[k] for k in ("family", "n", "pattern", "jacobian", "events", "tolerance"))
        cell = cells.setdefault(key, Cell(row))
        cell.runs[row["method"]] = (row["trusted"] == "1", float(row["seconds"]), int(row["rhs"]), int(row["jacobians"]),
                                    int(row["steps"]))
    with_costs = (cell.with_cost(cost) for cell in cells.values() for cost in COSTS)
    return [cell for cell in with_costs if cell]


class Rule:
    """choose_stiff of ode/methods/choose.cpp with these thresholds."""

    def __init__(self, expensive_rhs=2e-6, many_states=25, few_events=0.03, kept="radau5", high_accuracy_kept=3e-4,
                 high_accuracy_stiff=0.9e-5, exact_counts=True):
        self.__dict__.update({name: value for name, value in locals().items() if name != "self"})

    def __call__(self, cell):
        expensive = cell.cost > self.expensive_rhs and (self.exact_counts or not cell.exact)
        many = cell.n > self.many_states
        if many and not cell.sparse and cell.events_per_step <= self.few_events:
            return "bdf"
        if expensive or (many and cell.sparse):
            return self.kept if cell.tolerance > self.high_accuracy_kept else "radau9"
        return "rosenbrock" if cell.tolerance > self.high_accuracy_stiff else "radau9"

    def loss(self, cells):
        return mean(cell.loss[self(cell)] for cell in cells)


# What stood in choose.h before they were measured.
BEFORE = Rule(expensive_rhs=5e-6, many_states=150, few_events=1, high_accuracy_kept=1.1e-7, exact_counts=False)
GRID = {
    "expensive_rhs": [1e-7, 7e-7, 2e-6, 5e-6, 2e-5, 6e-5, 1],
    "many_states": [12, 25, 50, 100, 200, 1e9],
    "few_events": [0, 0.003, 0.01, 0.03, 0.1, 1],
    "high_accuracy_kept": [3e-3, 3e-4, 3e-5, 3e-6, 3e-7],
}


def best_rule(cells):
    """All combinations: the one with the least loss."""
    rules = (Rule(**dict(zip(GRID, values))) for values in itertools.product(*GRID.values()))
    return min(rules, key=lambda rule: rule.loss(cells))


def table_of_methods(cells):
    """Each method's loss by what is known, size and cost: where it pays off."""
    print("| Jacobian | states | f | " + " | ".join(f"`{m}`" for m in METHODS) + " |\n|---|---|---|" + "---|" * len(METHODS))
    groups = defaultdict(list)
    for cell in cells:
        if cell.events:
            continue
        known = "full, by differences" if not cell.sparse else "sparse, given" if cell.exact else "sparse, by differences"
        size = "to 25" if cell.n <= 25 else "26 to 100" if cell.n <= 100 else "more"
        cost = "below 2 µs" if cell.cost < 2e-6 else "2 to 20 µs" if cell.cost < 2e-5 else "more"
        groups[known, size, cost].append(cell)
    for key, group in sorted(groups.items(), key=lambda item: (item[0][0], ["to 25", "26 to 100", "more"].index(item[0][1]),
                                                               ["below 2 µs", "2 to 20 µs", "more"].index(item[0][2]))):
        losses = [f"{mean(cell.loss[m] for cell in group):.2f}" for m in METHODS]
        print("| " + " | ".join(key) + " | " + " | ".join(losses) + " |")


def table_of_rules(cells):
    uses = {use: [cell for cell in cells if cell.use == use] for use in ("training", "check")}
    found = best_rule(uses["training"])
    print("\nThe best on the training problems: " + ", ".join(f"{name} {getattr(found, name):g}" for name in GRID) + "\n")
    print("| rule | " + " | ".join(f"{use}: mean | worst 1 % above" for use in uses) + " |\n|---|" + "---|" * 4)
    for name, rule in {"before": BEFORE, "now": Rule(), "best of the grid": found}.items():
        fields = []
        for of_use in uses.values():
            losses = sorted(cell.loss[rule(cell)] for cell in of_use)
            fields += [f"{mean(losses):.3f}", f"{losses[int(0.99 * len(losses))]:.1f}"]
        print(f"| {name} | " + " | ".join(fields) + " |")
    print("\nThe loss on training / check problems when one threshold is another:\n")
    for name, values in GRID.items():
        print(f"- {name}: " + ", ".join(
            f"{value:g}: {Rule(**{name: value}).loss(uses['training']):.3f} / {Rule(**{name: value}).loss(uses['check']):.3f}"
            for value in values))


if __name__ == "__main__":
    measured = cells_of(sys.argv[1])
    table_of_methods([cell for cell in measured if cell.use == "training"])
    table_of_rules(measured)
