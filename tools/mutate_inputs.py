#!/usr/bin/env python3
"""Runs the program with mutated input files, whole runs and not only their reading.

    tools/mutate_inputs.py PROGRAM BUILD [--count 200] [--seed 1] [--first 0] [--kind NAME] [--jobs 1] [--keep FOLDER]

PROGRAM is the bellwether executable, BUILD a build folder with test FMUs and examples (build/release). The kinds are
model (.mo), project (.toml), msim (.msim), table (.csv, as input and in compare) and description (modelDescription.xml
in an FMU). A mutant has a few changes: bytes, tokens exchanged or repeated, lines repeated or lost, numbers made huge,
tiny or negative, brackets nested deeply, bytes that are no UTF-8. The same seed and number make the same mutant.

Each run has a folder, a TMPDIR and a session of its own, and --time-limit TIME. It must end with a documented exit code
in less than LIMIT seconds, say what is valid UTF-8 without control characters and without "internal error", and leave no
process and nothing in TMPDIR. Prints the counts of each kind; a mutant that fails is kept in FOLDER. Exit code 1: there
is one.
"""

import argparse
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from interrupt_runs import processes_of

ROOT = Path(__file__).resolve().parent.parent
EXIT_CODES = {0, 1, 2, 3, 4, 130}
MEMORY = 6 << 30  # bytes of address space: what needs more fails with a message, and never takes the machine down
NUMBERS = ["0", "-1", "1", "2", "1e9", "1000000000", "2147483647", "-2147483648", "9223372036854775808", "1e308", "-1e308",
           "1e-308", "1e400", "0.1", "1e-12", "30000", "3000000", "nan", "inf", "00", "1e", ".5", "0x10", "1e15"]
NESTED = [("(", ")"), ("[", "]"), ("{", "}"), ("if a then ", " else 0"), ("not ", ""), ("-", ""), ("a.", ""), ("<a>", "</a>"),
          ("sin(", ")"), ("max(1, ", ")"), ("{1, ", "}"), ("a = { b = ", " }"), ("1 + ", ""), ("x := if y then 1 else ", "")]
