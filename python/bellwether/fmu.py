"""`bellwether.simulate_fmu`: the call of FMPy, with a verdict."""
from __future__ import annotations

import os
import pathlib
import xml.etree.ElementTree
import zipfile
from typing import Any, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from . import errors
from .result import Result
from .run import run

# Arguments of FMPy that reach into its own machinery, and the only value that can be honoured.
REFUSED: dict[str, tuple[Any, str]] = {
    "debug_logging": (False, "messages of an FMU are in result.diagnostics"),
    "visible": (False, "FMUs are run without windows"),
    "logger": (None, "messages of an FMU are in result.diagnostics"),
    "fmi_call_logger": (None, "calls happen in another process"),
    "step_finished": (None, "calls happen in another process; bellwether.open steps an FMU"),
    "model_description": (None, "the description in the FMU is used"),
    "fmu_instance": (None, "calls happen in another process; bellwether.open steps an FMU"),
    "set_input_derivatives": (False, "inputs are interpolated wherever the FMU can"),
    "remote_platform": ("auto", "only FMUs for this platform are run"),
    "early_return_allowed": (False, "it is chosen where the FMU offers it"),
    "use_event_mode": (False, "it is chosen where the FMU offers it"),
    "initialize": (True, "a run begins with the initialisation"),
    "terminate": (True, "a run ends the FMU"),
    "fmu_state": (None, "a run begins with the initialisation"),
    "set_stop_time": (True, "the stop time is part of a run"),
}
SOLVERS = {"auto": "auto", "CVode": "bdf", "Euler": "euler"}
INTERFACES = {"CoSimulation": "cs", "ModelExchange": "me", "ScheduledExecution": "se"}


class FmuResult(NDArray[np.void]):
    """FMPy's structured array: `result["time"]`, `result["x"]`. Beside it: `verdict`, `estimated_error`, `error`,
    `diagnostics` and the whole `result`."""

    result: Result

    def __array_finalize__(self, origin: Any) -> None:
        self.result = getattr(origin, "result", None)  # type: ignore[assignment]

    @property
    def verdict(self) -> str:
        return self.result.verdict

    @property
    def estimated_error(self) -> float | None:
        return self.result.estimated_error

    @property
    def error(self) -> Mapping[str, NDArray[Any]]:
        return self.result.error

    @property
    def diagnostics(self) -> list[dict[str, Any]]:
        return self.result.diagnostics

    def __reduce__(self) -> Any:
        return _array_of, (self.result, list(self.dtype.names or ())[1:])


class _Description:
    """The little that is needed of modelDescription.xml before a run."""

    def __init__(self, filename: str) -> None:
        try:
            with zipfile.ZipFile(filename) as archive, archive.open("modelDescription.xml") as file:
                root = xml.etree.ElementTree.parse(file).getroot()
        except (OSError, KeyError, zipfile.BadZipFile, xml.etree.ElementTree.ParseError) as problem:
            raise errors.InputError(f"'{filename}' is no FMU that can be read: {problem}.") from None
        if root.get("fmiVersion", "").startswith("1."):
            is_cs = root.find("Implementation") is not None
            self.interfaces = {"CoSimulation"} if is_cs else {"ModelExchange"}
        else:
            self.interfaces = {name for name in INTERFACES if root.find(name) is not None}
        variables = root.find("ModelVariables")
        self.outputs = [str(each.get("name")) for each in (variables if variables is not None else [])
                        if each.get("causality") == "output"]


def _array_of(result: Result, names: Sequence[str]) -> FmuResult:
    columns = {name: result[name] for name in names}
    kinds: list[tuple[str, Any]] = [("time", np.float64)]
    for name, values in columns.items():
        fits = values.dtype == np.int64 and (len(values) == 0 or np.abs(values).max() < 2**31)
        kinds.append((name, np.int32 if fits else values.dtype))
    array = np.empty(len(result), dtype=kinds)
    array["time"] = result.time
    for name, values in columns.items():
        array[name] = values
    made = array.view(FmuResult)
    made.result = result
    return made


def _chosen(result: Result, output: Sequence[str] | None, description: _Description) -> list[str]:
    if output is not None:
        return [name for name in output if name in result]
    return [name for name in description.outputs if name in result and result[name].dtype.kind in "fib"]


