"""The result of `solve_ivp`: SciPy's object, and what is known of its error."""
from __future__ import annotations

import json
from typing import Any, Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _bellwether, _options

SLACK = 1e-9  # of the span: times behind its end by rounding
MESSAGES = {0: "The solver successfully reached the end of the integration interval.",
            1: "A termination event occurred."}


class OdeResult(dict[str, Any]):
    """A dictionary whose entries are attributes, as in SciPy. `summary` is made when it, or all entries, are read
    first: that takes longer than a short integration."""

    def _with_summary(self) -> OdeResult:
        make = self.__dict__.pop("_make_summary", None)
        if make is not None and not super().__contains__("summary"):
            self["summary"] = json.loads(make())
        return self

    def __missing__(self, name: str) -> Any:
        if name != "summary" or "_make_summary" not in self.__dict__:
            raise KeyError(name)
        return self._with_summary()[name]

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or (name == "summary" and "_make_summary" in self.__dict__)

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self else default

    def __iter__(self) -> Iterator[str]:
        return dict.__iter__(self._with_summary())

    def __len__(self) -> int:
        return dict.__len__(self._with_summary())

    def keys(self) -> Any:
        return dict.keys(self._with_summary())

    def values(self) -> Any:
        return dict.values(self._with_summary())

    def items(self) -> Any:
        return dict.items(self._with_summary())

    def copy(self) -> OdeResult:
        return OdeResult(self.items())

    def __reduce__(self) -> tuple[Any, ...]:
        return OdeResult, (dict(self.items()),)

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def __delattr__(self, name: str) -> None:
        del self[name]

    def __repr__(self) -> str:
        shown = {name: value for name, value in self.items() if name != "summary"}  # pages of it
        width = max(map(len, shown), default=0)
        return "\n".join(f"{name:>{width}}: {value!r}" for name, value in shown.items())

    def __dir__(self) -> list[str]:
        return list(self)


def _states(reals: NDArray[np.float64], is_complex: bool) -> NDArray[Any]:
    return reals[0::2] + 1j * reals[1::2] if is_complex else reals


class DenseOutput:
    """The solution at any time, also between the steps: a polynomial for each step.

    `ts` are the ends of the steps; `t_min` and `t_max` bound them. Called with a time it returns the states, with an
    array of times an array (states, times). NaN outside of the bounds: a polynomial knows nothing there.
    """

    _is_bounded = True

    def __init__(self, steps: _bellwether.Steps, times: NDArray[np.float64], is_complex: bool) -> None:
        self._steps, self._is_complex = steps, is_complex
        self._bound(times)

    def _bound(self, times: NDArray[np.float64]) -> None:
        self.ts = times
        self.t_min, self.t_max = float(min(times[0], times[-1])), float(max(times[0], times[-1]))
        self.n_segments = len(times) - 1

    def __call__(self, t: ArrayLike) -> NDArray[Any]:
        times = np.asarray(t, dtype=float)
        if times.ndim > 1:
            raise ValueError("`t` must be a float or a 1-D array.")
        each = np.atleast_1d(times)
        values = self._at(each)
        if self._is_bounded:
            slack = SLACK * (self.t_max - self.t_min)
            values[:, (each < self.t_min - slack) | (each > self.t_max + slack)] = np.nan
        return values[:, 0] if times.ndim == 0 else values

    def _at(self, t: NDArray[np.float64]) -> NDArray[Any]:
        return _states(self._steps.at(t), self._is_complex)


class ConstantOutput(DenseOutput):
    """Where nothing changes, at any time."""

    _is_bounded = False

    def __init__(self, t0: float, tf: float, y: NDArray[Any]) -> None:
        self._y = y
        self._bound(np.array([t0, tf]))

    def _at(self, t: NDArray[np.float64]) -> NDArray[Any]:
        values: NDArray[Any] = np.repeat(self._y[:, None], len(t), axis=1)
        return values


