"""`bellwether.solve_ivp`: SciPy's signature, with an estimate of the global error."""
from __future__ import annotations

import math
import warnings
from typing import Any, Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _bellwether, _ivp_callbacks, _ivp_solution, _options
from ._ivp_solution import MESSAGES, ConstantOutput, OdeResult

# SciPy's names for methods, and ours.
METHODS = {"RK23": "bs32", "RK45": "dopri5", "DOP853": "dop853", "Radau": "radau5", "BDF": "bdf", "LSODA": "auto"}
KEYWORDS = ("rtol", "atol", "jac", "jac_sparsity", "lband", "uband", "max_step", "min_step", "first_step", "certify")
SMALLEST_RTOL = 100 * np.finfo(float).eps
SMALLEST_NOMINAL = float(np.finfo(float).tiny / np.finfo(float).eps)
SHORTEST_SPAN = 512 * np.finfo(float).eps  # over the larger time; methods try steps of a hundredth of it


def _method(method: Any) -> str:
    name = method if isinstance(method, str) else getattr(method, "__name__", str(method))
    if name in METHODS:
        return METHODS[name]
    known = [*METHODS, *_options.table()["method"]["words"]]
    if name in known:
        return str(name)
    near = _bellwether.nearest(str(name), known)
    raise ValueError(f"method '{name}' is unknown." + (f" Did you mean {' or '.join(near)}?" if near else
                     f" Known: {', '.join(known)}."))


def _tolerances(rtol: ArrayLike, atol: ArrayLike, n: int) -> tuple[float, float | NDArray[np.float64]]:
    """The relative tolerance, and the size of each state (one for all) below which the absolute one counts."""
    if isinstance(rtol, float) and isinstance(atol, float) and SMALLEST_RTOL <= rtol < 1 and atol >= 0:
        return float(rtol), max(float(atol) / float(rtol), SMALLEST_NOMINAL)  # almost always; without numpy
    relative = np.asarray(rtol, dtype=float)
    if (relative < SMALLEST_RTOL).any():
        warnings.warn("At least one element of `rtol` is too small. "
                      f"Setting `rtol = np.maximum(rtol, {SMALLEST_RTOL})`.", stacklevel=4)
        relative = np.maximum(relative, SMALLEST_RTOL)
    absolute = np.asarray(atol, dtype=float)
    for name, values in (("rtol", relative), ("atol", absolute)):
        if values.ndim > 0 and values.shape != (n,):
            raise ValueError(f"`{name}` has wrong shape.")
    if not (absolute >= 0).all():
        raise ValueError("`atol` must be positive.")
    smallest = float(relative.min()) if relative.size else 1e-3
    if not smallest < 1:
        raise ValueError(f"`rtol` must be below 1, not {smallest}.")
    nominals: NDArray[np.float64] = np.maximum(absolute / smallest, SMALLEST_NOMINAL)
    return smallest, nominals if nominals.ndim else float(nominals)


def _times(t_span: Sequence[float]) -> tuple[float, float]:
    try:
        t0, tf = t_span
    except (TypeError, ValueError):
        raise ValueError(f"`t_span` must be two numbers, not {t_span!r}.") from None
    return float(t0), float(tf)


def _checked_t_eval(t_eval: ArrayLike | None, t0: float, tf: float) -> NDArray[np.float64] | None:
    if t_eval is None:
        return None
    times = np.asarray(t_eval, dtype=float)
    if times.ndim != 1:
        raise ValueError("`t_eval` must be 1-dimensional.")
    low, high = (t0, tf) if tf >= t0 else (tf, t0)
    before, after = times[:-1], times[1:]
    is_sorted = (before < after if tf >= t0 else before > after).all()
    if not is_sorted or (len(times) and not (low <= times[0] <= high and low <= times[-1] <= high)):
        within = ((times >= low) & (times <= high)).all()
        raise ValueError(f"Values in `t_eval` are not {'properly sorted' if within else 'within `t_span`'}.")
    return times


def _certify(value: Any) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"`certify` must be True or False, not {value!r}.")
    return bool(value)


def _check_span(t0: float, tf: float) -> None:
    if not (math.isfinite(t0) and math.isfinite(tf)):
        raise ValueError(f"`t_span` must be finite, not {t0}, {tf}; an event ends an integration before its end.")
    if abs(tf - t0) < SHORTEST_SPAN * max(abs(t0), abs(tf)):
        raise ValueError(f"`t_span` {t0!r}, {tf!r} is too short: "
                         "there are too few numbers of double precision between them.")


def _number(value: Any, name: str) -> float:
    if np.size(value) == 1 and not isinstance(value, (str, bytes)):
        try:
            return float(np.asarray(value).item())
        except (TypeError, ValueError):
            pass
    raise TypeError(f"`{name}` must be a number, not {value!r}.")


def _step(given: Any, name: str, span: float) -> float:
    """0: none."""
    value = math.inf if given is None else _number(given, name)
    if value == math.inf:
        return 0.0
    if not value > 0:
        raise ValueError(f"`{name}` must be positive.")
    if name == "first_step" and value > span:
        raise ValueError("`first_step` exceeds bounds.")
    return value


