#!/usr/bin/env python3
"""How processor time grows with components, connections, states, rows and events, as a picture with logarithmic axes.

    bench/scaling.py [PICTURE [LARGEST]]     docs/figures/scaling.svg and 100000, unless given; some minutes

Prints CSV: what, how many, seconds. A straight line of slope 1 is linear; what does not depend on the size is flat.
"""

import math
import sys
import tempfile
from pathlib import Path

import large_systems as systems
from large_systems import ROOT, run, seconds_of

COLOURS = {"components": "#1f5fa8", "connections": "#c0392b", "states": "#2e8b57", "rows": "#7d3c98", "events": "#b9770e"}
SHORT = ["--stop", "0.1"]


def commands(folder):
    """What grows: the command of a run of that size."""
    tiny = systems.one_rod(folder, 10)
    ticks = systems.ticks(folder)
    return {
        "components": lambda n: run(systems.pairs(folder, n), folder, "--step", "0.01", "--stop", "0.1"),
        "connections": lambda n: run(systems.two_nets(folder, n), folder, *SHORT, "--record", "a.y[1]"),
        "states": lambda n: run(systems.one_rod(folder, n), folder, "--stop", "0.01", "--record", "T[1]"),
        "rows": lambda n: run(tiny, folder, "--stop", "1", "--interval", repr(1 / n), "--record", "T[1]"),
        "events": lambda n: run(ticks, folder, "--stop", str(n), "--interval", str(n), "--no-certify"),
    }


def sizes(largest):
    n, all_sizes = 10, []
    while n <= largest:
        all_sizes.append(n)
        n *= 10
    return all_sizes


def measure(largest):
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for what, command in commands(folder).items():
            for n in sizes(largest):
                seconds = seconds_of(command(n), folder, 3 if n < 10_000 else 1)
                found.setdefault(what, []).append((n, max(seconds, 1e-3)))
                print(f"{what},{n},{seconds:.4g}", flush=True)
    return found


class Axes:
    """Decades to pixels."""
    width, height, left, right, top, bottom = 760, 480, 80, 150, 20, 60

    def __init__(self, found):
        points = [point for line in found.values() for point in line]
        self.x0, self.x1 = (round(math.log10(f(n for n, _ in points))) for f in (min, max))
        self.y0 = math.floor(math.log10(min(s for _, s in points)))
        self.y1 = math.ceil(math.log10(max(s for _, s in points)))

    def x(self, n):
        return self.left + (math.log10(n) - self.x0) / (self.x1 - self.x0) * (self.width - self.left - self.right)

    def y(self, seconds):
        share = (math.log10(seconds) - self.y0) / (self.y1 - self.y0)
        return self.height - self.bottom - share * (self.height - self.top - self.bottom)


def text(x, y, words, anchor="middle", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {more}>{words}</text>'


def power(exponent):
    return f"{10 ** exponent:,}" if exponent >= 0 else repr(10.0 ** exponent) if exponent > -4 else f"1e{exponent}"


def frame(axes):
    right, low = axes.width - axes.right, axes.height - axes.bottom
    lines = []
    for e in range(axes.x0, axes.x1 + 1):
        x = axes.x(10 ** e)
        lines += [f'<path d="M{x:.1f} {axes.top}V{low}" stroke="#ddd"/>', text(x, low + 20, power(e))]
    for e in range(axes.y0, axes.y1 + 1):
        y = axes.y(10 ** e)
        lines += [f'<path d="M{axes.left} {y:.1f}H{right}" stroke="#ddd"/>', text(axes.left - 8, y + 4, power(e), "end")]
    middle = (axes.top + low) / 2
    lines += [text((axes.left + right) / 2, axes.height - 15, "number"),
              text(18, middle, "processor time in s", more=f'transform="rotate(-90 18 {middle})"')]
    return lines


def linear_guide(axes):
    """Slope 1, to compare with."""
    steps = min(axes.x1 - axes.x0, axes.y1 - axes.y0)
    begin, end = (axes.x1 - steps, axes.y1 - steps), (axes.x1, axes.y1)
    return (f'<path d="M{axes.x(10 ** begin[0]):.1f} {axes.y(10 ** begin[1]):.1f}L{axes.x(10 ** end[0]):.1f} '
            f'{axes.y(10 ** end[1]):.1f}" stroke="#999" stroke-dasharray="5 4"/>')


def draw(found):
    axes = Axes(found)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{axes.width}" height="{axes.height}" '
             f'font-family="DejaVu Sans, sans-serif" font-size="13">', '<rect width="100%" height="100%" fill="white"/>',
             *frame(axes), linear_guide(axes)]
    for k, (what, points) in enumerate(found.items()):
        colour = COLOURS[what]
        path = "L".join(f"{axes.x(n):.1f} {axes.y(s):.1f}" for n, s in points)
        lines.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines += [f'<circle cx="{axes.x(n):.1f}" cy="{axes.y(s):.1f}" r="3.5" fill="{colour}"/>' for n, s in points]
        y = axes.top + 20 + 22 * k
        lines += [f'<circle cx="{axes.width - 130}" cy="{y - 4}" r="3.5" fill="{colour}"/>',
                  text(axes.width - 120, y, what, "start")]
    y = axes.top + 20 + 22 * len(found)
    lines += [f'<path d="M{axes.width - 140} {y - 4}h18" stroke="#999" stroke-dasharray="5 4"/>',
              text(axes.width - 118, y, "linear", "start")]
    return "\n".join([*lines, "</svg>"]) + "\n"


def main():
    picture = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs/figures/scaling.svg"
    largest = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    picture.write_text(draw(measure(largest)))


if __name__ == "__main__":
    main()
