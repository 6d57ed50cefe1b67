# Gauss-Seidel with step 0.1 beside the exact solution.
set title "Gauss-Seidel, not iterated, step 0.1"
set ylabel "population"
set yrange [0:50]
plot "fixed_0.1.exact.csv" using 1:4 with lines linewidth 5 linecolor rgb grey title "exact", \
     "" using 1:5 with lines linewidth 5 linecolor rgb grey notitle, \
     "" using 1:2 with lines linewidth 1.5 linecolor rgb blue title "x, prey", \
     "" using 1:3 with lines linewidth 1.5 linecolor rgb red title "y, predator"