def _without_states(t0: float, tf: float, y0: NDArray[Any], t_eval: NDArray[np.float64] | None,
                    events: int | None) -> OdeResult:
    """Nothing to integrate: no states, or no time."""
    ends = [t0, tf] if np.isfinite(tf) and tf != t0 else [t0]
    times = np.array(ends) if t_eval is None else t_eval
    values = np.repeat(y0[:, None], len(times), axis=1)
    sol = ConstantOutput(t0, tf, y0)
    none: list[NDArray[Any]] | None = None if events is None else [np.array([]) for _ in range(events)]
    return OdeResult(t=times, y=values, sol=sol, t_events=none, y_events=none, nfev=0, njev=0, nlu=0, status=0,
                     message=MESSAGES[0], success=True, global_error=np.zeros(values.shape), verdict="trusted",
                     estimated_error=0.0, diagnostics=[], summary={})


def solve_ivp(fun: Any, t_span: Sequence[float], y0: ArrayLike, method: Any = "auto",
              t_eval: ArrayLike | None = None, dense_output: bool = False,
              events: Callable[..., float] | Sequence[Callable[..., float]] | None = None, vectorized: bool = False,
              args: Sequence[Any] | None = None, **options: Any) -> OdeResult:
    """Solves an initial value problem y' = fun(t, y) and estimates the global error of the solution.

    Arguments and result are those of `scipy.integrate.solve_ivp`. These differ:

    method : "auto" (the default) chooses, and switches where the problem becomes stiff. SciPy's names mean the same
        methods here, "LSODA" means "auto"; all names of `bellwether list methods` work.
    rtol, atol : tolerances of the *result*, not of a step (default 1e-3 and 1e-6): at the times `t_eval`, or all along
        where it is not given or `dense_output` or `events` are. Of several `rtol` the smallest counts. The problem is
        integrated at least twice, with a tenth of the tolerance; `nfev` counts all of it.
    certify : False integrates once, as SciPy does, and estimates nothing.
    fun : a function in Python, or compiled: a `scipy.LowLevelCallable`, a numba `cfunc` or a ctypes function
        `void (double t, double *y, double *dy[, void *data])`, which is called without the interpreter.

    The result also has

    global_error : estimate of the error of each value of `y`; None with certify=False
    verdict : "trusted", "unverified", "doubtful" or "rejected"
    estimated_error : the largest error in units of the tolerance
    diagnostics : notes, warnings and errors

    >>> import numpy as np
    >>> sol = solve_ivp(lambda t, y: [y[1], -y[0]], [0, 10], [1, 0], rtol=1e-6, atol=1e-9, t_eval=[5, 10])
    >>> sol.verdict
    'trusted'
    >>> bool(np.all(abs(sol.y[0] - np.cos(sol.t)) <= 1e-6))
    True
    """
    for keyword in options:
        if keyword not in KEYWORDS:
            raise _options.unknown(keyword, [*KEYWORDS, "method", "t_eval", "events", "args"], "solve_ivp")
    shortest = options.get("min_step")
    if shortest is not None and _number(shortest, "min_step") != 0:  # SciPy's own default is 0
        raise ValueError("`min_step` cannot be honoured: steps are as short as the tolerance needs. Leave it out.")
    t0, tf = _times(t_span)
    times = _checked_t_eval(t_eval, t0, tf)
    start = np.asarray(y0)
    if start.ndim != 1:
        raise ValueError("`y0` must be 1-dimensional.")
    is_complex = start.dtype.kind == "c"
    start = start.astype(complex if is_complex else float)
    callbacks = _ivp_callbacks.Callbacks(fun, args, vectorized, is_complex, len(start))
    watched = callbacks.events(events)
    chosen = _method(method)
    if len(start) == 0 or t0 == tf:
        return _without_states(t0, tf, start, times, None if events is None else len(watched["events"]))
    _check_span(t0, tf)
    if not np.isfinite(start).all():
        raise ValueError("All components of the initial state `y0` must be finite.")
    relative, nominals = _tolerances(options.get("rtol", 1e-3), options.get("atol", 1e-6), len(start))
    sign = 1.0 if tf > t0 else -1.0
    if is_complex and not isinstance(nominals, float):
        nominals = nominals.repeat(2)
    problem = {"y0": _ivp_callbacks.real(start), "nominals": nominals,
               "sign": sign, "start": sign * t0, "stop": sign * tf, "tolerance": relative, "method": chosen,
               "certify": _certify(options.get("certify", True)),
               "first_step": _step(options.get("first_step"), "first_step", abs(tf - t0)),
               "max_step": _step(options.get("max_step"), "max_step", abs(tf - t0)),
               **callbacks.derivatives(), **watched,
               **callbacks.jacobian(options.get("jac"), _ivp_callbacks.bands(options, len(start)), t0, start)}
    if times is not None and not dense_output and events is None:
        problem["rows"] = times if sign > 0 else -times
    answer = _bellwether.solve(problem)
    answer["end"] = tf
    answer["constant_jac"] = "constant_jac" in problem
    return _ivp_solution.solution_of(answer, len(start), is_complex, times, dense_output,
                                     None if events is None else len(watched["events"]))
