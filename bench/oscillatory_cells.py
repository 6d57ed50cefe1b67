#!/usr/bin/env python3
"""Does `auto` take the best method? One line for each cell that a decision is about: the best of dop853, multirev and modal,
`auto`, and their ratio, at 1e-4, 1e-6 and 1e-8.

usage: oscillatory_cells.py PROGRAM [--instructions] [PATTERN]

RHS evaluations of whole runs with their verdict, which repeat on any machine. Where `auto` makes more evaluations than the best
method and that is modal, --instructions also counts instructions (cachegrind, in brackets, beside the least of dop853 and modal): full
matrices of many states cost more than the evaluations saved. A gain is beside dop853.
"""
import json
import math
import os
import resource
import subprocess
import sys
import tempfile

from oscillatory_work import short

TOLERANCES = ("1e-4", "1e-6", "1e-8")
MOST_SECONDS = 60
NONLINEAR, LINEAR, ORDINARY = ("dop853", "multirev"), ("dop853", "modal"), ("dop853",)


def model(states, equations, events=""):
    """A model of the text of its states, `name=start[/nominal]`, and right-hand sides."""
    lines = ["model M"]
    for state in states:
        name, _, start = state.partition("=")
        value, _, nominal = start.partition("/")
        lines.append(f"  Real {name}(start = {value}, fixed = true{', nominal = ' + nominal if nominal else ''});")
    if events:
        lines.append("  discrete Real s(start = 0, fixed = true);")
    lines += ["equation", *(f"  {equation};" for equation in equations), *([events] if events else []), "end M;"]
    return "\n".join(lines) + "\n"


def ladder(n, frequency, is_switched=False):
    """n/2 coils and n/2 capacitors between a slow source and a load."""
    half = n // 2
    states = [f"{kind}{k}=0" for kind in "iu" for k in range(1, half + 1)]
    rate = frequency / 2
    equations = []
    for k in range(1, half + 1):
        near = 1 + 0.2 * math.sin(2.3 * k)
        source = "(1 + 0.3*sin(time))" if k == 1 else f"u{k - 1}"
        equations.append(f"der(i{k}) = {rate * near:.6g}*({source} - u{k}) - 0.2*i{k}")
        load = f"i{k + 1}" if k < half else "(0.1 + 0.2*s)*u" + str(k) if is_switched else f"0.1*u{k}"
        equations.append(f"der(u{k}) = {rate / near:.6g}*(i{k} - {load})")
    switch = "  when sample(1, 1) then\n    s = 1 - pre(s);\n  end when;" if is_switched else ""
    return model(states, equations, switch)


def structure(masses, frequency):
    """A chain of masses between two walls, pushed slowly."""
    k = frequency**2 / 4
    q = ["0", *(f"q{i}" for i in range(1, masses + 1)), "0"]
    equations = []
    for i in range(1, masses + 1):
        push = " + 0.5*cos(time)" if i == 1 else ""
        equations += [f"der(q{i}) = v{i}",
                      f"der(v{i}) = {k:.6g}*({q[i - 1]} - 2*q{i} + {q[i + 1]}) - 0.02*v{i}{push}"]
    states = [f"q{i}={1 if i == 1 else 0}" for i in range(1, masses + 1)] + [f"v{i}=0/{frequency:g}" for i in range(1, masses + 1)]
    return model(states, equations)


def warm(w):
    return model(["x=1", f"v=0/{w:g}", "h=0"],
                 ["der(x) = v", f"der(v) = -{w * w:.0f}*(1 + 0.1*h)*x - 0.1*v", "der(h) = x^2 - h"])


def damped(w):
    return model(["x=1", f"v=0/{w:g}"], ["der(x) = v", f"der(v) = -{w * w:.0f}*x - 0.2*v"])


def forced(w):
    return model(["x=0.1", f"v=0/{w:g}"], ["der(x) = v",
                 f"der(v) = -{w * w:.0f}*x - 0.2*v - {0.2 * w:g}*x^3 + {w:g}*cos({w:g}*time)"])


def van_der_pol(e):
    return model(["x=0.1", "v=0"], ["der(x) = v", f"der(v) = -x + {e:g}*(1 - x^2)*v"])


def two_frequencies():
    return model(["x=1", "v=0", "y=1", "w=0"],
                 ["der(x) = v", "der(v) = -x - 0.1*x^3", "der(y) = w", "der(w) = -2*y - 0.1*y^3 + 0.01*x"])


def lorenz():
    return model(["x=1", "y=1", "z=1"], ["der(x) = 10*(y - x)", "der(y) = x*(28 - z) - y", "der(z) = x*y - 8/3*z"])


def duffing():
    return model(["x=1", "v=0"], ["der(x) = v", "der(v) = -x - x^3 - 0.01*v"])


def hits():
    """A state event in each period."""
    return model(["x=1", "v=0"], ["der(x) = v", "der(v) = if x > 0.2 then -100*x else -90*x + 1"])