def _events(found: list[tuple[int, float, NDArray[Any]]], count: int, is_complex: bool
            ) -> tuple[list[NDArray[Any]], list[NDArray[Any]]]:
    times: list[list[float]] = [[] for _ in range(count)]
    states: list[list[NDArray[Any]]] = [[] for _ in range(count)]
    for which, time, state in found:
        times[which].append(time)
        states[which].append(state.view(complex) if is_complex else state)
    return [np.array(each) for each in times], [np.array(each) for each in states]


def _reached(recording: dict[str, Any], end: float) -> bool:
    """Up to rounding: where there is a discontinuity at the end, the last step ends a hair before it."""
    reached: float = recording["end"]
    return reached == end or bool(abs(reached - end) <= SLACK * abs(end - recording["steps"].times[0]))


def _until(times: NDArray[np.float64], recording: dict[str, Any]) -> NDArray[np.float64]:
    """Those until the end of an integration."""
    end: float = recording["end"]
    reached: NDArray[np.float64] = times[times <= end if end >= recording["steps"].times[0] else times >= end]
    return reached


def _values_and_errors(steps: _bellwether.Steps, coarse: _bellwether.Steps | None, times: NDArray[np.float64],
                       is_complex: bool) -> tuple[NDArray[Any], NDArray[np.float64] | None]:
    if coarse is None:
        return _states(steps.at(times), is_complex), None
    values, errors = steps.compared(coarse, times, is_complex)
    return _states(values, is_complex), errors


def _diagnostics(answer: dict[str, Any]) -> list[dict[str, Any]]:
    if "diagnostics" not in answer:
        return []
    diagnostics = [each for each in json.loads(answer["diagnostics"]) if each["code"] != "terminated"]
    for each in diagnostics:
        each["message"] = _options.in_python_words(each["message"].replace("--tolerance", "rtol"))
    return diagnostics


def solution_of(answer: dict[str, Any], n: int, is_complex: bool, t_eval: NDArray[np.float64] | None,
                dense_output: bool, event_count: int | None) -> OdeResult:
    """What `_bellwether.solve` answered, as SciPy's users know it."""
    recordings = answer["recordings"]
    whole = [each for each in recordings if _reached(each, answer["end"])]
    if whole and answer["is_complete"] and not recordings[-1]["ended_by_event"]:
        recordings = whole  # one with a smaller tolerance may have failed
    last = recordings[-1] if recordings else None
    ended_by_event = last is not None and last["ended_by_event"]
    reached_end = last is not None and _reached(last, answer["end"])
    status = 1 if ended_by_event else 0 if answer["is_complete"] and reached_end else -1
    diagnostics = _diagnostics(answer)
    reasons = [each["message"] for each in diagnostics if each["severity"] == "error"]
    reason = str(answer.get("reason") or next(iter(reasons), "The integration failed."))
    message = MESSAGES.get(status, reason)
    if status >= 0 and answer["verdict"] == "rejected":
        message += f" Its result is rejected: {reason}"
    sol, error, found = None, None, []
    if last is None:
        times, values = np.array([]), np.empty((n, 0), complex if is_complex else float)
    else:
        steps, found = last["steps"], last["events"]
        times = steps.times if t_eval is None else t_eval if status == 0 else _until(t_eval, last)
        coarse = recordings[-2]["steps"] if answer["estimated_error"] is not None and len(recordings) > 1 else None
        values, error = _values_and_errors(steps, coarse, times, is_complex)
        if dense_output:
            sol = DenseOutput(steps, times if t_eval is None else steps.times, is_complex)
    t_events, y_events = (None, None) if event_count is None else _events(found, event_count, is_complex)
    solution = OdeResult(t=times, y=values, sol=sol, t_events=t_events, y_events=y_events,
                         nfev=answer["nfev"], njev=0 if answer["constant_jac"] else answer["njev"], nlu=answer["nlu"],
                         status=status, message=message, success=status >= 0, global_error=error,
                         verdict=answer["verdict"], estimated_error=answer["estimated_error"], diagnostics=diagnostics)
    solution.__dict__["_make_summary"] = answer["summary"]
    return solution
