"""Bellwether: simulation with an estimate of its error, from Python.

    >>> import bellwether
    >>> solution = bellwether.solve_ivp(lambda t, y: -0.5 * y, [0, 10], [2.0], rtol=1e-6)
    >>> solution.verdict
    'trusted'
"""
from . import _bellwether
from .errors import BellwetherError, ComponentCrashed, InputError, Rejected, RunFailed
from .fmu import FmuResult, simulate_fmu
from .function import Function
from .ivp import solve_ivp
from .model import Model
from .result import Result
from .run import options, run
from .stepping import Component, Snapshot
from .stepping import open_component as open
from .system import System

__version__: str = _bellwether.version
# Without `open`, which would hide the one of Python.
__all__ = ["BellwetherError", "Component", "ComponentCrashed", "FmuResult", "Function", "InputError", "Model",
           "Rejected", "Result", "RunFailed", "Snapshot", "System", "options", "run", "simulate_fmu", "solve_ivp"]
