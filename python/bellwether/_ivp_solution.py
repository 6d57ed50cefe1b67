"""The result of `solve_ivp`: SciPy's object, and what is known of its error."""
from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _bellwether

MESSAGES = {0: "The solver successfully reached the end of the integration interval.",
            1: "A termination event occurred."}


class OdeResult(dict[str, Any]):
    """A dictionary whose entries are attributes, as in SciPy. `summary` is made when it is read first."""

    def __missing__(self, name: str) -> Any:
        make = self.__dict__.get("_make_summary")
        if name != "summary" or make is None:
            raise KeyError(name)
        self["summary"] = json.loads(make())
        return self["summary"]

    def __reduce__(self) -> tuple[Any, ...]:
        return OdeResult, ({**self, "summary": self["summary"]},)

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
    array of times an array (states, times).
    """

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
        values = self._at(np.atleast_1d(times))
        return values[:, 0] if times.ndim == 0 else values

    def _at(self, t: NDArray[np.float64]) -> NDArray[Any]:
        values = self._steps.at(t)
        return values[0::2] + 1j * values[1::2] if self._is_complex else values


class ConstantOutput(DenseOutput):
    """Where nothing changes."""

    def __init__(self, t0: float, tf: float, y: NDArray[Any]) -> None:
        self._y = y
        self._bound(np.array([t0, tf]))

    def _at(self, t: NDArray[np.float64]) -> NDArray[Any]:
        values: NDArray[Any] = np.repeat(self._y[:, None], len(t), axis=1)
        return values


def _values_and_errors(fine: DenseOutput, coarse: DenseOutput, times: NDArray[np.float64]
                       ) -> tuple[NDArray[Any], NDArray[np.float64]]:
    """At the times. Half-way to the neighbours counts, too, because a difference may change its sign at a time."""
    places = np.concatenate([times, (times[1:] + times[:-1]) / 2])
    values = fine(places)
    differences: NDArray[np.float64] = np.abs(values - coarse(places))
    errors, between = differences[:, :len(times)], differences[:, len(times):]
    np.maximum(errors[:, 1:], between, out=errors[:, 1:])
    np.maximum(errors[:, :-1], between, out=errors[:, :-1])
    return values[:, :len(times)], errors


def _events(found: list[tuple[int, float, NDArray[Any]]], count: int, is_complex: bool
            ) -> tuple[list[NDArray[Any]], list[NDArray[Any]]]:
    times: list[list[float]] = [[] for _ in range(count)]
    states: list[list[NDArray[Any]]] = [[] for _ in range(count)]
    for which, time, state in found:
        times[which].append(time)
        states[which].append(state.view(complex) if is_complex else state)
    return [np.array(each) for each in times], [np.array(each) for each in states]


def solution_of(answer: dict[str, Any], n: int, is_complex: bool, t_eval: NDArray[np.float64] | None, dense_output: bool,
         event_count: int | None) -> OdeResult:
    """What `_bellwether.solve` answered, as SciPy's users know it."""
    recordings = answer["recordings"]
    whole = [each for each in recordings if each["end"] == answer["end"]]
    if whole and answer["is_complete"] and not recordings[-1]["ended_by_event"]:
        recordings = whole  # one with a smaller tolerance may have failed
    reached_end = bool(recordings) and recordings[-1]["end"] == answer["end"]
    ended_by_event = bool(recordings) and recordings[-1]["ended_by_event"]
    found = recordings[-1]["events"] if recordings else []
    status = 1 if ended_by_event else 0 if answer["is_complete"] and reached_end else -1
    listed = json.loads(answer["summary"]())["diagnostics"] if answer["has_diagnostics"] else []
    diagnostics = [each for each in listed if each["code"] != "terminated"]
    message = MESSAGES.get(status) or next(
        (each["message"] for each in diagnostics if each["severity"] == "error"), "The integration failed.")
    if not recordings:
        empty: NDArray[Any] = np.empty((n, 0), complex if is_complex else float)
        fine, times, values, error = None, np.array([]), empty, None
    else:
        fine = DenseOutput(recordings[-1]["steps"], is_complex)
        times = fine.ts
        if t_eval is not None:
            last = fine.ts[-1]
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
