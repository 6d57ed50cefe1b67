# Accepted steps.
set title "Accepted step sizes, error of each step controlled to 1e-6"
set ylabel "step in s"
set yrange [0:*]
plot "controlled.steps.csv" every 8 using 1:($6 == 1 ? $2 : NaN) with lines linewidth 1.5 linecolor rgb blue title "not iterated", \
     "controlled_iterated.steps.csv" every 8 using 1:($6 == 1 ? $2 : NaN) with lines linewidth 1.5 linecolor rgb red title "iterated"
