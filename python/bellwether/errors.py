"""What can go wrong, as exceptions. Each message says what, where, the value and what to do."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .result import Result


class BellwetherError(Exception):
    """All errors of this package."""


class InputError(BellwetherError, ValueError):
    """A file, an FMU, a model or an option is wrong. Nothing ran."""


class RunFailed(BellwetherError):
    """A run that could not go on.

    `result` has the rows until then, or is None where nothing was computed.
    """

    def __init__(self, message: str, result: Result | None = None) -> None:
        super().__init__(message)
        self.result = result

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.result), self.__dict__


class ComponentCrashed(RunFailed):
    """A component crashed, hung, left the program or took all memory; the interpreter lives on.

    `component`, `call` (such as fmi2DoStep) and `time` say where; they are None where that is not known. `reason` is
    the code of the diagnostic: component-crashed, component-exited, component-hung or component-out-of-memory.
    """

    component: str | None = None
    call: str | None = None
    time: float | None = None
    reason: str = "component-crashed"


class Rejected(BellwetherError):
    """A result that must not be used, raised by `Result.raise_if_rejected`; it is in `result`."""

    def __init__(self, message: str, result: Result) -> None:
        super().__init__(message)
        self.result = result

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.result)
