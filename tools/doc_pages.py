"""What a page of the documentation is made of: blocks, commands and printed output, and when two outputs agree.

tools/run_docs.py runs pages and says how they are written.
"""
import re

FENCE = re.compile(r"^( *)(`{3,})([^`]*)$")
MARK = re.compile(r"^ *<!-- *(.*?) *-->$")
SHELL_WORDS = ("bellwether", "./dev", "cmake", "cd", "cp", "sudo", "apt-get", "git", "export", "mkdir", "for", "python3", "octave")
MASKS = [
    (re.compile(r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?Z?)?"), "DATE"),
    (re.compile(r"(?:≈ ?)?\b(?:\d{1,3}(?:[ \u00a0\u202f]\d{3})+|\d+)(?:\.\d+)? ?(?:ns|µs|us|ms|s|min)\b"), "DURATION"),
    (re.compile(r"\b\d+ process(?:es)?\b"), "PROCESSES"),
    (re.compile(r"\b\d+(?:\.\d+)? (?:bytes|kB|MB)\b"), "SIZE"),  # of what a compiler made
]
TOKEN = re.compile(r"\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|[^\s\d]+")


class Block:
    """A fenced block: `first` and `last` are the lines of its fences, counted from 0."""

    def __init__(self, first, indent, info, marks):
        words = info.split()
        self.first, self.last, self.indent, self.marks = first, first, indent, marks
        self.language = words[0] if words and "=" not in words[0] else ""
        self.attributes = dict(word.split("=", 1) for word in words if "=" in word)
        self.words = words
        self.lines = []
        if self.mark("file ") is not None:
            self.attributes["file"] = self.mark("file ")

    def mark(self, name):
        return next((mark[len(name):].strip() for mark in self.marks if mark.startswith(name)), None)

    def kind(self):
        begin = next((line for line in self.lines if line.strip()), "")
        if "file" in self.attributes or "from" in self.attributes:
            return "file"
        if self.language == "console" or (self.language == "" and begin.startswith("$ ")):
            return "session"
        if self.language in ("sh", "bash") or (self.language == "" and begin.split(" ")[0] in SHELL_WORDS):
            return "script"
        return {"python": "python", "octave": "octave", "matlab": "octave", "cpp": "cpp"}.get(self.language, "shown")


def parse(text):
    """The blocks of a page in order; each has the marks that stand between it and the block before."""
    blocks, marks, open_block = [], [], None
    for number, line in enumerate(text.split("\n")):
        fence, mark = FENCE.match(line), MARK.match(line)
        if open_block is not None:
            if fence and fence.group(3).strip() == "" and len(fence.group(2)) >= len(open_fence):
                open_block.last = number
                open_block = None
            else:
                open_block.lines.append(line[len(open_block.indent):] if line.startswith(open_block.indent) else line)
        elif fence:
            open_block, open_fence = Block(number, fence.group(1), fence.group(3), marks), fence.group(2)
            blocks.append(open_block)
            marks = []
        elif mark:
            marks.append(mark.group(1))
    return blocks


def headings(text):
    """The anchors of a page, as GitHub makes them."""
    inside = {number for block in parse(text) for number in range(block.first, block.last + 1)}
    titles = [line.lstrip("#").strip() for number, line in enumerate(text.split("\n")) if line.startswith("#") and number not in inside]
    return {re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title.lower())).replace(" ", "-") for title in titles}


def commands_of_session(lines):
    """[(number of the line of '$', command, line where its output begins, line behind it)]"""
    found, at = [], 0
    while at < len(lines):
        if not lines[at].startswith("$ "):
            at += 1
            continue
        begin, command = at, [lines[at][2:]]
        while command[-1].endswith("\\") and at + 1 < len(lines):
            at += 1
            command.append(lines[at])
        at += 1
        output = at
        while at < len(lines) and not lines[at].startswith("$ "):
            at += 1
        end = at
        while end > output and lines[end - 1].strip() == "":
            end -= 1
        found.append((begin, "\n".join(command), output, end))
    return found


