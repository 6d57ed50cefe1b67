# Both error norms of the accepted steps of the iterated run.
set title "Error norms of accepted steps, Gauss-Seidel iterated; a step passes up to 1"
set ylabel "error norm"
set yrange [0:1.1]
plot "controlled_iterated.steps.csv" every 8 using 1:($6 == 1 ? $5 : NaN) with lines linewidth 1.5 linecolor rgb red title "difference of slopes", \
     "" every 8 using 1:($6 == 1 ? $4 : NaN) with lines linewidth 1.5 linecolor rgb blue title "difference of results (Richardson)"