NOT_UTF8 = [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\x1b[31m", b"\x00", b"\x07", b"\xc2\x9b", b"\xe2\x80\xae", b"\r", b"\x7f"]
TOKEN = re.compile(rb"[A-Za-z_][A-Za-z_0-9]*|[0-9][0-9.]*(?:[eE][-+]?[0-9]+)?|\"[^\"\n]*\"|\s+|.", re.S)
WORDS = [b"der", b"pre", b"when", b"then", b"end", b"if", b"else", b"elseif", b"for", b"loop", b"algorithm", b"equation",
         b"reinit", b"sample", b"initial", b"parameter", b"Real", b"Integer", b"Boolean", b"model", b"time", b"noEvent",
         b"max", b"size", b"sum", b"fill", b"true", b"false", b"and", b"not", b":=", b"=", b"==", b"<", b">", b";", b",",
         b"stop", b"step", b"interval", b"tolerance", b"master", b"from", b"gain", b"held", b"file", b"interface"]


def number(dice, text):
    """Another number in its place."""
    places = [m for m in TOKEN.finditer(text) if m.group()[:1].isdigit()]
    if not places:
        return text
    place = dice.choice(places)
    return text[:place.start()] + dice.choice(NUMBERS).encode() + text[place.end():]


def tokens(text):
    return TOKEN.findall(text)


def exchange_tokens(dice, text):
    words = tokens(text)
    if len(words) < 2:
        return text
    a, b = dice.randrange(len(words)), dice.randrange(len(words))
    words[a], words[b] = words[b], words[a]
    return b"".join(words)


def repeat_tokens(dice, text):
    words = tokens(text)
    if not words:
        return text
    a = dice.randrange(len(words))
    some = words[a:a + dice.choice([1, 2, 5, 20])]
    at = dice.randrange(len(words) + 1)
    words[at:at] = some * dice.choice([1, 1, 2, 50])
    return b"".join(words)


def lose_tokens(dice, text):
    words = tokens(text)
    at = dice.randrange(len(words) + 1)
    del words[at:at + dice.choice([1, 1, 2, 5, 30])]
    return b"".join(words)


def other_word(dice, text):
    words = tokens(text)
    if words:
        words[dice.randrange(len(words))] = dice.choice(WORDS + words)
    return b"".join(words)


def lines(dice, text):
    rows = text.splitlines(keepends=True)
    if not rows:
        return text
    at = dice.randrange(len(rows))
    kind = dice.randrange(3)
    if kind == 0:
        rows.insert(dice.randrange(len(rows) + 1), rows[at])
    elif kind == 1:
        del rows[at]
    else:
        rows[at:at + 1] = [rows[at]] * dice.choice([3, 100, 2000])
    return b"".join(rows)


def bytes_of_it(dice, text):
    data = bytearray(text)
    for _ in range(dice.choice([1, 1, 2, 8])):
        if data:
            data[dice.randrange(len(data))] = dice.randrange(256)
    return bytes(data)


def insert(dice, text, piece):
    at = dice.randrange(len(text) + 1)
    return text[:at] + piece + text[at:]


def no_utf8(dice, text):
    return insert(dice, text, dice.choice(NOT_UTF8) * dice.choice([1, 3]))


def nested(dice, text):
    before, behind = dice.choice(NESTED)
    depth = dice.choice([5, 150, 300, 5000, 40000])
    words = tokens(text)
    at = dice.randrange(len(words) + 1) if words else 0
    words.insert(at, (before * depth + "1" + behind * depth).encode())
    return b"".join(words)


def cut(dice, text):
    return text[:dice.randrange(len(text) + 1)]


MUTATIONS = [number] * 5 + [exchange_tokens] * 3 + [repeat_tokens] * 3 + [lose_tokens] * 2 + [other_word] * 5 + [lines] * 3 + [
    bytes_of_it] * 3 + [no_utf8] * 2 + [nested, cut]


def mutant(dice, text):
    """Half of them stay readable more often than not, so that something runs."""
    mutations = MUTATIONS if dice.random() < 0.5 else [number, number, other_word, lines]
    for _ in range(dice.choice([1, 1, 1, 2, 2, 3, 5])):
        text = dice.choice(mutations)(dice, text)
    return text


class Seeds:
    """The files that mutants are made of."""

    def __init__(self, build):
        self.build = build
        self.models = sorted(p for folder in ("examples", "tests") for p in (ROOT / folder).rglob("*.mo"))
        projects = [build / "examples" / name / "system.toml" for name in ("lotka_volterra", "math_003", "heating")]
        projects += sorted((ROOT / "tests" / "cases").glob("*/system.toml"))
        self.projects = [p for p in projects if p.exists()]
        self.msim = sorted((ROOT / "tests" / "cases").glob("*/*.msim"))
        self.tables = sorted(p for folder in ("examples", "tests/cases") for p in (ROOT / folder).rglob("*.csv"))
        self.fmus = sorted((build / "tests" / "fmus").rglob("*.fmu")) + sorted((build / "examples").rglob("*.fmu"))

    def resolved(self, text):
        """With the FMUs of the build in place of those beside the project."""
        for fmu in self.fmus:
            name = re.escape(fmu.name.encode())
            text = re.sub(rb"[\"'][^\"'\n]*\b" + name + rb"[\"']", b'"' + str(fmu).encode() + b'"', text)
        return text


def beside(source, folder):
    """The tables and models that a project names."""
    for file in source.parent.iterdir():
        if file.suffix in (".csv", ".tsv", ".mo", ".fmu") and file.stat().st_size < 1 << 20:
            shutil.copy(file, folder / file.name)


def make_model(dice, seeds, folder):
    source = dice.choice(seeds.models)
    (folder / "m.mo").write_bytes(mutant(dice, source.read_bytes()))
    return source, dice.choice([["run", "m.mo"]] * 6 + [["run", "m.mo", "--diagnose"], ["info", "m.mo"], ["check", "m.mo"],
                                                        ["run", "m.mo", "--no-certify", "--method", "radau5"]])


def make_project(dice, seeds, folder):
    source = dice.choice(seeds.projects)
    beside(source, folder)
    (folder / "p.toml").write_bytes(mutant(dice, seeds.resolved(source.read_bytes())))
    return source, dice.choice([["run", "p.toml"]] * 6 + [["info", "p.toml"], ["check", "p.toml"], ["run", "p.toml", "--dry-run"]])


def make_msim(dice, seeds, folder):
    source = dice.choice(seeds.msim)
    beside(source, folder)
    (folder / "p.msim").write_bytes(mutant(dice, seeds.resolved(source.read_bytes())))
    return source, dice.choice([["run", "p.msim"]] * 4 + [["convert", "p.msim", "-o", "converted.toml"], ["info", "p.msim"]])


DRIVEN = "model Driven\n  input Real u;\n  Real x(start=0);\nequation\n  der(x) = u - x;\nend Driven;\n"


def make_table(dice, seeds, folder):
    source = dice.choice(seeds.tables)
    text = source.read_bytes()[:20000]
    if dice.random() < 0.6:
        text = b"time,u,k\n" + b"".join(b"%g,%g,%d\n" % (k / 40, k % 7 / 10, k % 3) for k in range(50))
    (folder / "a.csv").write_bytes(mutant(dice, text))
    (folder / "b.csv").write_bytes(text)
    (folder / "driven.mo").write_text(DRIVEN)
    (folder / "p.toml").write_text('[components]\nt = "a.csv"\nm = "driven.mo"\n[connections]\n"m.u" = "t.u"\n[run]\nstop = 1\n')
    return source, dice.choice([["compare", "a.csv", "b.csv"], ["run", "driven.mo", "--input", "a.csv", "--stop", "1"],
                                ["run", "p.toml"]])


def make_description(dice, seeds, folder):
    source = dice.choice(seeds.fmus)
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(folder / "f.fmu", "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "modelDescription.xml":
                data = mutant(dice, data)
            new.writestr(old.getinfo(name), data)
    return source, dice.choice([["run", "f.fmu", "--stop", "1"]] * 3 + [["check", "f.fmu"], ["info", "f.fmu"]])


KINDS = {"model": make_model, "project": make_project, "msim": make_msim, "table": make_table, "description": make_description}


def bound_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 29, 1 << 29))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def wrong_words(said):
    try:
        text = said.decode("utf-8")
    except UnicodeDecodeError:
        return "message is no UTF-8"
    if re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text):
        return "control character"
    return "internal error" if "internal error" in text or "terminate called" in text else ""


