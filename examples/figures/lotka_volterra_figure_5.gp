once = "controlled"; iterated = "controlled_iterated"; curve = "lines"
until = 100; top_x = 50; top_y = 22; thin = 10
above = "Gauss-Seidel, error of each step controlled to 1e-6"
load code."/species.gp"
