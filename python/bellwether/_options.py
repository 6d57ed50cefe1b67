"""Keywords and the options of the command line: the same words, from the program's one table."""
from __future__ import annotations

import functools
import os
import re
from typing import Any, Mapping, TypedDict

from . import _bellwether


class Option(TypedDict):
    key: str
    spelling: str
    kind: str  # number, flag, text or list
    heading: str
    help: str
    default: str
    needs: str
    words: list[str]
    is_time: bool
    is_file: bool


# Of the program, not of a run: they are in no table of options.
LIMITS = {"time_limit": "seconds after which the run is ended; its rows are kept",
          "call_timeout": "seconds after which a call into a component counts as hung (default 600)"}


# Options of `bellwether run` that are no keywords, and what to do instead.
COMMAND_LINE = {"checkpoint": "`bellwether run --checkpoint`, `bellwether resume`",
                "report": "`bellwether run --report`; here the result has plot()",
                "compare": "`bellwether run --report --compare`",
                "dry_run": "`bellwether run --dry-run`; here a System has check()",
                "quiet": "nothing is printed here", "verbose": "here the result has diagnostics and summary",
                "progress": "`bellwether run --progress`", "in_process": "`bellwether run --in-process`"}


@functools.lru_cache(maxsize=None)
def table() -> dict[str, Option]:
    """Every option by its keyword: `absolute_tolerance` is --absolute-tolerance."""
    return {row["key"].replace("-", "_"): row for row in _bellwether.options()}


def unknown(name: str, known: list[str], function: str) -> TypeError:
    near = _bellwether.nearest(name, known)
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    return TypeError(f"{function}() has no keyword '{name}'.{hint}")


def for_command_line(keyword: str) -> TypeError:
    return TypeError(f"{keyword} is for the command line: {COMMAND_LINE[keyword]}.")


def _number(keyword: str, option: Option, value: Any) -> str:
    if isinstance(value, str) and option["is_time"]:
        return value
    if isinstance(value, (bool, str, bytes)):
        raise TypeError(f"{keyword} needs {option['needs']}; it got {value!r}.")
    try:
        return repr(float(value))
    except (TypeError, ValueError):
        raise TypeError(f"{keyword} needs {option['needs']}; it got {value!r}.") from None


def assignment(name: str, value: Any) -> str:
    """A value as --set takes it: numbers to the last digit, True as true."""
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        value = value.item()  # of numpy
    if isinstance(value, bool):
        return f"{name}={'true' if value else 'false'}"
    if isinstance(value, (int, float, str)):
        return f"{name}={value}"
    raise TypeError(f"set: the value of '{name}' must be a number, a bool or a text, not {type(value).__name__}.")


def _list(keyword: str, value: Any) -> list[str]:
    if keyword == "set" and isinstance(value, Mapping):
        return [assignment(name, each) for name, each in value.items()]
    if isinstance(value, str):
        return [value]
    try:
        words = list(value)
    except TypeError:
        raise TypeError(f"{keyword} needs texts; it got {value!r}.") from None
    for word in words:
        if not isinstance(word, str):
            raise TypeError(f"{keyword} needs texts; it got {word!r}.")
    return words


def words_of(keyword: str, value: Any) -> list[str]:
    """The words of the command line that say keyword=value."""
    option = table()[keyword]
    flag = "--" + option["key"]
    if option["kind"] == "flag":
        if not isinstance(value, bool):
            raise TypeError(f"{keyword} must be True or False, not {value!r}.")
        if value:
            return [flag]
        return ["--no-" + option["key"]] if "!--no-" in option["spelling"] else []
    if option["kind"] == "number":
        return [f"{flag}={_number(keyword, option, value)}"]
    if option["kind"] == "list":
        return [f"{flag}={word}" for word in _list(keyword, value)]
    if isinstance(value, os.PathLike) and option["is_file"]:
        value = os.fspath(value)
    if not isinstance(value, str):
        raise TypeError(f"{keyword} needs {option['needs']}; it got {value!r}.")
    return [f"{flag}={value}"]


def in_python_words(message: str) -> str:
    """--absolute-tolerance is the keyword absolute_tolerance here; what a connection has in a file, connect() is
    given."""
    def renamed(match: re.Match[str]) -> str:
        word = match[1].replace("-", "_")
        if word.startswith("no_") and word[3:] in table():
            return word[3:] + "=False"
        return word if word in table() or word in LIMITS else match[0]

    message = re.sub(r'write \{ from = ("[^"]*"), unit = ("[^"]*") \}', r'give connect(\1, ..., unit=\2)', message)
    return re.sub(r"--([a-z][a-z-]*[a-z])\b", renamed, message)
