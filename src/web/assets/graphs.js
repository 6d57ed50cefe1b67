'use strict';
// What the plots of dygraphs have in common.

// Ticks of a logarithmic axis: powers of ten, and multiples of them where there is space.
function decades(low, high, pixels) {
  const most = Math.max(2, Math.floor(pixels / 28)), first = Math.floor(Math.log10(low)), count = Math.ceil(Math.log10(high)) - first;
  const within = (digits, stride) => {
    const found = [];
    for (let power = Math.ceil(first / stride) * stride; power <= first + count; power += stride)
      for (const digit of digits) found.push(Number(digit + 'e' + power));
    return found.filter((value) => value >= low && value <= high);
  };
  const tries = count > most ? [] : [[1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 5], [1]].map((digits) => within(digits, 1));
  let ticks = tries.find((some) => some.length <= most) || within([1], Math.ceil(count / most));
  if (ticks.length < 2) ticks = [low, Math.sqrt(low * high), high * 0.97].map((value) => Number(value.toPrecision(3)));
  return ticks.map((value) => ({ v: value, label: axisLabel(value) }));
}

function axes(isLogarithmic) {
  const y = { axisLabelFormatter: axisLabel, axisLabelWidth: window.innerWidth < 640 ? 52 : 70 };
  if (isLogarithmic) y.ticker = decades;
  return { x: { axisLabelFormatter: axisLabel, drawGrid: true }, y };
}

// One finger scrolls the page and shows values; two zoom, and a double tap shows everything.
function interaction() {
  const usual = Dygraph.defaultInteractionModel;
  return Object.assign({}, usual, {
    touchstart(event, graph, context) {
      if (event.touches.length > 1) usual.touchstart(event, graph, context);
    },
    touchmove(event, graph, context) {
      if (event.touches.length > 1 && context.initialTouches) usual.touchmove(event, graph, context);
    },
    touchend(event, graph, context) {
      context.initialTouches = null;
      if (event.touches.length === 0) usual.touchend(event, graph, context);
    },
  });
}

// Paper is narrower than a screen, and a canvas that is too wide is cut off: 660 is the width on A4 and Letter. Plots are made
// smaller, not drawn again, because browsers print nothing of what is drawn this late.
const plots = () => document.querySelectorAll('#plot, #errors .picture, #history .picture');
let isPrinting = false;  // a dark page becomes a light one for that
window.addEventListener('beforeprint', () => { isPrinting = true; plots().forEach((plot) => { plot.style.zoom = Math.min(1, 660 / plot.clientWidth); }); });
window.addEventListener('afterprint', () => { isPrinting = false; plots().forEach((plot) => { plot.style.zoom = ''; }); });
