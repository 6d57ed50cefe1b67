'use strict';
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
    window.addEventListener('beforeprint', () => this.tiles.forEach((tile, index) => this.paint(index)));
  }

  tile(column) {
    const name = column.name + (column.unit ? ' [' + column.unit + ']' : '');
    const button = make('button', { type: 'button', title: column.description ? name + ': ' + column.description : name }, make('span', { className: 'name' }, name), make('canvas'), column.beyond > 0 ? make('span', { className: 'beyond' }, count(column.beyond) + ' values beyond the tolerance') : null);
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
    let [low, high] = extent(values.filter((value, i) => time[i] >= begin && time[i] <= end));
    if (!(low <= high)) return;
    if (low === high) { low -= 1; high += 1; }
    const x = (t) => ((t - begin) / (end - begin || 1)) * (width - 2) + 1, y = (v) => height - 3 - ((v - low) / (high - low)) * (height - 6);
    context.strokeStyle = this.plot.colourOf(index);
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
    byId('found').textContent = found + ' of ' + several(this.tiles.length, 'variable') + '; a click shows one above, or takes it away';
  }
}

// The band of a good result is thinner than its line, so that it can be magnified.
function bandChoice(curves, plot) {
  if (!curves.columns.some((column) => column.error)) {
    const why = plot.compared ? 'band of a difference: what the comparison allows' : 'no error band: the rows have no error columns (--error-columns)';
    byId('band-choice').hidden = true;
    byId('band-choice').after(make('span', { className: 'hint' }, why));
    return;
  }
  const choice = byId('band');
  for (let power = 0; power <= 9; power++) choice.append(make('option', { value: String(10 ** power) }, power === 0 ? 'as it is' : '× 1e' + power));
  choice.addEventListener('change', () => { plot.factor = Number(choice.value); plot.draw(); });
}

// Bands of a run are at its own rows, without the other result.
function compareChoice(curves, compared, plot) {
  byId('compare-choice').hidden = data.compare === null;
  byId('other-choice').hidden = curves === compared;
  byId('difference').addEventListener('change', (event) => { plot.difference = event.target.checked; plot.draw(); });
  byId('other').addEventListener('change', (event) => {
    byId('difference').disabled = !event.target.checked;
    byId('band').disabled = event.target.checked;
    plot.difference = event.target.checked && byId('difference').checked;
    plot.use(event.target.checked ? compared : curves, event.target.checked);
  });
  if (curves !== compared) byId('band').disabled = true;
}

function showCurves() {
  byId('curves').hidden = false;
  if (!data.curves || data.curves.columns.length === 0)
    return byId('curves').replaceChildren(make('h2', {}, 'Curves'), make('p', {}, data.curves ? 'No column has numbers.' : 'There are no rows.'));
  data.curves.columns.forEach((column, index) => { column.index = index; });
  const both = data.compared_curves;  // a run beside another result: at its own rows, and at the common times
  if (both) both.columns.forEach((column, index) => { column.index = index; data.curves.columns[index].beyond = column.beyond; });
  const curves = new Curves(data.curves), compared = both ? new Curves(both) : curves;
  const plot = new Plot(compared, data.compare !== null), multiples = new Multiples(curves, plot);
  bandChoice(curves, plot);
  compareChoice(curves, compared, plot);
  byId('log').addEventListener('change', (event) => { plot.log = event.target.checked; plot.draw(); });
  if (curves.columns.some((column) => column.error && curves.error(column).some((error) => !isKnown(error))))
    byId('plot').after(make('p', { className: 'hint warning', id: 'unknown' }, 'Striped: the error of a drawn variable is not known there; its line is no exact value.'));
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
  linkHistories(plot);
  darkness.addEventListener('change', () => { if (!isPrinting) plot.draw(); });
}
