#!/usr/bin/env python3
"""LSODA, the solver that chooses between Adams and BDF, on the reference problems: CSV lines as ode_auto prints them.

usage: ode_lsoda.py LIBRARY      LIBRARY is ivp_library.so

The Fortran code in SciPy calls the compiled right-hand side directly, without Python in between.
"""
import ctypes
import sys
import time

import numpy as np
from scipy.integrate import _lsoda

TOO_LONG = 0.5  # seconds; tighter tolerances are not tried then


def capsule(function):
    """A pointer that f2py takes for a compiled function."""
    make = ctypes.pythonapi.PyCapsule_New
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return make(ctypes.cast(function, ctypes.c_void_p), None, None)


def solve(f, times, x, relative, absolute):
    n = len(x)
    for begin, end in zip(times, times[1:]):
        rwork, iwork = np.zeros(22 + n * max(16, n + 9)), np.zeros(20 + n, dtype=np.int32)
        rwork[0] = np.nextafter(end, begin) if len(times) > 2 else end
        iwork[5] = 1000000
        x, _, state = _lsoda.lsoda(f, x, begin, rwork[0], np.array([relative]), absolute, 4, 1, rwork, iwork, f, 2)
        if state < 0:
            return None, 0
    return x, int(iwork[11])


def main():
    library = ctypes.CDLL(sys.argv[1])
    library.ivp_name.restype = ctypes.c_char_p
    for name in ("ivp_start", "ivp_stop", "ivp_x0", "ivp_end", "ivp_nominal", "ivp_break"):
        getattr(library, name).restype = ctypes.c_double
    f = capsule(library.ivp_fortran_f)
    for index in range(library.ivp_count()):
        library.ivp_use(index)
        each = lambda ask: np.array([ask(index, i) for i in range(library.ivp_size(index))])
        x0, end, nominal = each(library.ivp_x0), each(library.ivp_end), each(library.ivp_nominal)
        breaks = [library.ivp_break(index, i) for i in range(library.ivp_breaks(index))]
        times = [library.ivp_start(index), *breaks, library.ivp_stop(index)]
        for half in range(21):
            tolerance, best = 10 ** (-2 - half / 2), np.inf
            for _ in range(5):
                begin = time.perf_counter()
                x, rhs = solve(f, times, x0.copy(), tolerance, tolerance * nominal)
                best = min(best, time.perf_counter() - begin)
                if best > TOO_LONG:
                    break
            if x is not None:
                error = np.max(np.abs(x - end) / (np.abs(end) + nominal))
                name = library.ivp_name(index).decode()
                print(f"{name},lsoda,{tolerance:g},{error:.3g},{1e6 * best:.4g},{rhs}", flush=True)
            if best > TOO_LONG:
                break


main()
