#!/usr/bin/env python3
"""usage: check_words.py [--self-test] [FILE...]

Checks that what users read uses the words of FMI, SSP, Modelica and numerical analysis: the pages (*.md), the comments of the
examples (*.toml, *.mo) and the messages, which are the string literals of src/. Prints each replaced word that is left with its
line and what to write instead. Without FILE over everything.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# (replaced word, what to write instead, pages that may use it). A page is named by how its path begins.
WORDS = [
    (r"(?<!real )(?<!imaginary )(?<!linear )(?<!fractional )(?<!whole )\bparts?\b(?! of\b)", "component", ()),
    (r"\bwir(?:es?|ed|ing)\b", "connection", ()),
    (r"\bmacro[- ]steps?\b", "communication step", ()),
    (r"\bat once\b", "direct feedthrough, immediately", ()),
    (r"\b(?:set|sets|taken?|takes|took|go|goes|went|gone|put) back\b(?! to\b)", "roll back, restore", ()),
    (r"\bback in time\b", "rollback", ()),
    (r"\b(?:told|tells?|telling)\b", "reported, listed, says", ()),
    (r"\b(?:asked|asks?|asking)\b", "requested, given", ()),
    (r"\bdear(?:er|est)?\b", "expensive", ()),
    (r"\bright-hand sides\b", "RHS evaluations", ()),
    (r"\bchains?\b", "run with step size h",
     ("docs/architecture.md", "docs/certified.md", "docs/decisions/", "CHANGELOG.md", "src/cosim/")),
    (r"(?<!RLC )\bladders?\b", "fallback order", ("docs/architecture.md",)),
    (r"\bcommon times?\b", "synchronisation points", ()),
    (r"(?:\b(?:first|second|third|two|three|both|tight\w*|last|another|each|every|one|several|more|these|of) passes?\b|\bpasses? (?:with|of)\b)",
     "integration", ()),
    (r"\banew\b", "restarted", ()),
    (r"\b(?:thousandth|hundredth|tenth|fiftieth|1e-\d+|percent|%) of the run\b", "of the simulated time", ()),
    (r"\bequations as text\b", "Modelica model (flat subset)", ()),
    (r"\bmoments?\b", "event time, discontinuity", ()),
    (r"\b(?:open eyes|stands? against|stood against|on the way)\b", "a plain sentence", ()),
    (r"\balarms?\b", "error", ()),
    (r"\b(?:rings?|rang|rung|ringing)\b", "is reported", ()),
    (r"\bbells?\b", "diagnostic, note, warning, error",
     ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/architecture.md", "docs/decisions/")),
    (r"\b(?:prove[sdn]?|proven|proof)\b", "estimate", ()),
]
RULES = [(re.compile(word, re.I), instead, pages) for word, instead, pages in WORDS]
LITERAL = re.compile(r'(?:"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*)')
BLOCK = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|//[^\n]*|/\*.*?\*/', re.S)


def code_without_comments(text):
    """Comments and #include lines become blanks, so that positions stay."""
    def blank(match):
        word = match.group()
        return re.sub(r"[^\n]", " ", word) if word.startswith("/") else word
    text = BLOCK.sub(blank, text)
    return re.sub(r"^\s*#\s*include[^\n]*", lambda m: " " * len(m.group()), text, flags=re.M)


def passages(path, text):
    """(position, what a user reads there) of a file."""
    if path.suffix in (".cpp", ".h", ".c"):
        for match in LITERAL.finditer(code_without_comments(text)):
            yield match.start(), re.sub(r'"\s*"', "", match.group())
    elif path.suffix in (".toml", ".mo"):
        for match in re.finditer(r"#[^\n]*" if path.suffix == ".toml" else r"//[^\n]*|/\*.*?\*/", text, re.S if path.suffix == ".mo" else 0):
            yield match.start(), match.group()
    else:
        # A word may be broken over two lines, never over two paragraphs.
        for match in re.finditer(r"(?:[^\n]+\n?)+", text):
            yield match.start(), match.group()


def findings(name, text):
    path = pathlib.PurePath(name)
    for start, passage in passages(path, text):
        flat = re.sub(r"\s", " ", passage)
        for rule, instead, pages in RULES:
            if any(name.startswith(page) for page in pages):
                continue
            for match in rule.finditer(flat):
                at = start + (match.start() if path.suffix not in (".cpp", ".h", ".c") else 0)
                yield text.count("\n", 0, at) + 1, match.group(), instead


def is_read(name):
    return name.endswith(".md") or (name.startswith("examples/") and name.endswith((".toml", ".mo"))) or \
        (name.startswith("src/") and name.endswith((".cpp", ".h", ".c")))


def tracked():
    listed = subprocess.run(["git", "-C", ROOT, "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n")
    for name in listed:
        if is_read(name) and (ROOT / name).exists():
            yield name


def self_test():
    def words(name, text):
        return [word for _, word, _ in findings(name, text)]
    assert words("a.md", "Two parts and a wire.\n") == ["parts", "wire"]
    assert words("a.md", "the real part; a part of it\n") == []
    assert words("a.md", "a macro\nstep\n") == ["macro step"]
    assert words("src/a.cpp", '// a part\nf("a " "wire");\n#include "part"\n') == ["wire"]
    assert list(findings("src/a.cpp", '\n\nf("told");\n')) == [(3, "told", "reported, listed, says")]
    assert words("docs/certified.md", "a chain\n") == []


def main(arguments):
    if "--self-test" in arguments:
        self_test()
        print("words: self test ok")
        return 0
    count = 0
    for name in arguments or tracked():
        path = pathlib.Path(name)
        if arguments:
            path = path.resolve()
            name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else name
            if not is_read(name):
                continue
        else:
            path = ROOT / name
        for line, word, instead in findings(name, path.read_text(encoding="utf-8")):
            print(f"{name}:{line}: '{word}'; write: {instead}")
            count += 1
    print(f"words: {count} replaced words are left" if count else "words: ok")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
