"""Results as files. What the program can write is written by its own writers."""
from __future__ import annotations

import json
import pathlib
from typing import TYPE_CHECKING

import numpy as np

from . import _bellwether, errors

if TYPE_CHECKING:
    from .result import Result


def _save_npz(result: Result, path: pathlib.Path, errors_too: bool) -> None:
    arrays = {"time": result.time, **{name: result[name] for name in result}}
    if errors_too:
        arrays.update({f"error({name})": values for name, values in result.error.items()})
    with open(path, "wb") as file:
        np.savez_compressed(file, **arrays)


def check_format(name: str) -> None:
    """Before a run: whether `save` knows the ending."""
    if pathlib.Path(name).suffix.lower() not in (".npz", ".json"):
        try:
            _bellwether.check_format(name)
        except _bellwether.Mistake as problem:
            raise _unknown(problem) from None


def _unknown(problem: Exception) -> errors.InputError:
    also = " Python also writes .npz and, of the summary, .json." if "Known: " in str(problem) else ""
    return errors.InputError(f"{problem}{also}")


def save(result: Result, path: pathlib.Path, errors_too: bool, units_in_names: bool) -> pathlib.Path:
    extension = path.suffix.lower()
    if extension == ".npz":
        _save_npz(result, path, errors_too)
    elif extension == ".json":
        path.write_text(json.dumps(result.summary, indent=2) + "\n", encoding="utf-8")
    else:
        cells = result._cells
        kept = [k for k in range(len(cells.columns)) if errors_too or k not in result.error_places]
        columns = [(cells.columns[k].name, cells.columns[k].type, cells.columns[k].unit) for k in kept]
        block = np.ascontiguousarray(cells.block[:, [0] + [k + 1 for k in kept]])
        unit = _bellwether.seconds_in(cells.time_unit)
        try:
            _bellwether.save(str(path), cells.time_unit, columns, block, cells.texts, result.summary["start"] / unit,
                             result.summary["stop"] / unit, units_in_names)
        except _bellwether.Mistake as problem:
            raise _unknown(problem) from None
    return path
