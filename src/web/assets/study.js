'use strict';
// The page of a study.

function summaryOf(name) { return run ? run.results[name] : null; }

function prepare() {
  data.numbers = numbers(data.numbers);
  data.count = data.numbers.length;
  for (const parameter of data.parameters) {
    if (parameter.words) {
      parameter.names = [...new Set(parameter.words)];
      parameter.places = parameter.words.map((word) => parameter.names.indexOf(word));
      if (parameter.names.length > 12) parameter.names = null;
    } else {
      parameter.places = numbers(parameter.values);
    }
    parameter.at = (k) => parameter.places[k];
  }
  for (const result of data.results) {
    result.numbers = numbers(result.values);
    result.errorNumbers = numbers(result.errors);
  }
}

function plusMinus(error) { return isKnown(error) && error !== null ? '± ' + brief(Number(error.toPrecision(2))) : 'unknown'; }

function two(value) { return brief(Number(value.toPrecision(2))); }

// The words of the report.
function adviceWords(advice) {
  const errors = 'the sampling error of ' + advice.result + ' is ' + two(advice.sampling_error) + ', its numerical error ' + two(advice.numerical_error);
  const faster = advice.times_faster === null ? '' : ', up to ' + two(advice.times_faster) + ' times faster';
  return errors + {
    'looser tolerance': ': tolerance = ' + figure(advice.tolerance) + ' in [run] would do' + faster,
    'tighter tolerance': ': more runs are useless; tolerance = ' + figure(advice.tolerance) + ' in [run] is needed first',
    'shorter interval': ', most of it from the distance of the rows: more runs are useless; a shorter interval in [run] is needed first',
    balanced: ': both are in balance, more runs help',
  }[advice.kind];
}

// Of the worst verdict; how many of the runs have it is in the headline.
function plainWords(worst) {
  const all = data.verdicts.length === 1, some = all ? 'these runs' : 'some of these runs';
  return {
    trusted: run && run.sensitivity_only > 0 ? 'Shorter steps and smaller tolerances of the FMU change the results of every run by less than the tolerance.'
      : 'The estimated error of every run is within the tolerance.',
    unverified: 'How accurate ' + some + ' are is not known.',
    doubtful: 'Use ' + some + ' with care: their estimated error is above the tolerance, or a warning concerns them.',
    rejected: data.verdicts.some(({ verdict }) => !['rejected', 'failed'].includes(verdict))
      ? 'Some of these runs gave no result that can be relied on; they are left out of all figures below.' : 'None of these runs gave a result that can be relied on.',
  }[worst];
}

// What the estimates do not cover. The table alone does not have it.
function limitWords() {
  if (!data.verdicts.some(({ verdict }) => verdict === 'trusted' || verdict === 'doubtful')) return '';
  if (!run) return ' Whether the estimates cover the solvers inside co-simulation FMUs is said by the summary of the study only.';
  return (run.coupling_error_only > 0 ? ' The error of the coupling was estimated; that of the solvers inside co-simulation FMUs is not known.' : '') +
    (run.sensitivity_only > 0 ? ' This is no bound of the error: that of the solver inside the FMU is not known.' : '');
}

function showVerdict() {
  const head = byId('verdict'), worst = data.verdicts.length > 0 ? data.verdicts[data.verdicts.length - 1].verdict : 'rejected';
  head.className = worst === 'failed' ? 'rejected' : worst;
  const of = run && run.recorded < run.runs ? '  (of ' + count(run.runs) + ' runs; the study is not complete)' : '';
  const advice = run && run.advice;
  head.append(make('h1', {}, data.headline + of), data.verdicts.length > 0 ? make('p', { className: 'plain' }, plainWords(head.className) + limitWords()) : '', list([
    ['target', run ? run.target : ''], ['design', run ? run.design : ''], ['table', data.file],
    ['worst', run && run.worst_run !== null ? 'run ' + run.worst_run + ', error ≈ ' + brief(Number((100 * run.worst_estimated_error).toPrecision(3))) + ' % of the tolerance ' + figure(run.tolerance) : ''],
    ['advice', advice ? adviceWords(advice) : ''],
  ]));
  if (!run) head.append(make('p', { className: 'hint' }, 'Without the summary of the study (study --summary FILE) there are no sampling errors, no Sobol indices and no messages.'));
  if (run && run.computed_twice_and_different > 0)
    head.append(make('p', { className: 'finding warning' }, count(run.computed_twice_and_different) + ' runs gave different records when computed again: the target depends on something else than its parameters.'));
}

