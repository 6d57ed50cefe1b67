"""One FMU: simulate it, look at the verdict, draw it with the band of its error.

    python3 single_fmu.py FILE.fmu [FIGURE.png]
"""
import sys

import matplotlib

import bellwether

if len(sys.argv) > 2:
    matplotlib.use("Agg")  # into a file, without a window

result = bellwether.run(sys.argv[1], stop=20, tolerance=1e-6)
print(result)
for name in result.names:
    print(f"{name:10} ends at {result[name][-1]:.9f}, known to {max(result.error[name]):.0e}")

axes = result.plot()
if len(sys.argv) > 2:
    axes.figure.savefig(sys.argv[2], dpi=120)
else:
    matplotlib.pyplot.show()
