'use strict';
// What all pages need. Everything that comes from a model or a file is set as text, never as markup.

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
// A tolerance, as people write it: 1e-4.
function figure(value) { return value > 0 && value < 0.1 ? value.toExponential() : brief(value); }
// Beside an axis: never longer than the space for it.
function axisLabel(value) {
  if (Math.abs(value) < 1e6) return brief(value);
  return value.toExponential(5).replace(/\.?0*e\+/, 'e');
}
function several(number, noun) { return count(number) + ' ' + noun + (number === 1 ? '' : 's'); }
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
function timeInUnit(time) {
  const unit = data.time_unit === 's' ? '' : ' ' + data.time_unit;
  return brief(time / data.seconds_in_unit) + unit;
}

// A message, after which the place in its source may follow in lines of their own.
function finding(words, message, code, ...more) {
  const [first, ...source] = message.split('\n');
  return [make('p', {}, words, first, '  ', make('code', {}, '[' + code + ']')), source.length > 0 ? make('pre', {}, source.join('\n')) : null, ...more];
}

// A text in which `words` are as they are typed.
function prose(text) {
  return make('p', {}, ...text.split('`').map((part, i) => (i % 2 === 1 ? make('code', {}, part) : part)));
}

function list(pairs) {
  const shown = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return make('dl', {}, ...shown.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]));
}

function table(heads, rows) {
  const cell = (tag, value) => {
    const number = typeof value === 'number';
    const shown = number && Number.isInteger(value) && value > 9999 && value < 1e6 ? count(value) : brief(value);
    return make(tag, { className: number ? 'number' : '' }, value instanceof Node ? value : shown);
  };
  const body = make('tbody', {}, ...rows.map((row) => make('tr', {}, ...row.map((value) => cell('td', value)))));
  const numeric = (column) => rows.length > 0 && typeof rows[0][column] === 'number';
  const head = make('tr', {}, ...heads.map((name, i) => make('th', { className: numeric(i) ? 'number' : '' }, name)));
  return make('div', { className: 'wide' }, make('table', {}, make('thead', {}, head), body));
}

// Of eight colours, lighter ones on a dark page.
const darkness = window.matchMedia('(prefers-color-scheme: dark)');
const colours = ['#1f77b4', '#d6604d', '#2ca02c', '#9467bd', '#e08214', '#17a2b8', '#c51b7d', '#8c6d31'];
const lightColours = ['#62aee8', '#f08c7a', '#62c562', '#bd9fe0', '#f2a950', '#4fcbe0', '#ee78b8', '#cfae68'];
const colour = (index) => (darkness.matches ? lightColours : colours)[index % colours.length];

function numbers(base64) {
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return new Float64Array(bytes.buffer);
}

// An error that is negative, infinite or not a number says nothing.
const isKnown = (error) => error >= 0 && isFinite(error);

function style(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim(); }