def complaint(run, seconds, said, temporary, given):
    """The first thing that is wrong; empty: nothing."""
    if run.returncode not in EXIT_CODES:
        return f"exit code {run.returncode}"
    if seconds > given.limit:
        return "slow"
    if wrong_words(said):
        return wrong_words(said)
    if processes_of(run.pid):
        time.sleep(0.2)  # what was killed takes a moment to end
        if processes_of(run.pid):
            return "process left"
    if any(temporary.iterdir()):
        return "left in TMPDIR"
    return ""


def limited(words, given):
    return [*words, "--time-limit", str(given.time)] if words[0] == "run" and given.time > 0 else words


def try_one(kind, index, seeds, given):
    """One mutant: (complaint, seconds, source, words, said, folder to remove)."""
    dice = random.Random(f"{given.seed}-{kind}-{index}")
    top = Path(tempfile.mkdtemp(prefix="mutant-"))
    folder, temporary = top / "work", top / "tmp"
    folder.mkdir()
    temporary.mkdir()
    source, words = KINDS[kind](dice, seeds, folder)
    environment = dict(os.environ, TMPDIR=str(temporary), XDG_CACHE_HOME=str(top / "cache"), HOME=str(top))
    with open(top / "said", "w+b") as said:
        begin = time.monotonic()
        run = subprocess.Popen([str(given.program), *limited(words, given)], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                               stdout=said, stderr=said, start_new_session=True, preexec_fn=bound_memory)
        try:
            run.wait(given.hang)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()
        seconds = time.monotonic() - begin
        said.seek(0)
        text = said.read()
    wrong = "hang" if seconds >= given.hang else complaint(run, seconds, text, temporary, given)
    for left in processes_of(run.pid):
        os.kill(left, signal.SIGKILL)
    return wrong, run.returncode, seconds, source, words, text, top


def keep(given, kind, index, wrong, source, words, top):
    if given.keep:
        place = given.keep / f"{kind}-{index}"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(top, place, symlinks=True)
        (place / "why").write_text(f"{wrong}\nmade of {source}\nbellwether {' '.join(words)}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda p: Path(p).resolve())
    parser.add_argument("build", type=lambda p: Path(p).resolve())
    parser.add_argument("--count", type=int, default=200, help="mutants of each kind")
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", choices=list(KINDS))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=float, default=10, help="seconds that a run may take")
    parser.add_argument("--time", type=float, default=3, help="given as --time-limit; 0: not given")
    parser.add_argument("--hang", type=float, default=60, help="seconds after which a run is killed")
    parser.add_argument("--keep", type=Path, help="a folder for the mutants that fail")
    given = parser.parse_args()
    seeds, failures, lock = Seeds(given.build), 0, threading.Lock()

    for kind in given.kind or KINDS:
        codes, wrongs, limited_runs, slowest = {}, {}, 0, (0.0, -1)

        def one(index):
            nonlocal failures, limited_runs, slowest
            wrong, code, seconds, source, words, text, top = try_one(kind, index, seeds, given)
            with lock:
                codes[code] = codes.get(code, 0) + 1
                limited_runs += b"--time-limit" in text and code == 130
                slowest = max(slowest, (seconds, index))
                if wrong:
                    failures += 1
                    wrongs[wrong] = wrongs.get(wrong, 0) + 1
                    shown = text[-200:].decode("utf-8", "backslashreplace").replace("\n", " | ")
                    print(f"FAILED {kind} {index}: {wrong} after {seconds:.1f} s, {source.name}: {shown!r}", flush=True)
                    keep(given, kind, index, wrong, source, words, top)
            shutil.rmtree(top, ignore_errors=True)

        with ThreadPoolExecutor(given.jobs) as pool:
            list(pool.map(one, range(given.first, given.first + given.count)))
        print(f"{kind:12} {given.count:6} mutants, exit codes {dict(sorted(codes.items()))}, {limited_runs} ended by their time limit, "
              f"slowest {slowest[0]:.1f} s (number {slowest[1]}), wrong: {wrongs or 'none'}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
