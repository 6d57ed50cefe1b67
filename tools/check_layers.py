#!/usr/bin/env python3
"""The architecture as a test.

usage: check_layers.py [SRC] | --self-test

A module is a folder under src/; its folders have a one-way order of their own. Checked are: who may include
whom; where each third-party header is at home; that no type hides one of base, and no module has two of one name;
that a file includes the header of every type of ours that it uses (what its own header includes counts); that no folder
holds too many files. Every include of ours reads "module/.../file.h"; every other one stands in angle brackets. The
public headers, and all that they include, need no third-party header, so that users of the installed library need none.
Findings are printed as file:line.
"""
import collections
import functools
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
    "inspect":  "base math model system fmi equation ode cosim diagnose result run",
    "study":    "base math system result run",
    "web":      "base result",
    "cli":      "base result run inspect study web",
    "python":   "base model ode result run inspect study",
}

# The folders of a module, and which others of it each may include; "" is the module's own folder.
FOLDERS = {
    "base": {"": "", "process": ".", "archive": ". process", "sandbox": ". process"},
    "model": {"": "", "table": ".", "joint": ". table", "isolated": ".", "remote": "."},
    "fmi": {"description": "", "instance": "description", "compile": "description instance",
            "component": "description instance compile", "check": "description instance compile component"},
    "equation": {"core": "", "text": "core", "tables": "core", "values": "core", "flatten": "core text tables values",
                 "check": "core text tables values flatten", "sort": "core",
                 "code": "core sort", "enclosure": "core sort code", "live": "core sort code enclosure", "export": "core sort code"},
    "ode": {"kernel": "", "methods": "kernel", "methods/multirev": "kernel methods", "methods/automatic": "kernel methods", "events": "kernel", "": "kernel events"},
    "cosim": {"coupling": "", "master": "coupling", "march": "coupling master", "chain": "coupling master",
              "certify": "coupling master chain"},
    "system": {"": "", "ssp": "."},
    "result": {"history": "", "": "history", "formats": ".", "compare": ".", "summary": ". history"},
    "run": {"spec": "", "open": "spec", "plan": "spec open", "checkpoint": "spec open plan", "publish": "spec open",
            "execute": "spec open plan checkpoint publish", "": "spec open plan checkpoint publish execute"},
    "study": {"design": "", "results": "", "work": "design results", "statistics": "design work", "launch": "",
              "": "design results work statistics launch"},
    "inspect": {"check": "", "convert": "", "": "check convert"},
    "cli": {"report": "", "supervise": "report", "": "report supervise"},
}

# Third-party header (a prefix of its name): the beginnings of the paths that may include it.
HOME = {
    "toml++/": "system/load_toml",
    "libxml/": "base/xml",
    "zip.h": "base/archive/",
    "dlfcn.h": "base/archive/libzip result/formats/netcdf_library fmi/instance/binary equation/code/system_compiler",
    "libtcc.h": "equation/code/tiny_compiler",
    "link.h": "fmi/instance/binary",
    "elf.h": "fmi/instance/binary equation/code/elf_library",
    "cxxabi.h": "base/process/child fmi/instance/",
    "seccomp.h": "base/sandbox/call_filter",
    "linux/": "base/sandbox/",
    "nlohmann/": "result/ inspect/ study/ web/",
    "Eigen/": "math/",
    "klu.h": "math/",
    "pybind11/": "python/",
    "fmt/": "",
    **dict.fromkeys(["arkode/", "cvode/", "cvodes/", "ida/", "idas/", "kinsol/", "nvector/", "sundials/",
                     "sunlinsol/", "sunmatrix/", "sunnonlinsol/"], "ode/"),
}

# What the operating system brings. A C++ standard header has neither a dot nor a slash.
SYSTEM = re.compile(r"[a-z_]+|sys/\w+\.h|[a-z]mmintrin\.h|(dirent|fcntl|poll|pthread|sched|semaphore|signal|spawn"
                    r"|termios|time|ucontext|unistd|locale|stdlib|stdio|string|stdint|stddef|math|fenv|errno)\.h")

PUBLIC_HEADERS = ["run/run.h", "result/result.h", "model/model.h"]
SOURCES = {".h", ".hpp", ".c", ".cpp"}
MOST_FILES = 40  # in a folder
INCLUDE = re.compile(r'\s*#\s*include\s*([<"])([^>"]+)[>"]')

