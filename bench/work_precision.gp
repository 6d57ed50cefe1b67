# Advances against the true error, a system in each field. The caller sets `data`, `systems` and `picture`.
load "examples/figures/style.gp"
set terminal pngcairo size 900,560 font "DejaVu Sans,9" background "white"
set output picture
unset datafile columnheaders
set logscale xy
set format y "10^{%T}"
set xrange [1e-1:1e-13]
set yrange [1e2:1e10]
set ytics 100
set xtics ("10^{-1}" 1e-1, "10^{-4}" 1e-4, "10^{-7}" 1e-7, "10^{-10}" 1e-10, "10^{-13}" 1e-13)
set xlabel "largest error / (|y| + 1)"
set ylabel "advances of all parts"
set key center right vertical samplen 1.5
file(system, kind) = sprintf("%s/%s.%s.csv", data, system, kind)
set multiplot layout 2,3
do for [s in systems] {
  set title s noenhanced
  plot file(s, "certified") using 1:2 with linespoints pointtype 7 linecolor rgb blue title "certified", \
       file(s, "measured") using 1:2 with linespoints pointtype 5 linecolor rgb red title "step doubling", \
       file(s, "extrapolated") using 1:2 with linespoints pointtype 4 dashtype 2 linecolor rgb red title "extrapolated"
  unset key
}
unset multiplot
