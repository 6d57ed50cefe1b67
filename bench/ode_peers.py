#!/usr/bin/env python3
"""SciPy's solve_ivp on the reference problems; prints the CSV lines of ode_work_precision.

usage: ode_peers.py LIBRARY PROBLEM,PROBLEM,... TOLERANCE,TOLERANCE,...

LIBRARY is ivp_library.so: f and the Jacobian are compiled ones, so that the time is that of SciPy and
of a call from Python (2 us), not of f.
"""
import ctypes
import sys
import time

import numpy as np
from scipy.integrate import solve_ivp

NONSTIFF, OSCILLATORY, STIFF = range(3)
METHODS = {"RK45": (NONSTIFF,), "DOP853": (NONSTIFF,), "LSODA": (NONSTIFF, STIFF), "Radau": (STIFF,), "BDF": (STIFF,)}
TOO_LONG = 4.0  # seconds; a method that took longer is not run with tighter tolerances


class Problem:
    def __init__(self, library, index):
        self.library, self.index = library, index
        self.size, self.kind = library.ivp_size(index), library.ivp_kind(index)
        each = lambda ask: np.array([ask(index, i) for i in range(self.size)])
        self.x0, self.end, self.nominal = each(library.ivp_x0), each(library.ivp_end), each(library.ivp_nominal)
        breaks = [library.ivp_break(index, i) for i in range(library.ivp_breaks(index))]
        self.times = [library.ivp_start(index), *breaks, library.ivp_stop(index)]
        self.has_jacobian = bool(library.ivp_has_jacobian(index))

    def f(self, t, x):
        dx = np.empty(self.size)
        self.library.ivp_f(self.index, t, np.ascontiguousarray(x).ctypes.data, dx.ctypes.data)
        return dx

    def jacobian(self, t, x):
        rows = np.empty((self.size, self.size))
        self.library.ivp_jacobian(self.index, t, np.ascontiguousarray(x).ctypes.data, rows.ctypes.data)
        return rows

    def solve(self, method, tolerance):
        """Restarted at each break; f keeps its side of a jump."""
        x, rhs, jacobians = self.x0, 0, 0
        options = {"jac": self.jacobian} if self.has_jacobian and method in ("Radau", "BDF", "LSODA") else {}
        for begin, end in zip(self.times, self.times[1:]):
            last = np.nextafter(end, begin) if len(self.times) > 2 else end
            run = solve_ivp(lambda t, y: self.f(min(t, last), y), (begin, end), x, method=method, rtol=tolerance,
                            atol=tolerance * self.nominal, **options)
            if not run.success:
                return None, rhs, jacobians
            x, rhs, jacobians = run.y[:, -1], rhs + run.nfev, jacobians + run.njev
        return x, rhs, jacobians


def open_library(path):
    library = ctypes.CDLL(path)
    library.ivp_name.restype = ctypes.c_char_p
    for name in ("ivp_start", "ivp_stop", "ivp_x0", "ivp_end", "ivp_nominal", "ivp_break"):
        getattr(library, name).restype = ctypes.c_double
    for name in ("ivp_f", "ivp_jacobian"):
        getattr(library, name).argtypes = [ctypes.c_int, ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p]
    return library


def measure(name, problem, method, tolerance):
    best = np.inf
    for _ in range(2):
        begin = time.process_time()
        x, rhs, jacobians = problem.solve(method, float(tolerance))
        best = min(best, time.process_time() - begin)
        if x is None or best > 0.5:
            break
    if x is not None:
        error = np.max(np.abs(x - problem.end) / (np.abs(problem.end) + problem.nominal))
        print(f"{name},theirs,scipy_{method},{tolerance},{error:.3g},{1e6 * best:.4g},{rhs},{jacobians}", flush=True)
    return best


def main():
    library = open_library(sys.argv[1])
    index = {library.ivp_name(i).decode(): i for i in range(library.ivp_count())}
    for name in sys.argv[2].split(","):
        problem = Problem(library, index[name])
        for method, kinds in METHODS.items():
            if problem.kind != OSCILLATORY and problem.kind not in kinds:
                continue
            for tolerance in sys.argv[3].split(","):
                if measure(name, problem, method, tolerance) > TOO_LONG:
                    break


np.seterr(all="ignore")
if __name__ == "__main__":
    main()
