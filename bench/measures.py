"""What goals.py measures: every function returns (ours, what it is compared with), both from the same minutes."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import large_systems as systems
from large_systems import PAIR, PROGRAM, ROOT, run, seconds_of, usage_of

PROBLEMS = ROOT / "tests/equation/problems"


def median_of(values):
    return sorted(values)[len(values) // 2]


# ---- connected models (row 1), components (2), signal handlers (3) ----

def joined_rods(folder, n=500):
    options = ["--stop", "1", "--record", "*T[1]"]
    pairs = [(seconds_of(run(systems.two_rods(folder, n), folder, *options), folder, 1),
              seconds_of(run(systems.one_rod(folder, 2 * n), folder, *options), folder, 1))
             for _ in range(3 if n < 10_000 else 1)]
    return median_of(pairs)


def connections(folder):
    """Time for each of 20,000 connections beside that for each of 2,000."""
    few, many = (seconds_of(run(systems.two_nets(folder, n), folder, "--stop", "1", "--record", "a.y[1]"), folder)
                 for n in (2_000, 20_000))
    return many / 20_000 * 1e6, few / 2_000 * 1e6


def connection_memory(folder):
    few, many = (usage_of(run(systems.two_nets(folder, n), folder, "--stop", "1", "--record", "a.y[1]"), folder)[1]
                 for n in (2_000, 20_000))
    return many, 10 * few


def one_step(folder, components):
    return run(systems.pairs(folder, components), folder, "--step", "0.01", "--stop", "0.01")


def assembly(folder):
    return seconds_of(one_step(folder, 10_000), folder), 1.0


def assembly_growth(folder):
    """Instructions for each of 2,000 components beside those for each of 500."""
    few, many = (instructions(one_step(folder, n), folder) / n for n in (500, 2_000))
    return many, few


def handler_calls(folder):
    """Calls of sigaction in a certified run; to look at all handlers is 31, and each chain may do it five times."""
    if shutil.which("strace") is None:
        return None
    counts = os.path.join(folder, "calls.txt")
    summary = certified_pair(folder, tracer=["strace", "-f", "-c", "-U", "name,calls", "-o", counts])
    calls = re.search(r"rt_sigaction\s+(\d+)", Path(counts).read_text())
    return int(calls[1]), 5 * 31 * summary["certificate"]["runs"]


# ---- a step (5, 6) ----

def raw_nanoseconds():
    """Of a step of the pair, driven by hand: the FMI calls and nothing else."""
    program = ROOT / "build/release/bench/lotka_volterra_bench"
    said = subprocess.run([program, "--benchmark_filter=raw_loop", "--benchmark_format=json"], capture_output=True,
                          check=True, text=True).stdout
    least = min(line["cpu_time"] for line in json.loads(said)["benchmarks"] if line["name"].endswith("_min"))
    return least * 1e6 / 1_000_000  # ms for a million steps


def fixed_step(folder):
    """Nanoseconds of a coupled step, without the start of the run, and of the raw loop, in turns."""
    def seconds(steps):
        step = 100 / steps
        return seconds_of(run(PAIR / "system.toml", folder, "--master", "gauss-seidel", "--step", repr(step),
                              "--interval", "100"), folder, 3)
    raw = raw_nanoseconds()
    ours = (seconds(5_000_000) - seconds(1_000_000)) / 4_000_000 * 1e9
    return ours, min(raw, raw_nanoseconds())


def step_instructions(folder):
    """Instructions of a coupled step, all of them and those inside the FMUs and their exp()."""
    def counted(steps):
        out = os.path.join(folder, "calls")
        command = run(PAIR / "system.toml", folder, "--in-process", "--master", "gauss-seidel", "--step",
                      repr(100 / steps), "--interval", "100")
        total = instructions(command, folder, out)
        said = subprocess.run(["callgrind_annotate", "--tree=none", "--threshold=100", "--auto=no", out],
                              capture_output=True, check=True, text=True).stdout
        lines = [line for line in said.splitlines() if re.search(r"binaries/|/math/|libm\.so", line)]
        return total, sum(int(line.split()[0].replace(",", "")) for line in lines if line.split()[0][0].isdigit())
    few, many = counted(5_000), counted(15_000)
    return tuple((b - a) / 10_000 for a, b in zip(few, many))


def do_step(folder):
    """Nanoseconds of a doStep among 5,000 components, without the start of the run."""
    all_steps = 2_000_000
    stop = str(0.01 * all_steps / 5_000)
    long = run(systems.pairs(folder, 5_000), folder, "--step", "0.01", "--stop", stop, "--interval", stop)
    start = seconds_of(one_step(folder, 5_000), folder)
    return 1e9 * (seconds_of(long, folder) - start) / all_steps, 90


# ---- certified runs (7), `auto` (8), events (11) ----

def certified_pair(folder, tracer=()):
    """As the README runs it: rows in every second, which are synchronisation points."""
    summary = os.path.join(folder, "summary.json")
    command = run(PAIR / "system.toml", folder, "--tolerance", "1e-6", "--interval", "1", "--summary", summary)
    usage_of([*([shutil.which(tracer[0]), *tracer[1:]] if tracer else []), *command], folder)
    return json.loads(Path(summary).read_text())


def certified_steps(folder):
    return sum(part["do_step"] for part in certified_pair(folder)["statistics"]["components"].values()), 5_000


def numbers_of(folder):
    lines = Path(folder, "rows.csv").read_text().splitlines()[1:]
    return [float(cell) for line in lines for cell in line.split(",")[1:]]


def certified_estimate(folder):
    """Estimate and true error in units of the tolerance; the truth is a run with a tolerance of 1e-10."""
    tolerance = 1e-6
    estimate = certified_pair(folder)["estimated_error"]
    delivered = numbers_of(folder)
    usage_of(run(PAIR / "system.toml", folder, "--tolerance", "1e-10", "--interval", "1"), folder)
    return estimate, max(abs(a - b) / (tolerance * (1 + abs(b))) for a, b in zip(delivered, numbers_of(folder)))


def automatic(folder):
    """Seconds of a whole run of RINGMOD at 1e-4, by `auto` and by radau9."""
    options = ["--tolerance", "1e-4"]
    model = PROBLEMS / "RINGMOD.mo"
    return (seconds_of(run(model, folder, *options), folder, 1),
            seconds_of(run(model, folder, *options, "--method", "radau9"), folder, 1))


def event(folder, model, *options):
    """Microseconds for an event of 100,000."""
    command = run(model(folder), folder, "--stop", "100000", "--interval", "100000", *options)
    return seconds_of(command, folder, 2) / 100_000 * 1e6


def event_once(model):
    return lambda folder: (event(folder, model, "--no-certify"), 3)


def event_estimated(model):
    return lambda folder: (event(folder, model), event(folder, model, "--no-certify"))


def event_instructions(model):
    """Of a state event beside the 27,000 that take about 3 µs; without the start of the run."""
    def measure(folder):
        few, many = (instructions(run(model(folder), folder, "--no-certify", "--stop", stop, "--interval", stop), folder)
                     for stop in ("500", "1500"))
        return (many - few) / 1000, 27_000
    return measure


# ---- reading (9), exporting (10), threads (12), rows (13), times (14) ----

def reading(folder):
    file = systems.one_rod(folder, 200_000)
    return seconds_of(run(file, folder, "--stop", "1e-6", "--step", "1e-6", "--method", "euler", "--record", "T[1]"),
                      folder, 1), 8.0


def export(folder):
    target = os.path.join(folder, "rod.fmu")
    return seconds_of([PROGRAM, "export", systems.one_rod(folder, 1_000), "-o", target], folder, 2), 4.0


def threads(folder):
    """Time of `jacobi` with two threads over that with one, with two components of 10 µs; needs two free processors."""
    program = ROOT / "build/release/bench/parallel_bench"
    said = subprocess.run([program, "--benchmark_filter=jacobi/10/", "--benchmark_format=json"], capture_output=True,
                          check=True, text=True).stdout
    return 1 / json.loads(said)["benchmarks"][0]["ratio"], 1.0


def many_rows(folder):
    """Seconds for a million estimated rows of 20 variables beside a hundred times those for 10,000; refused: fails."""
    file = systems.write(folder, "decay.mo", "model Decay\n  Real x[20](each start = 1, each fixed = true);\nequation\n"
                         "  for i in 1:20 loop\n    der(x[i]) = -i*x[i];\n  end for;\nend Decay;\n")
    few, many = (seconds_of(run(file, folder, "--stop", "1", "--interval", repr(1 / n)), folder, count)
                 for n, count in ((10_000, 3), (1_000_000, 1)))
    os.remove(os.path.join(folder, "rows.csv"))
    return many, 100 * few


def added_times(folder):
    """The parts of the time of a run that writes a row in every step, and the whole."""
    summary = os.path.join(folder, "summary.json")
    usage_of(run(PAIR / "system.toml", folder, "--master", "gauss-seidel", "--step", "1e-4", "--every-step", "--summary",
                 summary), folder)
    seconds = json.loads(Path(summary).read_text())["statistics"]["seconds"]
    return sum(seconds[part] for part in ("startup", "master", "output")), seconds["total"]


# ---- instructions ----

def instructions(command, folder, out="/dev/null"):
    """Of a run in one process, by a clock that stands still: the same number on every machine."""
    if shutil.which("valgrind") is None:
        sys.exit("goals.py: valgrind is missing (Debian package valgrind)")
    clock = os.path.join(folder, "still_clock.so")
    if not os.path.exists(clock):
        subprocess.run([os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", "-o", clock,
                        ROOT / "bench/still_clock.c"], check=True)
    words = [str(word) for word in command]
    if "--in-process" not in words:
        words.append("--in-process")
    said = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", *words], check=True,
                          capture_output=True, text=True, env={**os.environ, "LD_PRELOAD": clock}).stderr
    return int(re.search(r"Collected : (\d+)", said)[1])
