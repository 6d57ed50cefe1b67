# x above, y below: the exact solution, a run that is not iterated, and one that is. The figure sets the
# names of both runs, how to draw them (`curve`), the end of the time shown, the tops of both scales, which
# rows are drawn (every `thin`-th), and the title `above`.
set key at screen 0.54, 0.92 center top horizontal # below the title
set multiplot layout 2,1 title above margins 0.11,0.97,0.14,0.84 spacing 0.10
set xrange [0:until]
do for [i = 1:2] {
  if (i == 1) { set ylabel "x, prey"; set yrange [0:top_x]; unset xlabel }
  if (i == 2) { set ylabel "y, predator"; set yrange [0:top_y]; set xlabel "time in s"; unset key }
  plot "fixed_0.1.exact.csv" using 1:3+i with lines linewidth 5 linecolor rgb grey title "exact", \
       once.".exact.csv" every thin using 1:1+i with @curve linewidth 1.5 linecolor rgb blue title "not iterated", \
       iterated.".exact.csv" every thin using 1:1+i with @curve linewidth 1.5 linecolor rgb red dashtype (16,12) title "iterated"
}
unset multiplot
