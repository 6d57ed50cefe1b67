"""`bellwether.Function`: a function in Python as a component of a system."""
from __future__ import annotations

from typing import Any, Callable, Iterable, Mapping

_NO_STATE = object()


def names_of(given: Mapping[str, float] | Iterable[str] | str, what: str) -> dict[str, float]:
    """Names and start values."""
    if isinstance(given, str):
        given = [given]
    pairs = [(str(k), float(given[k]) if isinstance(given, Mapping) else 0.0) for k in given]
    named: dict[str, float] = {}
    for name, start in pairs:
        if name in named:
            raise ValueError(f"the {what} '{name}' is named twice; rename one of them.")
        named[name] = start
    for name in named:
        if not name or any(ord(letter) < 32 for letter in name):
            raise ValueError(f"{name!r} cannot be the name of an {what}.")
    return named


def check_units(units: Mapping[str, str], *groups: Iterable[str]) -> dict[str, str]:
    known = [name for group in groups for name in group]
    for name in units:
        if name not in known:
            raise ValueError(f"units name '{name}', which is no variable; there are {', '.join(known)}.")
    return dict(units)


class Function:
    """A function in Python as a component of a `System`. Which one depends on what is given:

    nothing : y = function(t, u), without memory
    every : outputs change at the start and then every `every` seconds, and are held in between: a sampled controller.
        With `state`: y, state = function(t, u, state)
    state, no every : y, state = function(t, h, u, state), called for each communication step from t to t + h, with the
        inputs at its beginning; y are the outputs at its end. At the start h is 0.

    u : the inputs by name, u["level"]
    y : a number where there is one output; else as many values, or a dictionary
    inputs : names, or names and start values; outputs : names
    state : the initial state, anything that `copy.deepcopy` can copy. A run rolls back and repeats steps: the state is
        passed in, returned, saved and restored. What a function remembers elsewhere is lost to that, and wrong.
    units : of inputs and outputs, by name

    >>> import bellwether
    >>> def controller(t, u, integral):
    ...     error = 1 - u["level"]
    ...     return 2 * error + integral, integral + 0.1 * error
    >>> system = bellwether.System()
    >>> _ = system.add("tank", '''
    ... model Tank
    ...   input Real inflow;
    ...   output Real level(start = 0, fixed = true);
    ... equation
    ...   der(level) = inflow - 0.5 * level;
    ... end Tank;
    ... ''')
    >>> _ = system.add("controller", bellwether.Function(controller, "level", "inflow", state=0.0, every=0.1))
    >>> _ = system.connect("tank.level", "controller.level").connect("controller.inflow", "tank.inflow")
    >>> result = bellwether.run(system, stop=20, tolerance=1e-6)
    >>> result.verdict, round(result["tank.level"][-1], 3)
    ('trusted', 1.0)
    """

    def __init__(self, function: Callable[..., Any], inputs: Mapping[str, float] | Iterable[str] | str = (),
                 outputs: Iterable[str] | str = (), *, state: Any = _NO_STATE, every: float | None = None,
                 units: Mapping[str, str] | None = None) -> None:
        if not callable(function):
            raise TypeError(f"a Function needs a function, not {type(function).__name__}.")
        self.function = function
        self.inputs = names_of(inputs, "input")
        self.outputs = list(names_of(outputs, "output"))
        if not self.outputs:
            raise ValueError("a Function needs at least one output.")
        for name in self.outputs:
            if name in self.inputs:
                raise ValueError(f"'{name}' is an input and an output; rename one of them.")
        if every is not None and not (float(every) > 0 and float(every) < float("inf")):
            raise ValueError(f"every must be a positive number of seconds, not {every}.")
        self.every = None if every is None else float(every)
        self.has_state = state is not _NO_STATE
        self.state = state if self.has_state else None
        self.units = check_units(units or {}, self.inputs, self.outputs)

    @property
    def kind(self) -> str:
        if self.every is not None:
            return "sampled"
        return "stepped" if self.has_state else "function"

    def __repr__(self) -> str:
        name = getattr(self.function, "__name__", type(self.function).__name__)
        return f"<Function {name} of {', '.join(self.inputs) or 'time'} giving {', '.join(self.outputs)}>"
