'use strict';
// What remains, and everything in its order.

function unitOf(name) {
  const column = data.curves && data.curves.columns.find((one) => one.name === name);
  return (column && column.unit) || '';
}

function showRest() {
  if (data.compare && run) show('comparison', make('pre', {}, data.compare.text));
  if (data.diagram) show('system', new DOMParser().parseFromString(data.diagram, 'image/svg+xml').documentElement);
  showErrorHistory();
  showSteps();
  showEigenvalues();
  if (!run) return;
  const last = Object.entries(run.final || {});
  if (last.length > 0) show('final', make('details', { open: last.length <= 12 }, make('summary', {}, count(last.length) + (last.length === 1 ? ' variable' : ' variables') + ' at t = ' + timeInUnit(run.reached)), table(['variable', 'value', 'unit'], last.map(([name, value]) => [name, String(value), unitOf(name)]))));
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
