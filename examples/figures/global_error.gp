# True error of two runs at the tolerance 1e-6, in tolerances: step-size control against the certified run, with its estimate.
set terminal svg size 800,400 dynamic font "DejaVu Sans,13" background "white"
set output picture
R = 1e-6
in_tolerances(value, exact) = abs(value - exact) / (R*abs(exact) + R)
larger(a, b) = a > b ? a : b
worst(x, y, exact_x, exact_y) = larger(larger(in_tolerances(x, exact_x), in_tolerances(y, exact_y)), 1e-7)
set logscale y
set format y "10^{%T}"
set yrange [1e-7:1e5]
set xrange [0:100]
set ylabel "global error / tolerance"
set key off
set label 1 "step-size control: 51 858 doSteps" at 99, 1.4e4 right textcolor rgb red
set label 2 "tolerance" at 99, 2.5 right textcolor rgb black
set label 3 "Bellwether, estimated error" at 99, 4e-2 right textcolor rgb blue
set label 4 "Bellwether, true error: 5 748 doSteps" at 99, 6e-5 right textcolor rgb blue
plot "step_control.exact.csv" using 1:(worst($2, $3, $4, $5)) with lines linewidth 2 linecolor rgb red, \
     1 with lines linewidth 1.5 linecolor rgb black, \
     "certified.columns.csv" using 1:(larger($4/(R*abs($2) + R), $5/(R*abs($3) + R))) with lines linewidth 1.5 linecolor rgb blue dashtype (10,8), \
     "certified.exact.csv" using 1:(worst($2, $3, $4, $5)) with lines linewidth 2 linecolor rgb blue
