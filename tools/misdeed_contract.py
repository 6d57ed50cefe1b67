"""What the program must make of each misdeed of tests/fmus/hostile: the contract that misdeeds.py checks.

An Ending is an exit code with the diagnostic that has to be reported. A misdeed has one ending or, where the C library,
the kernel or a sandbox decides, several. HARMLESS means that the run ends as if nothing had happened: exit code 0 and
the same rows, bit by bit. Everywhere else every accepted row is kept, and the message names component, call and time.
"""

import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Ending:
    exit_code: int
    diagnostic: str  # empty: none is demanded
    note: str = ""


CRASHED = Ending(4, "component-crashed")
EXITED = Ending(4, "component-exited")
HUNG = Ending(4, "component-hung")
OUT_OF_MEMORY = Ending(4, "component-out-of-memory")
FAILED = Ending(4, "fmu-error")
DISCARDED = Ending(4, "fmu-discard")
NOT_FINITE = Ending(3, "nan")
NEVER_FINITE = Ending(4, "nan")  # at the start
INTERRUPTED = Ending(130, "", "the FMU sent the signal that a user would send")
HARMLESS = Ending(0, "")
END_FAILED = Ending(0, "fmu-end-failed")  # after the last row: nothing is lost
REFUSED = Ending(2, "")  # the library could not be loaded
ENDED_HERE = Ending(130, "", "a hang without a deadline, which the tool ended")

ALL_PLACES = ("load", "instantiate", "initialise", "step", "get", "set", "save", "terminate", "free", "unload")
END_PLACES = ("terminate", "free", "unload")
TIMED_PLACES = ("step", "get", "set", "save")
WITH_INSTANCE = tuple(place for place in ALL_PLACES if place not in ("load", "unload"))
WITH_STATUS = tuple(place for place in WITH_INSTANCE if place != "free")
WITH_STATE = ("initialise", *TIMED_PLACES)


@dataclass(frozen=True)
class Misdeed:
    name: str
    endings: tuple
    places: tuple = ALL_PLACES
    deferred: bool = False  # what goes wrong does so later or in another thread: call and time are not known
    destroys_rows: bool = False  # rows that are under way may be lost; those in the file are right
    inexact: bool = False  # it changes the FMU's own arithmetic, so that rows differ in their last digits


def misdeeds(names, *endings, **more):
    return [Misdeed(name, endings, **more) for name in names.split()]


def may_raise_limits():
    """CAP_SYS_RESOURCE, which root in a container often has not."""
    status = Path("/proc/self/status").read_text()
    return bool(int(re.search(r"CapEff:\s*(\w+)", status)[1], 16) >> 24 & 1)


LOWERED = (HARMLESS,) if may_raise_limits() else (FAILED,)
OF_THE_PROCESS = ("rlimit-fsize",)
SANDBOXED = ("exec", "kill-group")  # refused in a sandbox, which is where `check` runs FMUs

MISDEEDS = [
    # signals and corrupted memory
    *misdeeds("null-read null-write jump-to-null bus-error illegal-instruction division-trap abort assert terminate", CRASHED),
    *misdeeds("stack-overflow double-free use-after-free overwrite-library unmap-library longjmp", CRASHED),
    *misdeeds("heap-smash overwrite-host thread-crash", CRASHED, deferred=True),
    *misdeeds("overwrite-shared", CRASHED, deferred=True, destroys_rows=True),
    *misdeeds("longjmp-far", CRASHED, EXITED, FAILED, HUNG, HARMLESS, deferred=True),
    *misdeeds("free-the-hosts", CRASHED, places=WITH_INSTANCE, deferred=True),
    *misdeeds("raise-kill kill-itself", CRASHED),
    *misdeeds("raise-term raise-int raise-alarm alarm", CRASHED),
    *misdeeds("kill-group", CRASHED, INTERRUPTED, deferred=True),  # who hears it first
    *misdeeds("raise-pipe", HARMLESS),
    # exceptions
    *misdeeds("throw-standard throw-number", FAILED),
    *misdeeds("throw-bad-alloc", FAILED, OUT_OF_MEMORY),
    # ends that look orderly
    *misdeeds("exit-0 exit-3 _exit-0 quick-exit exec", EXITED),
    *misdeeds("exit-from-thread", EXITED, HUNG, deferred=True),  # the loader may hold the lock that exit() waits for
    *misdeeds("pthread-exit pthread-cancel", EXITED),
    # no return
    *misdeeds("endless-loop stubborn-loop sleep deadlock read-pipe raise-stop", HUNG),
    # processes and threads: none may be left
    *misdeeds("fork-bomb daemon zombie", HARMLESS),
    *misdeeds("fork-returns-twice thread-lingers thread-computes-on", HARMLESS),
    *misdeeds("thread-local-crash atexit-crash", HARMLESS, END_FAILED, deferred=True),
    # what belongs to the whole process
    *misdeeds("chdir locale environment umask block-signals signal-handlers no-signal-stack", HARMLESS),
    *misdeeds("fp-traps fp-x87-precision", HARMLESS),
    *misdeeds("fp-rounding fp-flush-to-zero", HARMLESS, inexact=True),
    *misdeeds("not-dumpable no-parent-death-signal seteuid ptrace priority process-name affinity", HARMLESS),
    *misdeeds("remove-resources remove-library", HARMLESS),
    # memory, descriptors, limits
    *misdeeds("allocate-100-gb allocate-all", OUT_OF_MEMORY, FAILED),
    *misdeeds("allocate-blindly", OUT_OF_MEMORY, CRASHED),
    *misdeeds("close-high close-standard close-all dup-over", HARMLESS, FAILED, deferred=True),
    *misdeeds("open-many rlimit-nofile rlimit-cpu rlimit-nproc", HARMLESS),
    *misdeeds("rlimit-fsize", *LOWERED, deferred=True),
    # output, messages, statuses, numbers
    *misdeeds("print-output print-error", HARMLESS),
    *misdeeds("log-bad-format log-percent-n", HARMLESS, CRASHED, places=WITH_INSTANCE),
    *misdeeds("log-odd-format log-null log-huge log-flood", HARMLESS, places=WITH_INSTANCE),
    *misdeeds("status-99 status-error status-fatal", FAILED, places=WITH_STATUS),
    *misdeeds("discard-forever", DISCARDED, FAILED, NOT_FINITE, places=WITH_STATUS),  # of derivatives: there are none
    *misdeeds("nan infinity", NOT_FINITE, places=WITH_STATE, deferred=True),
]

