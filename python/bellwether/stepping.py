"""`bellwether.open`: one component, stepped from Python."""
from __future__ import annotations

import os
import pathlib
import subprocess
import tempfile
import threading
from typing import Any, Iterator

from . import _bellwether, _options, _program, errors
from .run import _failure, _message, check_keywords, file_word, path_of

Value = float | int | bool | str | bytes
FORBIDDEN = ("input", "output", "summary", "steps", "checkpoint", "certify", "require", "interval", "every_step")


class _Variable:
    def __init__(self, words: list[str]) -> None:
        self.name, self.type, self.unit = _text(words[0]), words[1], _text(words[2])


def _text(word: str) -> str:
    return bytes.fromhex(word[1:]).decode("utf-8", "replace")


def _value(word: str, kind: str) -> Value:
    if word.startswith("$"):
        return bytes.fromhex(word[1:]) if kind == "Binary" else _text(word)
    if word.startswith("#"):
        return bool(int(word[1:])) if kind == "Boolean" else int(word[1:])
    return float(word)


def _word(name: str, kind: str, value: Any) -> str:
    """As the program reads it."""
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        value = value.item()  # of numpy
    try:
        if kind == "Real":
            return repr(float(value))
        if kind == "String":
            if not isinstance(value, str):
                raise TypeError
            return "$" + value.encode().hex()
        if kind == "Binary":
            return "$" + bytes(value).hex()
        if value != int(value):
            raise ValueError
        return f"#{int(value)}"
    except (TypeError, ValueError):
        raise TypeError(f"'{name}' is of type {kind} and cannot be {value!r}.") from None


class Snapshot:
    """A saved state of a component, for `restore`."""

    def __init__(self, owner: Component, number: int) -> None:
        self._owner, self._number = owner, number

    def __del__(self) -> None:
        self._owner._forget(self._number)


