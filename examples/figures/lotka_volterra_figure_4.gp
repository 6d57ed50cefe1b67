once = "fixed_2"; iterated = "iterated_2"; curve = "linespoints pointtype 7 pointsize 0.8"
thin = 1; until = 10; top_x = 16; top_y = 12
above = "Gauss-Seidel, step 2: the first five steps"
load code."/species.gp"
