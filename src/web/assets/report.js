'use strict';
// The page of one run. Everything that comes from a model or a file is set as text, never as markup.

const data = JSON.parse(document.getElementById('data').textContent);
const run = data.summary;
const byId = (id) => document.getElementById(id);

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties || {});
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function show(id, ...children) {
  const section = byId(id);
  section.append(...children.filter((child) => child));
  section.hidden = false;
}

// At most six significant digits; counts in groups of three.
function brief(value) {
  if (typeof value !== 'number') return value === null || value === undefined ? '' : String(value);
  if (!isFinite(value)) return String(value);
  if (value !== 0 && Math.abs(value) < 1e-4) return value.toExponential(5).replace(/\.?0*e/, 'e');
  return String(Number(value.toPrecision(6)));
}
function count(value) { return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, value > 9999 ? '\u202f' : ''); }
function percent(fraction) {
  if (fraction < 1e-4) return 'less than 0.01 %';
  return Number((100 * fraction).toPrecision(2)) + ' %';
}
function seconds(value) {
  if (value >= 100) return Math.round(value) + ' s';
  if (value >= 0.1) return Number(value.toPrecision(3)) + ' s';
  return Number((1000 * value).toPrecision(3)) + ' ms';
}

// A time of the summary, which is in seconds, in the unit of the rows.
function moment(time) {
  const unit = data.time_unit === 's' ? '' : ' ' + data.time_unit;
  return brief(time / data.seconds_in_unit) + unit;
}

function list(pairs) {
  const shown = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return make('dl', {}, ...shown.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]));
}

function table(heads, rows) {
  const cell = (tag, value) => {
    const number = typeof value === 'number';
    return make(tag, { className: number ? 'number' : '' }, value instanceof Node ? value : brief(value));
  };
  const body = make('tbody', {}, ...rows.map((row) => make('tr', {}, ...row.map((value) => cell('td', value)))));
  const numeric = (column) => rows.length > 0 && typeof rows[0][column] === 'number';
  const head = make('tr', {}, ...heads.map((name, i) => make('th', { className: numeric(i) ? 'number' : '' }, name)));
  return make('div', { className: 'wide' }, make('table', {}, make('thead', {}, head), body));
}

// --- verdict ---------------------------------------------------------------------------------------------------

function costs() {
  const used = run.statistics, parts = [];
  const steps = Object.values(used.components || {}).reduce((sum, component) => sum + component.do_step, 0);
  if (run.master && steps > 0) parts.push(count(steps) + ' doSteps' + (run.certificate && run.certificate.runs ? ' in ' + run.certificate.runs + ' runs' : ''));
  if (used.rhs_evaluations > 0) parts.push(count(used.rhs_evaluations) + ' RHS evaluations');
  if (used.jacobian_evaluations > 0) parts.push(count(used.jacobian_evaluations) + ' Jacobians');
  if (used.events > 0) parts.push(count(used.events) + ' events');
  parts.push(seconds(used.seconds.total));
  return parts.join(', ');
}

function showVerdict() {
  const head = byId('verdict');
  if (!run) {
    head.className = 'unverified';
    head.append(make('h1', {}, data.title), make('p', { className: 'hint' }, 'There is no summary of this run: curves only.'));
    return;
  }
  head.className = run.verdict;
  const worst = run.certificate || run.sensitivity;
  head.append(
    make('h1', {}, make('span', { className: 'word' }, run.verdict), '  ' + data.headline),
    list([
      ['target', run.provenance.target || ''],
      ['result', run.output + (run.statistics.rows ? '   ' + count(run.statistics.rows) + ' points, t = ' + moment(run.start) + ' … ' + moment(run.reached) : '')],
      ['worst', worst && worst.worst_variable ? worst.worst_variable + ' at t = ' + moment(worst.worst_time) : ''],
      ['method', run.why || run.method],
      ['cost', costs()],
    ]),
    ...(run.diagnostics || []).filter((finding) => finding.severity !== 'note').slice(0, 3)
      .map((finding) => make('p', { className: 'finding ' + finding.severity }, finding.severity + ': ' + finding.message + ' [' + finding.code + ']')));
}

// --- curves ----------------------------------------------------------------------------------------------------

const colours = ['#1f77b4', '#d6604d', '#2ca02c', '#9467bd', '#e08214', '#17a2b8', '#c51b7d', '#8c6d31'];
const colour = (index) => colours[index % colours.length];

