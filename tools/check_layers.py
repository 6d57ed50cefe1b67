#!/usr/bin/env python3
"""The architecture as a test: who may include whom, and where each third-party header is at home.

usage: check_layers.py [SRC] | --self-test

A room is a folder under src/. Every include of ours reads "room/file.h"; every other include stands
in angle brackets. The headers of the public door, and all that they include, need no third-party
header, so that an installed library asks its users for none. Findings are printed as file:line.
"""
import pathlib
import re
import sys
import tempfile

MAY_INCLUDE = {
    "base":     "",
    "math":     "base",
    "model":    "base math",
    "system":   "base",
    "fmi":      "base math model",
    "equation": "base math model",
    "ode":      "base math model",
    "cosim":    "base math model",
    "diagnose": "base math model ode cosim",
    "result":   "base",
    "run":      "base math model system fmi equation ode cosim diagnose result",
    "study":    "base result run",
    "cli":      "base result run study",
    "web":      "base result run",
    "python":   "base result run study",
}

# Third-party header (a prefix of its name): the beginnings of the paths that may include it.
HOME = {
    "toml++/": "system/load_toml",
    "libxml/": "base/xml",
    "zip.h": "fmi/archive",
    "dlfcn.h": "fmi/binary equation/system_compiler",
    "libtcc.h": "equation/tiny_compiler",
    "link.h": "fmi/binary",
    "elf.h": "fmi/binary equation/elf_library",
    "CLI/": "cli/",
    "nlohmann/": "result/ run/info_json",
    "Eigen/": "math/",
    "klu.h": "math/",
    "mpi.h": "study/",
    "fmt/": "",
    **dict.fromkeys(["arkode/", "cvode/", "cvodes/", "ida/", "idas/", "kinsol/", "nvector/", "sundials/",
                     "sunlinsol/", "sunmatrix/", "sunnonlinsol/"], "ode/"),
}

# What the operating system brings. A C++ standard header has neither a dot nor a slash.
SYSTEM = re.compile(r"[a-z_]+|sys/\w+\.h|[a-z]mmintrin\.h|(dirent|fcntl|poll|pthread|sched|semaphore|signal|spawn"
                    r"|termios|time|ucontext|unistd|locale|stdlib|stdio|string|stdint|stddef|math|fenv|errno)\.h")

PUBLIC_DOOR = ["run/run.h", "result/result.h", "model/model.h"]
SOURCES = {".h", ".hpp", ".c", ".cpp"}
INCLUDE = re.compile(r'\s*#\s*include\s*([<"])([^>"]+)[>"]')

# C files that exported FMUs are made of: to this program they are texts.
TEXTS = "equation/export/"


