# Time against the true error, a problem in each field, a line for the best of each package. The caller
# sets `data` (a folder of files PROBLEM.GROUP.csv), `problems` and `picture`.
load "examples/figures/style.gp"
set terminal svg size 1100,1350 font "DejaVu Sans,12" background "white"
set output picture
unset datafile columnheaders
set logscale xy
set format y "10^{%T}"
set xrange [1e-1:1e-13]
set xtics ("10^{-1}" 1e-1, "10^{-4}" 1e-4, "10^{-7}" 1e-7, "10^{-10}" 1e-10, "10^{-13}" 1e-13)
set xlabel "error at the end / (|y| + nominal)"
set ylabel "microseconds"
unset key # the labels above all fields have the colours of the curves
groups = "Octave SciPy ARKODE CVODE odeint Bellwether"
array colours[6] = [0xb0b0b0, 0xe0a030, 0x8060b0, 0x30a060, 0xd03030, 0x1050b0]
file(p, g) = sprintf("%s/%s.%s.csv", data, p, g)
filled(p, g) = int(system(sprintf("test -s '%s' && echo 1 || echo 0", file(p, g))))
set multiplot layout 4,3 margins 0.07,0.985,0.05,0.945 spacing 0.085,0.075
do for [i = 1:words(groups)] {
  set label i word(groups, i) at screen 0.02 + 0.15 * i, 0.985 center textcolor rgb colours[i]
}
do for [p in problems] {
  set title p noenhanced offset 0,-0.5
  shown = ""
  numbers = ""
  do for [i = 1:words(groups)] {
    if (filled(p, word(groups, i))) {
      shown = shown . " " . word(groups, i)
      numbers = numbers . sprintf(" %d", i)
    }
  }
  plot for [k = 1:words(shown)] file(p, word(shown, k)) using 1:2 with lines \
    linewidth (word(shown, k) eq "Bellwether" ? 3 : 1.5) \
    linecolor rgb colours[int(word(numbers, k))]
  do for [i = 1:words(groups)] { unset label i }
}
unset multiplot
