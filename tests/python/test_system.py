"""bellwether.System."""
import pickle
import xml.etree.ElementTree

import numpy as np
import pytest

import bellwether

LAG = """
model Lag
  input Real u;
  parameter Real T = 1;
  output Real y(start = 0, fixed = true);
equation
  T * der(y) = u - y;
end Lag;
"""


def pair():
    system = bellwether.System()
    system.add("first", LAG).add("second", LAG, set={"T": 2})
    system.add("source", {"time": [0, 5, 5, 10], "u": [0.0, 0, 1, 1]})
    system.connect("source.u", "first.u").connect("first.y", "second.u", gain=2, offset=0.5)
    return system


def test_texts_and_tables_are_components():
    result = bellwether.run(pair(), stop=10, tolerance=1e-6)
    assert result.target == "system.toml"  # and no folder that is gone
    assert result.verdict == "trusted"
    assert abs(result["first.y"][-1] - (1 - np.exp(-5))) < 1e-5


def test_fmus_and_settings_are_taken(lotka_volterra, tmp_path):
    system = bellwether.System()
    folder = lotka_volterra.parent
    system.add("prey", folder / "prey.fmu").add("predator", folder / "predator.fmu", interface="cs")
    system.connect("prey.x", "predator.x").connect("predator.y", "prey.y")
    system.run_settings = {"stop": 10, "tolerance": 1e-5}
    result = bellwether.run(system)
    assert result.tolerance == 1e-5 and result.time[-1] == 10
    saved = system.save(tmp_path / "system.toml")
    again = bellwether.run(saved)
    assert np.array_equal(again["prey.x"], result["prey.x"])


def test_a_saved_system_has_its_texts_and_tables_beside_it(tmp_path):
    pair().save(tmp_path / "pair.toml")
    assert {file.name for file in tmp_path.iterdir()} == {"pair.toml", "first.mo", "second.mo", "source.csv"}
    assert bellwether.run(tmp_path / "pair.toml", stop=1).verdict == "trusted"
    with pytest.raises(ValueError, match="saved as .toml or .ssp"):
        pair().save(tmp_path / "pair.xml")


def test_a_system_is_saved_as_a_package_of_ssp(tmp_path, lotka_volterra):
    package = pair().save(tmp_path / "pair.ssp")
    expected = bellwether.run(pair(), stop=1, tolerance=1e-6)
    assert np.array_equal(bellwether.run(package, stop=1, tolerance=1e-6)["second.y"], expected["second.y"])
    assert [file.name for file in tmp_path.iterdir()] == ["pair.ssp"]
    with pytest.raises(bellwether.InputError, match="none.fmu"):
        bellwether.System().add("a", tmp_path / "none.fmu").save(tmp_path / "none.ssp")


def test_saving_replaces_no_other_files(tmp_path):
    (tmp_path / "second.mo").write_text("mine")
    with pytest.raises(bellwether.InputError, match="second.mo' for component 'second' exists with another content"):
        pair().save(tmp_path / "pair.toml")
    assert (tmp_path / "second.mo").read_text() == "mine"


def test_tables_may_be_of_numpy_or_pandas():
    pandas = pytest.importorskip("pandas")
    times, values = np.linspace(0, 1, 11), np.linspace(0, 1, 11) ** 2
    structured = np.array(list(zip(times, values)), dtype=[("time", float), ("u", float)])
    frame = pandas.DataFrame({"u": values}, index=pandas.Index(times, name="time"))
    final = set()
    for table in (structured, frame, frame.reset_index(), {"time": times, "u": values}):
        system = bellwether.System().add("lag", LAG).add("source", table).connect("source.u", "lag.u")
        final.add(bellwether.run(system, stop=1, tolerance=1e-6)["lag.y"][-1])
    assert len(final) == 1
    with pytest.raises(TypeError, match="a table is a structured array"):
        bellwether.System().add("source", values)
    with pytest.raises(ValueError, match="same number of values"):
        bellwether.System().add("source", {"time": [0, 1], "u": [1]})


def test_mistakes_are_reported_where_they_are_made():
    system = pair()
    with pytest.raises(ValueError, match="no component 'frist'.*Did you mean first"):
        system.connect("frist.y", "second.u")
    with pytest.raises(ValueError, match="connected twice; the other connection is from 'source.u'"):
        system.connect("second.y", "first.u")
    with pytest.raises(ValueError, match="cannot be the name"):
        system.add("a.b", LAG)
    for name in (None, 3):
        with pytest.raises(TypeError, match=f"name of a component must be a text, not {name}"):
            system.add(name, LAG)
    with pytest.raises(ValueError, match="already"):
        system.add("first", LAG)
    with pytest.raises(TypeError, match="Did you mean isolate"):
        system.add("other", LAG, isolated=True)
    with pytest.raises(bellwether.InputError, match="has no components"):
        bellwether.run(bellwether.System())


def test_messages_speak_of_connect():
    def run(**unit):
        tank = LAG.replace("input Real u", 'input Real u(unit = "kg")').replace("T * der(y) = u - y", "T * der(y) = -y")
        system = bellwether.System().add("tank", tank).add("source", {"time": [0, 9], "q": [1.0, 2.0]})
        diagnostics = bellwether.run(system.connect("source.q", "tank.u", **unit), stop=1).diagnostics
        return [each["message"] for each in diagnostics if each["code"] == "unit-assumed"]

    message, = run()
    assert 'To confirm it, give connect("source.q", ..., unit="kg").' in message
    assert not run(unit="kg")


def test_a_check_opens_everything_and_runs_nothing():
    plan = pair().check(stop=10)
    assert "method" in plan
    wrong = bellwether.System().add("first", LAG).add("second", LAG).connect("first.z", "second.u")
    with pytest.raises(bellwether.InputError, match="first.*has no.*'z'"):
        wrong.check(stop=1)


def test_a_system_can_be_pickled():
    copy = pickle.loads(pickle.dumps(pair()))
    assert copy.to_toml() == pair().to_toml()


def test_a_system_is_drawn():
    root = xml.etree.ElementTree.fromstring(pair().to_svg())
    texts = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"first", "second", "source", "first.mo", "source.csv"} <= set(texts)
    titles = [each.text for each in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "first.y × 2 + 0.5 → second.u" in titles
    assert pair().to_svg() in pair()._repr_html_()
    xml.etree.ElementTree.fromstring(bellwether.System().to_svg())


def test_a_system_that_cannot_be_opened_is_drawn(tmp_path):
    system = bellwether.System().add("a", LAG).add("b", tmp_path / "none.fmu").connect("a.y", "b.u")
    assert "none.fmu" in system.to_svg()
