# The path of both eigenvalues in the complex plane, and their real parts over time, for one period.
period = 6.66328686
from = 2 * period
in_cycle(t, y) = t >= from && t <= from + period ? y : NaN
set terminal pngcairo size 800,700 font "DejaVu Sans,10" background "white"
set multiplot layout 2,1 margins 0.09,0.97,0.08,0.97 spacing 0.11
set key top left
set xlabel "real part in 1/s"
set ylabel "imaginary part in 1/s"
set arrow 1 from 0, graph 0 to 0, graph 1 nohead linecolor rgb black
plot "eigenvalues.csv" using 2:(in_cycle($1, $3)) with points pointtype 7 pointsize 0.4 linecolor rgb blue title "first eigenvalue", \
     "" using 4:(in_cycle($1, $5)) with points pointtype 7 pointsize 0.4 linecolor rgb red title "second"
unset arrow 1
set xlabel "time in s"
set ylabel "real part in 1/s"
set xrange [from:from + period]
set xzeroaxis linetype 1 linecolor rgb black
plot "eigenvalues.csv" using 1:2 with lines linewidth 2 linecolor rgb blue title "first eigenvalue", \
     "" using 1:4 with lines linewidth 2 linecolor rgb red title "second"
unset multiplot
