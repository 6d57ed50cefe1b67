"""Rows that the program wrote as cells of eight bytes, mapped and not copied (src/result/cells.cpp)."""
from __future__ import annotations

import json
import pathlib
import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

MAGIC = b"bwcells1"
TEXT_MARK = 0x7FF8_7465_7874_7321
ERROR = re.compile(r"error\((.*)\)", re.S)


class Column:
    """What is known of a column besides its values."""

    __slots__ = ("name", "type", "unit")

    def __init__(self, name: str, type: str, unit: str) -> None:
        self.name, self.type, self.unit = name, type, unit


class Cells:
    """A block of rows. `times`, `values(k)`: views of the mapped file wherever numpy has such a type."""

    def __init__(self, header: dict[str, Any], block: NDArray[np.float64], texts: list[bytes]) -> None:
        self.time_unit: str = header["time_unit"]
        self.columns = [Column(each["name"], each["type"], each["unit"]) for each in header["columns"]]
        self.block = block
        self.texts = texts

    @property
    def times(self) -> NDArray[np.float64]:
        return self.block[:, 0]

    def values(self, k: int) -> NDArray[Any]:
        reals = self.block[:, k + 1]
        kind = self.columns[k].type
        if kind == "Real":
            return reals
        whole: NDArray[Any] = self.block.view(np.int64)[:, k + 1]
        if kind == "Boolean":
            first_bytes = self.block.view(np.bool_)  # of a number that is 0 or 1
            return first_bytes[:, 8 * (k + 1)]
        if kind == "String":
            return np.array([self.texts[i].decode("utf-8", "replace") for i in whole], dtype=np.str_)
        if kind == "Binary":
            return np.array([self.texts[i] for i in whole] + [b""], dtype=np.object_)[:-1]
        return whole

    def __reduce__(self) -> tuple[Any, ...]:
        header = {"time_unit": self.time_unit,
                  "columns": [{"name": c.name, "type": c.type, "unit": c.unit} for c in self.columns]}
        return Cells, (header, np.array(self.block), self.texts)


def _without_texts(block: NDArray[np.float64]) -> tuple[NDArray[np.float64], list[bytes]]:
    """Rows and texts stand in one block; a text begins with a mark."""
    bits = block.view(np.uint64)
    is_row = np.ones(len(block), dtype=bool)
    texts: list[bytes] = []
    behind = 0
    for at in np.flatnonzero(bits[:, 0] == TEXT_MARK):
        if at < behind:  # part of a text
            continue
        length = int(bits[at, 1])
        behind = at + 1 + -(-length // block.strides[0])
        texts.append(block[at + 1:behind].tobytes()[:length])
        is_row[at:behind] = False
    return np.ascontiguousarray(block[is_row]), texts


def none() -> Cells:
    """Neither rows nor columns."""
    return Cells({"time_unit": "s", "columns": []}, np.empty((0, 1)), [])


def read(file: pathlib.Path) -> Cells:
    """Maps the file, which may be removed then."""
    with open(file, "rb") as opened:
        start = opened.read(16)
        if start[:8] != MAGIC or len(start) < 16:
            raise ValueError(f"{file} holds no cells")
        length = int.from_bytes(start[8:16], "little")
        header = json.loads(opened.read(length))
        offset = 16 + length
        width = 1 + len(header["columns"])
        size = opened.seek(0, 2)
        rows = (size - offset) // (8 * width)
        if rows == 0:
            return Cells(header, np.empty((0, width)), [])
        # Pages that a program writes to are its own (mode "c"), so that results can be changed like any array.
        block: NDArray[np.float64] = np.memmap(opened, np.float64, "c", offset, (rows, width)).view(np.ndarray)
    if any(each["type"] in ("String", "Binary") for each in header["columns"]):
        return Cells(header, *_without_texts(block))
    return Cells(header, block, [])
