"""What the tests of the package share: files of the build folder, and small models."""
import os
import pathlib
import shutil
import zipfile

import pytest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("BELLWETHER_BUILD", SOURCE / "build" / "release"))


@pytest.fixture
def source():
    return SOURCE


@pytest.fixture
def lotka_volterra():
    return BUILD / "examples" / "lotka_volterra" / "system.toml"


@pytest.fixture
def fmus():
    return BUILD / "tests" / "fmus"


@pytest.fixture
def decay(tmp_path):
    """A Modelica model: x' = -k x."""
    file = tmp_path / "decay.mo"
    file.write_text("model Decay\n  parameter Real k(unit=\"1/s\") = 1;\n  Real x(start=1, fixed=true, unit=\"m\");\n"
                    "  Boolean low;\n  Integer half;\nequation\n  der(x) = -k * x;\n  low = x < 0.5;\n"
                    "  half = if low then 1 else 0;\nend Decay;\n")
    return file


@pytest.fixture
def hostile(tmp_path):
    """An FMU that commits a misdeed at a place: hostile("null-read", "step", 0.5)."""
    def make(misdeed, place, when):
        file = tmp_path / "bad.fmu"
        shutil.copyfile(BUILD / "tests" / "hostile" / "hostile.fmu", file)
        with zipfile.ZipFile(file, "a") as archive:
            archive.writestr("resources/misdeed", f"{misdeed}\n{place}\n{when}\n")
        return file
    return make
