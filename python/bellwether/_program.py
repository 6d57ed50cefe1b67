"""The program `bellwether`, which runs whatever is foreign: found once, started as often as needed.

It is spawned, never forked from the interpreter, and runs components in a process of their own again. So an FMU that
crashes ends neither of them.
"""
from __future__ import annotations

import functools
import os
import pathlib
import shutil
import signal
import subprocess
from typing import Any, Callable, Sequence

from . import errors

SECONDS_TO_END = 1.7  # the program takes at most 1.2 s from the first signal


@functools.lru_cache(maxsize=None)
def _found(given: str | None) -> str:
    package = pathlib.Path(__file__).resolve().parent
    if given:
        places = [pathlib.Path(given)]
    else:
        # In a wheel and in a build folder it is in the package; an installed package is below its prefix.
        places = [package / "bin" / "bellwether"]
        places += [folder / "bin" / "bellwether" for folder in package.parents[1:5]]
    for place in places:
        if place.is_file() and os.access(place, os.X_OK):
            return str(place)
    if not given and (on_path := shutil.which("bellwether")):
        return on_path
    looked = given or ", ".join(str(place) for place in places[:1]) + " and on PATH"
    raise errors.BellwetherError(
        f"The program bellwether is missing; looked for it at {looked}. Set BELLWETHER_PROGRAM to its path.")


def path() -> str:
    """Where the program is. The environment variable BELLWETHER_PROGRAM names another one."""
    return _found(os.environ.get("BELLWETHER_PROGRAM"))


def _end(process: subprocess.Popen[Any]) -> None:
    """In order if it can, so that its rows are kept."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(SECONDS_TO_END)
        except BaseException as reason:  # time is up, or a second Ctrl-C
            process.kill()
            process.wait()
            if not isinstance(reason, subprocess.TimeoutExpired):
                raise


def call(words: Sequence[str], folder: pathlib.Path, wait: Callable[[subprocess.Popen[Any]], int] | None = None) -> int:
    """Runs `bellwether WORDS...` and returns its exit code; what it says is in folder/messages. `wait` waits for its
    end."""
    arguments = folder / "arguments"
    arguments.write_bytes(b"".join(os.fsencode(word) + b"\0" for word in words))
    with open(folder / "messages", "wb") as messages:
        # A session of its own: Ctrl-C in a terminal reaches the interpreter alone, which passes it on once.
        process = subprocess.Popen([path(), "__hosted", str(arguments), str(os.getpid())], stdin=subprocess.DEVNULL,
                                   stdout=messages, stderr=messages, start_new_session=True)
    try:
        return wait(process) if wait else process.wait()
    except BaseException:
        _end(process)
        raise
