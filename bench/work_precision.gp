# Advances against the true error, a system in each field. The caller sets `data`, `systems` and `picture`.
load "examples/figures/style.gp"
set terminal svg size 960,640 font "DejaVu Sans,12" background "white"
set output picture
unset datafile columnheaders
set logscale xy
set format y "10^{%T}"
set xrange [1e-1:1e-13]
set yrange [1e2:1e10]
set ytics 100
set xtics ("10^{-1}" 1e-1, "10^{-4}" 1e-4, "10^{-7}" 1e-7, "10^{-10}" 1e-10, "10^{-13}" 1e-13)
set xlabel "largest error / (|y| + 1)"
set ylabel "steps of all components"
unset key
file(system, kind) = sprintf("%s/%s.%s.csv", data, system, kind)
set multiplot layout 2,3
set label 1 "step doubling" at graph 0.36, graph 0.42 textcolor rgb red
set label 2 "extrapolated" at graph 0.62, graph 0.80 textcolor rgb red
set label 3 "certified" at graph 0.60, graph 0.17 textcolor rgb blue
do for [s in systems] {
  set title s noenhanced
  plot file(s, "certified") using 1:2 with linespoints pointtype 7 pointsize 0.6 linecolor rgb blue, \
       file(s, "measured") using 1:2 with linespoints pointtype 5 pointsize 0.6 linecolor rgb red, \
       file(s, "extrapolated") using 1:2 with linespoints pointtype 4 pointsize 0.6 dashtype 2 linecolor rgb red
  do for [i = 1:3] { unset label i } # the first field names the curves of all
}
unset multiplot