def _interface(fmi_type: str | None, offered: set[str]) -> str:
    if fmi_type is not None and fmi_type not in INTERFACES:
        raise ValueError(f"fmi_type must be one of {', '.join(INTERFACES)}, not '{fmi_type}'.")
    if fmi_type is not None and fmi_type not in offered:
        raise ValueError(f"fmi_type '{fmi_type}' is not offered by the FMU, which has {', '.join(sorted(offered))}.")
    if fmi_type is not None:
        return fmi_type
    return "ModelExchange" if "ModelExchange" in offered else next(iter(sorted(offered)), "")


def _solver(solver: Any, step_size: float | None, interface: str) -> dict[str, Any]:
    name = solver if isinstance(solver, str) else getattr(solver, "__name__", str(solver))
    if name not in SOLVERS:
        raise ValueError(f"solver '{name}' cannot be honoured; known: {', '.join(SOLVERS)}.")
    options: dict[str, Any] = {}
    if interface == "ModelExchange" and name != "auto":
        options["method"] = SOLVERS[name]
    if step_size is not None:
        if interface == "ModelExchange" and name != "Euler":
            raise ValueError("step_size is the step of solver='Euler' and of co-simulation; this run chooses its "
                             "steps. Leave it out, or use output_interval for the rows.")
        options["step"] = step_size
    return options


def simulate_fmu(filename: str | os.PathLike[str], validate: bool = True, start_time: float | None = None,
                 stop_time: float | None = None, solver: Any = "auto", step_size: float | None = None,
                 relative_tolerance: float | None = None, output_interval: float | None = None,
                 record_events: bool = True, fmi_type: str | None = None,
                 start_values: Mapping[str, Any] | None = None, apply_default_start_values: bool = False,
                 input: Any = None, output: Sequence[str] | None = None, timeout: float | None = None,
                 **others: Any) -> FmuResult:
    """Simulates an FMU and estimates the error of the result.

    The arguments are those of `fmpy.simulate_fmu`, the result is its structured array, with `verdict`, `error` and
    `result` (a `Result`) beside it. These differ:

    solver : "auto" (the default) chooses the method; "CVode" is BDF, "Euler" has the fixed step `step_size`
    relative_tolerance : tolerance of the result (default 1e-4)
    fmi_type : by default model exchange where the FMU offers both, because its error can be estimated
    validate, apply_default_start_values : files are always checked, and start values of the description always hold
    timeout : seconds; the rows until then are returned, and the verdict is "rejected"

    What cannot be honoured is refused by name (ValueError).
    """
    for name, value in others.items():
        if name not in REFUSED:
            raise TypeError(f"simulate_fmu() got an unexpected keyword argument '{name}'")
        only, reason = REFUSED[name]
        if value is not only and value != only:
            raise ValueError(f"simulate_fmu cannot honour {name}={value!r}: {reason}. Leave it out.")
    if start_values is not None and not isinstance(start_values, Mapping):
        raise TypeError(f"start_values must be a mapping of names and values, not {start_values!r}.")
    if isinstance(output, str):
        raise TypeError(f"output must be a list of names, such as ['{output}'], not the text '{output}'.")
    path = os.fspath(filename)
    if pathlib.Path(path).is_dir():
        raise ValueError(f"'{path}' is a folder; simulate_fmu needs the .fmu file itself.")
    description = _Description(path)
    interface = _interface(fmi_type, description.interfaces)
    options = _solver(solver, step_size, interface)
    if interface == "ModelExchange" and record_events:
        options["event_rows"] = True
    wanted = None if output is None else list(output)
    try:
        result = run(path, start=start_time, stop=stop_time, tolerance=relative_tolerance, interval=output_interval,
                     set=dict(start_values or {}) or None, input=input, record=wanted or None,
                     interface=INTERFACES.get(interface), time_limit=timeout, **options)
    except errors.RunFailed as failure:
        timed_out = timeout is not None and failure.result is not None and any(
            each["code"] == "interrupted" for each in failure.result.diagnostics)
        if not timed_out or failure.result is None:
            raise
        result = failure.result
    return _array_of(result, _chosen(result, wanted, description))
