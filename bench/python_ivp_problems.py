#!/usr/bin/env python3
"""bellwether.solve_ivp beside SciPy's on the reference problems of tests/: processor time for the same true error.

    PYTHONPATH=build/release/python /usr/bin/python3 bench/python_ivp_problems.py build/release/bench/programs/ivp_library.so [PROBLEM...]

As python_ivp.py, at ten times and up to errors of 1e-6. Functions "in Python" call the library by ctypes and return an array,
1.6 us for each call. Problems with jumps and those of more than 8 states are left out.
"""
import ctypes
import sys
import warnings

import python_ivp  # first: it says how many threads numpy may have
import numpy as np
import scipy.integrate

import bellwether
from ode_peers import NONSTIFF, STIFF, open_library
from python_ivp import seconds_for

METHODS = {NONSTIFF: ("RK45", "DOP853", "LSODA"), STIFF: ("Radau", "BDF", "LSODA")}
ERRORS = (1e-4, 1e-6)
MOST_STATES = 8


class Problem:
    def __init__(self, library, index):
        each = range(library.ivp_size(index))
        self.name, self.kind, self.size = library.ivp_name(index).decode(), library.ivp_kind(index), len(each)
        self.is_smooth = library.ivp_breaks(index) == 0
        self.start, self.stop = library.ivp_start(index), library.ivp_stop(index)
        self.y0 = np.array([library.ivp_x0(index, i) for i in each])
        self.nominals = np.array([library.ivp_nominal(index, i) for i in each])
        self.index = ctypes.c_int(index)
        self._f = library.ivp_f
        pointer = ctypes.POINTER(ctypes.c_double)
        library.ivp_callback.argtypes = [ctypes.c_double, pointer, pointer, ctypes.c_void_p]
        library.ivp_callback.restype = None
        place = ctypes.cast(ctypes.pointer(self.index), ctypes.c_void_p)
        self.compiled = scipy.LowLevelCallable(library.ivp_callback, place)

    def in_python(self, t, y):
        y, dy = np.ascontiguousarray(y), np.empty(self.size)
        self._f(self.index, t, y.ctypes.data, dy.ctypes.data)
        return dy


def compare(problem):
    times = np.linspace(problem.start, problem.stop, 11)[1:]
    span, nominals = [problem.start, problem.stop], problem.nominals
    reference = bellwether.solve_ivp(problem.compiled, span, problem.y0, t_eval=times, rtol=1e-13, atol=1e-13 * nominals).y

    def points(solve, function, **options):
        return python_ivp.measured(solve, function, span, problem.y0, nominals, times, reference, **options)

    ours = points(bellwether.solve_ivp, problem.in_python)
    compiled = points(bellwether.solve_ivp, problem.compiled)
    for method in METHODS[problem.kind]:
        theirs = points(scipy.integrate.solve_ivp, problem.in_python, method=method)
        for error in ERRORS:
            base, mine, fast = (seconds_for(each, error) for each in (theirs, ours, compiled))
            if base and mine and fast:
                print(f"{problem.name:24} {method:7} {error:7g} {mine / base:8.3f} {fast / base:9.4f} {1e3 * base:9.3f}", flush=True)


def main():
    warnings.simplefilter("ignore")  # of trial steps that overflow
    python_ivp.TOO_LONG = 0.3
    python_ivp.TOLERANCES = 10.0 ** -np.arange(1, 10)
    library = open_library(sys.argv[1])
    print("problem, SciPy's method, error: ours / SciPy, ours compiled / SciPy, ms of SciPy")
    for problem in (Problem(library, k) for k in range(library.ivp_count())):
        is_measured = problem.is_smooth and problem.size <= MOST_STATES and problem.kind in METHODS
        if problem.name in sys.argv[2:] or (is_measured and not sys.argv[2:]):
            compare(problem)


if __name__ == "__main__":
    main()
