#!/usr/bin/env python3
"""usage: lint.py DATABASE [--all]

Runs clang-tidy over the sources of src/ with the commands of the folder DATABASE (of the preset `plain`; nothing is compiled).

By default over what changed since the merge base with the main branch, or in the last commit where this is that branch:
changed sources, and those that include a changed header, directly or indirectly. With --all over everything, in unity
groups of one folder, which takes a fifth of the time because their headers are read once; then each file is parsed by
itself, so that a missing include is found. What passed is not checked again until a file or an option of it changes.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
GROUP = 16  # files, as in CMakeLists.txt


def git(*arguments):
    """The entries that git prints, each ended by a zero byte or a new line; None: unknown."""
    try:
        done = subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True)
    except FileNotFoundError:
        return None
    return re.split("[\0\n]", done.stdout)[:-1] if done.returncode == 0 else None


def merge_base():
    head = git("rev-parse", "HEAD")
    for branch in ("origin/HEAD", "origin/main", "main"):
        base = git("merge-base", "HEAD", branch)
        if base and base != head:
            return base[0]
    return "HEAD~1" if git("rev-parse", "--verify", "HEAD~1") else "HEAD"


def changed_files():
    """Since the merge base, committed or not; None where there is no git."""
    committed = git("diff", "-z", "--name-only", merge_base())
    untracked = git("ls-files", "-z", "--others", "--exclude-standard")
    return None if committed is None else {ROOT / name for name in committed + (untracked or [])}


def own_includes(file, known={}):
    """The file and all of ours that it includes."""
    if file not in known:
        known[file] = {file}  # ends circles
        for name in INCLUDE.findall(file.read_text(encoding="utf-8")):
            if (header := ROOT / "src" / name).is_file():
                known[file] |= own_includes(header)
    return known[file]


def commands(database):
    """The arguments that compile each C++ source of src/."""
    path = pathlib.Path(database) / "compile_commands.json"
    if not path.is_file():
        sys.exit(f"lint.py: {path} does not exist: cmake --preset plain")
    found = {}
    for entry in json.loads(path.read_text(encoding="utf-8")):
        file = pathlib.Path(entry["file"])
        if file.is_relative_to(ROOT / "src") and file.suffix == ".cpp":  # C files are texts of exported FMUs, too
            if not file.is_file():
                sys.exit(f"lint.py: {file} is gone; run cmake --preset plain again")
            words = shlex.split(entry["command"])
            found[file] = [word for before, word in zip(words, words[1:])
                           if (re.match(r"-(I|D|std=|f|W|isystem)", word) or before == "-isystem")
                           and not word.startswith("-fpch")]
    return found


def groups(files):
    folders = {}
    for file in sorted(files):
        folders.setdefault(file.parent, []).append(file)
    for members in folders.values():
        count = -(-len(members) // GROUP)
        size = -(-len(members) // count)
        yield from (members[at:at + size] for at in range(0, len(members), size))


class Passed:
    """What passed, by a digest of the command, its version and all files that it reads."""

    def __init__(self, folder):
        self.file = folder / "passed.txt"
        self.digests = set(self.file.read_text().split()) if self.file.is_file() else set()

        self.version = subprocess.run(["clang-tidy", "--version"], capture_output=True).stdout

    def digest(self, members, command):
        total = hashlib.sha256(self.version + (ROOT / ".clang-tidy").read_bytes() + " ".join(command).encode())
        for file in sorted(set().union(*map(own_includes, members))):
            total.update(str(file).encode() + file.read_bytes())
        return total.hexdigest()

    def add(self, digest):
        self.digests.add(digest)
        with self.file.open("a") as out:
            out.write(digest + "\n")


def tidy(source, flags):
    return ["clang-tidy", "--quiet", f"--config-file={ROOT / '.clang-tidy'}", str(source), "--", *flags]


def parse(source, flags):
    return ["clang++", "-fsyntax-only", *flags, str(source)]


def jobs_for(files, flags, together, folder):
    """(members, command) of each job."""
    if not together:
        return [([file], tidy(file, flags[file])) for file in sorted(files)]
    jobs = []
    for number, members in enumerate(groups(files)):
        source = folder / f"{members[0].parent.name}_{number}.cpp"
        source.write_text("".join(f'#include "{file}"  // NOLINT\n' for file in members))
        jobs.append((members, tidy(source, flags[members[0]])))
    return jobs + [([file], parse(file, flags[file])) for file in sorted(files)]


def run(jobs, passed):
    waiting = [(passed.digest(members, command), command) for members, command in jobs]
    waiting = [(digest, command) for digest, command in waiting if digest not in passed.digests]
    print(f"clang-tidy: {len(jobs)} jobs, {len(jobs) - len(waiting)} passed before", flush=True)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda job: subprocess.run(job[1], capture_output=True, text=True), waiting)
        for (digest, _), done in zip(waiting, results):
            if done.returncode == 0:
                passed.add(digest)
            else:
                failed += 1
                print(done.stdout + "".join(l + "\n" for l in done.stderr.splitlines() if "generated" not in l), flush=True)
    return failed


def main(arguments):
    if not arguments or arguments[1:] not in ([], ["--all"]):
        sys.exit(__doc__)
    folder = ROOT / "build" / "lint"
    folder.mkdir(parents=True, exist_ok=True)
    flags = commands(arguments[0])
    changed = None if arguments[1:] else changed_files()
    everything = changed is None or ROOT / ".clang-tidy" in changed
    files = set(flags) if everything else {file for file in flags if own_includes(file) & changed}
    failed = run(jobs_for(files, flags, everything, folder), Passed(folder))
    sys.exit(f"lint.py: {failed} jobs failed" if failed else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
