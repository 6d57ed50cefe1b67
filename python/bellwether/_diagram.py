"""Systems as pictures: boxes in columns along the connections, arrows with the names of both variables."""
from __future__ import annotations

import html
from typing import Mapping, Sequence

WIDTH, ROW, GAP, BETWEEN, MARGIN, HEAD = 170, 18, 28, 150, 20, 46


def _columns(names: Sequence[str], edges: Sequence[tuple[str, str]]) -> dict[str, int]:
    """How far each component is from one without inputs; circles are cut where they are met."""
    column = dict.fromkeys(names, 0)
    for _ in range(len(names)):
        changed = False
        for source, target in edges:
            if source != target and column[target] <= column[source] < len(names) - 1 and not _closes(
                    source, target, names, edges):
                column[target], changed = column[source] + 1, True
        if not changed:
            break
    return column


def _closes(source: str, target: str, names: Sequence[str], edges: Sequence[tuple[str, str]]) -> bool:
    """An arrow back to a component that was added before and from which the source is reached."""
    if names.index(target) >= names.index(source):
        return False
    reached, waiting = set(), [target]
    while waiting:
        each = waiting.pop()
        if each not in reached:
            reached.add(each)
            waiting += [b for a, b in edges if a == each]
    return source in reached


class _Box:
    def __init__(self, x: float, inputs: list[str], outputs: list[str]) -> None:
        self.x, self.y = x, 0.0
        self.inputs, self.outputs = inputs, outputs
        self.height = HEAD + ROW * max(len(inputs), len(outputs), 1)

    def at(self, variable: str, is_input: bool) -> tuple[float, float]:
        places = self.inputs if is_input else self.outputs
        return self.x if is_input else self.x + WIDTH, self.y + HEAD + ROW * places.index(variable)


def _split(end: str) -> tuple[str, str]:
    component, _, variable = end.partition(".")
    return component, variable


def _short(text: str, most: int = 24) -> str:
    return html.escape(text if len(text) <= most else text[:most - 1] + "…")


def _boxes(components: Mapping[str, str], connections: Sequence[tuple[str, str]]) -> dict[str, _Box]:
    names = list(components)
    pairs = [(_split(source)[0], _split(target)[0]) for source, target in connections]
    column = _columns(names, pairs)
    boxes = {}
    heights: dict[int, float] = {}
    for name in names:
        inputs = [_split(target)[1] for _, target in connections if _split(target)[0] == name]
        outputs = list(dict.fromkeys(_split(source)[1] for source, _ in connections if _split(source)[0] == name))
        box = _Box(MARGIN + column[name] * (WIDTH + BETWEEN), inputs, outputs)
        box.y = heights.get(column[name], MARGIN)
        heights[column[name]] = box.y + box.height + GAP
        boxes[name] = box
    return boxes


def _arrow(start: tuple[float, float], end: tuple[float, float], bottom: float) -> str:
    (x1, y1), (x2, y2) = start, end
    if x2 > x1:
        bend = max(40.0, (x2 - x1) / 2)
        path = f"M{x1},{y1} C{x1 + bend},{y1} {x2 - bend},{y2} {x2},{y2}"
    else:  # back, below the boxes
        path = f"M{x1},{y1} C{x1 + 70},{y1} {x1 + 70},{bottom} {(x1 + x2) / 2},{bottom} " \
               f"S{x2 - 70},{y2} {x2},{y2}"
    return f'<path d="{path}" fill="none" stroke="#59636e" stroke-width="1.3" marker-end="url(#head)"/>'


def svg(components: Mapping[str, str], connections: Sequence[tuple[str, str]]) -> str:
    boxes = _boxes(components, connections)
    right = max((box.x + WIDTH for box in boxes.values()), default=0) + MARGIN + 60
    below = max((box.y + box.height for box in boxes.values()), default=0) + GAP
    parts = []
    for source, target in connections:
        (a, output), (b, variable) = _split(source), _split(target)
        parts.append(_arrow(boxes[a].at(output, False), boxes[b].at(variable, True), below))
    for name, box in boxes.items():
        parts.append(f'<rect x="{box.x}" y="{box.y}" width="{WIDTH}" height="{box.height}" rx="6" fill="#f3f6fa" '
                     f'stroke="#8c959f"/><text x="{box.x + 10}" y="{box.y + 18}" font-weight="600">{_short(name)}'
                     f'</text><text x="{box.x + 10}" y="{box.y + 32}" fill="#59636e" font-size="10">'
                     f'{_short(components[name])}</text>')
        for variable in box.inputs:
            parts.append(f'<text x="{box.x + 8}" y="{box.at(variable, True)[1] + 4}" font-size="11">{_short(variable, 11)}</text>')
        for variable in box.outputs:
            parts.append(f'<text x="{box.x + WIDTH - 8}" y="{box.at(variable, False)[1] + 4}" font-size="11" '
                         f'text-anchor="end">{_short(variable, 11)}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{right}" height="{below + MARGIN}" '
            f'font-family="system-ui, DejaVu Sans, sans-serif" font-size="13" fill="#1f2328"><defs><marker id="head" '
            f'viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0,0 L8,4 L0,8 z" '
            f'fill="#59636e"/></marker></defs>{"".join(parts)}</svg>')
