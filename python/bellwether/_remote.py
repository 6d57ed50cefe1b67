"""Functions and models of this interpreter as components of a system that the program runs.

The program connects to a socket, once for each instance of a component (a run makes several, at the same time), and
sends requests (src/model/remote/remote_link.h). They are answered in the thread that called `run`, while it waits: so
exceptions come out as they are, and Ctrl-C works.
"""
from __future__ import annotations

import copy
import math
import os
import pathlib
import selectors
import socket
import struct
import subprocess
import tempfile
from typing import Any, Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from .function import Function
from .model import Model

Numbers = Sequence[float]
LENGTH = struct.Struct("=I")
LONGEST_PATH = 100  # of a socket; Linux takes 107 bytes


def _values(returned: Any, names: Sequence[str], who: str) -> Numbers:
    """What a function returned, as numbers in the order of the names."""
    if isinstance(returned, Mapping):
        missing = [name for name in names if name not in returned]
        if missing or len(returned) != len(names):
            raise ValueError(f"{who} returned {', '.join(map(str, returned)) or 'nothing'}; "
                             f"needed are {', '.join(names)}.")
        return [float(returned[name]) for name in names]
    array = np.asarray(returned).ravel()
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{who} must return numbers, not {returned!r}.")
    if len(array) != len(names):
        raise ValueError(f"{who} returned {len(array)} values; {len(names)} are needed: {', '.join(names)}.")
    return list(map(float, array))


def _pair(returned: Any, who: str) -> tuple[Any, Any]:
    if not isinstance(returned, tuple) or len(returned) != 2:
        raise TypeError(f"{who} must return outputs and state, not {returned!r}.")
    return returned[0], returned[1]


class _FunctionInstance:
    """One instance of a Function, with its own state."""

    def __init__(self, name: str, function: Function) -> None:
        self._function, self._who = function, f"the function of '{name}'"
        self._inputs = list(function.inputs)
        self._state: Any = None
        self._y: Numbers = []
        self._saved: dict[int, Any] = {}
        # Sampled: the last sample, the state before it, and when the next one is due.
        self._before: Any = None
        self._start = self._last = self._due = 0.0

    def _u(self, numbers: Numbers) -> dict[str, float]:
        return dict(zip(self._inputs, numbers))

    def _call(self, arguments: tuple[Any, ...], state: Any) -> tuple[Numbers, Any]:
        """Outputs and new state; the old one is not changed."""
        function = self._function
        if not function.has_state:
            return _values(function.function(*arguments), function.outputs, self._who), None
        returned, after = _pair(function.function(*arguments, copy.deepcopy(state)), self._who)
        return _values(returned, function.outputs, self._who), after

    def _sample(self, t: float, numbers: Numbers) -> None:
        """At a sampling time; again with other inputs where an event of another component changed them."""
        self._y, self._state = self._call((t, self._u(numbers)), self._before)

    def start(self, numbers: Numbers) -> Numbers:
        self._state = copy.deepcopy(self._function.state)
        self._start = self._last = numbers[0]
        if self._function.every is None:
            return [math.inf]
        self._before = self._state
        self._due = self._next(0)
        self._sample(numbers[0], numbers[1:])
        return [self._due]

    def _next(self, k: int) -> float:
        assert self._function.every is not None
        return self._start + (k + 1) * self._function.every

    def event(self, numbers: Numbers) -> Numbers:
        every = self._function.every
        if every is None:
            return [0.0, math.inf]
        t = numbers[0]
        if t >= self._due - 1e-9 * every:
            self._before, self._last = self._state, t
            self._due = self._next(round((t - self._start) / every))
            self._sample(t, numbers[1:])
        elif t == self._last:
            self._sample(t, numbers[1:])
        return [0.0, self._due]

    def evaluate(self, numbers: Numbers) -> Numbers:
        """In initialisation mode, perhaps repeatedly."""
        t, u = numbers[0], self._u(numbers[1:])
        self._y = self._call((t, 0.0, u) if self._function.kind == "stepped" else (t, u), self._function.state)[0]
        return self._y

    def outputs(self, numbers: Numbers) -> Numbers:
        if self._function.every is None:
            self._y = self._call((numbers[0], self._u(numbers[1:])), None)[0]
        return self._y

    def advance(self, numbers: Numbers) -> Numbers:
        t, h = numbers[:2]
        self._y, self._state = self._call((t, h, self._u(numbers[2:])), self._state)
        return self._y

    def save(self, numbers: Numbers) -> Numbers:
        # States are never changed, only replaced (_call): there is nothing to copy.
        self._saved[int(numbers[0])] = (self._state, self._y, self._before, self._start, self._last, self._due)
        return []

    def restore(self, numbers: Numbers) -> Numbers:
        (self._state, self._y, self._before, self._start, self._last, self._due) = self._saved[int(numbers[0])]
        return []