class Component:
    """An FMU or a model that you step; made by `bellwether.open`.

    `c["x"]` reads a variable, `c["u"] = 3` sets an input, which acts on the initial conditions before the first step
    and with the next step later. `c.step(h)` advances by h seconds. `c.save()` and `c.restore(saved)` go back in time.
    """

    def __init__(self, target: Any, options: dict[str, Any]) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="bellwether-python-", ignore_cleanup_errors=True)
        folder = pathlib.Path(self._folder.name)
        path = str(target.write_to(folder)) if hasattr(target, "write_to") else path_of(target)
        words = ["__step", file_word(path)]
        for keyword, value in options.items():
            if keyword in _options.LIMITS:
                words.append(f"--{keyword.replace('_', '-')}={value}")
            else:
                words += _options.words_of(keyword, value)
        (folder / "arguments").write_bytes(b"".join(os.fsencode(word) + b"\0" for word in words))
        with open(folder / "messages", "wb") as messages:
            self._process = subprocess.Popen([_program.path(), "__hosted", str(folder / "arguments"), str(os.getpid())],
                                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=messages,
                                             start_new_session=True, text=True, bufsize=1)
        self._inputs: dict[str, tuple[int, _Variable]] = {}
        self._values: dict[str, _Variable] = {}
        self._now: dict[str, Value] | None = None
        self._dropped: list[int] = []
        self.time = 0.0
        self.has_ended = False
        self._lock = threading.Lock()  # a request and its answer belong together
        try:
            self._open()
        except BaseException:
            _program._end(self._process)
            raise

    # ---- what it says ----

    def _open(self) -> None:
        while True:
            kind, *words = self._line()
            if kind == "ready":
                self.start, self.stop = float(words[0]), float(words[1])
                self.time = self.start
                return
            variable = _Variable(words)
            if kind == "input":
                self._inputs[variable.name] = (len(self._inputs), variable)
            else:
                self._values[variable.name] = variable

    def _line(self) -> list[str]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise self._end()
        return line.split()

    def _end(self) -> BaseException:
        code = self._process.wait()
        return _failure(code, _message(pathlib.Path(self._folder.name)), None)

    def _ask(self, request: str) -> list[str]:
        with self._lock:
            return self._answer_to(request)

    def _answer_to(self, request: str) -> list[str]:
        if self._process.poll() is not None or self._process.stdin is None or self._process.stdin.closed:
            raise errors.RunFailed("the component is closed.")
        try:
            self._process.stdin.write(request + "\n")
        except BrokenPipeError:
            raise self._end() from None
        try:
            kind, *words = self._line()
        except KeyboardInterrupt:
            _program._end(self._process)
            raise
        if kind == "fail":
            raise errors.InputError(" ".join(words))
        if kind == "ok":
            self.time, self.has_ended = float(words[0]), words[1] == "1"
            self._now = {name: _value(word, variable.type)
                         for (name, variable), word in zip(self._values.items(), words[2:])}
        return words

    def _forget(self, number: int) -> None:
        self._dropped.append(number)  # said with the next request: a destructor runs anywhere

    def _tidy(self) -> None:
        while self._dropped:
            self._ask(f"drop {self._dropped.pop()}")

    # ---- for users ----

    @property
    def inputs(self) -> list[str]:
        return list(self._inputs)

    @property
    def names(self) -> list[str]:
        """All variables that can be read."""
        return list(self._values)

    @property
    def units(self) -> dict[str, str]:
        return {name: variable.unit for name, variable in self._values.items()}

    def values(self) -> dict[str, Value]:
        """All variables now."""
        if self._now is None:
            self._ask("read")
        assert self._now is not None
        return dict(self._now)

    def __getitem__(self, name: str) -> Value:
        if name not in self._values:
            raise KeyError(self._unknown(name, "variable", list(self._values)))
        if self._now is None:
            self._ask("read")
        assert self._now is not None
        return self._now[name]

    def __setitem__(self, name: str, value: Any) -> None:
        if name not in self._inputs:
            if name in self._values:
                raise KeyError(f"'{name}' is no input; "
                               "parameters and start values are given to open(..., set={...}).")
            raise KeyError(self._unknown(name, "input", list(self._inputs)))
        number, variable = self._inputs[name]
        self._ask(f"set {number} {_word(name, variable.type, value)}")
        if self.time == self.start:
            self._now = None  # the initial conditions may have changed

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    @staticmethod
    def _unknown(name: str, what: str, known: list[str]) -> str:
        near = _bellwether.nearest(name, known) if isinstance(name, str) else []
        return f"there is no {what} '{name}'." + (f" Did you mean {' or '.join(near)}?" if near else "")

    def step(self, h: float) -> None:
        """Advances by h seconds. `has_ended` is true where the component itself ended the simulation before."""
        self._tidy()
        self._ask(f"step {float(h)!r}")

    def save(self) -> Snapshot:
        """The state now. FMUs that cannot save theirs are copied with their process, where that can be done."""
        self._tidy()
        return Snapshot(self, int(self._ask("save")[0]))

    def restore(self, saved: Snapshot) -> None:
        """Returns to a saved state, its time and its inputs, as often as you like."""
        if not isinstance(saved, Snapshot):
            raise TypeError(f"restore() takes what save() has returned, not {saved!r}.")
        if saved._owner is not self:
            raise ValueError("the state was saved by another component.")
        self._ask(f"restore {saved._number}")

    def close(self) -> None:
        """Ends the component. Reading and stepping are errors then."""
        if self._process.stdin and not self._process.stdin.closed:
            try:
                self._process.stdin.close()
                self._process.wait(_program.SECONDS_TO_END)
            except (subprocess.TimeoutExpired, BrokenPipeError):
                _program._end(self._process)
        if self._process.stdout:
            self._process.stdout.close()
        self._folder.cleanup()

    def __enter__(self) -> Component:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError("a component that is stepped is a process of its own and cannot be pickled; "
                        "open its target there.")

    def __repr__(self) -> str:
        return f"<Component with inputs {', '.join(self._inputs) or 'none'} at t = {self.time:g}>"


def open_component(target: Any, **options: Any) -> Component:
    """Opens an FMU or a Modelica model, to step it: `with bellwether.open("x.fmu", stop=10) as c: ...`

    A system can be stepped, too (a file or a `System`), where all its components are models (Modelica, model exchange,
    tables); inputs that nothing drives keep their start values there.

    Options are those of `run` that concern a component: `start`, `stop`, `set`, `tolerance`, `method`, `interface`,
    `record` (which variables can be read; default all), and `call_timeout`. No error is estimated.
    """
    given = check_keywords(options)
    for keyword in FORBIDDEN:
        if keyword in given:
            raise TypeError(f"open() has no {keyword}: a component that you step has neither rows nor an estimate.")
    return Component(target, given)
