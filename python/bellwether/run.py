"""`bellwether.run`: the whole program behind one call."""
from __future__ import annotations

import os
import pathlib
import re
import tempfile
from typing import Any

from . import _bellwether, _cells, _inputs, _options, _program, _remote, _save, errors
from .model import Model, run_here
from .result import Result, summary_of

# Exit codes of the program (docs/architecture.md).
USAGE, INPUT, REJECTED, STOPPED, INTERRUPTED = 1, 2, 3, 4, 130
DEATHS = ("component-crashed", "component-exited", "component-hung", "component-out-of-memory")
MODEL = re.compile(r"\s*(?:within|partial|model|block|class|package)\s[^/]*;")
CALL = re.compile(r"\b(?:in|from) (fmi\w+)|'s (fmi\w+)|\b(fmi\d?\w+)\b")


def is_text(source: Any) -> bool:
    """Of a Modelica model, and no path."""
    return isinstance(source, str) and ("\n" in source or MODEL.match(source) is not None)


def path_of(target: Any) -> str:
    try:
        path = os.fsdecode(target)
    except TypeError:
        raise TypeError(f"the target must be the path of a file, a System or a Model, not {target!r}.") from None
    if "\0" in path:
        raise ValueError(f"no file has the name {path!r}.")
    if not path:
        raise errors.InputError("the target is empty; it must be the path of a file, a System or a Model.")
    if is_text(path) and not os.path.exists(path):
        raise errors.InputError("the target is the text of a model and no path. A text is a component: "
                                "system = bellwether.System(); system.add(\"name\", text); bellwether.run(system).")
    return path


def file_word(path: str) -> str:
    """A file, not an option."""
    return f"./{path}" if path.startswith("-") else path


def _words(target: str, options: dict[str, Any]) -> list[str]:
    words = ["run", file_word(target)]
    for keyword, value in options.items():
        if keyword in ("output", "summary"):
            words.append(f"--later-{keyword}={value}")
        elif keyword in _options.LIMITS:
            words.append(f"--{keyword.replace('_', '-')}={value}")
        else:
            words += _options.words_of(keyword, value)
    return words


def _message(folder: pathlib.Path) -> str:
    """What the program said, without its name and as one paragraph."""
    text = (folder / "messages").read_text(encoding="utf-8", errors="replace")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    words = " ".join(lines).removeprefix("bellwether: ").replace(f"{folder}/", "")
    return _options.in_python_words(words)


def _rows(folder: pathlib.Path) -> _cells.Cells | None:
    """Accepted, rejected, or those of a run that could not go on."""
    for name in ("rows.cells", "rows.rejected.cells", "rows.cells.partial"):
        if (folder / name).exists():
            return _cells.read(folder / name)
    return None


def _result(folder: pathlib.Path, target: str) -> Result | None:
    cells = _rows(folder)
    try:
        text = (folder / "summary.json").read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    if cells is None:
        cells = _cells.none()
    summary = summary_of(text.replace(f"{folder}/", ""))
    for each in summary["diagnostics"]:
        each["message"] = _options.in_python_words(each["message"])
    return Result(cells, summary, target.removeprefix(f"{folder}/"))


def _crash(diagnostic: dict[str, Any], message: str, result: Result | None) -> errors.ComponentCrashed:
    error = errors.ComponentCrashed(message, result)
    subject = diagnostic.get("subject")
    error.reason = diagnostic["code"]
    error.component = None if subject in (None, "run") else subject
    if found := CALL.search(message):
        error.call = next(group for group in found.groups() if group)
    error.time = diagnostic.get("time")
    return error


def _failure(code: int, message: str, result: Result | None) -> BaseException:
    if not message and result is None:
        return errors.RunFailed(f"{_program.path()} ended with {code} and said nothing.", None)
    if code in (USAGE, INPUT):
        return errors.InputError(message)
    for each in result.diagnostics if result is not None else []:
        if each["code"] in DEATHS:
            return _crash(each, each["message"], result)
    for death in DEATHS:
        if f"[{death}]" in message:
            return _crash({"code": death}, message, result)
    if result is not None:
        reasons = [each["message"] for each in result.diagnostics if each["severity"] == "error"]
        message = " ".join(reasons) or message
    return errors.RunFailed(message, result)


def _write_files(result: Result, options: dict[str, Any], code: int) -> None:
    """`output` and `summary`: a file has the requested name only if the run was accepted."""
    if "summary" in options:
        result.save(pathlib.Path(options["summary"]))
    if "output" in options:
        path = pathlib.Path(options["output"])
        name = path.with_name(f"{path.stem}.rejected{path.suffix}") if code == REJECTED else path
        result.save(name, errors=bool(options.get("error_columns", False)),
                    csv_units=bool(options.get("csv_units", False)))


