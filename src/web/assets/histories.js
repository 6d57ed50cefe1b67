'use strict';
// Steps, errors and eigenvalues over time. Their plots show the same time as the large one.

const histories = { graphs: [], moving: false, plot: null };

// Moves all plots but the one that was moved.
function moveAll(range, by) {
  if (histories.moving) return;
  histories.moving = true;
  for (const graph of histories.graphs) if (graph !== by) graph.updateOptions({ dateWindow: range });
  if (histories.plot && by) histories.plot.showWindow(range);
  histories.moving = false;
}

function linkHistories(plot) {
  histories.plot = plot;
  plot.listeners.push(() => { if (!histories.moving) moveAll(plot.window, null); });
}

// rows: [t, value...]; a value that is null, or not positive, is not drawn.
function logPlot(id, words, rows, labels, underlay) {
  const drawn = rows.map(([t, ...values]) => [t, ...values.map((value) => (value > 0 && isFinite(value) ? value : null))]);
  if (!drawn.some(([, ...values]) => values.some((value) => value !== null))) return;
  const area = make('div', { className: 'picture' });
  show(id, make('p', {}, words), area);
  const say = make('p', { className: 'hint' }, ' ');
  area.after(say);
  const graph = new Dygraph(area, drawn, {
    labels: ['t', ...labels], logscale: true, legend: 'never', stepPlot: labels.length > 1, colors: [colour(0), colour(1)], strokeWidth: 1.2,
    gridLineColor: style('--line'), axisLineColor: style('--faint'), axes: axes(true), interactionModel: interaction(),
    underlayCallback: underlay, xlabel: 't [' + data.time_unit + ']', xLabelHeight: 18,
    drawCallback: (made, first) => { if (!first) moveAll(made.isZoomed('x') ? made.xAxisRange() : null, made); },
    highlightCallback: (event, x, points) => { say.textContent = 't = ' + brief(x) + points.map((point) => '   ' + point.name + ' = ' + brief(point.yval)).join(''); },
    unhighlightCallback: () => { say.textContent = ' '; },
  });
  darkness.addEventListener('change', () => graph.updateOptions({ colors: [colour(0), colour(1)], gridLineColor: style('--line') }));
  histories.graphs.push(graph);
}

// The line at 1: what lies above is more than the tolerance.
function tolerance(canvas, space, graph) {
  const y = graph.toDomYCoord(1);
  canvas.save();
  canvas.strokeStyle = style('--rejected');
  canvas.setLineDash([6, 4]);
  canvas.beginPath();
  canvas.moveTo(space.x, y);
  canvas.lineTo(space.x + space.w, y);
  canvas.stroke();
  canvas.restore();
}

function showErrorHistory() {
  if (!data.error_history) return;
  const time = numbers(data.error_history.time), error = numbers(data.error_history.error);
  logPlot('errors', 'The largest error of all variables in each row, in tolerances (the dashed line is 1). Error columns hold the larger one of a row and its neighbours, ' +
    'and may exceed the estimate of the headline. Gaps: exact, or not known.',
    Array.from(time, (t, i) => [t, error[i]]), ['error'], tolerance);
}

function showSteps() {
  if (!data.steps) return;
  const get = (key) => numbers(data.steps[key]);
  const time = get('time'), shortest = get('shortest'), longest = get('longest'), error = get('error'), rejected = get('rejected'), steps = get('steps');
  const sum = (all) => all.reduce((total, one) => total + one, 0), together = Math.max(...steps);
  const marks = (canvas, space, graph) => {
    canvas.save();
    canvas.strokeStyle = style('--rejected');
    canvas.beginPath();
    time.forEach((t, i) => {
      if (!rejected[i]) return;
      const x = graph.toDomXCoord(t);
      canvas.moveTo(x, space.y + space.h);
      canvas.lineTo(x, space.y + space.h - 10);
    });
    canvas.stroke();
    canvas.restore();
  };
  const unit = ' [' + data.time_unit + ']';
  const words = count(sum(steps)) + ' accepted steps, ' + count(sum(rejected)) + ' rejected (marks at the bottom).' +
    (together > 1 ? ' Shortest and longest of up to ' + count(together) + ' steps each.' : '');
  const points = Array.from(time, (t, i) => (together > 1 ? [t, shortest[i], longest[i]] : [t, shortest[i]]));
  logPlot('history', 'Step size' + unit + ': ' + words, points, together > 1 ? ['shortest', 'longest'] : ['step'], marks);
  logPlot('history', 'Local error of the steps, in their tolerance (the dashed line is 1).', Array.from(time, (t, i) => [t, error[i]]), ['error'], tolerance);
}
