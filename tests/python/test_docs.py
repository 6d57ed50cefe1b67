"""What the documentation says: the page, the docstrings and the examples."""
import doctest
import importlib
import os
import pkgutil
import subprocess
import sys

import pytest

import bellwether
from conftest import BUILD, SOURCE

EXAMPLES = SOURCE / "examples" / "python"


def test_the_page_prints_what_it_shows():
    done = subprocess.run([sys.executable, SOURCE / "tools" / "run_docs.py", "--build", BUILD, "docs/python.md"], cwd=SOURCE,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped: 0" in done.stdout


@pytest.mark.parametrize("name", [each.name for each in pkgutil.iter_modules(bellwether.__path__)
                                  if each.name != "_bellwether"])
def test_the_docstrings_are_right(name):
    module = importlib.import_module(f"bellwether.{name}")
    assert doctest.testmod(module, raise_on_error=False).failed == 0


def printed(script, *arguments):
    done = subprocess.run([sys.executable, EXAMPLES / script, *arguments], capture_output=True, text=True,
                          env={**os.environ, "MPLCONFIGDIR": "/tmp"})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_examples_run(fmus, tmp_path):
    assert "trusted" in printed("coupled_system.py")
    lines = printed("global_error.py").splitlines()
    assert lines[0] == "verdict: trusted"
    scipys, ours, estimate = map(float, lines[-1].split()[1:])
    assert ours <= estimate < 1e-5 < scipys
    assert printed("parameter_fit.py").startswith("k = 0.0800 1/min, outside = 21.05 degC")
    assert "trusted" in printed("single_fmu.py", str(fmus / "2" / "VanDerPol.fmu"), str(tmp_path / "figure.png"))
    assert (tmp_path / "figure.png").stat().st_size > 10_000


def test_the_example_of_one_fmu_runs_for_one_without_an_estimate(tmp_path):
    prey = BUILD / "examples" / "lotka_volterra" / "prey.fmu"
    assert "its error is not estimated" in printed("single_fmu.py", str(prey), str(tmp_path / "figure.png"))
    done = subprocess.run([sys.executable, EXAMPLES / "single_fmu.py"], capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.startswith("usage: python3 single_fmu.py FILE.fmu")
