"""The result of a run: rows, the estimate of their error, and the verdict."""
from __future__ import annotations

import html
import json
import os
import pathlib
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from . import _cells, _plot, _save, errors

if TYPE_CHECKING:
    import pandas
    import xarray


class _Columns(Mapping[str, NDArray[Any]]):
    """Columns of a block by the names of variables."""

    def __init__(self, cells: _cells.Cells, places: dict[str, int], what: str, recorded: Iterable[str] = ()) -> None:
        self._cells, self._places, self._what, self._recorded = cells, places, what, list(recorded)

    def __getitem__(self, name: str) -> NDArray[Any]:
        if not isinstance(name, str) or name not in self._places:
            if isinstance(name, str) and name in self._recorded:
                raise KeyError(f"the error of '{name}' was not estimated; summary and verdict say why.")
            raise KeyError(_missing(name, self._what, list(self._places) or self._recorded))
        return self._cells.values(self._places[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __repr__(self) -> str:
        return f"<{self._what} of {', '.join(self._places)}>"


def _missing(name: str, what: str, known: list[str]) -> str:
    from . import _bellwether

    near = _bellwether.nearest(name, known) if isinstance(name, str) else []
    if near:
        return f"there is no {what} of '{name}'. Did you mean {' or '.join(near)}?"
    return f"there is no {what} of '{name}'. Known: {', '.join(known[:8])}{', ...' if len(known) > 8 else ''}" + (
        "; record=[...] chooses others." if what == "column" else "")


class Result:
    """What `bellwether.run` returns.

    Attributes
    ----------
    time : array of the times of the rows, in `time_unit`
    names : names of the recorded variables
    error : mapping from a variable to the estimate of its error in each row, in its own unit; empty where nothing
        was estimated
    units : mapping from a variable to its unit; "" where it has none
    verdict : "trusted", "unverified", "doubtful" or "rejected"
    estimated_error : the largest error in units of the tolerance; None where it was not estimated
    diagnostics : list of notes, warnings and errors, each a dict with code, severity, time, subject, message
    events : list of located events, each a dict with time, estimated_error, signal
    statistics : dict of steps, evaluations, seconds
    summary : all of it, as `bellwether run --summary` writes it

    `result["prey.x"]` is the column of a variable, a view of the rows and no copy: real variables are float64,
    integers and enumerations int64, booleans bool, texts str.
    """

    def __init__(self, cells: _cells.Cells, summary: dict[str, Any], target: str) -> None:
        self._cells = cells
        self.summary = summary
        self.target = target
        variables: dict[str, int] = {}
        estimates: dict[str, int] = {}
        names = {column.name for column in cells.columns}
        for k, column in enumerate(cells.columns):
            match = _cells.ERROR.fullmatch(column.name)
            if match and match[1] in names:
                estimates[match[1]] = k
            else:
                variables[column.name] = k
        self.error_places = set(estimates.values())  # columns of the cells
        self._variables = _Columns(cells, variables, "column")
        self.error: Mapping[str, NDArray[Any]] = _Columns(cells, estimates, "estimate", variables)

    # ---- rows ----

    @property
    def time(self) -> NDArray[np.float64]:
        return self._cells.times

    @property
    def time_unit(self) -> str:
        return self._cells.time_unit

    @property
    def names(self) -> list[str]:
        return list(self._variables)

    @property
    def units(self) -> dict[str, str]:
        return {name: self._cells.columns[k].unit for name, k in self._variables._places.items()}

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self.time if isinstance(name, str) and name == "time" else self._variables[name]

    def __contains__(self, name: object) -> bool:
        return name == "time" or name in self._variables

    def __iter__(self) -> Iterator[str]:
        return iter(self._variables)

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.time)

    # ---- what is known of them ----

    @property
    def verdict(self) -> str:
        return str(self.summary["verdict"])

    @property
    def estimated_error(self) -> float | None:
        error = self.summary["estimated_error"]
        return None if error is None else float(error)

    @property
    def tolerance(self) -> float:
        return float(self.summary["tolerance"])

    @property
    def diagnostics(self) -> list[dict[str, Any]]:
        return list(self.summary["diagnostics"])

    @property
    def events(self) -> list[dict[str, Any]]:
        return list(self.summary["events"])

    @property
    def statistics(self) -> dict[str, Any]:
        return dict(self.summary["statistics"])

    @property
    def final(self) -> dict[str, Any]:
        """The last value of each variable."""
        return dict(self.summary["final"])

    def raise_if_rejected(self) -> Result:
        """Raises `Rejected` where the verdict is "rejected"; else returns the result itself."""
        if self.verdict == "rejected":
            reasons = [each["message"] for each in self.diagnostics if each["severity"] == "error"]
            raise errors.Rejected("the result was rejected: " + " ".join(reasons[:3]), self)
        return self

    # ---- as something else ----

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with a column for each variable; the index is the time."""
        import pandas

        columns = {name: self[name] for name in self}
        return pandas.DataFrame(columns, index=pandas.Index(self.time, name="time"))

    def to_xarray(self) -> xarray.Dataset:
        """A data set over time; units and the verdict are attributes."""
        import xarray

        variables: dict[str, Any] = {}
        for name, unit in self.units.items():
            variables[name] = ("time", self[name], {"units": unit} if unit else {})
        for name in self.error:
            variables[f"error({name})"] = ("time", self.error[name], {"units": self.units[name]})
        about = {"verdict": self.verdict, "tolerance": self.tolerance, "target": self.target}
        return xarray.Dataset(variables, {"time": ("time", self.time, {"units": self.time_unit})}, about)

    def plot(self, *names: str, axes: Any = None) -> Any:
        """Draws these variables, or all real ones, with bands of their errors and marks at events; needs matplotlib.

        Returns the axes; `axes` are axes to draw into.
        """
        return _plot.plot(self, names, axes)

    def save(self, path: str | os.PathLike[str], *, errors: bool = False, csv_units: bool = False) -> pathlib.Path:
        """Writes rows to a file, by its extension: all formats of the program (.csv, ...), .npz, or the summary as
        .json.

        With `errors` the estimate of each real variable is a column beside it; with `csv_units` units stand behind the
        names of a CSV file. Returns the path.
        """
        return _save.save(self, pathlib.Path(path), errors, csv_units)

    # ---- shown ----

    def _head(self) -> str:
        error = self.estimated_error
        size = "error not estimated" if error is None else f"error {error:.3g} of the tolerance {self.tolerance:g}"
        return f"{self.verdict}, {size}"

    def __repr__(self) -> str:
        span = f", t = {self.time[0]:g} ... {self.time[-1]:g}" if len(self) else ""
        return f"<Result of {self.target}: {self._head()}; {len(self)} rows of {len(self.names)} variables{span}>"

    def _repr_html_(self) -> str:
        colours = {"trusted": "#1a7f37", "unverified": "#57606a", "doubtful": "#9a6700", "rejected": "#cf222e"}
        rows = []
        for name in self.names[:20]:
            values = self[name]
            last = html.escape(f"{values[-1]:.6g}" if len(values) and values.dtype.kind == "f" else
                               str(values[-1]) if len(values) else "")
            error = f"{np.max(self.error[name]):.2g}" if name in self.error and len(self) else ""
            rows.append(f"<tr><td>{html.escape(name)}</td><td>{html.escape(self.units[name])}</td>"
                        f"<td>{last}</td><td>{error}</td></tr>")
        more = len(self.names) - 20
        rest = f"<p>and {more} more variables</p>" if more > 0 else ""
        notes = "".join(f"<li>{html.escape(each['severity'])}: {html.escape(each['message'])}</li>"
                        for each in self.diagnostics if each["severity"] != "note")
        return (f"<div><b style='color:{colours[self.verdict]}'>{self.verdict.upper()}</b> "
                f"{html.escape(self._head().partition(', ')[2])} &middot; {html.escape(self.target)} &middot; "
                f"{len(self)} rows<table><tr><th>variable</th><th>unit</th><th>last value</th><th>largest error</th>"
                f"</tr>{''.join(rows)}</table>{rest}{f'<ul>{notes}</ul>' if notes else ''}</div>")

    def __getstate__(self) -> dict[str, Any]:
        return {"cells": self._cells, "summary": self.summary, "target": self.target}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]


def summary_of(text: str) -> dict[str, Any]:
    """The summary as Python reads it; what says how the program was called here is left out."""
    summary: dict[str, Any] = json.loads(text)
    summary["provenance"]["command_line"] = None
    summary["output"] = None
    summary["provenance"]["options"].pop("output", None)
    summary["provenance"]["options"].pop("summary", None)
    return summary