def masked(lines):
    text = "\n".join(line.rstrip() for line in lines)
    for pattern, word in MASKS:
        text = pattern.sub(word, text)
    return text


def same_token(a, b):
    if a == b:
        return True
    if min(len(re.sub(r"\D", "", token)) for token in (a, b)) <= 8:
        return False
    try:
        return abs(float(a) - float(b)) <= 1e-7 * abs(float(a))
    except ValueError:
        return False


def same_tokens(a, b):
    a, b = TOKEN.findall(a), TOKEN.findall(b)
    return len(a) == len(b) and all(map(same_token, a, b))


def same_lines(shown, actual):
    """Where a duration stands, lines may be padded and broken otherwise."""
    a, b = masked(shown), masked(actual)
    if any(word in a for _, word in MASKS):
        return same_tokens(a, b)
    a, b = a.split("\n"), b.split("\n")
    return len(a) == len(b) and all(map(same_tokens, a, b))


def split_at_dots(shown):
    """The lines before and behind '...', and the line itself; None where there is none."""
    for at, line in enumerate(shown):
        if line.strip() == "...":
            return shown[:at], line, shown[at + 1:]
    return shown, None, []


def agrees(shown, actual):
    head, dots, tail = split_at_dots(shown)
    if dots is None:
        return same_lines(shown, actual)
    return len(actual) >= len(head) + len(tail) and same_lines(head, actual[:len(head)]) and \
        same_lines(tail, actual[len(actual) - len(tail):])


def indented(lines):
    return "".join("\n    " + line for line in lines[-20:])


def renewed(shown, actual):
    """What the page shows from now on: as many lines as before around '...'."""
    head, dots, tail = split_at_dots(shown)
    if dots is None or len(actual) <= len(head) + len(tail) + 1:
        return actual
    return actual[:len(head)] + [dots] + actual[len(actual) - len(tail):]


def self_test():
    page = "a\n<!-- exit code 3 -->\n\n```\n$ f \\\n  x\n1\n...\n\n$ g\n```\n  ```toml file=a.toml\n  b = 1\n  ```\n```cpp\nint x;\n```\n"
    session, toml, cpp = parse(page)
    assert (session.kind(), toml.kind(), cpp.kind()) == ("session", "file", "cpp")
    assert session.mark("exit code") == "3" and toml.lines == ["b = 1"] and toml.attributes == {"file": "a.toml"}
    assert commands_of_session(session.lines) == [(0, "f \\\n  x", 2, 4), (5, "g", 6, 6)]
    assert parse("```\n./dev build\n```\n")[0].kind() == "script" and parse("```\ntime,x\n```\n")[0].kind() == "shown"
    assert agrees(["took 1.5 ms   (3 ns)"], ["took 17 ms (2.25 µs)"]) and agrees(["2026-11-17T10:00:00Z"], ["2027-01-02"])
    assert agrees(["cost 9 720 doSteps, 16 ms"], ["cost 9 720 doSteps,", "1 016 ms"])
    assert agrees(["a.fmu (63.9 kB)"], ["a.fmu (1.2 MB)"])
    assert not agrees(["took 1.5 ms, 3 steps"], ["took 1.5 ms, 4 steps"]) and not agrees(["a"], ["a", "b"])
    assert agrees(["1,0.3333333333333333"], ["1,0.3333333333333334"]) and not agrees(["0.333"], ["0.334"])
    assert agrees(["a", "  ...", "z"], ["a", "b", "c", "z"]) and not agrees(["a", "..."], ["b", "c"])
    assert renewed(["a", "...", "z"], ["1", "2", "3", "4"]) == ["1", "...", "4"]
    assert renewed(["a", "..."], ["1"]) == ["1"] and renewed(["a"], ["1", "2"]) == ["1", "2"]
