"""`bellwether.System`: components and connections, built in Python."""
from __future__ import annotations

import json
import math
import os
import pathlib
import tempfile
from typing import Any, Mapping

from . import _bellwether, _inputs, _options, _program, _remote, errors
from .function import Function
from .model import Model
from .run import INPUT, USAGE, _message, is_text

_NOTHING = '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>'
TEXT_KEYS = ("file", "interface", "isolate", "allow", "held")


class _Component:
    """A file, the text of a Modelica model, a table, or something that lives in this interpreter."""

    def __init__(self, source: Any, details: dict[str, Any]) -> None:
        self.source, self.details = source, details
        self.is_here = isinstance(source, (Function, Model))
        self.ending = ".mo" if is_text(source) else ".remote" if self.is_here else None  # of what is written for it
        if self.ending is None and not isinstance(source, (str, os.PathLike)):
            self.ending = ".csv"

    def file_in(self, folder: pathlib.Path, name: str, server: _remote.Server | None = None) -> pathlib.Path:
        """Its file; what is none is written to the folder."""
        if self.ending is None:
            return pathlib.Path(self.source).absolute()
        file = folder / (name + self.ending)
        if self.is_here:
            if server is None:
                raise errors.InputError(f"component '{name}' lives in this interpreter; it can be run and not saved.")
            return server.add(name, self.source, file)
        text = self.source if self.ending == ".mo" else _inputs.text_of(self.source)
        if file.exists() and file.read_text(encoding="utf-8", errors="replace") != text:
            raise errors.InputError(f"'{file}' for component '{name}' exists with another content; "
                                    "choose another folder.")
        file.write_text(text, encoding="utf-8")
        return file


def _toml(value: Any) -> str:
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        value = value.item()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else {math.inf: "inf", -math.inf: "-inf"}.get(value, "nan")
    if isinstance(value, int):
        return str(value)
    if isinstance(value, (str, os.PathLike)):
        return json.dumps(os.fspath(value), ensure_ascii=False)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml(each) for each in value) + "]"
    raise TypeError(f"{value!r} cannot be written to a system file.")


