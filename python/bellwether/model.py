"""`bellwether.Model`: equations with events, written in Python."""
from __future__ import annotations

import os
from typing import Any, Callable, Iterable, Mapping, Sequence

import numpy as np

from . import _bellwether, _cells, _options
from .function import check_units, names_of
from .result import Result, summary_of

# Files, processes and inputs belong to targets that the program runs.
FORBIDDEN = ("input", "isolate", "sandbox", "allow", "interface", "checkpoint", *_options.LIMITS)


class Model:
    """x' = derivatives(t, x), with events: a target for `bellwether.run` and a component of a `System`.

    states : names and start values, in the order of x
    derivatives : function (t, x) -> as many values
    events : function (t, x) -> values; an event takes place where one of them crosses zero
    on_event : function (t, x) -> new states, or None where they stay
    on_start : called at the start of each integration; a run makes several, so that a model resets here what its
        on_event has remembered
    jacobian : function (t, x) -> matrix n x n
    units, nominals : by name; a nominal is a typical size of a state, positive and finite (default 1)
    inputs : names, or names and start values. All functions then are functions of (t, x, u), with u["force"]; such a
        model is for a `System`
    outputs : functions like derivatives, by name; each gives one number. States are outputs anyway

    >>> ball = Model({"h": 1, "v": 0}, lambda t, x: [x[1], -9.81], events=lambda t, x: [x[0]],
    ...              on_event=lambda t, x: [0.0, -0.7 * x[1]] if x[1] < 0 else None, units={"h": "m", "v": "m/s"})
    >>> import bellwether
    >>> result = bellwether.run(ball, stop=1, tolerance=1e-6)
    >>> result.verdict, round(result["h"][-1], 5), result.units["h"]
    ('trusted', 0.22506, 'm')
    """

    def __init__(self, states: Mapping[str, float], derivatives: Callable[..., Any], *,
                 events: Callable[..., Sequence[float]] | None = None, on_event: Callable[..., Any] | None = None,
                 on_start: Callable[[], object] | None = None, jacobian: Callable[..., Any] | None = None,
                 units: Mapping[str, str] | None = None, nominals: Mapping[str, float] | None = None,
                 inputs: Mapping[str, float] | Iterable[str] | str = (),
                 outputs: Mapping[str, Callable[..., float]] | None = None, name: str = "model") -> None:
        if not states:
            raise ValueError("a model needs at least one state: Model({\"x\": 1.0}, ...).")
        for each, nominal in (nominals or {}).items():
            if each not in states:
                raise ValueError(f"nominals name '{each}', which is no state.")
            if not 0 < float(nominal) < float("inf"):
                raise ValueError(f"the nominal of '{each}' must be positive and finite, not {nominal}.")
        self.name, self.states = name, names_of(states, "state")
        self.inputs, self.outputs = names_of(inputs, "input"), dict(outputs or {})
        names_of(list(self.outputs), "output")
        variables = [*self.states, *self.inputs, *self.outputs]
        for each in variables:
            if variables.count(each) > 1:
                raise ValueError(f"'{each}' is named twice; rename one of them.")
        self.derivatives, self.events, self.on_event = derivatives, events, on_event
        self.on_start, self.jacobian = on_start, jacobian
        self.units, self.nominals = check_units(units or {}, variables), dict(nominals or {})

    def event_count(self, start: float = 0.0) -> int:
        """How many values `events` returns; it is called once to see."""
        if self.events is None:
            return 0
        x = np.array(list(self.states.values()), dtype=float)
        return int(np.size(self.events(start, x, dict(self.inputs)) if self.inputs else self.events(start, x)))

    def _description(self, start: float) -> dict[str, Any]:
        description = {"name": self.name, "derivatives": self.derivatives, "events": self.events,
                       "on_event": self.on_event, "on_start": self.on_start, "event_count": self.event_count(start),
                       "states": [(name, float(value), float(self.nominals.get(name, 1.0)), self.units.get(name, ""))
                                  for name, value in self.states.items()]}
        return description if self.jacobian is None else {**description, "jacobian": self.jacobian}


def _stored(keyword: str, value: Any) -> Any:
    """A value as the table of options takes it."""
    option = _options.table()[keyword]
    if option["kind"] == "list":
        return [word.partition("=")[2] for word in _options.words_of(keyword, value)]
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    _options.words_of(keyword, value)  # checks it
    return value if isinstance(value, (bool, str)) else float(value)


def run_here(model: Model, options: dict[str, Any]) -> tuple[Result, int]:
    """In this process, because its functions live here. The result and the exit code of such a run."""
    if model.inputs or model.outputs:
        raise TypeError("a Model with inputs or outputs is a component: System().add(\"name\", model), and run that.")
    for keyword in FORBIDDEN:
        if keyword in options:
            raise TypeError(f"{keyword} is not for a Model, which runs in the interpreter.")
    start = options.get("start", 0.0)
    given = {_options.table()[key]["key"]: _stored(key, value) for key, value in options.items()
             if key not in ("output", "summary")}
    description = model._description(start if isinstance(start, (int, float)) else 0.0)
    answer = _bellwether.run_model(description, given, options.get("output"), options.get("summary"))
    columns = [{"name": name, "type": kind, "unit": unit} for name, kind, unit in answer["columns"]]
    cells = _cells.Cells({"time_unit": answer["time_unit"], "columns": columns}, answer["block"], [])
    return Result(cells, summary_of(answer["summary"]), model.name), answer["exit_code"]
