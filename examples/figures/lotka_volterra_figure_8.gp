# Difference to the exact solution (above) and global relative error (below).
set key at screen 0.54, 0.92 center top horizontal # below the title
set multiplot layout 2,1 title "Error of each step controlled to 1e-6: global error" margins 0.12,0.97,0.14,0.82 spacing 0.10
once = "controlled.exact.csv"
iterated = "controlled_iterated.exact.csv"
unset xlabel
set ylabel "difference to exact"
set yrange [-0.6:0.6]
plot once every 8 using 1:($2 - $4) with lines linewidth 2 linecolor rgb blue title "x, not iterated", \
     once every 8 using 1:($3 - $5) with lines linewidth 1 linecolor rgb blue dashtype "-" title "y, not iterated", \
     iterated every 8 using 1:($2 - $4) with lines linewidth 2 linecolor rgb red title "x, iterated", \
     iterated every 8 using 1:($3 - $5) with lines linewidth 1 linecolor rgb red dashtype "-" title "y, iterated"
set xlabel "time in s"
set ylabel "relative error"
set logscale y
set format y "10^{%T}"
set yrange [1e-7:1e-1]
unset key
set label "tolerance of a step" at graph 0.99, first 4e-7 right
plot once every 8 using 1:(abs($2 / $4 - 1)) with lines linewidth 2 linecolor rgb blue notitle, \
     once every 8 using 1:(abs($3 / $5 - 1)) with lines linewidth 1 linecolor rgb blue dashtype "-" notitle, \
     iterated every 8 using 1:(abs($2 / $4 - 1)) with lines linewidth 2 linecolor rgb red notitle, \
     iterated every 8 using 1:(abs($3 / $5 - 1)) with lines linewidth 1 linecolor rgb red dashtype "-" notitle, \
     1e-6 with lines linewidth 1 linecolor rgb black notitle
unset multiplot
