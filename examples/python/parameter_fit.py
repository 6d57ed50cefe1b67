"""A parameter of a model, fitted to measurements with scipy.optimize."""
import numpy as np
from scipy.optimize import least_squares

import bellwether

MODEL = """
model Cooling
  parameter Real k = 0.1;
  parameter Real outside = 20;
  Real T(start = 90, fixed = true);
equation
  der(T) = -k * (T - outside);
end Cooling;
"""

times = np.linspace(0, 30, 11)
measured = 21 + 69 * np.exp(-0.08 * times) + np.random.default_rng(1).normal(0, 0.2, times.size)

system = bellwether.System().add("cup", MODEL)


def differences(parameters):
    k, outside = parameters
    result = bellwether.run(system, stop=30, interval=3, tolerance=1e-8, set={"cup.k": k, "cup.outside": outside})
    return result.raise_if_rejected()["cup.T"] - measured


fit = least_squares(differences, [0.1, 20], diff_step=1e-4)
print(f"k = {fit.x[0]:.4f} 1/min, outside = {fit.x[1]:.2f} degC, {fit.nfev} steps of the fit")