function showResults() {
  const rows = data.results.map((result) => {
    const found = result.statistics, more = summaryOf(result.name) || {}, at = more.quantiles || {};
    return [result.name, found.count, found.mean === null ? '' : found.mean, more.sampling_error === undefined || more.sampling_error === null ? '' : plusMinus(more.sampling_error),
      found.mean === null ? '' : plusMinus(found.numerical_error), at['0.05'], at['0.5'], at['0.95']];
  });
  const sampled = rows.some((row) => row[3] !== ''), heads = ['result', 'runs', 'mean', 'sampling error', 'numerical error', '5 %', 'median', '95 %'];
  const shown = (row) => row.filter((_, k) => sampled || k !== 3);
  show('results', table(shown(heads), rows.map(shown)),
    make('p', { className: 'hint' }, 'Half of the runs lie below the median, 5 % and 95 % of them below the figures in these columns. In the pictures a bar is a number of runs, the line the mean, the red band around it its numerical error' +
      (sampled ? ', dashed lines its error of sampling (one standard deviation of the mean).' : '.')));
  data.results.forEach((result, index) => {
    const missing = data.runs - result.statistics.count;
    show('results', make('h3', {}, result.name));
    if (missing > 0) show('results', make('p', { className: 'hint' }, count(missing) + ' of ' + count(data.runs) + ' runs have no finite value: rejected, failed, or it does not occur or is not defined.'));
    if (result.statistics.without_error > 0) show('results', make('p', { className: 'hint warning' }, 'The numerical error of ' + count(result.statistics.without_error) + ' runs is not known.'));
    if (!result.histogram) return;
    const made = histogram(result, index);
    show('results', made.canvas);
    made.redraw();
  });
}

function showParameters() {
  if (data.parameters.length === 0) return;
  const choice = make('select', {}, ...data.parameters.map((parameter, k) => make('option', { value: String(k) }, parameter.name))), area = make('div');
  show('parameters', make('div', { className: 'tools' }, make('label', {}, 'over ', choice)), area,
    make('p', { className: 'hint' }, (data.stride > 1 ? 'Every ' + count(data.stride) + 'th of ' + count(data.runs) + ' runs. ' : '') +
      'Bars are numerical errors; a hollow point has an unknown one. Red marks at the top are runs without a value. Lines join runs of a grid that differ in this parameter only.'));
  const draw = () => {
    area.replaceChildren();
    data.results.forEach((result, index) => {
      if (result.statistics.count === 0) return;
      const made = scatter(result, index, data.parameters[Number(choice.value)]);
      area.append(made.canvas);
      made.redraw();
    });
  };
  choice.addEventListener('change', draw);
  draw();
}

// One bar per parameter: its first order within its total, with the 95 % intervals.
function showIndices() {
  for (const result of data.results) {
    const found = (summaryOf(result.name) || {}).sobol_indices;
    if (!found) continue;
    if (Object.values(found).every(({ first }) => first[0] === null)) {
      const { least, most } = summaryOf(result.name);
      show('indices', make('h3', {}, result.name), make('p', { className: 'hint' }, least === most ? 'It does not vary, so that it has no indices.' : 'Its indices are not known.'));
      continue;
    }
    const names = Object.keys(found), made = picture((context, box) => {
      const most = Math.max(1, ...names.flatMap((name) => [found[name].first[2] || 0, found[name].total[2] || 0])), least = Math.min(0, ...names.map((name) => found[name].first[1] || 0));
      const { x, y } = axes(context, box, [-0.6, names.length - 0.4], [least, 1.05 * most], '', 'share of the variance', names);
      names.forEach((name, k) => {
        for (const [order, shift] of [['first', -0.18], ['total', 0.18]]) {
          const [value, low, high] = found[name][order], left = x(k + shift - 0.15), right = x(k + shift + 0.15);
          if (value === null) continue;
          context.globalAlpha = order === 'first' ? 0.9 : 0.45;
          context.fillStyle = colour(k);
          context.fillRect(left, Math.min(y(value), y(0)), right - left, Math.abs(y(0) - y(value)));
          context.globalAlpha = 1;
          context.strokeStyle = style('--ink');
          line(context, [[(left + right) / 2, y(low)], [(left + right) / 2, y(high)]]);
        }
      });
    });
    show('indices', make('h3', {}, result.name), made.canvas);
    made.redraw();
  }
  if (!byId('indices').hidden) show('indices', make('p', { className: 'hint' }, 'Dark: first order, what the parameter explains alone. Light: total, with its interactions. Lines: 95 % intervals by bootstrap.'));
}

function showCodes() {
  if (data.codes.length === 0) return;
  show('codes', ...data.codes.map((found) => {
    const why = data.explanations[found.code];
    return make('div', { className: 'finding' },
      make('p', {}, make('strong', {}, count(found.count) + (found.count === 1 ? ' run' : ' runs')), ', first run ' + found.first_run + (found.message ? ': ' + found.message : '') + '  ', make('code', {}, '[' + found.code + ']')),
      why ? make('details', {}, make('summary', {}, 'what it means, and what to do'), prose(why.meaning), why.causes ? make('pre', {}, why.causes) : null, make('pre', {}, why.remedy)) : null);
  }));
}

prepare();
showVerdict();
showResults();
showParameters();
showIndices();
showCodes();
if (run) show('rest', make('details', {}, make('summary', {}, 'summary (JSON)'), make('pre', {}, JSON.stringify(run, null, 2))));
