# Time of auto, BDF always and LSODA always beside the best named method, problem by problem, sorted by auto.
# Wants: data (CSV of ode_auto.py), picture.
load "examples/figures/style.gp"
set terminal svg size 900,520 font "DejaVu Sans,13" background "white"
set output picture
unset datafile columnheaders
set logscale y
set format y '%g'
set ylabel 'time / time of the best single method'
set xlabel 'reference problem and true error (1e-3 to 1e-9), sorted by auto'
set yrange [0.5:300]
plot data using 1:5 with points pointtype 2 pointsize 0.6 linecolor rgb red title 'BDF (CVODE) always', \
     data using 1:6 with points pointtype 6 pointsize 0.6 linecolor rgb purple title 'LSODA always', \
     data using 1:4 with points pointtype 7 pointsize 0.5 linecolor rgb blue title 'auto of Bellwether', \
     1 with lines linecolor rgb "#888888" notitle
