'use strict';
// Pictures of a study, each a canvas that is drawn again where its size or the colours change.

const pictures = [];
function picture(draw) {
  const canvas = make('canvas', { className: 'picture' });
  const redraw = () => {
    const width = canvas.clientWidth, height = canvas.clientHeight, scale = window.devicePixelRatio || 1;
    if (width === 0) return;
    canvas.width = width * scale;
    canvas.height = height * scale;
    const context = canvas.getContext('2d');
    context.scale(scale, scale);
    context.font = '12px system-ui, sans-serif';
    draw(context, { left: 70, right: width - 12, top: 14, bottom: height - 34 });
  };
  pictures.push(redraw);
  return { canvas, redraw };
}
window.addEventListener('resize', () => pictures.forEach((redraw) => redraw()));
darkness.addEventListener('change', () => pictures.forEach((redraw) => redraw()));

// Round numbers within a range.
function ticks(low, high) {
  const rough = (high - low) / 6, decade = 10 ** Math.floor(Math.log10(rough));
  const step = decade * ([1, 2, 5, 10].find((digit) => digit * decade >= rough) || 10), all = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step && all.length < 20; k++) all.push(k * step);
  return all;
}
function widened([low, high]) {
  if (!(low <= high)) return [0, 1];
  const margin = low === high ? Math.abs(low) * 0.1 || 1 : 0.04 * (high - low);
  return [low - margin, high + margin];
}
function rangeOf(values) {
  let low = Infinity, high = -Infinity;
  for (const value of values) if (isFinite(value)) { low = Math.min(low, value); high = Math.max(high, value); }
  return [low, high];
}

// Axes; returns the places of values. names: words instead of numbers on the x axis.
function axes(context, box, [x0, x1], [y0, y1], xName, yName, names) {
  const x = (value) => box.left + ((value - x0) / (x1 - x0)) * (box.right - box.left);
  const y = (value) => box.bottom - ((value - y0) / (y1 - y0)) * (box.bottom - box.top);
  context.lineWidth = 1;
  context.strokeStyle = style('--line');
  context.fillStyle = style('--faint');
  context.textAlign = 'center';
  for (const [value, label] of names ? names.map((name, k) => [k, name]) : ticks(x0, x1).map((value) => [value, brief(value)])) {
    context.beginPath(); context.moveTo(x(value), box.top); context.lineTo(x(value), box.bottom); context.stroke();
    context.fillText(label, x(value), box.bottom + 14);
  }
  context.textAlign = 'right';
  for (const value of ticks(y0, y1)) {
    context.beginPath(); context.moveTo(box.left, y(value)); context.lineTo(box.right, y(value)); context.stroke();
    context.fillText(brief(value), box.left - 5, y(value) + 4);
  }
  context.textAlign = 'center';
  context.fillText(xName, (box.left + box.right) / 2, box.bottom + 29);
  context.textAlign = 'left';
  context.fillText(yName, 2, box.top - 4);
  return { x, y };
}

function line(context, places) {
  context.beginPath();
  places.forEach(([x, y]) => context.lineTo(x, y));
  context.stroke();
}

// Counts of runs; the mean as a line, and around it the numerical error (filled) and the sampling error (dashed).
function histogram(result, index) {
  const bins = result.histogram, found = result.statistics, summary = summaryOf(result.name);
  return picture((context, box) => {
    const width = (bins.high - bins.low) / bins.counts.length || 1, most = Math.max(...bins.counts);
    const range = bins.high > bins.low ? [bins.low, bins.high] : widened([bins.low, bins.high]);
    const { x, y } = axes(context, box, range, [0, 1.05 * most], result.name, 'runs');
    context.fillStyle = colour(index);
    context.globalAlpha = 0.55;
    const from = (k) => (bins.high > bins.low ? x(bins.low + k * width) : x(bins.low) - 20);
    const to = (k) => (bins.high > bins.low ? x(bins.low + (k + 1) * width) : x(bins.low) + 20);
    bins.counts.forEach((runs, k) => context.fillRect(from(k), y(runs), Math.max(1, to(k) - from(k) - 1), y(0) - y(runs)));
    context.globalAlpha = 1;
    const bar = (half, fill) => {
      if (!isKnown(half)) return;
      const left = Math.max(box.left, x(found.mean - half)), right = Math.min(box.right, x(found.mean + half));
      if (fill) { context.globalAlpha = 0.3; context.fillStyle = style('--rejected'); context.fillRect(left, box.top, Math.max(1, right - left), box.bottom - box.top); context.globalAlpha = 1; }
      else for (const place of [left, right]) line(context, [[place, box.top], [place, box.bottom]]);
    };
    context.strokeStyle = style('--ink');
    line(context, [[x(found.mean), box.top], [x(found.mean), box.bottom]]);
    if (found.numerical_error !== null) bar(found.numerical_error, true);
    context.setLineDash([4, 4]);
    if (summary && summary.sampling_error !== null) bar(summary.sampling_error, false);
    context.setLineDash([]);
  });
}

// Runs that differ in this parameter only, as curves, where a grid has few of them; else nothing.
function curvesOver(parameter) {
  const groups = new Map(), others = data.parameters.filter((other) => other !== parameter);
  for (let k = 0; k < data.count; k++) {
    const key = JSON.stringify(others.map((other) => other.at(k)));
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(k);
  }
  const all = [...groups.values()];
  if (data.stride > 1 || all.length > 40 || all.some((group) => group.length < 2)) return [];
  return all.map((group) => group.sort((a, b) => parameter.places[a] - parameter.places[b]));
}

// The result of every run, with its numerical error as a bar; stripes at the top where it is not known.
function scatter(result, index, parameter) {
  const values = result.numbers, errors = result.errorNumbers, curves = curvesOver(parameter);
  return picture((context, box) => {
    const ends = [];
    values.forEach((value, k) => { const half = isKnown(errors[k]) ? errors[k] : 0; ends.push(value - half, value + half); });
    const { x, y } = axes(context, box, widened(rangeOf(parameter.places)), widened(rangeOf(ends)), parameter.name, result.name, parameter.names);
    context.strokeStyle = context.fillStyle = colour(index);
    context.globalAlpha = 0.6;
    for (const group of curves) line(context, group.filter((k) => isFinite(values[k])).map((k) => [x(parameter.places[k]), y(values[k])]));
    context.globalAlpha = values.length > 500 ? 0.4 : 0.9;
    values.forEach((value, k) => {
      const place = x(parameter.places[k]);
      if (!isFinite(value)) { context.save(); context.fillStyle = style('--rejected'); context.fillRect(place - 1, box.top, 2, 7); context.restore(); return; }
      if (isKnown(errors[k])) line(context, [[place, y(value - errors[k])], [place, y(value + errors[k])]]);
      context.beginPath();
      context.arc(place, y(value), 2.2, 0, 7);
      if (isKnown(errors[k])) context.fill(); else context.stroke();
    });
    context.globalAlpha = 1;
  });
}
