#!/usr/bin/env python3
"""usage: draw_modules.py [--check]

Draws docs/figures/modules.svg: the modules below src/ with their folders, and who includes whom. Folders and their order
are those of check_layers.py, arrows and dots the includes of the source files. There are no counts in it, so that the
picture changes when the structure does. --check: says whether the file is what would be written now.
"""
import pathlib
import sys

import check_layers

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIGURE = ROOT / "docs" / "figures" / "modules.svg"

# Where a box stands (first and last column, first and last row), and what is in it.
PLACES = {
    "cli":      ((2, 6), (0, 0), "the program: options, reports"),
    "python":   ((0, 1), (0, 0), "the Python package"),
    "inspect":  ((1, 4), (1, 1), "info, check, convert, export"),
    "web":      ((6, 6), (1, 2), "the page of a run"),
    "run":      ((0, 5), (2, 2), "the data flow of a run"),
    "diagnose": ((3, 3), (3, 3), "what a model is like"),
    "system":   ((0, 0), (3, 4), "system files"),
    "fmi":      ((1, 1), (3, 4), "FMUs"),
    "equation": ((2, 2), (3, 4), "Modelica models"),
    "ode":      ((3, 3), (4, 4), "integration"),
    "cosim":    ((4, 4), (3, 4), "co-simulation"),
    "result":   ((5, 6), (3, 4), "rows, summary"),
    "model":    ((1, 4), (5, 5), "component, model, signals"),
    "math":     ((1, 4), (6, 6), "linear algebra, step control, formulas"),
    "base":     ((0, 6), (7, 7), "diagnostics, errors, values, units, files"),
}
HEIGHTS = [42, 42, 44, 52, 136, 44, 44, 44]  # of the rows
COLUMN, GAP, BETWEEN, MARGIN = 126, 12, 24, 16
CELL, LABEL = 20, 60  # of the table of includes

# Light, and dark: class: what it fills or strokes.
COLOURS = {
    "text, .name": ("fill", "#1f2328", "#e6edf3"),
    ".soft": ("fill", "#59636e", "#9aa4af"),
    ".paper": ("fill", "#ffffff", "#0d1117"),
    ".box": ("fill", "#f3f6fa", "#161d27"),
    ".box, .may": ("stroke", "#8c959f", "#656c76"),
    ".chip": ("fill", "#dbe7f7", "#22364f"),
    ".arrow": ("stroke", "#59636e", "#9aa4af"),
    ".head": ("fill", "#59636e", "#9aa4af"),
    ".dot": ("fill", "#0b62c4", "#58a6ff"),
    ".line": ("stroke", "#d1d9e0", "#2b333d"),
}
SHAPES = """text { font: 12px system-ui, "DejaVu Sans", Arial, sans-serif }
.name { font-weight: 600; font-size: 14px }
.soft { font-size: 11px }
.arrow { stroke-width: 1.5; fill: none }
.may { fill: none }"""


def style():
    light, dark = ([f"{which} {{ {what[0]}: {what[i]} }}" for which, what in COLOURS.items()] for i in (1, 2))
    return "\n".join([SHAPES, *light, "@media (prefers-color-scheme: dark) {", *dark, "}"])


# ---- what there is ----

def read_includes(src):
    """{module: modules that it includes}"""
    included = {}
    for path, name in check_layers.sources(src):
        module = name.partition("/")[0]
        of = included.setdefault(module, set())
        of.update(header.partition("/")[0] for header in check_layers.ours_in(path))
        of.discard(module)
    return included


def without_detours(included):
    """Without what is also reached through another module: what is left are the arrows."""
    reached = {}

    def reach(module):
        if module not in reached:
            reached[module] = included[module].union(*(reach(other) for other in included[module]))
        return reached[module]

    for module, others in included.items():
        yield from ((module, other) for other in sorted(others)
                    if not any(other in reach(between) for between in others - {other}))


# ---- the drawing ----

