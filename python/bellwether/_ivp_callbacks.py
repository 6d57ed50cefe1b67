"""The functions of a user as `_bellwether.solve` takes them: real, with two arguments, or an address."""
from __future__ import annotations

import ctypes
import numbers
import re
from typing import Any, Callable, Mapping

import numpy as np
from numpy.typing import NDArray

MOST_DENSE = 50  # states; a larger sparse Jacobian stays sparse
SIGNATURE = re.compile(r"(void|int) ?\((?:const )?double ?, ?(?:const )?double ?\* ?, ?double ?\* ?"
                       r"(, ?(?:void|double) ?\* ?)?\)")


def real(values: NDArray[Any]) -> NDArray[np.float64]:
    """Complex numbers as pairs of real ones."""
    return np.ascontiguousarray(values).view(np.float64) if values.dtype.kind == "c" else np.asarray(values, float)


def _compiled(address: int | None, data: int | None, takes_data: bool, returns_int: bool) -> dict[str, Any]:
    if not address:
        raise ValueError("`fun` has no address.")
    return {"compiled": {"address": address, "data": data or 0, "takes_data": takes_data, "returns_int": returns_int}}


def _by_signature(signature: str, address: int | None, data: int | None) -> dict[str, Any]:
    match = SIGNATURE.fullmatch(signature.strip())
    if not match:
        raise ValueError(f"`fun` is a compiled function '{signature}'; needed is "
                         "'void (double t, double *y, double *dy)', or with 'void *data' behind it.")
    return _compiled(address, data, match[2] is not None, match[1] == "int")


def _of_low_level(fun: Any) -> dict[str, Any]:
    """A scipy.LowLevelCallable: a capsule whose name is the signature."""
    capsule: Any = tuple.__getitem__(fun, 0)
    api = ctypes.pythonapi
    for function in (api.PyCapsule_GetPointer, api.PyCapsule_GetContext):
        function.restype = ctypes.c_void_p
    api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    api.PyCapsule_GetContext.argtypes = [ctypes.py_object]
    signature = fun.signature
    address = api.PyCapsule_GetPointer(capsule, signature.encode())
    return _by_signature(signature, address, api.PyCapsule_GetContext(capsule))


def _of_ctypes(fun: Any) -> dict[str, Any]:
    arguments: Any = fun.argtypes or ()
    pointer = ctypes.POINTER(ctypes.c_double)
    good = len(arguments) in (3, 4) and arguments[0] is ctypes.c_double and all(
        each in (pointer, ctypes.c_void_p) for each in arguments[1:])
    if not good or fun.restype not in (None, ctypes.c_int):
        raise ValueError("`fun` is a ctypes function; set its argtypes to [c_double, POINTER(c_double), "
                         "POINTER(c_double)], or with c_void_p behind them, and its restype to None or c_int.")
    if len(arguments) == 4:
        raise ValueError("`fun` takes data; pass scipy.LowLevelCallable(fun, user_data).")
    return _compiled(ctypes.cast(fun, ctypes.c_void_p).value, None, False, fun.restype is ctypes.c_int)


def _address_of(fun: Any) -> dict[str, Any] | None:
    """None: it is written in Python."""
    if isinstance(fun, tuple) and type(fun).__name__ == "LowLevelCallable":
        return _of_low_level(fun)
    if isinstance(fun, ctypes._CFuncPtr):  # type: ignore[attr-defined]
        return _of_ctypes(fun)
    if isinstance(getattr(fun, "address", None), int) and hasattr(fun, "ctypes"):  # numba.cfunc
        return {**_of_ctypes(fun.ctypes), **_compiled(fun.address, None, False, False)}
    return None