# C files that exported FMUs are made of, and the interfaces of FMI in C: no modules of this program.
TEXTS = re.compile(r"equation/export/runtime/|equation/code/(newton|homotopy|event_times)\.[ch]$|fmi/instance/fmi\d\.h$"
                   r"|fmi/compile/headers/")


@functools.lru_cache(maxsize=None)
def text_of(path):
    return path.read_text(encoding="utf-8")


def includes(path):
    """(line number, is it ours by its quotes, name) of each include."""
    for number, line in enumerate(text_of(path).splitlines(), 1):
        if match := INCLUDE.match(line):
            yield number, match[1] == '"', match[2]


def home_of(header):
    return next((home for prefix, home in HOME.items() if header.startswith(prefix)), None)


def module_and_folder(name):
    module, *folders, _ = name.split("/")
    return module, "/".join(folders)


def fault_of_folders(name, header):
    """Within one module: the folders' order."""
    module, folder = module_and_folder(name)
    _, other = module_and_folder(header)
    allowed = ["" if word == "." else word for word in FOLDERS.get(module, {"": ""})[folder].split()]
    return None if other == folder or other in allowed else f"{module}/{folder} may not include {module}/{other}"


def fault_of_ours(src, name, header):
    module = name.partition("/")[0]
    other, _, file = header.partition("/")
    if other not in MAY_INCLUDE or not file:
        return f'"{header}" does not read "module/file.h"'
    if not (src / header).is_file():
        return f'"{header}" does not exist'
    if other != module:
        return None if other in MAY_INCLUDE[module].split() else f"{module} may not include {other}"
    return fault_of_folders(name, header)


def fault_of_other(name, header):
    home = home_of(header)
    if home is None:
        if header.partition("/")[0] in MAY_INCLUDE:
            return f'<{header}> is ours: write "{header}"'
        return None if SYSTEM.fullmatch(header) else f"<{header}> has no home in {pathlib.Path(__file__).name}"
    at_home = not home or name.startswith(tuple(home.split()))
    return None if at_home else f"<{header}> is at home in {home}, not here"


def sources(src):
    for path in sorted(p for p in src.rglob("*") if p.suffix in SOURCES):
        name = path.relative_to(src).as_posix()
        if not TEXTS.match(name):
            yield path, name


def faults_of_places(src):
    """Folders that are in no table, or too full."""
    full = collections.Counter(path.parent for path in src.rglob("*") if path.suffix in SOURCES)
    for folder, count in sorted(full.items()):
        if count > MOST_FILES:
            yield f"{folder}:1: holds {count} files, more than {MOST_FILES}"
    for path, name in sources(src):
        module, folder = module_and_folder(name)
        if module not in MAY_INCLUDE:
            yield f"{path}:1: '{module}' is not a module of the table"
        elif folder not in FOLDERS.get(module, {"": ""}):
            yield f"{path}:1: '{folder}' is not a folder of {module} in the table"


def faults_of_includes(src):
    for path, name in sources(src):
        for number, ours, header in includes(path):
            fault = fault_of_ours(src, name, header) if ours else fault_of_other(name, header)
            if fault:
                yield f"{path}:{number}: {fault}"


def faults_of_public_headers(src):
    waiting, seen = [h for h in PUBLIC_HEADERS if (src / h).is_file()], set()
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


# ---- types: where they are declared, and who uses them ----

NOISE = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)
SCOPE = re.compile(r"namespace\s*[\w:]*\s*\{|\{|\}"
                   r"|\b(?:enum\s+class|enum|class|struct|union)\s+(?:\[\[\w+\]\]\s*)?(?P<type>\w+)(?=\s*(?:final\s*)?(?:\{|:[^:]))"
                   r"|\busing\s+(?P<alias>\w+)\s*=|\b(?:class|struct)\s+(?P<forward>\w+)\s*;")


@functools.lru_cache(maxsize=None)
def code_of(path):
    """Without comments and texts, line by line as before."""
    return NOISE.sub(lambda match: "\n" * match[0].count("\n"), text_of(path))


