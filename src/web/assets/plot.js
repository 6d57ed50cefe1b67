'use strict';
// The large plot: curves with their errors as bands, and events as marks.

class Curves {
  constructor(curves) {
    this.time = numbers(curves.time);
    this.columns = curves.columns;
    this.cache = new Map();
  }
  values(column) { return this.get(column, 'values'); }
  error(column) { return column.error ? this.get(column, 'error') : null; }
  get(column, key) {
    const name = key + column.index;
    if (!this.cache.has(name)) this.cache.set(name, numbers(column[key]));
    return this.cache.get(name);
  }
}

// The smallest and the largest finite value.
function extent(values) {
  let low = Infinity, high = -Infinity;
  for (const value of values) if (isFinite(value)) { low = Math.min(low, value); high = Math.max(high, value); }
  return [low, high];
}

// At most four of the first variables that one axis suits: of one unit, and no curve flatter than a tenth of the height.
function suited(curves) {
  const chosen = [], spans = [];
  let low = Infinity, high = -Infinity;
  for (const column of curves.columns.slice(0, 40)) {
    const [least, most] = extent(curves.values(column)), first = curves.columns[chosen[0]];
    if (first && (column.unit || '') !== (first.unit || '')) continue;
    const height = Math.max(high, most) - Math.min(low, least);
    if (first && [...spans, most - least].some((span) => span > 0 && span < 0.1 * height)) continue;
    chosen.push(column.index);
    spans.push(most - least);
    low = Math.min(low, least);
    high = Math.max(high, most);
    if (chosen.length === 4) break;
  }
  return chosen;
}

class Plot {
  constructor(curves, compared) {
    this.curves = curves;
    this.compared = compared;  // with another result
    this.chosen = suited(curves);
    this.colours = new Map();
    this.chosen.forEach((index) => this.paint(index));
    this.hidden = new Set();
    this.factor = 1;
    this.log = this.difference = false;
    this.window = null;
    this.listeners = [];
  }

  // Of the same columns, at other times.
  use(curves, compared) {
    this.curves = curves;
    this.compared = compared;
    this.draw();
  }

  has(index) { return this.chosen.includes(index); }
  toggle(index) {
    this.chosen = this.has(index) ? this.chosen.filter((other) => other !== index) : [...this.chosen, index];
    if (this.has(index)) this.paint(index); else this.colours.delete(index);
    this.draw();
  }

  // A variable has its own colour, or where another one that is drawn has it, the next that is free.
  paint(index) {
    const taken = new Set(this.colours.values()), number = [...colours.keys()].map((k) => (index + k) % colours.length);
    this.colours.set(index, number.find((one) => !taken.has(one)) ?? index);
  }
  colourOf(index) { return colour(this.colours.get(index) ?? index); }

  series() {
    const made = [];
    for (const index of this.chosen) {
      const column = this.curves.columns[index], values = this.curves.values(column), error = this.curves.error(column);
      const other = this.compared && column.other ? this.curves.get(column, 'other') : null;
      if (this.difference) {
        if (column.difference) made.push({ column, name: column.name + ' − other', values: this.curves.get(column, 'difference'), error: this.curves.get(column, 'limit'), centre: 0, dash: null });
        continue;
      }
      made.push({ column, name: column.name, values, error, dash: null });
      if (other) made.push({ column, name: column.name + ' (other)', values: other, error: null, dash: [5, 4] });
    }
    return made;
  }

  rows(series) {
    const time = this.curves.time, rows = new Array(time.length);
    const point = (value) => (isFinite(value) && (!this.log || value > 0) ? value : null);
    for (let i = 0; i < time.length; i++) {
      const row = [time[i]];
      for (const one of series) row.push(point(one.values[i]));
      rows[i] = row;
    }
    return rows;
  }

  draw() {
    const series = this.series(), area = byId('plot');
    if (this.graph) this.graph.destroy();
    this.graph = null;
    byId('legend').replaceChildren();
    area.replaceChildren();
    this.tell();
    if (series.length === 0) return area.append(make('p', { className: 'hint' }, 'Choose variables below.'));
    const names = series.map((one, i) => String(i));  // names of models may be equal, or mean something to dygraphs
    const options = {};
    series.forEach((one, i) => {
      options[String(i)] = { stepPlot: one.column.discrete, strokePattern: one.dash, color: this.colourOf(one.column.index) };
    });
    const rows = this.rows(series), logarithmic = this.log && rows.some(([, ...values]) => values.some((value) => value !== null));
    if (this.log && !logarithmic) return area.append(make('p', { className: 'hint' }, 'No value of these variables is above zero: nothing to draw on a log scale.'));
    this.graph = new Dygraph(area, rows, {
      labels: ['t', ...names], series: options, logscale: this.log, strokeWidth: 1.4,
      legend: 'never', visibility: series.map((one) => !this.hidden.has(one.name)), dateWindow: this.window,
      axes: axes(this.log), interactionModel: interaction(), gridLineColor: style('--line'), axisLineColor: style('--faint'), xlabel: 't [' + data.time_unit + ']', xLabelHeight: 18,
      underlayCallback: (canvas, space, graph) => {
        this.shade(canvas, space, graph, series);
        this.mark(canvas, space, graph);
      },
      drawCallback: (graph, first) => { if (!first) this.moved(graph.xAxisRange(), graph.isZoomed('x')); },
      highlightCallback: (event, x, points, row) => this.say(series, row),
      unhighlightCallback: () => this.say(series, null),
    });
    this.legend(series);
  }