# Hangs without a deadline need somebody who ends them.
HANGS = tuple(each.name for each in MISDEEDS if HUNG in each.endings)


def endings_of(misdeed, place, has_deadline, mode):
    """The endings that are right for a misdeed at a place."""
    endings = misdeed.endings
    if mode.has_own_process and misdeed.name in OF_THE_PROCESS:
        endings += (HARMLESS,)  # its process writes no rows
    if mode.has_own_process and misdeed.name == "remove-library":
        endings += (REFUSED,)  # another process is to load it
    if "--sandbox" in mode.options and misdeed.name in SANDBOXED:
        endings += (HARMLESS,)  # it is refused
    if misdeed.name in HANGS and place == "save":
        endings += (HARMLESS,)  # a state that takes too long is replaced by copies of the process
    if misdeed.name in HANGS and not has_deadline:
        endings += (ENDED_HERE,)
    if place in END_PLACES and endings != (HARMLESS,):
        endings += (END_FAILED,)
    if place == "unload":
        endings += (HARMLESS,)  # a library need not be unloaded: the process ends
    if place == "load" and FAILED in endings:
        endings += (REFUSED, CRASHED)  # no exception passes the loader
    if place == "load" and misdeed.name == "rlimit-nofile" and not may_raise_limits():
        endings = (REFUSED,)  # no file can be opened any more
    if place == "initialise" and NOT_FINITE in endings:
        endings += (NEVER_FINITE, FAILED)  # no equation of the start has a solution
    return endings


# ---- how the program is called ----

@dataclass(frozen=True)
class Mode:
    name: str
    target: str
    options: str
    interface: str
    reached: tuple  # places that occur in it
    row_places: tuple = ()  # places before which rows are accepted; certified runs accept none before their end
    step_row: float = 0.4  # the last row that is accepted before the step that misbehaves
    when: float = 0.5

    @property
    def has_own_process(self):
        return "--isolate" in self.options or "--sandbox" in self.options


NO_SAVE = tuple(place for place in ALL_PLACES if place != "save")
ROWS = (*TIMED_PLACES, *END_PLACES)

MODES = [
    Mode("single", "bad.fmu", "--interface cs --input inputs.csv --interval 0.1", "cs", NO_SAVE, ROWS, 0.5),
    Mode("fixed", "pair.toml", "--interface cs --master gauss-seidel --step 0.1", "cs", NO_SAVE, ROWS, 0.5),
    Mode("piped", "pair.toml", "--interface cs --master gauss-seidel --step 0.1 -o -", "cs", NO_SAVE, ROWS, 0.5),
    Mode("jacobi", "pair.toml", "--interface cs --master jacobi --threads 2 --step 0.1", "cs", NO_SAVE, ROWS, 0.5),
    Mode("doubling", "pair.toml", "--interface cs --master gauss-seidel --error-test step-doubling --interval 0.1", "cs",
         ALL_PLACES, ROWS),
    Mode("certified", "pair.toml", "--interface cs --interval 0.1", "cs", NO_SAVE),
    Mode("exchange", "bad.fmu", "--interface me --method rk4 --step 0.05 --interval 0.1 --input inputs.csv", "me", NO_SAVE, ROWS),
    Mode("integrated", "bad.fmu", "--interface me --interval 0.1 --input inputs.csv", "me", NO_SAVE),
    Mode("joint", "pair.toml", "--interface me --interval 0.1", "me", NO_SAVE),
    Mode("isolated", "pair.toml", "--interface cs --master gauss-seidel --step 0.1 --isolate", "cs", NO_SAVE, ROWS, 0.5),
    Mode("sandboxed", "pair.toml", "--interface me --interval 0.1 --sandbox", "me", NO_SAVE),
    Mode("check", "bad.fmu", "", "cs", ALL_PLACES, when=0),
]

PAIR = """[components]
bad = "bad.fmu"
good = "good.fmu"
[connections]
"bad.u" = "-1 * good.y"
"good.u" = "bad.y"
[run]
stop = 1
"""
INPUTS = "time,u\n0,0\n1,1\n"


def call_pattern(place, interface):
    """What the message must call the call."""
    return re.compile({
        "load": "load|dlopen",
        "instantiate": "fmi2Instantiate",
        "initialise": "fmi2ExitInitializationMode",
        "step": "fmi2DoStep" if interface == "cs" else "fmi2GetDerivatives",
        "get": "fmi2GetReal",
        "set": "fmi2SetReal",
        "save": "fmi2GetFMUstate",
        "terminate": "fmi2Terminate",
        "free": "fmi2FreeInstance",
        "unload": "load|dlclose|fmi2FreeInstance",
    }[place])
