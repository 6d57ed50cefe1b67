'use strict';
// Verdict, diagnostics, grounds and cost.

function costs() {
  const used = run.statistics, parts = [];
  const steps = Object.values(used.components || {}).reduce((sum, component) => sum + component.do_step, 0);
  if (run.master && steps > 0) parts.push(count(steps) + ' doSteps' + (run.certificate && run.certificate.runs ? ' in ' + run.certificate.runs + ' runs' : ''));
  if (used.rhs_evaluations > 0) parts.push(count(used.rhs_evaluations) + ' RHS evaluations');
  if (used.jacobian_evaluations > 0) parts.push(count(used.jacobian_evaluations) + ' Jacobians');
  if (used.events > 0) parts.push(several(used.events, 'event'));
  if (used.seconds.total > 0) parts.push(seconds(used.seconds.total));
  return parts.join(', ');
}

function showComparison(head) {
  const found = data.compare;
  head.className = found.same ? 'trusted' : 'rejected';
  head.append(make('h1', {}, make('span', { className: 'word' }, found.same ? 'same' : 'different'),
    found.same ? '  within the tolerance' : '  ' + count(found.beyond) + ' of ' + count(found.values) + ' values differ by more than the tolerance'),
  list([['first', found.a], ['other', found.b]]), make('pre', {}, found.text));
}

function comparedWords(found) {
  return (found.same ? 'same as ' : count(found.beyond) + ' of ' + count(found.values) + ' values differ from ') + found.b + (found.same ? ' within the tolerance' : ' by more than the tolerance');
}

// What the verdict says to somebody who reads such a page for the first time.
function plainWords() {
  if (run.verdict === 'rejected') return 'Do not rely on these numbers.';
  if (run.verdict === 'doubtful') return 'Use these numbers with care: their estimated error is above the tolerance, or a warning concerns them.';
  if (run.verdict === 'unverified') return 'Nothing is wrong, but how accurate these numbers are is not known.';
  if (run.sensitivity) return 'Shorter steps and smaller tolerances change these numbers by less than the tolerance; the error of the solver inside the component is not known.';
  if (run.coupling_error_only) return 'The error of the coupling was estimated and is within the tolerance; that of the solvers inside the components is not known.';
  return 'These numbers are as accurate as requested: their numerical error was estimated and is within the tolerance.';
}

function showVerdict() {
  const head = byId('verdict');
  if (!run && data.compare) return showComparison(head);
  if (!run) {
    head.className = 'unverified';
    head.append(make('h1', {}, data.title), make('p', { className: 'hint' }, 'There is no summary of this run: curves only.'));
    return;
  }
  head.className = run.verdict;
  const worst = run.certificate || run.sensitivity;
  const concerns = ['error', 'warning'].flatMap((severity) => (run.diagnostics || []).filter((finding) => finding.severity === severity));
  head.append(
    make('h1', {}, make('span', { className: 'word' }, run.verdict), '  ' + data.headline),
    make('p', { className: 'plain' }, plainWords()),
    list([
      ['target', run.provenance.target || ''],
      ['result', run.output + (run.statistics.rows ? ',  ' + count(run.statistics.rows) + ' points, t = ' + timeInUnit(run.start) + ' … ' + timeInUnit(run.reached) : '')],
      ['worst', worst && worst.worst_variable ? worst.worst_variable + ' at t = ' + timeInUnit(worst.worst_time) : ''],
      ['method', run.why || run.method],
      ['cost', costs()],
      ['compared', data.compare ? comparedWords(data.compare) : ''],
    ]),
    ...concerns.slice(0, 3).map((one) => make('div', { className: 'finding ' + one.severity }, ...finding(one.severity + ': ', one.message, one.code))));
}

function showDiagnostics() {
  const findings = (run && run.diagnostics) || [];
  if (findings.length === 0) return;
  const made = findings.map((one) => {
    const why = data.explanations[one.code];
    const severity = make('strong', {}, one.severity + (one.count > 1 ? ', ' + count(one.count) + ' times' : '') + '  ');
    return make('div', { className: 'finding ' + one.severity }, ...finding(severity, one.message, one.code,
      why ? make('details', {}, make('summary', {}, 'what it means, and what to do'), prose(why.meaning),
        why.causes ? make('pre', {}, why.causes) : null, make('pre', {}, why.remedy)) : null));
  });
  // The first three of each code; the others, where they are more, folded.
  const rank = (one, index) => findings.slice(0, index).filter((other) => other.code === one.code).length;
  const ranks = findings.map(rank), rest = made.filter((_, index) => ranks[index] >= 3);
  const isLong = rest.length > 3;
  show('diagnostics', ...made.filter((_, index) => !isLong || ranks[index] < 3),
    isLong ? make('details', {}, make('summary', {}, several(rest.length, 'more finding') + ' of the same kinds'), ...rest) : null);
}

function showGrounds() {
  if (!run) return;
  const explained = data.explanations[run.verdict], certificate = run.certificate, trace = run.trace || {};
  const parts = [explained ? prose(explained.meaning) : null];
  if (run.not_estimated_because) parts.push(make('p', {}, 'The error was not estimated, because ' + run.not_estimated_because + '.'));
  if (certificate) parts.push(list([
    ['step sizes combined', certificate.step_sizes || null], ['runs', certificate.runs || null], ['integrations', certificate.integrations || null],
    ['observed order', certificate.observed_order ? brief(certificate.observed_order) : null],
    ['synchronisation points', certificate.synchronisation_points || null],
    ['limiting connection', certificate.limiting_connection || null],
    ['above the tolerance from', certificate.above_tolerance_from === null || certificate.above_tolerance_from === undefined ? null : 't = ' + timeInUnit(certificate.above_tolerance_from)],
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
  if ((run.events || []).length > 0) parts.push(make('details', {}, make('summary', {}, count(data.events) + (data.events === 1 ? ' located event' : ' located events') + (data.events > run.events.length ? ', of which this page has the first ' + count(run.events.length) : '')),
    table(['t', 'error of the time', 'signal'], run.events.slice(0, 200).map((one) => [one.time, one.estimated_error, one.signal]))));
  show('rests', ...parts);
}

function showCost() {
  if (!run || run.statistics.seconds.total === 0) return;  // its process died with the counts
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