def _named_files(options: dict[str, Any]) -> dict[str, Any]:
    """`output` and `summary` as texts. The run checks them before anything is computed, by the rules for its own
    files."""
    named = {keyword: os.fspath(options[keyword]) for keyword in ("output", "summary") if keyword in options}
    if not named.get("summary", ".json").lower().endswith(".json"):
        raise errors.InputError(f"summary='{named['summary']}' must end with .json.")
    if "output" in named:
        _save.check_format(named["output"])
    return {**options, **named}


def check_keywords(options: dict[str, Any]) -> dict[str, Any]:
    """Without those that are None. Raises TypeError for an unknown one."""
    known = [*_options.table(), *_options.LIMITS]
    for keyword in options:
        if keyword not in known and keyword in _options.COMMAND_LINE:
            raise _options.for_command_line(keyword)
        if keyword not in known:
            raise _options.unknown(keyword, known, "run")
    if options.get("checkpoint") is not None:
        raise _options.for_command_line("checkpoint")
    for keyword in ("output", "summary"):
        if options.get(keyword) == "-":
            raise TypeError(f"{keyword}='-' is for the command line; leave it out, the result has it.")
    return {keyword: value for keyword, value in options.items() if value is not None}


def run(target: Any, **options: Any) -> Result:
    """Simulates a system, a model or an FMU, and estimates the error of the result.

    Parameters
    ----------
    target : path of an .fmu, .toml, .ssp, .ssd, .msim or .mo file, a `System`, or a `Model`
    options : the options of `bellwether run`, with _ instead of -; `bellwether.options()` lists them. The most
        frequent: `stop`, `tolerance`, `set={"tank.power": "3 kW"}`, `record=["tank.*"]`, `interval`, `method`, and
        `input`: a CSV file, a structured array, a pandas DataFrame or a mapping of columns with "time".
        Times are numbers in seconds or texts with a unit: "1 h". `time_limit` and `call_timeout` are in seconds.

    Returns a `Result`. Its `verdict` says whether it can be trusted.

    Raises
    ------
    TypeError : a keyword is unknown or its value has a wrong type
    InputError : a file or a value is wrong; nothing ran
    ComponentCrashed : an FMU crashed, hung or left the program; `error.result` has the rows until then
    RunFailed : the run could not go on; likewise
    """
    given = _named_files(check_keywords(options))
    if isinstance(target, Model):
        return _run_here(target, given)
    with tempfile.TemporaryDirectory(prefix="bellwether-python-", ignore_cleanup_errors=True) as name:
        return _run_in(pathlib.Path(name), target, given)


def _run_here(model: Model, given: dict[str, Any]) -> Result:
    try:
        result, code = run_here(model, given)
    except _bellwether.Mistake as mistake:
        raise errors.InputError(_options.in_python_words(str(mistake))) from None
    if code not in (0, REJECTED):
        raise _failure(code, "", result)
    _write_files(result, given, code)
    return result


def _run_in(folder: pathlib.Path, target: Any, given: dict[str, Any]) -> Result:
    with _remote.Server(folder) as server:
        path = target.write_to(folder, server) if hasattr(target, "write_to") else path_of(target)
        server.listen()
        return _run_file(folder, path, given, server)


def _run_file(folder: pathlib.Path, path: str, given: dict[str, Any], server: _remote.Server) -> Result:
    if "input" in given and _inputs.is_table(given["input"]):
        given["input"] = _inputs.write(given["input"], folder / "input.csv")
    words = _words(path, given)
    words += ["--output", str(folder / "rows.cells"), "--summary", str(folder / "summary.json"), "--quiet",
              "--progress", "none"]
    try:
        code = _program.call(words, folder, server.wait)
    except KeyboardInterrupt as interrupt:
        interrupt.result = _result(folder, path)  # type: ignore[attr-defined]
        raise
    result = _result(folder, path)
    if code not in (0, REJECTED) or result is None:
        raise _failure(code, _message(folder), result)
    _check_version(result)
    _write_files(result, given, code)
    return result


def _check_version(result: Result) -> None:
    program = result.summary["bellwether"]
    if program != _bellwether.version:
        raise errors.BellwetherError(
            f"The program {_program.path()} is bellwether {program}, this package is {_bellwether.version}; set "
            "BELLWETHER_PROGRAM to the path of the matching one.")


def options() -> None:
    """Prints the keywords of `run`, their meaning and their defaults."""
    heading = ""
    for keyword, option in _options.table().items():
        if option["heading"] != heading:
            heading = option["heading"]
            print(f"\n{heading}")
        default = f" (default {option['default']})" if option["default"] else ""
        print(f"  {keyword:20} {_options.in_python_words(option['help'] + default)}")
    print("\nLimits")
    for keyword, words in _options.LIMITS.items():
        print(f"  {keyword:20} {words}")