# Where they win; then where they do not fit.
CELLS = [
    *((f"damped and warming up, Omega = {w:g}", warm(w), 10, NONLINEAR) for w in (1e3, 1e4, 1e5)),
    *((f"damped and linear, Omega = {w:g}", damped(w), 10, LINEAR) for w in (1e3, 1e4, 1e5)),
    *((f"van der Pol {e:g}, 1e4 periods", van_der_pol(e), 2e4 * math.pi, NONLINEAR) for e in (1e-3, 1e-4)),
    *((f"forced and nonlinear, {w:g}", forced(w), 10, NONLINEAR) for w in (1e3, 1e4)),
    *((f"structure, {2 * n} states, {w:g}", structure(n, w), 10, LINEAR) for n in (5, 25, 50, 100) for w in (1e2, 1e3)),
    *((f"RLC ladder, {n} states, {w:g}", ladder(n, w), 10, LINEAR) for n in (10, 20, 50, 100, 200) for w in (1e2, 1e3)),
    *((f"RLC ladder, {n} states, 10000", ladder(n, 1e4), 10, LINEAR) for n in (10, 50)),
    *((f"switched RLC ladder, {n} states, {w:g}", ladder(n, w, True), 10, LINEAR) for n in (10, 50, 100) for w in (1e2, 1e3)),
    *((f"two frequencies, {p} periods", two_frequencies(), 2 * math.pi * p, ORDINARY) for p in (500, 5000)),
    *((f"Lorenz, {t} s", lorenz(), t, ORDINARY) for t in (5, 20)),
    *((f"Duffing, {p} periods", duffing(), 5 * p, ORDINARY) for p in (10, 80, 500)),
    *((f"state events, {p} periods", hits(), 0.63 * p, ORDINARY) for p in (100, 2000)),
    *((f"damped and warming up, Omega = {w:g}", warm(w), 10, ORDINARY) for w in (1e1, 1e2)),
]


def bound_processor_time():
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))


def run(program, stop, tolerance, method, folder):
    """Evaluations of a trusted run; nothing if it is not trusted, or needs more processor time than MOST_SECONDS."""
    path = os.path.join(folder, "M.json")
    if os.path.exists(path):
        os.remove(path)
    subprocess.run([program, "run", "M.mo", "--stop", repr(stop), "--tolerance", tolerance, "--method", method, "--quiet",
                    "-o", "M.csv", "--summary", "M.json"],
                   cwd=folder, check=False, capture_output=True, preexec_fn=bound_processor_time)
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        summary = json.load(file)
    return find(summary, "rhs_evaluations") if find(summary, "verdict") == "trusted" else None


def find(tree, key):
    """The first such value in a summary."""
    if isinstance(tree, dict):
        if key in tree and not isinstance(tree[key], dict | list):
            return tree[key]
        tree = list(tree.values())
    if isinstance(tree, list):
        for part in tree:
            found = find(part, key)
            if found is not None:
                return found
    return None


def instructions(program, stop, tolerance, method, folder):
    """Of a whole run, its start included."""
    done = subprocess.run(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", program, "run", "M.mo",
                           "--stop", repr(stop), "--tolerance", tolerance, "--method", method, "--quiet", "-o", "M.csv"],
                          cwd=folder, check=False, capture_output=True, text=True)
    return max(int(line.split()[-1].replace(",", "")) for line in done.stderr.splitlines() if " refs:" in line)


def joined(values):
    return values[0] if len(set(values)) == 1 else " / ".join(values)


def row(program, cell, counts_instructions, folder):
    name, text, stop, methods = cell
    with open(os.path.join(folder, "M.mo"), "w", encoding="utf-8") as file:
        file.write(text)
    bests, by, autos, ratios, gains = [], [], [], [], []
    for tolerance in TOLERANCES:
        works = {m: run(program, stop, tolerance, m, folder) for m in (*methods, "auto")}
        known = {m: works[m] for m in methods if works[m] is not None}
        best = min(known, key=known.get, default=None)
        auto = works["auto"]
        bests.append(short(known[best]) if best else "–")
        by.append(best or "–")
        autos.append("–" if auto is None else short(auto))
        if auto is None or best is None:
            ratios.append("–")
            gains.append("–")
            continue
        ratio = auto / known[best]
        gains.append("only" if works["dop853"] is None else short(works["dop853"] / auto))
        shown = f"{ratio:.2f}"
        if counts_instructions and ratio > 1.1 and best == "modal":
            counted = {m: instructions(program, stop, tolerance, m, folder) for m in ("dop853", "modal", "auto")}
            least = min(count for m, count in counted.items() if m != "auto")
            shown += f" ({counted['auto'] / least:.2f})"
        ratios.append(shown)
    print(f"| {name} | {joined(bests)} | {joined(by)} | {joined(autos)} | {joined(ratios)} | {joined(gains)} |", flush=True)


def main():
    program = os.path.abspath(sys.argv[1])
    options = sys.argv[2:]
    counts = "--instructions" in options
    pattern = next((o for o in options if not o.startswith("--")), "")
    print("| cell | best | by | `auto` | `auto` / best | gain of `auto` |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for cell in CELLS:
            if pattern in cell[0]:
                row(program, cell, counts, folder)


if __name__ == "__main__":
    main()