class Box:
    def __init__(self, module):
        (first, last), (top, bottom), self.words = PLACES[module]
        self.module = module
        self.columns, self.rows = range(first, last + 1), (top, bottom)
        self.x = MARGIN + first * (COLUMN + GAP)
        self.width = (last - first) * (COLUMN + GAP) + COLUMN
        self.y = MARGIN + sum(HEIGHTS[:top]) + top * BETWEEN
        self.height = sum(HEIGHTS[top:bottom + 1]) + (bottom - top) * BETWEEN
        self.folders = [folder for folder in check_layers.FOLDERS.get(module, {}) if folder]

    def draw(self):
        yield f'<rect class="box" x="{self.x}" y="{self.y}" width="{self.width}" height="{self.height}" rx="6"/>'
        yield f'<text class="name" x="{self.x + 10}" y="{self.y + 19}">{self.module}</text>'
        yield f'<text class="soft" x="{self.x + 10}" y="{self.y + 33}">{self.words}</text>'
        yield from self.in_a_row() if len(self.columns) > 1 else self.stacked()

    def chip(self, x, y, width, folder):
        yield f'<rect class="chip" x="{x}" y="{y}" width="{width}" height="17" rx="4"/>'
        yield f'<text text-anchor="middle" x="{x + width // 2}" y="{y + 13}">{folder}</text>'

    def stacked(self):
        """The lowest folder at the bottom."""
        y = self.y + self.height - 6
        for folder in self.folders:
            y -= 20
            yield from self.chip(self.x + 10, y, self.width - 20, folder)

    def in_a_row(self):
        """The lowest folder at the left."""
        x = self.x + 250
        for folder in self.folders:
            yield from self.chip(x, self.y + (self.height - 17) // 2, 78, folder)
            x += 86


def free_column(upper, lower, boxes):
    """A column in which an arrow crosses no other box; the middle one of several."""
    common = [c for c in upper.columns if c in lower.columns and not any(
        c in box.columns and upper.rows[1] < box.rows[0] and box.rows[1] < lower.rows[0] for box in boxes)]
    if not common:
        sys.exit(f"draw_modules.py: no way from {upper.module} to {lower.module}; change PLACES.")
    return common[(len(common) - 1) // 2], len(common)


def draw_arrows(arrows, boxes):
    for above, below in arrows:
        upper, lower = boxes[above], boxes[below]
        column, choices = free_column(upper, lower, boxes.values())
        x = MARGIN + column * (COLUMN + GAP) + COLUMN // 2
        if choices % 2 == 0:
            x += (COLUMN + GAP) // 2
        yield f'<path class="arrow" marker-end="url(#head)" d="M{x} {upper.y + upper.height}V{lower.y - 2}"/>'


def draw_table(included, top):
    """A row includes the columns with a dot; a circle: it may, and does not."""
    names = [name for name in check_layers.MAY_INCLUDE if name in included]
    left, first = MARGIN + LABEL + 8, top + LABEL
    for k, other in enumerate(names[:-1]):
        x = left + k * CELL + CELL // 2
        yield f'<text transform="translate({x + 4} {first + k * CELL - 4}) rotate(-60)">{other}</text>'
        yield f'<path class="line" d="M{x} {first + k * CELL}V{first + (len(names) - 1) * CELL}"/>'
    for i, name in enumerate(names[1:]):
        y = first + i * CELL + CELL // 2
        yield f'<text text-anchor="end" x="{left - 6}" y="{y + 4}">{name}</text>'
        yield f'<path class="line" d="M{left} {y}H{left + (i + 1) * CELL}"/>'
        for k, other in enumerate(names[:i + 1]):
            place = f'cx="{left + k * CELL + CELL // 2}" cy="{y}"'
            if other in included[name]:
                yield f'<circle class="dot" {place} r="5"/>'
            elif other in check_layers.MAY_INCLUDE[name].split():
                yield f'<circle class="may" {place} r="4"/>'


def draw_legend(x, y):
    lines = ["An arrow: includes. Where arrows lead on from there may be", "included as well, as the table shows.", "",
             "A module in a row of the table includes that of a column:", "", "", "", "",
             "The folders of a module have an order, too: one may include", "those to its left, or below it, as tools/check_layers.py says.",
             "", "Drawn by tools/draw_modules.py from the includes in src/."]
    for i, line in enumerate(lines):
        yield f'<text class="soft" x="{x}" y="{y + 17 * i}">{line}</text>'
    for i, (kind, words) in enumerate([("dot", "does"), ("may", "may, and does not"), (None, "empty: must not")]):
        at = y + 17 * (4 + i)
        if kind:
            yield f'<circle class="{kind}" cx="{x + 16}" cy="{at - 4}" r="{5 if kind == "dot" else 4}"/>'
        yield f'<text class="soft" x="{x + 30}" y="{at}">{words}</text>'


def picture(src):
    included = read_includes(src)
    if set(included) != set(PLACES):
        sys.exit(f"draw_modules.py: PLACES and src/ differ in {', '.join(sorted(set(included) ^ set(PLACES)))}.")
    boxes = {module: Box(module) for module in PLACES}
    columns = 1 + max(last for (_, last), *_ in PLACES.values())
    width = 2 * MARGIN + columns * COLUMN + (columns - 1) * GAP
    top = MARGIN + sum(HEIGHTS) + len(HEIGHTS) * BETWEEN
    height = top + LABEL + (len(included) - 1) * CELL + MARGIN
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
             "<title>The modules of Bellwether and who includes whom</title>", f"<style>\n{style()}\n</style>",
             '<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
             '<path class="head" d="M0 0L10 5L0 10z"/></marker></defs>',
             f'<rect class="paper" width="{width}" height="{height}" rx="8"/>']
    parts += draw_arrows(without_detours(included), boxes)
    for module, box in boxes.items():
        parts += box.draw()
    parts += draw_table(included, top)
    parts += draw_legend(MARGIN + LABEL + len(included) * CELL + 110, top + 24)
    return "\n".join([*parts, "</svg>", ""])


def main(arguments):
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    drawn = picture(ROOT / "src")
    if not arguments:
        FIGURE.write_text(drawn, encoding="utf-8")
    elif not FIGURE.is_file() or FIGURE.read_text(encoding="utf-8") != drawn:
        sys.exit(f"{FIGURE.relative_to(ROOT)} is not what the sources say; run tools/draw_modules.py.")


if __name__ == "__main__":
    main(sys.argv[1:])
