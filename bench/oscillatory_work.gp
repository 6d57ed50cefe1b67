# RHS evaluations of a whole run at 1e-6 against the fast frequency, for a nonlinear and a linear model.
# Wants: data (CSV of oscillatory_whole.py), picture.
load "examples/figures/style.gp"
set terminal svg size 900,480 font "DejaVu Sans,13" background "white"
set output picture
set logscale xy
set format xy '10^{%L}'
set xlabel 'frequency Ω in rad/s, over 10 s'
set ylabel 'RHS evaluations of a trusted run at 10^{-6}'
set xrange [7:1.5e5]
set yrange [300:1e9]
set key maxcols 2
set multiplot layout 1,2
of(problem, column) = strcol(1) eq problem ? column : NaN
set title 'one fast oscillation (warm), nonlinear' noenhanced
plot data using 2:(of('warm', $3)) with linespoints pointtype 7 linewidth 1.5 linecolor rgb black title 'dop853', \
     data using 2:(of('warm', $4)) with linespoints pointtype 5 linewidth 1.5 linecolor rgb orange title 'radau', \
     data using 2:(of('warm', $5)) with linespoints pointtype 9 linewidth 1.5 linecolor rgb blue title 'multirev', \
     data using 2:(of('warm', $7)) with linespoints pointtype 6 pointsize 1.3 dashtype 2 linewidth 1.5 linecolor rgb red title 'auto'
set title 'ten coupled oscillators (LTI), linear' noenhanced
plot data using 2:(of('LTI', $3)) with linespoints pointtype 7 linewidth 1.5 linecolor rgb black title 'dop853', \
     data using 2:(of('LTI', $4)) with linespoints pointtype 5 linewidth 1.5 linecolor rgb orange title 'radau', \
     data using 2:(of('LTI', $6)) with linespoints pointtype 11 linewidth 1.5 linecolor rgb green title 'modal', \
     data using 2:(of('LTI', $7)) with linespoints pointtype 6 pointsize 1.3 dashtype 2 linewidth 1.5 linecolor rgb red title 'auto'
unset multiplot
