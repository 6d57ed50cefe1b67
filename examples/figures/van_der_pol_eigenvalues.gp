# The path of both eigenvalues in the complex plane, and their real parts over time, for one period. Shaded: the periods in
# which an eigenvalue has a positive real part, so that errors grow.
period = 6.66328686
from = 2 * period
in_cycle(t, y) = t >= from && t <= from + period ? y : NaN
set terminal svg size 800,760 font "DejaVu Sans,13" background "white"
set multiplot layout 2,1 margins 0.10,0.97,0.09,0.97 spacing 0.12
unset key
set xlabel "real part in 1/s"
set ylabel "imaginary part in 1/s"
set style rectangle fillcolor rgb "#fbe3d6" fillstyle solid 1 noborder
set object 1 rectangle from first 0, graph 0 to graph 1, graph 1 behind
set label 5 "first eigenvalue" at first -1.3, 2.75 right front textcolor rgb blue
set label 6 "second eigenvalue" at first -1.3, -2.75 right front textcolor rgb red
set label 1 "unstable" at graph 0.98, graph 0.94 right front textcolor rgb red
set arrow 1 from 0, graph 0 to 0, graph 1 nohead linecolor rgb black
plot "eigenvalues.csv" using 2:(in_cycle($1, $3)) with points pointtype 7 pointsize 0.3 linecolor rgb blue, \
     "" using 4:(in_cycle($1, $5)) with points pointtype 7 pointsize 0.3 linecolor rgb red
unset arrow 1
unset object 1
unset label 1
unset label 5
unset label 6
set xlabel "time in s"
set ylabel "real part in 1/s"
set xrange [from:from + period]
set yrange [-3.5:1.75]
set xzeroaxis linetype 1 linecolor rgb black
set style fill solid 1 noborder
set label 2 "first" at graph 0.13, first 1.25 front textcolor rgb blue
set label 3 "second" at graph 0.20, first -2.5 front textcolor rgb red
set label 4 "unstable" at graph 0.38, graph 0.08 right front textcolor rgb red
shaded(a, b, border) = a > 0 || b > 0 ? border : 0
plot "eigenvalues.csv" using 1:(shaded($2, $4, 1.75)) with fillsteps linecolor rgb "#fbe3d6", \
     "" using 1:(shaded($2, $4, -3.5)) with fillsteps linecolor rgb "#fbe3d6", \
     "" using 1:2 with lines linewidth 2 linecolor rgb blue, \
     "" using 1:4 with lines linewidth 2 linecolor rgb red
unset multiplot