class _ModelInstance:
    """A Model; it has no state besides its equations'."""

    def __init__(self, name: str, model: Model) -> None:
        self._model, self._name = model, name
        self._inputs, self._states = list(model.inputs), list(model.states)
        self._event_names = [f"event {k}" for k in range(model.event_count())]

    def _arguments(self, numbers: Numbers) -> tuple[Any, ...]:
        n = 1 + len(self._inputs)
        x: NDArray[np.float64] = np.array(numbers[n:], dtype=float)
        return (numbers[0], x, dict(zip(self._inputs, numbers[1:n]))) if self._inputs else (numbers[0], x)

    def derivatives(self, numbers: Numbers) -> Numbers:
        slopes = self._model.derivatives(*self._arguments(numbers))
        return _values(slopes, self._states, f"derivatives of '{self._name}'")

    def outputs(self, numbers: Numbers) -> Numbers:
        arguments = self._arguments(numbers)
        return [_values(function(*arguments), [name], f"output '{name}' of '{self._name}'")[0]
                for name, function in self._model.outputs.items()]

    evaluate = outputs

    def indicators(self, numbers: Numbers) -> Numbers:
        assert self._model.events is not None
        return _values(self._model.events(*self._arguments(numbers)), self._event_names, f"events of '{self._name}'")

    def jacobian(self, numbers: Numbers) -> Numbers:
        assert self._model.jacobian is not None
        names = [f"{a} by {b}" for a in self._states for b in self._states]
        return _values(self._model.jacobian(*self._arguments(numbers)), names, f"jacobian of '{self._name}'")

    def event(self, numbers: Numbers) -> Numbers:
        x = list(numbers[1 + len(self._inputs):])
        if self._model.on_event is None:
            return [0.0, math.inf, *x]
        new = self._model.on_event(*self._arguments(numbers))
        if new is None:
            return [0.0, math.inf, *x]
        values = _values(new, self._states, f"on_event of '{self._name}'")
        return [float(list(values) != x), math.inf, *values]


VERBS = {"i": "evaluate", "b": "start", "d": "derivatives", "y": "outputs", "z": "indicators", "j": "jacobian",
         "e": "event", "a": "advance", "s": "save", "r": "restore"}


class _Connection:
    def __init__(self, link: socket.socket, components: Sequence[tuple[str, Any]]) -> None:
        self._link, self._components = link, components
        self._instance: Any = None
        self._buffer = b""

    def request(self) -> tuple[str, Numbers] | None:
        """The next one; None where the connection has ended."""
        while len(self._buffer) < 4 or len(self._buffer) < 4 + LENGTH.unpack_from(self._buffer)[0]:
            received = self._link.recv(65536)
            if not received:
                return None
            self._buffer += received
        end = 4 + LENGTH.unpack_from(self._buffer)[0]
        verb, numbers = chr(self._buffer[4]), struct.unpack_from(f"={(end - 5) // 8}d", self._buffer, 5)
        self._buffer = self._buffer[end:]
        return verb, numbers

    def answer(self, verb: str, numbers: Numbers) -> Numbers:
        if verb != "o":
            answer: Callable[[Numbers], Numbers] = getattr(self._instance, VERBS[verb])
            return answer(numbers)
        name, source = self._components[int(numbers[0])]
        self._instance = (
            _FunctionInstance(name, source) if isinstance(source, Function) else _ModelInstance(name, source))
        return []

    def send(self, numbers: Numbers) -> None:
        self._link.sendall(struct.pack(f"=Ic{len(numbers)}d", 1 + 8 * len(numbers), b"+", *numbers))

    def refuse(self, sentence: str) -> None:
        words = sentence.encode("utf-8", "replace")
        self._link.sendall(LENGTH.pack(1 + len(words)) + b"!" + words)

    def close(self) -> None:
        self._link.close()


