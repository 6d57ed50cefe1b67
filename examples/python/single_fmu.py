"""One FMU: simulate it, look at the verdict, draw it with the band of its error.

    python3 single_fmu.py FILE.fmu [FIGURE.png]

The error is estimated for an FMU for model exchange. One for co-simulation only solves its own equations.
"""
import sys

import matplotlib

import bellwether

if len(sys.argv) < 2:
    sys.exit("usage: python3 single_fmu.py FILE.fmu [FIGURE.png]")
if len(sys.argv) > 2:
    matplotlib.use("Agg")  # into a file, without a window

result = bellwether.run(sys.argv[1], stop=20, tolerance=1e-6)
print(result)
for name in result.names:
    known = f"known to {max(result.error[name]):.0e}" if name in result.error else "its error is not estimated"
    print(f"{name:10} ends at {result[name][-1]}, {known}")

axes = result.plot()
if len(sys.argv) > 2:
    axes.figure.savefig(sys.argv[2], dpi=120)
else:
    matplotlib.pyplot.show()
