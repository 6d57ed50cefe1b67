#!/usr/bin/env python3
"""bellwether.solve_ivp beside SciPy's: processor time for the same true error.

    PYTHONPATH=build/release/python /usr/bin/python3 bench/python_ivp.py [PROBLEM...] [--json FILE]

Each problem is solved with tolerances from 1e-1 to 1e-10, each three times, of which the fastest counts; the error is the
largest of any state at 50 times against a solution with 1e-13. Times for an error are interpolated. Ours estimates its
error, SciPy's does not. Ratios are of one run; below 1 means less time than SciPy.
"""
import argparse
import ctypes
import json
import os
import pathlib
import subprocess
import tempfile
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads that wait for matrices of three rows take time, too

import numpy as np
import scipy.integrate

import bellwether

C_SOURCE = """
void oregonator(double t, double *y, double *f) {
  f[0] = 77.27 * (y[1] + y[0] * (1 - 8.375e-6 * y[0] - y[1]));
  f[1] = (y[2] - (1 + y[0]) * y[1]) / 77.27;
  f[2] = 0.161 * (y[0] - y[2]);
}
void van_der_pol(double t, double *y, double *f) { f[0] = y[1]; f[1] = 1000 * (1 - y[0] * y[0]) * y[1] - y[0]; }
void lotka_volterra(double t, double *y, double *f) { f[0] = y[0] * (1 - y[1]); f[1] = y[1] * (y[0] - 1); }
void arenstorf(double t, double *y, double *f) {
  double m = 0.012277471, k = 1 - m;
  double a = (y[0] + m) * (y[0] + m) + y[1] * y[1], b = (y[0] - k) * (y[0] - k) + y[1] * y[1];
  double d1 = a * __builtin_sqrt(a), d2 = b * __builtin_sqrt(b);
  f[0] = y[2]; f[1] = y[3];
  f[2] = y[0] + 2 * y[3] - k * (y[0] + m) / d1 - m * (y[0] - k) / d2;
  f[3] = y[1] - 2 * y[2] - k * y[1] / d1 - m * y[1] / d2;
}
"""


def oregonator(t, y):
    return [77.27 * (y[1] + y[0] * (1 - 8.375e-6 * y[0] - y[1])), (y[2] - (1 + y[0]) * y[1]) / 77.27,
            0.161 * (y[0] - y[2])]


def van_der_pol(t, y):
    return [y[1], 1000 * (1 - y[0] * y[0]) * y[1] - y[0]]


def lotka_volterra(t, y):
    return [y[0] * (1 - y[1]), y[1] * (y[0] - 1)]


def arenstorf(t, y):
    m = 0.012277471
    k = 1 - m
    d1 = ((y[0] + m) ** 2 + y[1] ** 2) ** 1.5
    d2 = ((y[0] - k) ** 2 + y[1] ** 2) ** 1.5
    return [y[2], y[3], y[0] + 2 * y[3] - k * (y[0] + m) / d1 - m * (y[0] - k) / d2,
            y[1] - 2 * y[2] - k * y[1] / d1 - m * y[1] / d2]


# Name: function, end, start values, absolute tolerance over relative one, SciPy's method.
PROBLEMS = {
    "lotka_volterra": (lotka_volterra, 30, [3, 0.5], 1.0, "RK45"),
    "arenstorf": (arenstorf, 17.0652165601579625, [0.994, 0, 0, -2.00158510637908], 1.0, "RK45"),
    "van_der_pol": (van_der_pol, 2000, [2, 0], 1.0, "Radau"),
    "oregonator": (oregonator, 360, [1, 2, 3], 1e-3, "Radau"),
}
TOLERANCES = 10.0 ** -np.arange(1, 11)
REPETITIONS = 3
TOO_LONG = np.inf  # seconds; after it no tighter tolerance is tried
ERRORS = (1e-4, 1e-6, 1e-8)


def measured(solve, fun, span, y0, scale, times, reference, **options):
    """[(true error, seconds)]"""
    points = []
    for rtol in TOLERANCES:
        if points and points[-1][1] > TOO_LONG:
            break
        seconds = np.inf
        for _ in range(REPETITIONS):
            begin = time.process_time()
            sol = solve(fun, span, y0, t_eval=times, rtol=rtol, atol=scale * rtol, **options)
            seconds = min(seconds, time.process_time() - begin)
        if sol.success and sol.y.shape == reference.shape:
            size = np.abs(reference) + np.reshape(scale, (-1, 1))
            points.append((float(np.max(np.abs(sol.y - reference) / size)), seconds))
    return points


def seconds_for(points, error):
    """Interpolated; None where the error was not reached, or always undercut by far."""
    logs = sorted((np.log(max(e, 1e-16)), np.log(s)) for e, s in points)
    xs, ys = zip(*logs)
    if np.log(error) < xs[0]:
        return None
    below = [s for e, s in points if e <= error]
    return float(min(min(below), np.exp(np.interp(np.log(error), xs, ys))))


def compiled_functions(folder):
    (folder / "f.c").write_text(C_SOURCE)
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", folder / "f.so", folder / "f.c"], check=True)
    library = ctypes.CDLL(str(folder / "f.so"))
    pointer = ctypes.POINTER(ctypes.c_double)
    for name in PROBLEMS:
        function = getattr(library, name)
        function.argtypes, function.restype = [ctypes.c_double, pointer, pointer], None
    return library


def compare(name, library):
    fun, end, y0, scale, method = PROBLEMS[name]
    times = np.linspace(0, end, 51)[1:]
    reference = bellwether.solve_ivp(getattr(library, name), [0, end], y0, t_eval=times, rtol=1e-13, atol=1e-13 * scale).y
    ours = measured(bellwether.solve_ivp, fun, [0, end], y0, scale, times, reference)
    compiled = measured(bellwether.solve_ivp, getattr(library, name), [0, end], y0, scale, times, reference)
    row = {"problem": name}
    for other in (method, "DOP853" if method == "RK45" else "LSODA"):
        theirs = measured(scipy.integrate.solve_ivp, fun, [0, end], y0, scale, times, reference, method=other)
        for error in ERRORS:
            base, mine, fast = (seconds_for(points, error) for points in (theirs, ours, compiled))
            if base and mine and fast:
                row[f"{other} {error:g}"] = (round(mine / base, 3), round(fast / base, 4), round(base, 4))
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("problems", nargs="*", default=list(PROBLEMS))
    parser.add_argument("--json")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        library = compiled_functions(pathlib.Path(folder))
        rows = [compare(name, library) for name in given.problems]
    print("problem, SciPy's method, error: ours / SciPy, ours compiled / SciPy, seconds of SciPy")
    for row in rows:
        for key, values in row.items():
            if key != "problem":
                print(f"{row['problem']:16} {key:14} {values[0]:8.3f} {values[1]:9.4f} {values[2]:9.4f}")
    if given.json:
        pathlib.Path(given.json).write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
