# Time of auto, BDF always and LSODA always beside the best named method, problem by problem, sorted by auto.
# Wants: data (CSV of ode_auto.py), picture.
set terminal pngcairo size 900,480 font 'sans,11'
set output picture
set datafile separator ','
set logscale y
set format y '%g'
set ylabel 'time / time of the best method by name'
set xlabel 'reference problem and true error (1e-3 to 1e-9), sorted'
set key top left
set grid y
set yrange [0.5:300]
plot data using 1:5 with points pt 2 lc rgb '#d95f02' title 'BDF (CVODE) always', \
     data using 1:6 with points pt 6 lc rgb '#7570b3' title 'LSODA always', \
     data using 1:4 with points pt 7 ps 0.7 lc rgb '#1b9e77' title 'auto', \
     1 with lines lc rgb '#888888' notitle