function numbers(base64) {
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return new Float64Array(bytes.buffer);
}

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

function style(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim(); }

class Plot {
  constructor(curves, compared) {
    this.curves = curves;
    this.compared = compared;  // with another result
    this.chosen = curves.columns.slice(0, 4).map((column) => column.index);
    this.hidden = new Set();
    this.factor = 1;
    this.log = this.difference = false;
    this.window = null;
    this.listeners = [];
  }

  has(index) { return this.chosen.includes(index); }
  toggle(index) {
    this.chosen = this.has(index) ? this.chosen.filter((other) => other !== index) : [...this.chosen, index];
    this.draw();
  }

  series() {
    const made = [];
    for (const index of this.chosen) {
      const column = this.curves.columns[index], values = this.curves.values(column), error = this.curves.error(column);
      const other = this.compared && column.other ? numbers(column.other) : null;
      if (this.difference) {
        if (column.difference) made.push({ column, name: column.name + ' − other', values: numbers(column.difference), error: null, dash: null });
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
    this.listeners.forEach((listener) => listener());
    if (series.length === 0) return area.append(make('p', { className: 'hint' }, 'Choose variables below.'));
    const names = series.map((one, i) => String(i));  // names of models may be equal, or mean something to dygraphs
    const options = {};
    series.forEach((one, i) => {
      options[String(i)] = { stepPlot: one.column.discrete, strokePattern: one.dash, color: colour(one.column.index) };
    });
    this.graph = new Dygraph(area, this.rows(series), {
      labels: ['t', ...names], series: options, logscale: this.log, strokeWidth: 1.4,
      legend: 'never', visibility: series.map((one) => !this.hidden.has(one.name)), dateWindow: this.window,
      axes: { x: { axisLabelFormatter: brief, drawGrid: true }, y: { axisLabelFormatter: brief, axisLabelWidth: 70 } },
      gridLineColor: style('--line'), axisLineColor: style('--faint'), xlabel: 't [' + data.time_unit + ']', xLabelHeight: 18,
      underlayCallback: (canvas, space, graph) => {
        this.shade(canvas, graph, series);
        this.mark(canvas, space, graph);
      },
      drawCallback: (graph, first) => { if (!first) this.moved(graph.xAxisRange(), graph.isZoomed('x')); },
      highlightCallback: (event, x, points, row) => this.say(series, row),
      unhighlightCallback: () => this.say(series, null),
    });
    this.legend(series);
  }

  // The bands, each as one polygon: dygraphs fills a shape per point, which takes minutes for long results.
  shade(canvas, graph, series) {
    const time = this.curves.time, [begin, end] = graph.xAxisRange();
    canvas.save();
    canvas.globalAlpha = 0.25;
    series.forEach((one) => {
      if (!one.error || this.hidden.has(one.name)) return;
      const upper = [], lower = [];
      for (let i = 0; i < time.length; i++) {
        const value = one.values[i], half = this.factor * Math.abs(one.error[i]);
        if (time[i] < begin || time[i] > end || !isFinite(value) || !isFinite(half) || (this.log && value <= 0)) continue;
        const x = graph.toDomXCoord(time[i]), low = this.log ? Math.max(value - half, 1e-3 * value) : value - half;
        upper.push([x, graph.toDomYCoord(value + half)]);
        lower.push([x, graph.toDomYCoord(low)]);
      }
      canvas.fillStyle = colour(one.column.index);
      canvas.beginPath();
      [...upper, ...lower.reverse()].forEach(([x, y]) => canvas.lineTo(x, y));
      canvas.fill();
    });
    canvas.restore();
  }

  // Events as vertical lines.
  mark(canvas, space, graph) {
    const events = (run && run.events) || [];
    canvas.save();
    canvas.strokeStyle = style('--event');
    canvas.globalAlpha = 0.55;
    canvas.setLineDash([3, 3]);
    const scale = data.seconds_in_unit;
    for (const event of events.slice(0, 2000)) {
      const x = graph.toDomXCoord(event.time / scale);
      if (x < space.x || x > space.x + space.w) continue;
      canvas.beginPath();
      canvas.moveTo(x, space.y);
      canvas.lineTo(x, space.y + space.h);
      canvas.stroke();
    }
    canvas.restore();
  }

  moved(range, zoomed) {
    this.window = zoomed ? range : null;
    this.listeners.forEach((listener) => listener());
  }

  legend(series) {
    byId('legend').replaceChildren(...series.map((one, i) => {
      const box = make('input', { type: 'checkbox', checked: !this.hidden.has(one.name) });
      const value = make('span', { className: 'value' });
      const label = make('label', { className: box.checked ? '' : 'off' }, box, one.name + (one.column.unit ? ' [' + one.column.unit + ']' : ''), ' ', value);
      label.style.color = colour(one.column.index);
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
      const error = one.error ? ' ± ' + one.error[row].toExponential(1) : '';
      labels[i].textContent = '= ' + Number(one.values[row].toPrecision(9)) + error;
    });
    byId('at').textContent = row === null ? '' : 't = ' + Number(this.curves.time[row].toPrecision(9));
  }

  reset() { this.window = null; this.draw(); }
}

// A small picture of each variable over the same time as the large plot.
class Multiples {
  constructor(curves, plot) {
    this.curves = curves;
    this.plot = plot;
    this.visible = new Set();
    this.tiles = curves.columns.map((column) => this.tile(column));
    byId('multiples').append(...this.tiles);
    const seen = new IntersectionObserver((entries) => entries.forEach((entry) => {
      const index = Number(entry.target.dataset.index);
      if (entry.isIntersecting) { this.visible.add(index); this.paint(index); } else this.visible.delete(index);
    }), { rootMargin: '200px' });
    this.tiles.forEach((tile) => seen.observe(tile));
    plot.listeners.push(() => this.update());
  }

  tile(column) {
    const name = column.name + (column.unit ? ' [' + column.unit + ']' : '');
    const button = make('button', { type: 'button', title: column.description || name }, make('span', { className: 'name' }, name), make('canvas'));
    button.dataset.index = column.index;
    button.setAttribute('aria-pressed', this.plot.has(column.index));
    button.addEventListener('click', () => this.plot.toggle(column.index));
    return button;
  }

  update() {
    this.tiles.forEach((tile, index) => tile.setAttribute('aria-pressed', this.plot.has(index)));
    this.visible.forEach((index) => this.paint(index));
  }

  paint(index) {
    const canvas = this.tiles[index].querySelector('canvas'), width = canvas.clientWidth, height = canvas.clientHeight;
    const scale = window.devicePixelRatio || 1;
    canvas.width = width * scale;
    canvas.height = height * scale;
    const context = canvas.getContext('2d');
    context.scale(scale, scale);
    const column = this.curves.columns[index], time = this.curves.time, values = this.curves.values(column);
    const [begin, end] = this.plot.window || [time[0], time[time.length - 1]];
    let low = Infinity, high = -Infinity;
    for (let i = 0; i < time.length; i++) {
      if (time[i] < begin || time[i] > end || !isFinite(values[i])) continue;
      low = Math.min(low, values[i]);
      high = Math.max(high, values[i]);
    }
    if (!(low <= high)) return;
    if (low === high) { low -= 1; high += 1; }
    const x = (t) => ((t - begin) / (end - begin || 1)) * (width - 2) + 1, y = (v) => height - 3 - ((v - low) / (high - low)) * (height - 6);
    context.strokeStyle = colour(index);
    context.lineWidth = 1.2;
    context.beginPath();
    let pen = false;
    for (let i = 0; i < time.length; i++) {
      if (time[i] < begin || time[i] > end) continue;
      if (!isFinite(values[i])) { pen = false; continue; }
      if (pen && column.discrete) context.lineTo(x(time[i]), y(values[i - 1]));
      if (pen) context.lineTo(x(time[i]), y(values[i])); else context.moveTo(x(time[i]), y(values[i]));
      pen = true;
    }
    context.stroke();
  }

  filter(text) {
    const wanted = text.toLowerCase();
    let found = 0;
    this.tiles.forEach((tile, index) => {
      tile.hidden = !this.curves.columns[index].name.toLowerCase().includes(wanted);
      tile.style.display = tile.hidden ? 'none' : '';
      found += tile.hidden ? 0 : 1;
    });
    byId('found').textContent = found + ' of ' + this.tiles.length + ' variables; a click shows one above';
  }
}

// The band of a good result is thinner than its line, so that it can be magnified.
function bandChoice(curves, plot) {
  if (!curves.columns.some((column) => column.error)) {
    byId('band-choice').replaceChildren(make('span', { className: 'hint' }, 'no error band: the rows have no error columns (--error-columns)'));
    return;
  }
  const choice = byId('band');
  for (let power = 0; power <= 9; power++) choice.append(make('option', { value: String(10 ** power) }, power === 0 ? 'as it is' : '× 1e' + power));
  choice.addEventListener('change', () => { plot.factor = Number(choice.value); plot.draw(); });
}

function showCurves() {
  byId('curves').hidden = false;
  if (!data.curves || data.curves.columns.length === 0)
    return byId('curves').replaceChildren(make('h2', {}, 'Curves'), make('p', {}, data.curves ? 'No column has numbers.' : 'There are no rows.'));
  data.curves.columns.forEach((column, index) => { column.index = index; });
  const curves = new Curves(data.curves), plot = new Plot(curves, data.compare !== null), multiples = new Multiples(curves, plot);
  bandChoice(curves, plot);
  byId('compare-choice').hidden = !plot.compared;
  byId('difference').addEventListener('change', (event) => { plot.difference = event.target.checked; plot.draw(); });
  byId('log').addEventListener('change', (event) => { plot.log = event.target.checked; plot.draw(); });
  byId('reset').addEventListener('click', () => plot.reset());
  byId('search').addEventListener('input', (event) => multiples.filter(event.target.value));
  multiples.filter('');
  if (data.curves.rows_per_point > 1) {
    byId('decimated').textContent = 'The file has ' + count(data.curves.rows) + ' rows. This page shows the smallest and the largest value of every ' +
      count(data.curves.rows_per_point) + ' rows, at the first and the last time of these; the file has all of them.';
    byId('decimated').hidden = false;
  }
  if (data.curves.left_out.length > 0)
    byId('multiples').after(make('p', { className: 'hint' }, 'Not drawn, because the values are texts: ' + data.curves.left_out.join(', ') + '.'));
  plot.draw();
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => plot.draw());
}

// --- the other sections ----------------------------------------------------------------------------------------

function showDiagnostics() {
  const findings = (run && run.diagnostics) || [];
  if (findings.length === 0) return;
  show('diagnostics', ...findings.map((finding) => {
    const why = data.explanations[finding.code];
    const times = finding.count > 1 ? ' (' + count(finding.count) + ' times)' : '';
    return make('div', { className: 'finding ' + finding.severity },
      make('p', {}, make('strong', {}, finding.severity + '  '), finding.message + times + '  ', make('code', {}, '[' + finding.code + ']')),
      why ? make('details', {}, make('summary', {}, 'what it means, and what to do'), make('p', {}, why.meaning),
        why.causes ? make('pre', {}, why.causes) : null, make('pre', {}, why.remedy)) : null);
  }));
}

function showGrounds() {
  if (!run) return;
  const explained = data.explanations[run.verdict], certificate = run.certificate, trace = run.trace || {};
  const parts = [explained ? make('p', {}, explained.meaning) : null];
  if (run.not_estimated_because) parts.push(make('p', {}, 'The error was not estimated, because ' + run.not_estimated_because + '.'));
  if (certificate) parts.push(list([
    ['step sizes combined', certificate.step_sizes || null], ['runs', certificate.runs || null], ['integrations', certificate.integrations || null],
    ['observed order', certificate.observed_order ? brief(certificate.observed_order) : null],
    ['synchronisation points', certificate.synchronisation_points || null],
    ['limiting connection', certificate.limiting_connection || null],
    ['above the tolerance from', certificate.above_tolerance_from === null || certificate.above_tolerance_from === undefined ? null : 't = ' + moment(certificate.above_tolerance_from)],
  ]));
  if (run.sensitivity) parts.push(list(Object.entries(run.sensitivity).map(([name, value]) => [name.replace(/_/g, ' '), brief(value)])));
  const errors = Object.entries(run.estimated_error_per_variable || {}).sort((a, b) => b[1] - a[1]);
  if (errors.length > 0) parts.push(make('details', { open: errors.length <= 12 }, make('summary', {}, 'largest estimated error of each variable, in tolerances'), table(['variable', 'error'], errors)));
  if ((trace.integrations || []).length > 0) parts.push(table(['integration with tolerance', 'steps', 'RHS evaluations', 'difference'],
    trace.integrations.map((one) => [one.tolerance, one.steps, one.rhs_evaluations, one.difference])));
  if ((trace.levels || []).length > 0) parts.push(table(['method', 'steps per interval', 'step sizes', 'estimated error', 'observed order', 'failed check'],
    trace.levels.map((one) => [one.method, one.steps_per_interval, one.step_sizes, one.estimated_error, one.observed_order, one.failed_check])));
  if ((run.decisions || []).length > 0) parts.push(make('details', {}, make('summary', {}, 'how the method was chosen'),
    table(['t', 'component', 'method', 'why'], run.decisions.map((one) => [one.time, one.component, one.method, one.why]))));
  if ((run.conserved || []).length > 0) parts.push(table(['conserved', 'first', 'drift', 'relative drift', 'at t'], run.conserved.map((one) => [one.expression, one.first, one.drift, one.relative_drift, one.time])));
  if ((run.events || []).length > 0) parts.push(make('details', {}, make('summary', {}, count(run.events.length) + ' located events'),
    table(['t', 'error of the time', 'signal'], run.events.slice(0, 200).map((one) => [one.time, one.estimated_error, one.signal]))));
  show('rests', ...parts);
}

function showCost() {
  if (!run) return;
  const components = Object.entries(run.statistics.components || {}), spent = run.statistics.seconds;
  const most = Math.max(...components.map(([, one]) => one.seconds), 1e-12);
  const bar = (value) => { const made = make('div', { className: 'bar' }); made.style.width = (8 * value) / most + 'rem'; return made; };
  const parts = [list([['total', seconds(spent.total)], ['start-up', seconds(spent.startup)], ['computation', seconds(spent.master)], ['output', '≈ ' + seconds(spent.output)]])];
  if (run.master && components.length > 0) parts.push(table(['component', 'doSteps', '≈ time', ''],
    components.sort((a, b) => b[1].seconds - a[1].seconds).map(([name, one]) => [name, one.do_step, seconds(one.seconds), bar(one.seconds)])));
  const shares = [...(run.critical_states || []).map((one) => [one.name, percent(one.share)]), ...(run.critical_connections || []).map((one) => [one.connection, percent(one.share)])];
  if (shares.length > 0) parts.push(table(['limits the step size', 'share of the rejected steps'], shares));
  show('cost', ...parts);
}

// Curves of a side file over its first column, each in a plot of its own.
function showSide(id, side, logarithmic) {
  if (!side) return;
  side.columns.forEach((column, index) => { column.index = index; });
  const curves = new Curves(side);
  byId(id).hidden = false;
  for (const column of side.columns) {
    const area = make('div', { className: 'picture' });
    byId(id).append(make('p', { className: 'hint' }, column.name), area);
    const values = curves.values(column), log = logarithmic && values.every((value) => value > 0);
    new Dygraph(area, Array.from(curves.time, (t, i) => [t, isFinite(values[i]) ? values[i] : null]), {
      labels: ['t', 'value'], logscale: log, legend: 'never', color: colour(column.index), gridLineColor: style('--line'),
      axes: { x: { axisLabelFormatter: brief }, y: { axisLabelFormatter: brief, axisLabelWidth: 70 } },
    });
  }
}

function showRest() {
  if (data.compare) show('comparison', make('pre', {}, data.compare.text));
  if (data.diagram) show('system', new DOMParser().parseFromString(data.diagram, 'image/svg+xml').documentElement);
  showSide('history', data.steps, true);
  showSide('eigenvalues', data.eigenvalues, false);
  if (!run) return;
  const last = Object.entries(run.final || {});
  if (last.length > 0) show('final', make('details', { open: last.length <= 12 }, make('summary', {}, count(last.length) + ' variables at t = ' + moment(run.reached)), table(['variable', 'value'], last.map(([name, value]) => [name, String(value)]))));
  const words = run.provenance.command_line;
  const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : "'" + word.replace(/'/g, "'\\''") + "'");
  show('repeat', words ? make('pre', {}, words.map(quoted).join(' ')) : null,
    list([['version', run.provenance.version], ['date', run.provenance.date], ['SHA-256 of the target', run.provenance.target_sha256]]),
    make('details', {}, make('summary', {}, 'summary (JSON)'), make('pre', {}, JSON.stringify(run, null, 2))));
}

showVerdict();
showCurves();
showDiagnostics();
showGrounds();
showRest();
showCost();