class Callbacks:
    def __init__(self, fun: Any, args: Any, vectorized: bool, is_complex: bool, n: int) -> None:
        self.n, self.is_complex = n, is_complex
        self.args: tuple[Any, ...] = ()
        if args is not None:
            try:
                self.args = tuple(args)
            except TypeError as problem:
                raise TypeError("Supplied 'args' cannot be unpacked. Please supply `args` as a tuple "
                                f"(e.g. `args=({args},)`)") from problem
        self.compiled = _address_of(fun)
        if self.compiled and (self.args or is_complex):
            raise ValueError("a compiled `fun` takes neither `args` nor complex states; use its user data.")
        if not self.compiled and not callable(fun):
            raise TypeError(f"`fun` must be a function, not {type(fun).__name__}.")
        self.keep = fun  # what an address points to must live
        self.fun = (lambda t, y, *rest: np.ravel(fun(t, y[:, None], *rest))) if vectorized else fun

    def _of_reals(self, function: Callable[..., Any]) -> Callable[..., Any]:
        if not self.is_complex:
            return function
        return lambda t, y, *args: function(t, y.view(complex), *args)

    def derivatives(self) -> dict[str, Any]:
        if self.compiled:
            return self.compiled
        function = self._of_reals(self.fun)
        if not self.is_complex:
            return {"fun": function}
        n = self.n
        return {"fun": lambda t, y, *args: real(
            np.broadcast_to(np.asarray(function(t, y, *args), complex), (n,)).copy())}

    def events(self, events: Any) -> dict[str, Any]:
        several = not callable(events) and np.iterable(events)
        each = [] if events is None else list(events) if several else [events]
        for event in each:
            if not callable(event):
                raise TypeError(f"`events` must be a function or several, not {event!r}.")
        return {"events": [self._of_reals(event) for event in each], "args": self.args,
                "directions": [_direction(getattr(event, "direction", 0)) for event in each],
                "ends_after": [_ends_after(getattr(event, "terminal", False)) for event in each]}

    def jacobian(self, jac: Any, sparsity: Any, t0: float, y0: NDArray[Any]) -> dict[str, Any]:
        pattern = None if sparsity is None else _pattern(sparsity, self.n, self.is_complex)
        if jac is None:
            return {} if pattern is None else {"sparsity": pattern}
        if not callable(jac):
            matrix = self._matrix(jac)
            return {"constant_jac": matrix.ravel(), **({} if pattern is None else self._entries(matrix, pattern))}
        function = jac if not self.args else (lambda t, y: jac(t, y, *self.args))
        if self.is_complex:
            return {"jac": lambda t, y: self._matrix(function(t, y.view(complex)))}
        first = function(t0, y0.copy())
        if pattern is None and _is_sparse(first) and self.n > MOST_DENSE:
            pattern = _pattern(first, self.n, False)
        if pattern is None:
            return {"jac": lambda t, y: self._matrix(function(t, y))}
        return {"jac": lambda t, y: _values_at(function(t, y), pattern), "sparsity": pattern}

    def _entries(self, matrix: NDArray[Any], pattern: list[list[int]]) -> dict[str, Any]:
        return {"constant_jac": _values_at(matrix, pattern), "sparsity": pattern}

    def _matrix(self, jac: Any) -> NDArray[np.float64]:
        """Dense and real."""
        matrix = np.asarray(jac.toarray() if _is_sparse(jac) else jac)
        if matrix.shape != (self.n, self.n):
            raise ValueError(f"`jac` is expected to have shape {(self.n, self.n)}, but actually has {matrix.shape}.")
        if not self.is_complex:
            if matrix.dtype.kind == "c":
                raise TypeError("`jac` must return real numbers, not complex ones, where `y0` is real.")
            return np.ascontiguousarray(matrix, float)
        pairs = np.empty((self.n, 2, self.n, 2))
        pairs[:, 0, :, 0] = pairs[:, 1, :, 1] = matrix.real
        pairs[:, 1, :, 0] = matrix.imag
        pairs[:, 0, :, 1] = -matrix.imag
        return pairs.reshape(2 * self.n, 2 * self.n)


def _is_number(value: Any) -> bool:
    return isinstance(value, (numbers.Real, np.bool_))


def _direction(direction: Any) -> int:
    if not _is_number(direction):
        raise ValueError(f"The `direction` of an event must be a number, not {direction!r}.")
    return int(np.sign(float(direction)))


def _ends_after(terminal: Any) -> int:
    if terminal is None:
        return 0
    if not _is_number(terminal) or terminal < 0 or terminal != int(terminal):
        raise ValueError(f"The `terminal` of an event must be a bool or a whole number, not {terminal!r}.")
    return int(terminal)


def _is_sparse(matrix: Any) -> bool:
    return hasattr(matrix, "toarray")


def bands(options: Mapping[str, Any], n: int) -> Any:
    """`jac_sparsity`, or the bands of LSODA as such."""
    lower, upper = options.get("lband"), options.get("uband")
    if lower is None and upper is None:
        return options.get("jac_sparsity")
    rows, columns = np.indices((n, n))
    return (rows - columns <= (lower or 0)) & (columns - rows <= (upper or 0))


def _pattern(sparsity: Any, n: int, is_complex: bool) -> list[list[int]]:
    """Row i: the states that derivative i depends on."""
    if _is_sparse(sparsity):
        rows = sparsity.tocsr()
        if rows.shape != (n, n):
            raise ValueError(f"`jac_sparsity` must have shape {(n, n)}, not {rows.shape}.")
        lists = [sorted(rows.indices[rows.indptr[i]:rows.indptr[i + 1]].tolist()) for i in range(n)]
    else:
        matrix = np.asarray(sparsity)
        if matrix.shape != (n, n):
            raise ValueError(f"`jac_sparsity` must have shape {(n, n)}, not {matrix.shape}.")
        lists = [np.flatnonzero(row).tolist() for row in matrix]
    if not is_complex:
        return lists
    return [[2 * j + part for j in lists[i] for part in (0, 1)] for i in range(n) for _ in (0, 1)]


def _values_at(matrix: Any, pattern: list[list[int]]) -> NDArray[np.float64]:
    """The entries of the pattern. An entry outside of it would be lost, and is refused."""
    dense_rows = matrix.tocsr() if _is_sparse(matrix) else np.asarray(matrix, float)
    values: list[NDArray[np.float64]] = []
    outside = 0
    for i, columns in enumerate(pattern):
        row = dense_rows[i].toarray().ravel() if _is_sparse(matrix) else dense_rows[i]
        values.append(row[columns])
        outside += np.count_nonzero(row) - np.count_nonzero(row[columns])
    if outside:
        raise ValueError(f"`jac` has {outside} entries outside of its first pattern; pass all that may occur as "
                         "`jac_sparsity`.")
    entries: NDArray[np.float64] = np.concatenate(values).astype(float)
    return entries