class System:
    """A coupled system.

    >>> system = System()
    >>> _ = system.add("tank", '''
    ... model Tank
    ...   input Real inflow;
    ...   output Real level(start = 1, fixed = true);
    ... equation
    ...   der(level) = inflow - 0.5 * level;
    ... end Tank;
    ... ''')
    >>> _ = system.add("rain", {"time": [0, 10], "rate": [1.0, 2.0]})
    >>> _ = system.connect("rain.rate", "tank.inflow")
    >>> print(system.to_toml())
    [components]
    tank = "tank.mo"
    rain = "rain.csv"
    <BLANKLINE>
    [connections]
    "tank.inflow" = "rain.rate"
    <BLANKLINE>
    >>> import bellwether
    >>> bellwether.run(system, stop=10).verdict
    'trusted'
    """

    def __init__(self) -> None:
        self._components: dict[str, _Component] = {}
        self._connections: dict[str, dict[str, Any]] = {}
        self.parameters: dict[str, Any] = {}
        self.run_settings: dict[str, Any] = {}

    def add(self, name: str, source: Any, *, set: Mapping[str, Any] | None = None, **details: Any) -> System:
        """Adds a component: the path of an FMU, a Modelica model or a table; the text of a Modelica model; or a table
        (a structured array, a data frame, a mapping of columns with "time"); a `Function` or a `Model` in Python.

        `set` are parameters and start values; `interface`, `isolate`, `allow`, `held` as in a system file.
        """
        if not isinstance(name, str):
            raise TypeError(f"the name of a component must be a text, not {name!r}.")
        if not name or "." in name:
            raise ValueError(f"'{name}' cannot be the name of a component: the dot separates component and variable.")
        if "/" in name or any(ord(letter) < 32 for letter in name):
            raise ValueError(f"{name!r} cannot be the name of a component: files are named after it.")
        if callable(source) and not isinstance(source, (Function, Model, os.PathLike)):
            raise TypeError("a function needs the names of its variables: "
                            "system.add(name, bellwether.Function(function, inputs, outputs)).")
        if isinstance(source, Model) and source.on_start is not None:
            raise TypeError("a Model with on_start remembers something, and a system makes several instances of it at "
                            "the same time; use a Function with state=... and every=... for what is remembered.")
        if not isinstance(source, (str, os.PathLike, Function, Model)):
            _inputs.check(source)
        if name in self._components:
            raise ValueError(f"there is a component '{name}' already.")
        for key in details:
            if key not in TEXT_KEYS[1:]:
                raise _options.unknown(key, list(TEXT_KEYS[1:]), "add")
        self._components[name] = _Component(source, details)
        for variable, value in (set or {}).items():
            self.parameters[f"{name}.{variable}"] = value
        return self

    def connect(self, output: str, input: str, *, gain: float = 1.0, offset: float = 0.0,
                unit: str | None = None) -> System:
        """Connects an output to an input: connect("prey.x", "predator.x"). Units are converted."""
        for end in (output, input):
            if not isinstance(end, str):
                raise TypeError(f"connect() takes names such as \"prey.x\", not {end!r}.")
            component = end.partition(".")[0]
            if component not in self._components:
                known = list(self._components)
                near = _bellwether.nearest(component, known)
                hint = f" Did you mean {' or '.join(near)}?" if near else ""
                raise ValueError(f"there is no component '{component}' (in '{end}').{hint}")
        if input in self._connections:
            raise ValueError(f"input '{input}' is connected twice; the other connection is from "
                             f"'{self._connections[input]['from']}'.")
        self._connections[input] = {"from": output, "gain": gain, "offset": offset, "unit": unit}
        return self

    # ---- files ----

    def _sections(self, files: Mapping[str, str]) -> list[str]:
        lines = ["[components]"]
        for name, component in self._components.items():
            if component.details:
                keys = {"file": files[name], **component.details}
                lines.append(f"{_key(name)} = {{ " + ", ".join(f"{k} = {_toml(v)}" for k, v in keys.items()) + " }")
            else:
                lines.append(f"{_key(name)} = {_toml(files[name])}")
        if self._connections:
            lines += ["", "[connections]"]
            lines += [f"{_toml(target)} = {_right_side(each)}" for target, each in self._connections.items()]
        if self.parameters:
            lines += ["", "[parameters]"]
            lines += [f"{_toml(target)} = {_toml(value)}" for target, value in self.parameters.items()]
        if self.run_settings:
            lines += ["", "[run]"]
            lines += [f"{key.replace('_', '-')} = {_toml(value)}" for key, value in self.run_settings.items()]
        return lines

    def to_toml(self) -> str:
        """The system file; texts and tables have the names that `save` gives them."""
        files = {name: os.fspath(each.source) if each.ending is None else name + each.ending
                 for name, each in self._components.items()}
        return "\n".join(self._sections(files)) + "\n"

    def write_to(self, folder: pathlib.Path, server: _remote.Server | None = None) -> str:
        """For `run`: writes everything to the folder; returns the path of the system file."""
        if not self._components:
            raise errors.InputError("the system has no components; add one: system.add(\"tank\", \"tank.fmu\").")
        files = {name: str(each.file_in(folder, name, server)) for name, each in self._components.items()}
        path = folder / "system.toml"
        path.write_text("\n".join(self._sections(files)) + "\n", encoding="utf-8")
        return str(path)

    def save(self, path: str | os.PathLike[str]) -> pathlib.Path:
        """Writes a .toml file, with texts and tables beside it; other files keep their places. Or an .ssp package,
        which contains all files."""
        target = pathlib.Path(path)
        if target.suffix == ".ssp":
            with tempfile.TemporaryDirectory(prefix="bellwether-python-") as name:
                try:
                    _bellwether.convert(self.write_to(pathlib.Path(name)), os.fspath(target))
                except _bellwether.Mistake as mistake:
                    raise errors.InputError(str(mistake).replace(f"{name}/", "")) from None
            return target
        if target.suffix != ".toml":
            raise ValueError(f"a system is saved as .toml or .ssp, not as '{target.suffix}'.")
        folder = target.absolute().parent
        if not self._components:
            raise errors.InputError("the system has no components.")
        for name, each in self._components.items():
            if each.is_here:  # before anything is written
                each.file_in(folder, name)
        files = {name: os.path.relpath(each.file_in(folder, name), folder) for name, each in self._components.items()}
        target.write_text("\n".join(self._sections(files)) + "\n", encoding="utf-8")
        return target

    def check(self, **options: Any) -> str:
        """Opens all components and checks names, types and units; returns what a run would do, in words.

        Raises InputError with all that is wrong. Nothing runs.
        """
        from .run import _words, check_keywords

        with tempfile.TemporaryDirectory(prefix="bellwether-python-") as name:
            folder = pathlib.Path(name)
            with _remote.Server(folder) as server:
                path = self.write_to(folder, server)
                server.listen()
                words = [*_words(path, check_keywords(options)), "--dry-run"]
                code = _program.call(words, folder, server.wait)
            if code in (USAGE, INPUT):
                raise errors.InputError(_message(folder))
            return _options.in_python_words((folder / "messages").read_text(encoding="utf-8"))

    # ---- shown ----

    def to_svg(self) -> str:
        """A diagram: components, connections and loops; pointing at a line shows its units."""
        with tempfile.TemporaryDirectory(prefix="bellwether-python-") as name:
            folder = pathlib.Path(name)
            with _remote.Server(folder) as server:
                return _bellwether.diagram(self.write_to(folder, server)) if self._components else _NOTHING

    def _repr_html_(self) -> str:
        # In the page, so that titles and its colours work.
        return f'<div style="overflow-x: auto">{self.to_svg()}</div>'

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __repr__(self) -> str:
        return f"<System of {', '.join(self._components) or 'no components'}; {len(self._connections)} connections>"


def _key(name: str) -> str:
    return name if name.isascii() and name.replace("_", "").replace("-", "").isalnum() else _toml(name)


def _right_side(connection: Mapping[str, Any]) -> str:
    if connection["gain"] == 1 and connection["offset"] == 0 and connection["unit"] is None:
        return _toml(connection["from"])
    words = [f"from = {_toml(connection['from'])}"]
    if connection["gain"] != 1:
        words.append(f"gain = {_toml(float(connection['gain']))}")
    if connection["offset"] != 0:
        words.append(f"offset = {_toml(float(connection['offset']))}")
    if connection["unit"] is not None:
        words.append(f"unit = {_toml(connection['unit'])}")
    return "{ " + ", ".join(words) + " }"
