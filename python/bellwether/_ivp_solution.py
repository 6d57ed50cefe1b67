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
    """A dictionary whose entries are attributes, as in SciPy. `summary` is made when it, or all entries, are read first:
    that takes longer than a short integration."""

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
        if name == "_make_summary":
            self.__dict__[name] = value
        else:
            self[name] = value

    def __delattr__(self, name: str) -> None:
        del self[name]

    def __repr__(self) -> str:
        shown = {name: value for name, value in self.items() if name != "summary"}  # pages of it
        width = max(map(len, shown), default=0)
        return "\n".join(f"{name:>{width}}: {value!r}" for name, value in shown.items())

    def __dir__(self) -> list[str]:
        return list(self)


class DenseOutput:
    """The solution at any time, also between the steps: a polynomial for each step.

    `ts` are the ends of the steps; `t_min` and `t_max` bound them. Called with a time it returns the states, with an
    array of times an array (states, times). NaN outside of the bounds: a polynomial knows nothing there.
    """

    _is_bounded = True

    def __init__(self, steps: _bellwether.Steps, is_complex: bool) -> None:
        self._steps, self._is_complex = steps, is_complex
        self._bound(steps.times)

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
        values = self._steps.at(t)
        return values[0::2] + 1j * values[1::2] if self._is_complex else values


class ConstantOutput(DenseOutput):
    """Where nothing changes, at any time."""

    _is_bounded = False

    def __init__(self, t0: float, tf: float, y: NDArray[Any]) -> None:
        self._y = y
        self._bound(np.array([t0, tf]))

    def _at(self, t: NDArray[np.float64]) -> NDArray[Any]:
        values: NDArray[Any] = np.repeat(self._y[:, None], len(t), axis=1)
        return values


def places(t0: float, times: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where the solution is looked at: the times, and a little before each, because a difference may change its sign at
    a time."""
    n = len(times)
    both: NDArray[np.float64] = np.empty(2 * n)
    both[:n] = both[n:] = times
    both[n:n + 1] -= 0.08 * (times[:1] - t0)
    both[n + 1:] -= 0.08 * (times[1:] - times[:-1])
    return both


def _values_and_errors(fine: DenseOutput, coarse: DenseOutput, times: NDArray[np.float64]
                       ) -> tuple[NDArray[Any], NDArray[np.float64]]:
    looked_at = places(float(fine.ts[0]), times)
    values = fine._at(looked_at)
    differences: NDArray[np.float64] = np.abs(values - coarse._at(looked_at))  # perhaps a little beyond its end
    n = len(times)
    return values[:, :n], np.maximum(differences[:, :n], differences[:, n:])


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
    return bool(abs(recording["end"] - end) <= SLACK * abs(end - recording["steps"].times[0]))


def solution_of(answer: dict[str, Any], n: int, is_complex: bool, t_eval: NDArray[np.float64] | None, dense_output: bool,
         event_count: int | None) -> OdeResult:
    """What `_bellwether.solve` answered, as SciPy's users know it."""
    recordings = answer["recordings"]
    whole = [each for each in recordings if _reached(each, answer["end"])]
    if whole and answer["is_complete"] and not recordings[-1]["ended_by_event"]:
        recordings = whole  # one with a smaller tolerance may have failed
    reached_end = bool(recordings) and _reached(recordings[-1], answer["end"])
    ended_by_event = bool(recordings) and recordings[-1]["ended_by_event"]
    found = recordings[-1]["events"] if recordings else []
    status = 1 if ended_by_event else 0 if answer["is_complete"] and reached_end else -1
    diagnostics = [each for each in json.loads(answer["diagnostics"]) if each["code"] != "terminated"]
    for each in diagnostics:
        each["message"] = _options.in_python_words(each["message"].replace("--tolerance", "rtol"))
    reason = next((each["message"] for each in diagnostics if each["severity"] == "error"), "The integration failed.")
    message = MESSAGES.get(status, reason)
    if status >= 0 and answer["verdict"] == "rejected":
        message += f" Its result is rejected: {reason}"
    if not recordings:
        empty: NDArray[Any] = np.empty((n, 0), complex if is_complex else float)
        fine, times, values, error = None, np.array([]), empty, None
    else:
        fine = DenseOutput(recordings[-1]["steps"], is_complex)
        times = fine.ts
        if t_eval is not None:
            last = answer["end"] if status == 0 else fine.ts[-1]
            times = t_eval[t_eval <= last if last >= fine.ts[0] else t_eval >= last]
        if answer["estimated_error"] is not None and len(recordings) > 1:
            values, error = _values_and_errors(fine, DenseOutput(recordings[-2]["steps"], is_complex), times)
        else:
            values, error = fine(times), None
    t_events, y_events = (None, None) if event_count is None else _events(found, event_count, is_complex)
    solution = OdeResult(t=times, y=values, sol=fine if dense_output else None, t_events=t_events, y_events=y_events,
                         nfev=answer["nfev"], njev=0 if answer["constant_jac"] else answer["njev"], nlu=answer["nlu"],
                         status=status, message=message, success=status >= 0, global_error=error,
                         verdict=answer["verdict"], estimated_error=answer["estimated_error"], diagnostics=diagnostics)
    solution._make_summary = answer["summary"]
    return solution