def includes(path):
    """(line number, is it ours by its quotes, name) of each include."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if match := INCLUDE.match(line):
            yield number, match[1] == '"', match[2]


def home_of(header):
    return next((home for prefix, home in HOME.items() if header.startswith(prefix)), None)


def fault_of_ours(src, room, header):
    other, _, file = header.partition("/")
    if other not in MAY_INCLUDE or not file:
        return f'"{header}" does not read "room/file.h"'
    if not (src / header).is_file():
        return f'"{header}" does not exist'
    if other != room and other not in MAY_INCLUDE[room].split():
        return f"{room} may not include {other}"
    return None


def fault_of_other(name, header):
    home = home_of(header)
    if home is None:
        if header.partition("/")[0] in MAY_INCLUDE:
            return f'<{header}> is ours: write "{header}"'
        return None if SYSTEM.fullmatch(header) else f"<{header}> has no home in {pathlib.Path(__file__).name}"
    at_home = not home or name.startswith(tuple(home.split()))
    return None if at_home else f"<{header}> is at home in {home}, not here"


def faults_of_files(src):
    for path in sorted(p for p in src.rglob("*") if p.suffix in SOURCES):
        name = path.relative_to(src).as_posix()
        room = name.partition("/")[0]
        if name.startswith(TEXTS):
            continue
        if room not in MAY_INCLUDE:
            yield f"{path}:1: '{room}' is not a room of the table"
            continue
        for number, ours, header in includes(path):
            fault = fault_of_ours(src, room, header) if ours else fault_of_other(name, header)
            if fault:
                yield f"{path}:{number}: {fault}"


def faults_of_public_door(src):
    waiting, seen = [h for h in PUBLIC_DOOR if (src / h).is_file()], set()
    while waiting:
        name = waiting.pop()
        if name in seen or not (src / name).is_file():
            continue
        seen.add(name)
        for number, ours, header in includes(src / name):
            if ours:
                waiting.append(header)
            elif home_of(header) is not None:
                yield f"{src / name}:{number}: <{header}> reaches the users of the public headers"


def faults(src):
    return [*faults_of_files(src), *faults_of_public_door(src)]


def self_test():
    """Each kind of fault is found, at its line; what is allowed is not."""
    quiet = [
        ("cosim/a.cpp", '#include <vector>\n#include <sys/mman.h>\n#include "model/part.h"\n'),
        ("system/load_toml.cpp", "#include <toml++/toml.h>\n#include <fmt/format.h>\n"),
        ("run/a.cpp", '#include "cosim/master.h"\n// #include "fmi/never"\n'),
        ("equation/export/a.c", '#include "instance.h"\n'),
    ]
    loud = [
        ("cosim/a.cpp", '\n#include "fmi/archive.h"\n', 2, "cosim may not include fmi"),
        ("base/a.h", '  #  include "run/run.h"\n', 1, "base may not include run"),
        ("cosim/a.cpp", '#include "part.h"\n', 1, 'does not read "room/file.h"'),
        ("cosim/a.cpp", '#include "../model/part.h"\n', 1, 'does not read "room/file.h"'),
        ("cosim/a.cpp", '#include "toml++/toml.h"\n', 1, 'does not read "room/file.h"'),
        ("cosim/a.cpp", '#include "model/gone.h"\n', 1, "does not exist"),
        ("cosim/a.cpp", "#include <model/part.h>\n", 1, 'write "model/part.h"'),
        ("attic/a.cpp", "\n", 1, "not a room"),
        ("cosim/a.cpp", "#include <boost/any.hpp>\n", 1, "has no home"),
        ("run/run.h", "\n\n#include <fmt/format.h>\n", 3, "users of the public headers"),
        ("model/part.h", "#include <fmt/format.h>\n", 1, "users of the public headers"),
    ]
    loud += [("model/z.cpp", f"#include <{prefix}{'x.h' if prefix.endswith('/') else ''}>\n", 1, "at home in " + home)
             for prefix, home in HOME.items() if home]
    rooms = {"model/part.h": "", "model/model.h": '#include "model/part.h"\n', "cosim/master.h": "",
             "fmi/archive.h": "", "run/run.h": ""}

    def faults_with(name, text):
        with tempfile.TemporaryDirectory() as folder:
            src = pathlib.Path(folder)
            for file, content in {**rooms, name: text}.items():
                (src / file).parent.mkdir(parents=True, exist_ok=True)
                (src / file).write_text(content, encoding="utf-8")
            return [fault[len(folder) + 1:] for fault in faults(src)]

    for name, text in quiet:
        found = faults_with(name, text)
        assert not found, (name, text, found)
    for name, text, line, words in loud:
        found = faults_with(name, text)
        assert len(found) == 1 and found[0].startswith(f"{name}:{line}: ") and words in found[0], (name, text, found)

    above = set()
    for room, allowed in MAY_INCLUDE.items():  # each room sees only rooms named before it: no cycles
        assert set(allowed.split()) <= above, room
        above.add(room)
    print(f"layers: self-test ok, {len(loud)} kinds of fault found")


def main(arguments):
    if arguments == ["--self-test"]:
        self_test()
        return 0
    root = pathlib.Path(__file__).resolve().parent.parent
    src = pathlib.Path(arguments[0]) if arguments else root / "src"
    found = faults(src)
    print("\n".join(found) or "layers: ok")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
