# x1 to x4 above each other; jumps are where two rows stand at nearly the same time.
set multiplot layout 4,1 margins 0.11,0.97,0.13,0.97 spacing 0.03
unset key
set format x ""
unset xlabel
set xrange [0:10]
set xtics 1
do for [i = 1:4] {
  set ylabel sprintf("x%d", i)
  if (i <= 2) { set yrange [-0.2:1.2]; set ytics 1 }
  if (i == 3) { set yrange [-4:4]; set ytics 3 }
  if (i == 4) { set yrange [-3:3]; set ytics 2.5; set format x "%g"; set xlabel "time in s"; set key bottom right inside }
  if (i < 4) { plot "math_controlled.exact.csv" using 1:1+i with lines linewidth 2 linecolor rgb blue }
  else { plot "math_controlled.exact.csv" using 1:5 with lines linewidth 2 linecolor rgb blue title "computed", \
         "" using 1:6 with points pointtype 6 pointsize 0.7 linecolor rgb red title "exact" }
}
unset multiplot
