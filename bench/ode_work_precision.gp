# Time against the true error, a problem in each field, a line for the best of each package. The caller
# sets `data` (a folder of files PROBLEM.GROUP.csv), `problems` and `picture`.
load "examples/figures/style.gp"
set terminal pngcairo size 1100,1300 font "DejaVu Sans,9" background "white"
set output picture
unset datafile columnheaders
set logscale xy
set format y "10^{%T}"
set xrange [1e-1:1e-13]
set xtics ("10^{-1}" 1e-1, "10^{-4}" 1e-4, "10^{-7}" 1e-7, "10^{-10}" 1e-10, "10^{-13}" 1e-13)
set xlabel "error at the end / (|y| + nominal)"
set ylabel "microseconds"
set key top left vertical samplen 1.5 font ",8" noenhanced
groups = "Octave SciPy ARKODE CVODE odeint ours"
array colours[6] = [0xb0b0b0, 0xe0a030, 0x8060b0, 0x30a060, 0xd03030, 0x1050b0]
file(p, g) = sprintf("%s/%s.%s.csv", data, p, g)
filled(p, g) = int(system(sprintf("test -s '%s' && echo 1 || echo 0", file(p, g))))
set multiplot layout 4,3
do for [p in problems] {
  set title p noenhanced
  shown = ""
  numbers = ""
  do for [i = 1:words(groups)] {
    if (filled(p, word(groups, i))) {
      shown = shown . " " . word(groups, i)
      numbers = numbers . sprintf(" %d", i)
    }
  }
  plot for [k = 1:words(shown)] file(p, word(shown, k)) using 1:2 with lines \
    linewidth (word(shown, k) eq "ours" ? 3 : 1.5) \
    linecolor rgb colours[int(word(numbers, k))] title word(shown, k)
}
unset multiplot