class Server:
    """Answers for the components of one run. A context: its socket is removed at the end."""

    def __init__(self, folder: pathlib.Path) -> None:
        self._components: list[tuple[str, Any]] = []
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        if len(os.fsencode(folder)) > LONGEST_PATH - 10:
            self._folder = tempfile.TemporaryDirectory(prefix="bw-", dir="/tmp")
            folder = pathlib.Path(self._folder.name)
        self.path = folder / "socket"
        self._error: BaseException | None = None
        self._listener: socket.socket | None = None

    def add(self, name: str, source: Any, file: pathlib.Path) -> pathlib.Path:
        """Writes the description of a component; returns the file."""
        lines = ["bellwether remote 1", f"socket\t{self.path}", f"component\t{len(self._components)}"]
        if isinstance(source, Function):
            lines.append(f"kind\t{source.kind}")
            states: Mapping[str, float] = {}
        else:
            lines += ["kind\tmodel", f"indicators\t{source.event_count()}"]
            lines += ["has\tjacobian"] if source.jacobian is not None else []
            states = source.states
        unit = source.units.get
        lines += [f"input\t{each}\t{unit(each, '')}\t{start!r}" for each, start in source.inputs.items()]
        lines += [f"state\t{each}\t{unit(each, '')}\t{float(start)!r}\t{float(source.nominals.get(each, 1.0))!r}"
                  for each, start in states.items()]
        lines += [f"output\t{each}\t{unit(each, '')}" for each in source.outputs]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self._components.append((name, source))
        return file

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        if self._listener:
            self._listener.close()
        if self._folder:
            self._folder.cleanup()

    def listen(self) -> None:
        if self._components:
            self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self._listener.bind(str(self.path))
            self._listener.listen(64)

    def wait(self, process: subprocess.Popen[Any]) -> int:
        """Answers until the process has ended; returns its exit code. Raises what a function raised."""
        if self._listener is None:
            return process.wait()
        end = os.pidfd_open(process.pid)
        with selectors.DefaultSelector() as waiting:
            try:
                waiting.register(end, selectors.EVENT_READ)
                waiting.register(self._listener, selectors.EVENT_READ)
                while not self._serve(waiting, end):
                    pass
            finally:
                os.close(end)
                for key in list(waiting.get_map().values()):
                    if isinstance(key.data, _Connection):
                        key.data.close()
        code = process.wait()
        if self._error is not None:
            raise self._error
        return code

    def _serve(self, waiting: selectors.BaseSelector, end: int) -> bool:
        """True: the process has ended."""
        has_ended = False
        for key, _ in waiting.select():
            if key.fileobj == end:
                has_ended = True
            elif isinstance(key.data, _Connection):
                if not self._answer(key.data):
                    waiting.unregister(key.fileobj)
                    key.data.close()
            else:
                assert self._listener is not None
                link = self._listener.accept()[0]
                waiting.register(link, selectors.EVENT_READ, _Connection(link, self._components))
        return has_ended

    def _answer(self, connection: _Connection) -> bool:
        """False: there is nothing more to come."""
        try:
            request = connection.request()
            if request is None:
                return False
            numbers = self._numbers(connection, request)
            if numbers is None:
                connection.refuse(f"raised {type(self._error).__name__}: {self._error}")
            else:
                connection.send(numbers)
        except (BrokenPipeError, ConnectionResetError):
            return False
        return True

    def _numbers(self, connection: _Connection, request: tuple[str, Numbers]) -> Numbers | None:
        """None: a function has raised an exception, which ends the run."""
        if self._error is None:
            try:
                return connection.answer(*request)
            except Exception as error:
                self._error = error
        return None
