#!/usr/bin/env python3
"""usage: run_docs.py [--build FOLDER] [--update] [--self-test] [PAGE...]

Runs every command that README.md, docs/*.md and examples/*/README.md print, and compares what comes out with what the page shows.
--update writes what came out into the pages; look at the difference before it is committed.

Each page has a scratch folder of its own (FOLDER/docs/PAGE), which is also its home folder; the program is installed in ~/.local
there, with the examples in ~/.local/share/bellwether/examples. A page runs from top to bottom in one shell.

  ```                    a session: lines "$ command", each followed by its output. A line "..." stands for any number of lines.
  $ command              (a block that begins with "$ ", or ```console)
  ```sh                  commands; a ```text block right behind it is their output, otherwise they print what they like
  ```python ```octave    a program, run where its language and packages are installed; a ```text block is its output
  ```toml file=a.toml    a file that the page writes (any language); <!-- file a.toml --> before the block says the same
  ```cpp from=PATH       an excerpt, which must stand so in the file PATH of the repository (any language)
  ```cpp                 a source, which must compile

In the lines before a block:
  <!-- run in X -->           from here on in X, a copy of the built example X with its neighbours
  <!-- exit code 3 -->        one of the commands ends with this exit code, the others with 0
  <!-- needs PROGRAM -->      the block is skipped where this program is not installed
  <!-- not run: REASON -->    the block cannot be run in a test

Before a table:
  <!-- table of COMMAND -->   the table is what COMMAND prints in the folder of the repository

Durations, dates, sizes of files and numbers of processes may differ, numbers of more than eight digits in the last ones. Links must
lead to a file and a heading, options in the text must exist, and README.md has at most 150 lines.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # no __pycache__ beside the sources
import doc_pages
from doc_pages import MARK, Block, agrees, commands_of_session, headings, indented, parse, renewed

ROOT = pathlib.Path(__file__).resolve().parent.parent
TIME_LIMIT = 300  # seconds for a command; a busy machine takes long


class Shell:
    """One shell for a page: folders and variables stay from command to command."""

    def __init__(self, folder, environment):
        self.files = folder / ".docs"
        self.files.mkdir()
        self.process = subprocess.Popen(["bash", "--norc", "--noprofile"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, cwd=folder, env=environment, start_new_session=True)

    def run(self, command):
        """(exit code, printed lines)"""
        if self.process.poll() is not None:
            return 124, ["the shell of the page has ended"]
        script, output = self.files / "command.sh", self.files / "output.txt"
        script.write_text(command + "\n", encoding="utf-8")
        self.process.stdin.write(f". '{script}' >'{output}' 2>&1 </dev/null; echo \"ended $?\"\n".encode())
        self.process.stdin.flush()
        answer, end = b"", time.monotonic() + TIME_LIMIT
        while not answer.endswith(b"\n"):
            ready, _, _ = select.select([self.process.stdout], [], [], max(0.0, end - time.monotonic()))
            piece = os.read(self.process.stdout.fileno(), 4096) if ready else b""
            if not piece:
                self.close()
                return 124, [f"no end within {TIME_LIMIT} s, or it ended the shell: {command}"]
            answer += piece
        printed = output.read_text(encoding="utf-8", errors="replace").rstrip("\n")
        return int(answer.split()[-1]), printed.split("\n") if printed else []

    def close(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()


class Page:
    """Runs a page. `failures` are sentences, `edits` (first line, line behind, new lines)."""

    def __init__(self, name, tree):
        self.name, self.tree = name, tree
        self.text = tree.read(name)
        self.blocks = parse(self.text)
        self.failures, self.edits, self.not_run, self.skipped = [], [], [], []
        self.run_blocks = self.run_commands = self.files = 0
        self.seconds = 0.0
        self.shell = None

    def fail(self, block, sentence, offset=0):
        self.failures.append(f"{self.name}:{block.first + 1 + offset}: {sentence}")

    def execute(self):
        begin = time.monotonic()
        self.folder = self.tree.page_folder(self.name)
        self.shell = Shell(self.folder, self.tree.environment(self.folder))
        try:
            parts = self.name.split("/")
            if parts[0] == "examples":
                self.run_in(parts[1])
            for at, block in enumerate(self.blocks):
                self.execute_block(block, self.output_block(at))
        finally:
            self.shell.close()
        self.check_tables()
        self.check_prose()
        self.check_links()
        self.seconds = time.monotonic() - begin

    def output_block(self, at):
        """The block right behind, if it is one of output."""
        if at + 1 == len(self.blocks) or self.blocks[at + 1].words != ["text"]:
            return None
        between = self.text.split("\n")[self.blocks[at].last + 1:self.blocks[at + 1].first]
        return self.blocks[at + 1] if not any(line.strip() for line in between) else None

    def run_in(self, name):
        target = self.folder / name
        if not target.exists():
            self.tree.copy_example(name, target)
        self.shell.run(f"cd '{target}'")

    def execute_block(self, block, output):
        for mark in block.marks:
            if mark.startswith("run in "):
                self.run_in(mark[len("run in "):])
        kind = block.kind()
        if block.mark("not run:") is not None:
            self.not_run.append(block.mark("not run:"))
        elif block.mark("needs ") is not None and shutil.which(block.mark("needs ")) is None:
            self.skipped.append(f"no {block.mark('needs ')}")
        elif kind == "file":
            self.place_file(block)
        elif kind == "session":
            self.run_session(block)
        elif kind == "script":
            self.run_script(block, "\n".join(block.lines), output)
        elif kind == "cpp":
            self.compile(block)
        elif kind != "shown":
            self.run_program(block, kind, output)

    def place_file(self, block):
        text = "\n".join(block.lines) + "\n"
        if "from" in block.attributes:
            source = ROOT / block.attributes["from"]
            if not source.exists() or text not in source.read_text(encoding="utf-8"):
                self.fail(block, f"{block.attributes['from']} does not contain this text")
        if "file" in block.attributes:
            path = self.files_folder() / block.attributes["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        self.files += 1

    def files_folder(self):
        return pathlib.Path(self.shell.run("pwd")[1][0])

    def run_session(self, block):
        self.run_blocks += 1
        codes = set()
        for begin, command, output, end in commands_of_session(block.lines):
            code, printed = self.run_command(block, begin + 1, command)
            codes.add(code)
            if code in (0, int(block.mark("exit code") or 0)):
                self.compare(block, output, block.lines[output:end], printed)
            else:
                self.fail(block, f"exit code {code}" + indented(printed), begin + 1)
        expected = int(block.mark("exit code") or 0)
        if expected and expected not in codes:
            self.fail(block, f"no command ends with exit code {expected}")

    def run_script(self, block, command, output):
        self.run_blocks += 1
        # The exit code of a command that failed, not that of the last one.
        code, printed = self.run_command(block, 0, f"docs_code=0; trap 'docs_code=$?' ERR\n{command}\ntrap - ERR; (exit $docs_code)")
        expected = int(block.mark("exit code") or 0)
        if code != expected:
            self.fail(block, f"exit code {code} instead of {expected}" + indented(printed))
        elif output is not None:
            self.compare(output, 0, output.lines, printed)

    def run_command(self, block, offset, command):
        self.run_commands += 1
        code, printed = self.shell.run(command)
        if code == 124:
            self.fail(block, printed[0] if printed else "no end", offset)
        return code, [line.replace(str(self.folder), "~") for line in printed]

    def compare(self, block, at, shown, printed):
        if agrees(shown, printed):
            return
        first = block.first + 1 + at
        new = renewed(shown, printed)
        self.edits.append((first, first + len(shown), [(block.indent + line).rstrip() for line in new]))
        self.fail(block, "prints something else\n" + "\n".join("  - " + line for line in shown) + "\n" +
                  "\n".join("  + " + line for line in new), at + 1)

    def compile(self, block):
        if not any(line.startswith("#include") for line in block.lines):
            self.fail(block, "a C++ block that can be neither compiled nor found: from=PATH, file=NAME, a whole source or <!-- not run: … -->")
            return
        source = self.shell.files / "block.cpp"
        source.write_text("\n".join(block.lines) + "\n", encoding="utf-8")
        self.run_script(block, f"{self.tree.compiler} -std=c++20 -fsyntax-only {self.tree.includes} '{source}'", None)

    def run_program(self, block, language, output):
        text = "\n".join(block.lines) + "\n"
        program = self.tree.interpreter(language, text)
        if program is None:
            self.skipped.append(f"no {language} with what it needs")
            return
        source = self.shell.files / f"block_{block.first + 1}.{'py' if language == 'python' else 'm'}"
        source.write_text(text, encoding="utf-8")
        self.run_script(block, f"{program} '{source}'", output)

    def check_tables(self):
        lines = self.text.split("\n")
        for number, line in enumerate(lines):
            mark = MARK.match(line)
            if not mark or not mark.group(1).startswith("table of "):
                continue
            end = number + 1
            while lines[end].startswith("|"):
                end += 1
            done = subprocess.run(["bash", "-c", mark.group(1)[len("table of "):]], cwd=ROOT, capture_output=True, text=True, check=False,
                                  env=os.environ | {"BELLWETHER": str(self.tree.build / "bellwether")})
            self.run_commands += 1
            self.run_blocks += 1
            place = Block(number, "", "", [])
            if done.returncode:
                self.fail(place, f"exit code {done.returncode}" + indented(done.stderr.split("\n")))
            else:
                self.compare(place, 0, lines[number + 1:end], done.stdout.rstrip("\n").split("\n"))

    def check_prose(self):
        """Options that do not exist, and commands that only look like text."""
        inside = self.inside()
        if self.name == "README.md" and self.text.count("\n") > 150:
            self.failures.append("README.md:151: more than 150 lines; a stranger reads it in one go")
        for number, line in enumerate(self.text.split("\n")):
            if number in inside:
                continue
            if re.match(r" {4,}(?:\$ )?(?:bellwether|\./dev) ", line):
                self.failures.append(f"{self.name}:{number + 1}: a command in an indented block is not run; put it between fences")
            for span in re.findall(r"`([^`]+)`", line):
                for option in re.findall(r"(?:^|\s)(--[a-z][a-z-]+)", span if span.startswith(("--", "bellwether ")) else ""):
                    if option not in self.tree.options:
                        self.failures.append(f"{self.name}:{number + 1}: there is no option {option}")

    def check_links(self):
        """Links within the repository lead to a file, and to a heading of it."""
        folder = (ROOT / self.name).parent
        inside = self.inside()
        text = "\n".join("" if number in inside else line for number, line in enumerate(self.text.split("\n")))
        for match in re.finditer(r"\]\(([^)\s]+)\)", text):
            target, _, heading = match.group(1).partition("#")
            if "://" in target:
                continue
            path = folder / target
            page = self.text if not target else path.read_text(encoding="utf-8") if heading and path.is_file() else ""
            if not path.exists() or (heading and heading not in headings(page)):
                number = text.count("\n", 0, match.start()) + 1
                self.failures.append(f"{self.name}:{number}: the link {match.group(1)} leads nowhere")

    def inside(self):
        """The lines of all blocks."""
        return {number for block in self.blocks for number in range(block.first, block.last + 1)}

    def renewed(self):
        lines = self.text.split("\n")
        for first, last, new in sorted(self.edits, reverse=True):
            lines[first:last] = new
        return "\n".join(lines)


class Tree:
    """The program as it is installed, and the built examples."""

    OTHER_OPTIONS = {"--install", "--prefix", "--build", "--target", "--sanitize", "--all", "--no-install-recommends"}

    def __init__(self, build):
        self.build, self.scratch = build, build / "docs"
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.prefix = self.scratch / "prefix"
        self.prefix.mkdir(parents=True)
        subprocess.run(["cmake", "--install", build, "--prefix", self.prefix], check=True, stdout=subprocess.DEVNULL)
        cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
        self.compiler = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", cache, re.M).group(1)
        self.includes = f"-I '{self.prefix}/include' -I '{self.prefix}/include/bellwether'"
        self.options = self.OTHER_OPTIONS | self.known_options()
        self.interpreters = {}

    def read(self, name):
        return (ROOT / name).read_text(encoding="utf-8")

    def known_options(self):
        program = self.prefix / "bin" / "bellwether"

        def help_of(*arguments):
            return subprocess.run([program, *arguments, "--help"], capture_output=True, text=True, check=False).stdout
        whole = help_of()
        texts = [whole] + [help_of(name) for name in set(re.findall(r"^\s+([a-z][a-z-]+)\b", whole, re.M))]
        return {option for text in texts for option in re.findall(r"--[a-z][a-z-]+", text)}

    def page_folder(self, name):
        folder = self.scratch / name.replace("/", "_").removesuffix(".md")
        folder.mkdir()
        (folder / ".local").symlink_to(self.prefix)
        return folder

    def environment(self, home):
        keep = {name: value for name, value in os.environ.items() if name in ("USER", "LOGNAME", "TMPDIR", "PYTHONPATH")}
        path = f"{home}/.local/bin:" + os.environ.get("PATH", "/usr/bin:/bin")
        return keep | {"PATH": path, "HOME": str(home), "LC_ALL": "C.UTF-8", "TZ": "UTC", "TERM": "dumb", "CCACHE_DISABLE": "1",
                       "CXX": self.compiler, "OCTAVE_HISTFILE": "/dev/null"}

    def copy_example(self, name, target):
        source = self.build / "examples" / name
        if not source.is_dir():
            raise SystemExit(f"run_docs.py: there is no example {source}; ./dev build makes it")
        shutil.copytree(source, target)
        for other in (self.prefix / "share/bellwether/examples").iterdir():  # its neighbours, as they are installed
            if not (target.parent / other.name).exists():
                shutil.copytree(other, target.parent / other.name)

    def interpreter(self, language, text):
        if language == "octave":
            return "octave-cli --norc --quiet" if shutil.which("octave-cli") else None
        modules = re.findall(r"^\s*(?:import|from) (\w+)", text, re.M)
        test = "\n".join(f"import {module}" for module in modules)
        for program in (sys.executable, "/usr/bin/python3"):
            if shutil.which(program) and self.imports(program, test):
                return program
        return None

    def imports(self, program, test):
        if (program, test) not in self.interpreters:
            done = subprocess.run([program, "-c", test], capture_output=True, check=False)
            self.interpreters[program, test] = done.returncode == 0
        return self.interpreters[program, test]


class OnePage(Tree):
    """For the self test: one page, nothing is installed."""

    def __init__(self, text, scratch):
        self.text, self.scratch, self.prefix = text, scratch, scratch
        self.compiler, self.options, self.interpreters = "c++", {"--known"}, {}

    def read(self, name):
        return self.text


def run_text(text):
    """(places of failures, the page with what was printed) of a page."""
    with tempfile.TemporaryDirectory() as scratch:
        page = run_page(Page("page.md", OnePage(text, pathlib.Path(scratch))))
    return [int(failure.split(":")[1]) for failure in page.failures], page.renewed()


def self_test_of_pages():
    wrong = "```\n$ echo one; echo two >&2\none\n$ echo three\nthree\n```\n"
    right = wrong.replace("one\n$", "one\ntwo\n$")
    assert run_text(wrong) == ([3], right) and run_text(right) == ([], right)
    state = "<!-- file a/x.txt -->\n```\nhello\n```\n```sh\ncd a\nX=5\n```\n```\n$ cat x.txt; echo $X; pwd\nhello\n5\n~/a\n```\n"
    assert run_text(state) == ([], state)
    assert run_text("```sh\nfalse\ntrue\n```\n")[0] == [1]  # the first command counts, too
    assert run_text("```\n./dev build\n```\n")[0] == [1] and run_text("<!-- not run: long -->\n```\n./dev build\n```\n")[0] == []
    ends = "<!-- exit code 3 -->\n```\n$ (exit 3)\n```\n"
    assert run_text(ends)[0] == [] and run_text(ends.replace("exit 3)", "exit 2)"))[0] == [3, 2] and run_text(ends[21:])[0] == [2]
    assert run_text("```python\nprint(6*7)\n```\n\n```text\n?\n```\n") == ([6], "```python\nprint(6*7)\n```\n\n```text\n42\n```\n")
    assert run_text("```python\nimport no_such_module\n```\n")[0] == []  # skipped
    assert run_text("```cpp\nint x;\n```\n")[0] == [1]
    assert run_text("`--known` and `--unknown`\n")[0] == [1] and run_text("    bellwether run x\n")[0] == [1]
    assert run_text("# A `b`, C\n[x](#a-b-c) [y](#a) [z](no.md) [w](https://w.org/) [v](/bin/sh)\n")[0] == [2, 2]
    assert run_text("```\n$ exit\n$ echo two\n```\n")[0] != []


def all_pages():
    found = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "examples").glob("*/README.md"))]
    return [str(path.relative_to(ROOT)) for path in found]


def counted(words):
    return ", ".join(f"{words.count(word)} × {word}" for word in sorted(set(words)))


def run_page(page):
    page.execute()
    return page


def main(arguments):
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("pages", nargs="*")
    given = parser.parse_args(arguments)
    if given.self_test:
        doc_pages.self_test()
        self_test_of_pages()
        print("docs: self test ok")
        return 0
    tree = Tree(given.build.resolve())
    names = [str(pathlib.Path(name).resolve().relative_to(ROOT)) for name in given.pages] or all_pages()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        pages = list(pool.map(run_page, [Page(name, tree) for name in names]))
    for page in pages:
        if given.update and page.edits:
            (ROOT / page.name).write_text(page.renewed(), encoding="utf-8")
            print(f"{page.name}: {len(page.edits)} outputs renewed")
            page.failures = [failure for failure in page.failures if "prints something else" not in failure]
        for failure in page.failures:
            print(failure)
    not_run, skipped = sum((p.not_run for p in pages), []), sum((p.skipped for p in pages), [])
    failures = sum(len(page.failures) for page in pages)
    print(f"docs: {sum(p.run_blocks for p in pages)} blocks with {sum(p.run_commands for p in pages)} commands run on "
          f"{len(pages)} pages, {sum(p.files for p in pages)} files and excerpts")
    print(f"  not run: {len(not_run)}" + (f" ({counted(not_run)})" if not_run else ""))
    print(f"  skipped: {len(skipped)}" + (f" ({counted(skipped)})" if skipped else ""))
    slowest = max(pages, key=lambda page: page.seconds)
    print(f"  longest: {slowest.name}, {slowest.seconds:.1f} s")
    print(f"docs: {failures} failures" if failures else "docs: ok")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
