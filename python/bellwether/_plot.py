"""Results as figures: curves, bands of their errors, marks at events."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

from . import _bellwether

if TYPE_CHECKING:
    from .result import Result

MOST_MARKS = 200


def _real_names(result: Result) -> list[str]:
    return [name for name in result if result[name].dtype.kind == "f"]


def _label(name: str, unit: str) -> str:
    return f"{name} [{unit}]" if unit else name


def _draw(axes: Any, result: Result, name: str) -> None:
    values = result[name]
    if values.dtype.kind == "U":
        raise TypeError(f"'{name}' is a text, which cannot be drawn.")
    is_discrete = values.dtype.kind != "f"
    line, = axes.plot(result.time, values, label=_label(name, result.units[name]), linewidth=1.4,
                      drawstyle="steps-post" if is_discrete else "default")
    if name in result.error:
        error = result.error[name]
        axes.fill_between(result.time, values - error, values + error, color=line.get_color(), alpha=0.25, linewidth=0)


def _mark_events(axes: Any, result: Result) -> None:
    scale = _bellwether.seconds_in(result.time_unit)
    times = [event["time"] / scale for event in result.events]
    for time in times if len(times) <= MOST_MARKS else []:
        axes.axvline(time, color="0.75", linewidth=0.7, zorder=0)


def plot(result: Result, names: Sequence[str], axes: Any) -> Any:
    if axes is None:
        from matplotlib import pyplot

        _, axes = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    for name in names or _real_names(result):
        _draw(axes, result, name)
    _mark_events(axes, result)
    axes.set_xlabel(f"time [{result.time_unit}]")
    axes.margins(x=0)
    if len(axes.get_lines()):
        axes.legend(frameon=False, loc="best")
    error = result.estimated_error
    about = "error not estimated" if error is None else f"error {error:.3g} of the tolerance {result.tolerance:g}"
    axes.set_title(f"{result.verdict}: {about}", fontsize="medium", loc="left")
    return axes
