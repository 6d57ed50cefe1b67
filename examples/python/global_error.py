"""solve_ivp beside SciPy's: the same call, and what the error of the result really is."""
import numpy as np
from scipy.integrate import solve_ivp

import bellwether


def lorenz(t, y):
    return [10 * (y[1] - y[0]), y[0] * (28 - y[2]) - y[1], y[0] * y[1] - 8 / 3 * y[2]]


times = np.arange(0, 16, 5)
theirs = solve_ivp(lorenz, [0, 15], [1, 1, 1], t_eval=times, rtol=1e-6, atol=1e-9)
ours = bellwether.solve_ivp(lorenz, [0, 15], [1, 1, 1], t_eval=times, rtol=1e-6, atol=1e-9)
exact = bellwether.solve_ivp(lorenz, [0, 15], [1, 1, 1], t_eval=times, rtol=1e-10, atol=1e-12)

print("verdict:", ours.verdict)
print(" t   error of SciPy   error of ours   our estimate")
for k, t in enumerate(times):
    print(f"{t:2}   {max(abs(theirs.y[:, k] - exact.y[:, k])):14.0e}   "
          f"{max(abs(ours.y[:, k] - exact.y[:, k])):13.0e}   {max(ours.global_error[:, k]):12.0e}")
