# What all figures share. The caller sets `picture`; the data is in the working folder.
set terminal svg size 800,500 font "DejaVu Sans,13" background "white" # pictures that stay sharp at any size
set output picture
set datafile separator comma
set datafile columnheaders
set datafile missing NaN # what a figure leaves out does not break its lines
set border 3 linewidth 1 linecolor "#444444"
set tics nomirror out
set grid xtics ytics linetype 1 linecolor "#dddddd" linewidth 0.5
set key above horizontal samplen 2.5 noenhanced # never over a curve
set xlabel "time in s"

# Colours that colour-blind readers can distinguish, too (Okabe and Ito).
grey = "#bbbbbb" # for the exact solution, drawn broad and below the others
black = "#000000"
blue = "#0072B2"
red = "#D55E00"
green = "#009E73"
orange = "#E69F00"
purple = "#CC79A7"
