'use strict';
// Eigenvalues in the complex plane. Both axes are linear around zero and logarithmic outside (asinh), because eigenvalues
// of one model differ by many orders of magnitude.

class Plane {
  constructor(found) {
    this.time = numbers(found.time);
    this.real = numbers(found.real);
    this.imaginary = numbers(found.imaginary);
    this.count = found.count;
    const sizes = Array.from(this.real, (re, i) => Math.hypot(re, this.imaginary[i])).filter((size) => size > 0 && isFinite(size)).sort((a, b) => a - b);
    const usual = sizes.length > 0 ? sizes[Math.floor(sizes.length / 4)] : 1;
    this.unit = 10 ** Math.floor(Math.log10(usual));
    this.canvas = make('canvas', { className: 'plane' });
    this.words = make('p', { className: 'hint' }, ' ');
    this.canvas.addEventListener('mousemove', (event) => this.point(event));
    window.addEventListener('resize', () => this.draw());
    darkness.addEventListener('change', () => this.draw());
  }

  scaled(value) { return Math.asinh(value / this.unit); }
  range(values) {
    let low = -1, high = 1;
    for (const value of values) if (isFinite(value)) { low = Math.min(low, this.scaled(value)); high = Math.max(high, this.scaled(value)); }
    return [low - 0.05 * (high - low), high + 0.05 * (high - low)];
  }
  x(re) { return this.left + ((this.scaled(re) - this.re[0]) / (this.re[1] - this.re[0])) * (this.width - this.left - 10); }
  y(im) { return this.height - 30 - ((this.scaled(im) - this.im[0]) / (this.im[1] - this.im[0])) * (this.height - 40); }
  // From blue, the start, to red, the end.
  hue(index) { const share = this.time.length > 1 ? Math.floor(index / this.count) / (this.time.length - 1) : 0; return 230 - 220 * share; }

  draw() {
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.left = 70;
    const scale = window.devicePixelRatio || 1, context = this.canvas.getContext('2d');
    this.canvas.width = this.width * scale;
    this.canvas.height = this.height * scale;
    context.scale(scale, scale);
    this.re = this.range(this.real);
    this.im = this.range(this.imaginary);
    this.axes(context);
    context.globalAlpha = 0.7;
    for (let i = 0; i < this.real.length; i++) {
      if (!isFinite(this.real[i]) || !isFinite(this.imaginary[i])) continue;
      context.fillStyle = 'hsl(' + this.hue(i) + ' 75% 50%)';
      context.fillRect(this.x(this.real[i]) - 1.5, this.y(this.imaginary[i]) - 1.5, 3, 3);
    }
  }

  ticks([low, high]) {
    const made = [0], decades = Math.max(1, Math.ceil(Math.max(Math.abs(low), Math.abs(high)) / 2.3 / 5));
    for (let power = Math.round(Math.log10(this.unit)); ; power += decades) {
      const size = this.scaled(10 ** power);
      if (size > Math.max(high, -low)) return made;
      if (size < high) made.push(10 ** power);
      if (-size > low) made.push(-(10 ** power));
    }
  }

  axes(context) {
    context.clearRect(0, 0, this.width, this.height);
    context.font = '12px system-ui, sans-serif';
    context.fillStyle = style('--ink');
    for (const [ticks, across] of [[this.ticks(this.re), true], [this.ticks(this.im), false]])
      for (const tick of ticks) {
        const at = across ? this.x(tick) : this.y(tick);
        context.strokeStyle = style(tick === 0 ? '--ink' : '--line');
        context.beginPath();
        if (across) { context.moveTo(at, 10); context.lineTo(at, this.height - 30); } else { context.moveTo(this.left, at); context.lineTo(this.width - 10, at); }
        context.stroke();
        context.textAlign = across ? 'center' : 'right';
        context.fillText(brief(tick), across ? at : this.left - 6, across ? this.height - 17 : at + 4);
      }
    context.textAlign = 'right';
    context.fillText('real part [1/s]', this.width - 10, this.height - 3);
    context.textAlign = 'left';
    context.fillText('imaginary part [1/s]', 4, 10);
  }

  point(event) {
    let best = -1, nearest = 20;
    for (let i = 0; i < this.real.length; i++) {
      const far = Math.hypot(this.x(this.real[i]) - event.offsetX, this.y(this.imaginary[i]) - event.offsetY);
      if (far < nearest) { nearest = far; best = i; }
    }
    this.words.textContent = best < 0 ? ' ' : 't = ' + brief(this.time[Math.floor(best / this.count)]) + '   ' + brief(this.real[best]) +
      (this.imaginary[best] === 0 ? '' : (this.imaginary[best] < 0 ? ' − ' : ' + ') + brief(Math.abs(this.imaginary[best])) + ' i');
  }
}

function showEigenvalues() {
  if (!data.eigenvalues) return;
  const plane = new Plane(data.eigenvalues);
  show('eigenvalues', make('p', {}, 'Eigenvalues of the Jacobian along the solution, from blue at the start to red at the end. Right of zero errors grow. ' +
    'The axes are logarithmic beyond ±' + brief(plane.unit) + '.'), plane.canvas, plane.words);
  plane.draw();
}
