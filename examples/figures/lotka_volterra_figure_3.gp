once = "fixed_0.5"; iterated = "iterated_0.5"; curve = "lines"
until = 100; top_x = 50; top_y = 22; thin = 1
above = "Gauss-Seidel, step 0.5"
load code."/species.gp"
