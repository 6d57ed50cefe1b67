# Time against the true error, a problem in each field. The caller sets `data` (a folder of files
# PROBLEM.SOLVER.csv), `problems`, `own` (the solvers that are ours) and `picture`.
load "examples/figures/style.gp"
set terminal pngcairo size 1100,1300 font "DejaVu Sans,9" background "white"
set output picture
unset datafile columnheaders
set logscale xy
set format y "10^{%T}"
set xrange [1e-1:1e-13]
set xtics ("10^{-1}" 1e-1, "10^{-4}" 1e-4, "10^{-7}" 1e-7, "10^{-10}" 1e-10, "10^{-13}" 1e-13)
set xlabel "error at the end / (|y| + 1)"
set ylabel "microseconds"
set key bottom right vertical samplen 1 font ",7" noenhanced
solvers_of(p) = system(sprintf("cd '%s' && ls | sed -n 's/^%s\\.\\(.*\\)\\.csv$/\\1/p' | tr '\\n' ' '", data, p))
is_own(s) = strstrt(" " . own . " ", " " . s . " ") > 0
file(p, s) = sprintf("%s/%s.%s.csv", data, p, s)
set multiplot layout 4,3
do for [p in problems] {
  set title p noenhanced
  list = solvers_of(p)
  plot for [i = 1:words(list)] file(p, word(list, i)) using 1:2 with linespoints \
    linewidth (is_own(word(list, i)) ? 2.5 : 0.8) \
    pointtype (is_own(word(list, i)) ? 7 : 4) pointsize 0.5 linecolor i title word(list, i)
}
unset multiplot