  // The bands, each as few polygons: dygraphs fills a shape per point, which takes minutes for long results.
  shade(canvas, space, graph, series) {
    canvas.save();
    canvas.beginPath();
    canvas.rect(space.x, space.y, space.w, space.h);
    canvas.clip();
    for (const one of series) {
      if (!one.error || this.hidden.has(one.name)) continue;
      for (const part of this.parts(one, graph.xAxisRange()))
        if (part.known) this.fill(canvas, graph, one, part); else this.hatch(canvas, space, graph, part);
    }
    canvas.restore();
  }

  // Rows in a row whose error is known, or is not; those just outside of the window belong to it.
  parts(one, [begin, end]) {
    const time = this.curves.time, parts = [];
    let last = null;
    for (let i = 0; i < time.length; i++) {
      if ((i + 1 < time.length && time[i + 1] < begin) || (i > 0 && time[i - 1] > end)) continue;
      if (!isFinite(one.values[i]) || (this.log && one.values[i] <= 0)) { last = null; continue; }
      const known = isKnown(one.error[i]);
      if (!last || last.known !== known) parts.push(last = { known, from: i, to: i });
      last.to = i;
    }
    return parts;
  }

  fill(canvas, graph, one, part) {
    const upper = [], lower = [];
    for (let i = part.from; i <= part.to; i++) {
      const value = one.centre === undefined ? one.values[i] : one.centre, half = (one.centre === undefined ? this.factor : 1) * one.error[i];
      const x = graph.toDomXCoord(this.curves.time[i]), low = this.log ? Math.max(value - half, 1e-3 * value) : value - half;
      upper.push([x, graph.toDomYCoord(value + half)]);
      lower.push([x, graph.toDomYCoord(low)]);
    }
    canvas.globalAlpha = 0.25;
    canvas.fillStyle = this.colourOf(one.column.index);
    canvas.beginPath();
    [...upper, ...lower.reverse()].forEach(([x, y]) => canvas.lineTo(x, y));
    canvas.fill();
  }

  // Nothing is known of the error: not a thin band, but stripes over the whole height.
  hatch(canvas, space, graph, part) {
    const time = this.curves.time, from = graph.toDomXCoord(time[Math.max(0, part.from - 1)]);
    const to = graph.toDomXCoord(time[Math.min(time.length - 1, part.to + 1)]);
    canvas.save();
    canvas.beginPath();
    canvas.rect(from, space.y, Math.max(2, to - from), space.h);
    canvas.clip();
    canvas.globalAlpha = 0.35;
    canvas.strokeStyle = style('--rejected');
    canvas.beginPath();
    const left = Math.max(from, space.x) - space.h, right = Math.min(to, space.x + space.w) + 2;
    for (let x = left - (left % 8); x < right; x += 8) {
      canvas.moveTo(x, space.y + space.h);
      canvas.lineTo(x + space.h, space.y);
    }
    canvas.stroke();
    canvas.restore();
  }

  // Events as vertical lines; very many, which would hide the curves, as marks at the bottom.
  mark(canvas, space, graph) {
    const events = (run && run.events) || [], scale = data.seconds_in_unit;
    const places = events.map((event) => graph.toDomXCoord(event.time / scale)).filter((x) => x >= space.x && x <= space.x + space.w);
    const bottom = space.y + space.h, isMany = places.length > space.w / 15;
    canvas.save();
    canvas.strokeStyle = style('--event');
    canvas.globalAlpha = 0.55;
    if (!isMany) canvas.setLineDash([3, 3]);
    canvas.beginPath();
    for (const x of places) {
      canvas.moveTo(x, isMany ? bottom - 9 : space.y);
      canvas.lineTo(x, bottom);
    }
    canvas.stroke();
    canvas.restore();
    byId('events').textContent = places.length === 0 ? '' : isMany ? several(places.length, 'event') + ' (marks at the bottom; lines where zoomed in)' : several(places.length, 'event') + ' (dashed)';
  }

  moved(range, zoomed) {
    this.window = zoomed ? range : null;
    this.tell();
  }
  tell() { this.listeners.forEach((listener) => listener()); }

  legend(series) {
    byId('legend').replaceChildren(...series.map((one, i) => {
      const box = make('input', { type: 'checkbox', checked: !this.hidden.has(one.name) });
      const value = make('span', { className: 'value' });
      const line = make('span', { className: 'line' });
      const label = make('label', { className: box.checked ? '' : 'off' }, box, line, one.name + (one.column.unit ? ' [' + one.column.unit + ']' : ''), ' ', value);
      line.style.borderTop = '3px ' + (one.dash ? 'dashed ' : 'solid ') + this.colourOf(one.column.index);
      box.addEventListener('change', () => {
        if (box.checked) this.hidden.delete(one.name); else this.hidden.add(one.name);
        label.className = box.checked ? '' : 'off';
        this.graph.setVisibility(i, box.checked);
      });
      return label;
    }), make('span', { className: 'value', id: 'at' }));
  }

  say(series, row) {
    const labels = byId('legend').querySelectorAll('label .value');
    series.forEach((one, i) => {
      if (row === null) return void (labels[i].textContent = '');
      const error = one.error ? this.errorWords(one, row) : '';
      labels[i].textContent = '= ' + Number(one.values[row].toPrecision(9)) + error;
    });
    const sign = data.curves.rows_per_point > 1 ? 't ≈ ' : 't = ';  // then an extreme value of these rows
    byId('at').textContent = row === null ? '' : sign + Number(this.curves.time[row].toPrecision(9));
  }

  errorWords(one, row) {
    if (!isKnown(one.error[row])) return ' (error unknown)';
    return (one.centre === undefined ? ' ± ' : ', limit ') + one.error[row].toExponential(1);
  }

  reset() { this.window = null; this.draw(); }
  // By another plot over the same time.
  showWindow(range) { this.window = range; this.graph?.updateOptions({ dateWindow: range }); }
}
