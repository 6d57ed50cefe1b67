"""Runs a program that may do anything, for misdeeds.py: it is waited for, ended, and whatever it left is found and killed."""

import collections
import ctypes
import os
import resource
import select
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
GIGA = 1 << 30
SIGNAL_AFTER = 0.8  # s after the start of a run that hangs, or later, when the misdeed is committed
COMMITTED = "misdeed"  # the name of the thread that hangs (tests/fmus/hostile/departures.cpp)
SETTLING = 1.5  # s for processes that are being ended by the kernel


@dataclass
class Ended:
    exit_code: int
    seconds: float
    said: str
    left: list  # processes
    killed: bool


def begin_worker():
    """A process that makes one run after the other: it ends with the one that started it."""
    limit_this_process()
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)


def limit_this_process():
    """All runs inherit the limits, orphans become children, and nobody is left when this process is ended."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    signal.signal(signal.SIGTERM, end_all)
    for kind, value in ((resource.RLIMIT_AS, 8 * GIGA), (resource.RLIMIT_CORE, 0), (resource.RLIMIT_FSIZE, GIGA)):
        hard = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))


def end_all(*_):
    for process in children_of(os.getpid()):
        kill(process, signal.SIGKILL)
    os._exit(1)


def shared_memory():
    return set(os.listdir("/dev/shm")) if os.path.isdir("/dev/shm") else set()


def new_memory(before):
    """Other programs come and go; what stays is ours."""
    new = shared_memory() - before
    if new:
        time.sleep(1)
    return sorted(new & shared_memory())


def children_of(parent):
    """All descendants, the nearest first, without those that have ended."""
    by_parent = collections.defaultdict(list)
    for entry in os.listdir("/proc"):
        try:
            fields = Path("/proc", entry, "stat").read_text(errors="replace").rsplit(")", 1)[1].split()
            by_parent[int(fields[1])].append((int(entry), fields[0]))
        except (OSError, IndexError, ValueError):
            continue
    found, waiting = [], [parent]
    while waiting:
        for process, state in by_parent[waiting.pop()]:
            waiting.append(process)
            if state != "Z":
                found.append(process)
    return found


def reap():
    """Waits for whatever has ended: orphans become children of this process."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0] != 0:
            pass
    except ChildProcessError:
        pass


def leftovers():
    """Processes of the run that ended which do not end by themselves; they are killed."""
    end = time.monotonic() + SETTLING
    while True:
        reap()
        left = children_of(os.getpid())
        if not left or time.monotonic() > end:
            break
        time.sleep(0.01)
    names = [name_of(process) for process in left]
    end = time.monotonic() + 10
    while left and time.monotonic() < end:
        for process in left:
            kill(process, signal.SIGKILL)
        time.sleep(0.01)
        reap()
        left = children_of(os.getpid())
    return names


def name_of(process):
    try:
        return Path("/proc", str(process), "comm").read_text(errors="replace").strip()
    except OSError:
        return "ended"


def kill(process, number):
    try:
        os.kill(process, number)
    except ProcessLookupError:
        pass


def wait_for(process, seconds):
    """Whether it ended. A process that is traced by its parent also wakes waitpid when it stops, so not by that."""
    handle = os.pidfd_open(process)
    try:
        return bool(select.select([handle], [], [], seconds)[0])
    finally:
        os.close(handle)


def is_committed():
    """Whether a thread of the run, in whatever process, has come to its misdeed."""
    for process in children_of(os.getpid()):
        for name in Path("/proc", str(process), "task").glob("*/comm"):
            try:
                if name.read_text(errors="replace").strip() == COMMITTED:
                    return True
            except OSError:  # it ended
                continue
    return False


def wait_for_misdeed(process, patience):
    """Whether it ended before. A busy machine may take long to get there, and an earlier signal would interrupt an orderly run."""
    end = time.monotonic() + patience
    ended = wait_for(process, SIGNAL_AFTER)
    while not ended and not is_committed() and time.monotonic() < end:
        ended = wait_for(process, 0.05)
    return ended


def tail_of(path, size=1 << 18):
    with open(path, "rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - size))
        return file.read().decode("utf-8", "replace")


def call_program(command, folder, environment, patience, needs_signal):
    """Waits until it ends: by itself, by SIGTERM where it needs one, else by SIGKILL when the patience is over."""
    begin = time.monotonic()
    with open(folder / "stdout", "wb") as out, open(folder / "stderr", "wb") as err:
        run = subprocess.Popen(command, cwd=folder / "work", env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                               start_new_session=True)
    ended = wait_for_misdeed(run.pid, patience) if needs_signal else wait_for(run.pid, patience)
    if not ended and needs_signal:
        kill(run.pid, signal.SIGTERM)
        ended = wait_for(run.pid, patience)
    killed = not ended
    if killed:
        for process in [run.pid, *children_of(run.pid)]:
            kill(process, signal.SIGKILL)
        wait_for(run.pid, 10)
    seconds = time.monotonic() - begin
    code = os.waitstatus_to_exitcode(os.waitpid(run.pid, 0)[1])
    run.returncode = code
    said = " ".join((tail_of(folder / "stdout") + "\n" + tail_of(folder / "stderr")).split())
    return Ended(code, seconds, said, leftovers(), killed)
