#!/usr/bin/env python3
"""Opens pages of all kinds in a browser and fails where a script of theirs does.

    tools/look_at_pages.py PROGRAM EXAMPLES [--keep FOLDER]

PROGRAM is the bellwether executable, EXAMPLES the folder of built examples (build/release/examples). Chromium, without a
window, shows all pages in frames of one page. Exit code 1: an error on the console, or a page without its verdict or its
pictures; 77: there is no Chromium. --keep FOLDER leaves pages, data and all.png, a picture of all pages, there.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
TIME_LIMIT = 60  # seconds of a command, on a busy machine
STUDY = """[study]
target = "system.toml"
[study.parameters]
"prey.A" = { uniform = [0.09, 0.11] }
"predator.D" = { uniform = [0.09, 0.11] }
[study.design]
kind = "sensitivity"
samples = 4
[study.results]
end = "final(prey.x)"
start = "initial(prey.x)"
[run]
stop = 10
tolerance = 1e-3
"""
# page: exit code and words of the command
PAGES = {
    "run.html": (0, "run system.toml --interval 1 -o run.csv --report run.html"),
    "bare.html": (0, "run system.toml --tolerance 1e-3 --master jacobi --step 0.5 -o bare.csv --compare run.csv --report bare.html"),
    "both.html": (0, "run system.toml --interval 2 -o both.csv --compare run.csv --report both.html"),
    "rejected.html": (3, "run system.toml --work-limit 100 -o bad.csv --report rejected.html"),
    "compared.html": (3, "compare run.csv bare.csv --only-common --report compared.html"),
    "study.html": (0, "report study.csv --summary study.json -o study.html"),
    "table.html": (0, "report study.csv -o table.html"),
}
# What a reader must see there.
WORDS = {
    "bare.html": ["Final values", "band of a difference"],
    "study.html": ["solvers inside co-simulation FMUs is not known", "It does not vary"],
}
# In the page of all frames: what each of them has, said on the console.
LOOK = """
onload = () => setTimeout(() => {
  for (const frame of document.querySelectorAll('iframe')) {
    const inner = frame.contentDocument, has = (what) => inner.querySelectorAll(what).length;
    for (const words of expected[frame.id] || []) if (!inner.body.innerText.includes(words)) console.log(frame.id + ' lacks: ' + words);
    console.log(['SEEN', frame.id, has('#verdict h1'), has('canvas'), has('main section:not([hidden])')].join(' '));
  }
}, 500);
"""


def make(program, folder):
    """Runs, comparisons and a study, each with its page."""
    (folder / "study.toml").write_text(STUDY)
    commands = [(0, "study study.toml --summary study.json --quiet --workers 1")]
    by_order = sorted(PAGES.values(), key=lambda page: page[1].startswith(("compare", "report")))
    for expected, words in commands + by_order:
        done = subprocess.run([program, *words.split()], cwd=folder, capture_output=True, text=True, timeout=TIME_LIMIT, check=False)
        if done.returncode != expected:
            sys.exit(f"{words}: exit code {done.returncode} instead of {expected}\n{done.stderr}")


def look(browser, folder, picture):
    """What the console says."""
    frames = "".join(f'<h2>{name}</h2><iframe id="{name}" src="{name}" width="1200" height="2600"></iframe>' for name in PAGES)
    (folder / "all.html").write_text(f"<!DOCTYPE html><title>pages</title><body>{frames}<script>const expected = {json.dumps(WORDS)};{LOOK}</script></body>")
    what = [f"--screenshot={folder}/all.png", f"--window-size=1260,{2700 * len(PAGES)}"] if picture else ["--dump-dom"]
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--enable-logging=stderr",
               "--virtual-time-budget=2000", f"--user-data-dir={folder}/browser", *what, f"file://{folder}/all.html"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=TIME_LIMIT, check=False)
    return re.findall(r':CONSOLE[:(]\d+\)?\] "(.*?)", source: (\S*)', done.stderr)


def faults_of(console):
    """One sentence for each."""
    seen = {}
    faults = []
    for text, source in console:
        if text.startswith("SEEN "):
            _, name, *counts = text.split()
            seen[name] = [int(count) for count in counts]
        else:
            faults.append(f"{source.rsplit('/', 1)[-1]}: {text}")
    for name in PAGES:
        titles, pictures, sections = seen.get(name, (0, 0, 0))
        if not (titles and pictures and sections):
            faults.append(f"{name}: {titles} headlines, {pictures} pictures, {sections} sections")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("examples", type=Path)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print("there is no Chromium")
        return SKIPPED
    with tempfile.TemporaryDirectory() as scratch:
        folder = (given.keep or Path(scratch) / "pages").resolve()
        shutil.copytree(given.examples / "lotka_volterra", folder, dirs_exist_ok=True)
        make(given.program.resolve(), folder)
        faults = faults_of(look(browser, folder, given.keep is not None))
    print("\n".join(faults) or f"{len(PAGES)} pages without an error")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
