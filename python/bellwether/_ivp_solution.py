"""The result of `solve_ivp`: SciPy's object, and what is known of its error."""
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _bellwether

MESSAGES = {0: "The solver successfully reached the end of the integration interval.",
            1: "A termination event occurred."}


class OdeResult(dict[str, Any]):
    """A dictionary whose entries are attributes, as in SciPy."""

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


class DenseOutput:
    """The solution at any time, also between the steps: a polynomial for each step.

    `ts` are the ends of the steps; `t_min` and `t_max` bound them. Called with a time it returns the states, with an
    array of times an array (states, times).
    """

    def __init__(self, times: NDArray[np.float64], points: NDArray[Any]) -> None:
        self.ts = times
        self._points = points  # (steps, places, states)
        self.t_min, self.t_max = float(min(times[0], times[-1])), float(max(times[0], times[-1]))
        self.n_segments = len(times) - 1

    def __call__(self, t: ArrayLike) -> NDArray[Any]:
        times = np.asarray(t, dtype=float)
        if times.ndim > 1:
            raise ValueError("`t` must be a float or a 1-D array.")
        values = self._at(np.atleast_1d(times))
        return values[:, 0] if times.ndim == 0 else values

    def _at(self, t: NDArray[np.float64]) -> NDArray[Any]:
        forward = self.ts[-1] >= self.ts[0]
        rising = self.ts if forward else -self.ts
        found = np.searchsorted(rising, t if forward else -t, side="left") - 1
        step = np.minimum(np.maximum(found, 0), self.n_segments - 1)
        begin, end = self.ts[step], self.ts[step + 1]
        place = (t - begin) / (end - begin)
        place[t == end] = 1.0  # to the last digit
        values: NDArray[Any] = np.einsum("mp,mps->sm", _weights(place), self._points[step])
        return values


class ConstantOutput(DenseOutput):
    """Where nothing changes."""

    def __init__(self, t0: float, tf: float, y: NDArray[Any]) -> None:
        super().__init__(np.array([t0, tf]), y[None, None, :])

    def _at(self, t: NDArray[np.float64]) -> NDArray[Any]:
        values: NDArray[Any] = np.repeat(self._points[0].T, len(t), axis=1)
        return values


PLACES: NDArray[np.float64] = np.array(_bellwether.places())
# Of the barycentric formula for Chebyshev points (J.-P. Berrut, L. N. Trefethen 2004, SIAM Review 46).
BARYCENTRIC = np.array([(-1.0) ** k * (0.5 if k in (0, len(PLACES) - 1) else 1.0) for k in range(len(PLACES))])


def _weights(place: NDArray[np.float64]) -> NDArray[np.float64]:
    """How much each point of a step counts at these places."""
    distance = place[:, None] - PLACES[None, :]
    exact = distance == 0
    with np.errstate(divide="ignore", invalid="ignore"):
        weights = BARYCENTRIC / distance
        weights /= weights.sum(axis=1, keepdims=True)
    if exact.any():
        weights[exact.any(axis=1)] = 0.0
        weights[exact] = 1.0
    return weights


def _dense(recording: dict[str, Any], is_complex: bool) -> DenseOutput:
    points = recording["points"]
    return DenseOutput(recording["times"], points.view(complex) if is_complex else points)


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


def made(answer: dict[str, Any], n: int, is_complex: bool, t_eval: NDArray[np.float64] | None, dense_output: bool,
         event_count: int | None, summary: dict[str, Any]) -> OdeResult:
    """What `_bellwether.solve` answered, as SciPy's users know it."""
    recordings = answer["recordings"]
    whole = [each for each in recordings if each["times"][-1] == answer["end"]]
    if whole and answer["is_complete"] and not recordings[-1]["ended_by_event"]:
        recordings = whole  # one with a smaller tolerance may have failed
    reached_end = bool(recordings) and recordings[-1]["times"][-1] == answer["end"]
    ended_by_event = bool(recordings) and recordings[-1]["ended_by_event"]
    found = recordings[-1]["events"] if recordings else []
    status = 1 if ended_by_event else 0 if answer["is_complete"] and reached_end else -1
    diagnostics = [each for each in summary["diagnostics"] if each["code"] != "terminated"]
    message = MESSAGES.get(status) or next(
        (each["message"] for each in diagnostics if each["severity"] == "error"), "The integration failed.")
    if not recordings:
        empty: NDArray[Any] = np.empty((n, 0), complex if is_complex else float)
        fine, times, values, error = None, np.array([]), empty, None
    else:
        fine = _dense(recordings[-1], is_complex)
        times = fine.ts
        if t_eval is not None:
            last = fine.ts[-1]
            times = t_eval[t_eval <= last if last >= fine.ts[0] else t_eval >= last]
        if summary["estimated_error"] is not None and len(recordings) > 1:
            values, error = _values_and_errors(fine, _dense(recordings[-2], is_complex), times)
        else:
            values, error = fine(times), None
    t_events, y_events = (None, None) if event_count is None else _events(found, event_count, is_complex)
    return OdeResult(t=times, y=values, sol=fine if dense_output else None, t_events=t_events, y_events=y_events,
                     nfev=answer["nfev"], njev=0 if answer["constant_jac"] else answer["njev"], nlu=answer["nlu"],
                     status=status, message=message, success=status >= 0, global_error=error,
                     verdict=summary["verdict"], estimated_error=summary["estimated_error"],
                     diagnostics=diagnostics, summary=summary)
