"""Inputs over time as the program reads them: a CSV file."""
from __future__ import annotations

import numbers
import os
import pathlib
from typing import Any, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray


def _times(times: Any) -> NDArray[Any]:
    """Durations as seconds; the time of a simulation is no date."""
    array = np.asarray(times)
    if array.dtype.kind == "M":
        raise TypeError("the time of a table is a number of seconds or a duration, not a date; "
                        "subtract the first date.")
    return array / np.timedelta64(1, "s") if array.dtype.kind == "m" else array


def _columns_of_frame(frame: Any) -> list[tuple[str, NDArray[Any]]]:
    if any(getattr(labels, "nlevels", 1) > 1 for labels in (frame.columns, frame.index)):
        raise TypeError("a table of inputs has one name for each column and one time for each row; this data frame has "
                        "labels of several levels (MultiIndex).")
    columns = [(str(name), frame.iloc[:, k].to_numpy()) for k, name in enumerate(frame.columns)]
    times = [values for name, values in columns if name == "time"]
    if len(times) > 1:
        raise TypeError("a table of inputs has one column 'time'; this data frame has several.")
    rest = [column for column in columns if column[0] != "time"]
    return [("time", _times(times[0] if times else frame.index)), *rest]


def _columns(table: Any) -> Iterable[tuple[str, NDArray[Any]]]:
    """The time first: of a structured array, a data frame (its index is the time) or a mapping."""
    if isinstance(table, np.ndarray) and table.dtype.names:
        names = list(table.dtype.names)
        return [("time", _times(table[names[0]]))] + [(name, table[name]) for name in names[1:]]
    if hasattr(table, "columns") and hasattr(table, "index"):
        return _columns_of_frame(table)
    if isinstance(table, Mapping):
        if "time" not in table:
            raise TypeError("a table of inputs needs a column 'time'.")
        return [("time", _times(table["time"]))] + [(n, np.asarray(v)) for n, v in table.items() if n != "time"]
    raise TypeError("a table is a structured array, a pandas DataFrame or a mapping of columns with 'time', not "
                    f"{type(table).__name__}.")


def _cells(values: NDArray[Any]) -> list[str]:
    if values.dtype.kind == "b":
        return ["1" if value else "0" for value in values.tolist()]
    if values.dtype.kind in "iuf":
        return [repr(value) for value in values.tolist()]
    if all(isinstance(value, numbers.Real) for value in values.tolist()):  # objects
        return [repr(int(value) if isinstance(value, numbers.Integral) else float(value)) for value in values.tolist()]
    return ['"' + str(value).replace('"', '""') + '"' for value in values.tolist()]


def _name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def is_table(value: Any) -> bool:
    return not isinstance(value, (str, os.PathLike))


def check(table: Any) -> list[tuple[str, NDArray[Any]]]:
    """Its columns."""
    columns = list(_columns(table))
    for name, values in columns:
        if np.ndim(values) != 1:
            raise ValueError(f"column '{name}' of a table must be 1-dimensional; it has the shape {np.shape(values)}.")
    lengths = {len(values) for _, values in columns}
    if len(lengths) != 1 or 0 in lengths:
        raise ValueError("the columns of a table need the same number of values, at least one; they have "
                         + ", ".join(f"{name}: {len(values)}" for name, values in columns) + ".")
    return columns


def text_of(table: Any) -> str:
    """The columns as a CSV file."""
    columns = check(table)
    lines = [",".join(_name(name) for name, _ in columns)]
    lines += [",".join(row) for row in zip(*(_cells(np.asarray(values)) for _, values in columns))]
    return "\n".join(lines) + "\n"


def write(table: Any, path: pathlib.Path) -> pathlib.Path:
    """Writes the columns to a file; returns its path."""
    path.write_text(text_of(table), encoding="utf-8")
    return path