@functools.lru_cache(maxsize=None)
def declared_in(path):
    """Types declared at the level of a namespace {name: line}, and names that are only announced."""
    types, announced, scopes = {}, set(), []
    for match in SCOPE.finditer(code_of(path)):
        if match[0].endswith("{"):
            scopes.append(match[0].startswith("namespace"))
        elif match[0] == "}":
            scopes and scopes.pop()
        elif all(scopes):
            if match["forward"]:
                announced.add(match["forward"])
            else:
                name = match["type"] or match["alias"]
                types.setdefault(name, code_of(path).count("\n", 0, match.start()) + 1)
    return types, announced


def faults_of_names(src):
    """A name means one thing: it hides none of base, and none of its own module."""
    of_base, of_module = {}, {}
    for path, name in sources(src):
        if name.startswith("base/") and path.suffix == ".h":
            of_base.update(dict.fromkeys(declared_in(path)[0], name))
    for path, name in sources(src):
        if path.suffix != ".h":
            continue
        module = name.partition("/")[0]
        for type_name, line in declared_in(path)[0].items():
            if module != "base" and type_name in of_base:
                yield f"{path}:{line}: {type_name} hides the one of {of_base[type_name]}"
            other = of_module.setdefault((module, type_name), name)
            if other != name:
                yield f"{path}:{line}: {type_name} is declared in {other} as well"


def ours_in(path):
    return [header for _, ours, header in includes(path) if ours]


def reached_from(src, headers):
    seen, waiting = set(), list(headers)
    while waiting:
        header = waiting.pop()
        if header not in seen and (src / header).is_file():
            seen.add(header)
            waiting += ours_in(src / header)
    return seen


def faults_of_transitive_includes(src):
    """What a file uses it includes itself; what its own header includes is as good."""
    home = collections.defaultdict(list)
    for path, name in sources(src):
        if path.suffix == ".h":
            for type_name in declared_in(path)[0]:
                home[type_name].append(name)
    for path, name in sources(src):
        types, announced = declared_in(path)
        own = name.removesuffix(path.suffix) + ".h"
        direct = set(ours_in(path))
        near = direct | (reached_from(src, [own]) if path.suffix == ".cpp" and own in direct else set())
        code, module, seen = code_of(path), name.partition("/")[0], reached_from(src, direct)
        local = set(re.findall(r"\b(?:enum class|class|struct|using)\s+(\w+)", code))
        told = set()
        for match in re.finditer(r"(?<![.>\w:])(?:[a-z]\w*::)*([A-Z]\w+)", code):  # the outermost type of A::B::C
            type_name = match[1]
            qualifier = match[0].rpartition("::")[0].rpartition("::")[2]
            if type_name in local or type_name in announced or type_name in types:
                continue
            homes = [header for header in home[type_name] if header in seen]
            if qualifier in MAY_INCLUDE:
                homes = [header for header in homes if header.startswith(qualifier + "/")]
            else:
                homes = [header for header in homes if header.startswith(module + "/")] or homes
            if len(homes) == 1 and homes[0] not in near and homes[0] != name and homes[0] not in told:
                told.add(homes[0])
                line = code.count("\n", 0, match.start()) + 1
                yield f'{path}:{line}: uses {type_name}; include "{homes[0]}"'


def faults(src):
    wrong_places = list(faults_of_places(src))
    if any("is not a" in fault for fault in wrong_places):
        return wrong_places
    return [*wrong_places, *faults_of_includes(src), *faults_of_public_headers(src), *faults_of_names(src),
            *faults_of_transitive_includes(src)]


# ---- the test of the test ----

