# Gauss-Seidel with step 0.1 beside the exact solution.
set title "Gauss-Seidel, not iterated, step 0.1"
set ylabel "population"
set yrange [0:50]
set rmargin 12
unset key
set label 1 "x, prey" at graph 1.01, first 9 textcolor rgb blue
set label 2 "y, predator" at graph 1.01, first 4 textcolor rgb red
set label 3 "grey: exact" at graph 1.01, first 14 textcolor rgb "#888888"
plot "fixed_0.1.exact.csv" using 1:4 with lines linewidth 5 linecolor rgb grey, \
     "" using 1:5 with lines linewidth 5 linecolor rgb grey, \
     "" using 1:2 with lines linewidth 1.5 linecolor rgb blue, \
     "" using 1:3 with lines linewidth 1.5 linecolor rgb red