QUIET = [
    ("cosim/march/a.cpp", '#include <vector>\n#include <sys/mman.h>\n#include "model/component.h"\n'),
    ("system/load_toml.cpp", "#include <toml++/toml.h>\n#include <fmt/format.h>\n"),
    ("run/a.cpp", '#include "cosim/master/master.h"\n// #include "fmi/never"\n'),
    ("equation/export/runtime/a.c", '#include "instance.h"\n'),
    ("cosim/march/a.cpp", '#include "cosim/master/master.h"\n'),
    ("model/joint/a.cpp", '#include "model/component.h"\n'),
    ("run/a.cpp", '#include "model/component.h"\nnamespace bw::run { struct Own { Component* c; }; }\n'),
    ("run/run.cpp", '#include "run/run.h"\nnamespace bw::run { Component* c; }\n'),
    ("run/a.cpp", '#include "run/run.h"\nbw::run::Plan::Component c;\n'),
    ("run/a.h", '// Component\nnamespace bw::run { class Component; Component* c = "Master"; }\n'),
]
LOUD = [
    ("cosim/march/a.cpp", '\n#include "fmi/check/check.h"\n', 2, "cosim may not include fmi"),
    ("base/a.h", '  #  include "run/run.h"\n', 1, "base may not include run"),
    ("cosim/march/a.cpp", '#include "component.h"\n', 1, 'does not read "module/file.h"'),
    ("cosim/march/a.cpp", '#include "../model/component.h"\n', 1, 'does not read "module/file.h"'),
    ("cosim/march/a.cpp", '#include "toml++/toml.h"\n', 1, 'does not read "module/file.h"'),
    ("cosim/march/a.cpp", '#include "model/gone.h"\n', 1, "does not exist"),
    ("cosim/march/a.cpp", "#include <model/component.h>\n", 1, 'write "model/component.h"'),
    ("cosim/coupling/a.cpp", '#include "cosim/master/master.h"\n', 1, "cosim/coupling may not include cosim/master"),
    ("model/a.cpp", '#include "model/joint/joint.h"\n', 1, "model/ may not include model/joint"),
    ("attic/a.cpp", "\n", 1, "not a module"),
    ("cosim/attic/a.cpp", "\n", 1, "not a folder of cosim"),
    ("cosim/march/a.cpp", "#include <boost/any.hpp>\n", 1, "has no home"),
    ("run/run.h", "\n\n#include <fmt/format.h>\n", 3, "users of the public headers"),
    ("model/component.h", "#include <fmt/format.h>\n", 1, "users of the public headers"),
    ("run/a.h", "namespace bw::run {\nenum class Value { a };\n}\n", 2, "Value hides the one of base/value.h"),
    ("run/a.h", "namespace bw::run {\nstruct RunSpec {};\n}\n", 2, "RunSpec is declared in run/"),
    ("run/a.cpp", '#include "run/run.h"\nbw::Component* c;\n', 2, 'uses Component; include "model/component.h"'),
]
LOUD += [("model/z.cpp", f"#include <{prefix}{'x.h' if prefix.endswith('/') else ''}>\n", 1, "at home in " + home)
         for prefix, home in HOME.items() if home]
STUFF = {"base/value.h": "namespace bw {\nstruct Value {};\n}\n",
         "model/component.h": "namespace bw {\nclass Component {};\n}\n",
         "model/model.h": '#include "model/component.h"\n', "model/joint/joint.h": "",
         "cosim/master/master.h": "", "fmi/check/check.h": "",
         "run/run.h": '#include "model/model.h"\n', "run/spec.h": "namespace bw::run {\nstruct RunSpec {};\n}\n"}


def faults_with(name, text):
    with tempfile.TemporaryDirectory() as folder:
        src = pathlib.Path(folder)
        for file, content in {**STUFF, name: text}.items():
            (src / file).parent.mkdir(parents=True, exist_ok=True)
            (src / file).write_text(content, encoding="utf-8")
        return [fault[len(folder) + 1:] for fault in faults(src)]


def check_order(table, what):
    """Each sees only those named before it: no cycles."""
    above = set()
    for name, allowed in table.items():
        assert {"" if word == "." else word for word in allowed.split()} <= above, (what, name)
        above.add(name)


def self_test():
    """Each kind of fault is found, at its line; what is allowed is not."""
    for name, text in QUIET:
        found = faults_with(name, text)
        assert not found, (name, text, found)
    for name, text, line, words in LOUD:
        found = [fault for fault in faults_with(name, text) if words in fault]
        assert len(found) == 1 and f":{line}: " in found[0], (name, text, found)
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "base").mkdir()
        for i in range(MOST_FILES + 1):
            (pathlib.Path(folder) / f"base/f{i}.cpp").write_text("\n", encoding="utf-8")
        assert "holds 41 files" in faults(pathlib.Path(folder))[0]
    check_order(MAY_INCLUDE, "modules")
    for module, table in FOLDERS.items():
        check_order(table, module)
    print(f"layers: self-test ok, {len(LOUD) + 1} kinds of fault found")


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
