"""bellwether.open: a component that is stepped from Python."""
import threading

import numpy as np
import pytest

import bellwether

LAG = """model Lag
  input Real u;
  parameter Real T = 1;
  output Real y(start = 0, fixed = true);
  Boolean high;
equation
  T * der(y) = u - y;
  high = y > 0.5;
end Lag;
"""


@pytest.fixture
def lag(tmp_path):
    file = tmp_path / "lag.mo"
    file.write_text(LAG)
    return file


def test_a_model_is_stepped_with_inputs(lag):
    with bellwether.open(lag, stop=10, tolerance=1e-8) as c:
        assert c.inputs == ["u"] and c.time == 0 and c["y"] == 0
        c["u"] = 1
        for _ in range(10):
            c.step(0.1)
        assert c.time == pytest.approx(1)
        assert c["y"] == pytest.approx(1 - np.exp(-1), abs=1e-7)
        assert c["high"] is True
        c["u"] = np.float64(0)
        c.step(1)
        assert c["y"] == pytest.approx((1 - np.exp(-1)) * np.exp(-1), abs=1e-7)


def test_states_are_saved_and_restored_any_number_of_times(lag):
    with bellwether.open(lag, stop=10) as c:
        c["u"] = 1
        c.step(0.5)
        saved, before = c.save(), c["y"]
        ends = []
        for _ in range(3):
            c.step(1)
            ends.append(c["y"])
            c.restore(saved)
            assert c["y"] == before and c.time == 0.5
        assert ends[0] == ends[1] == ends[2]


@pytest.mark.parametrize("interface", ["cs", "me"])
def test_an_fmu_is_stepped_by_both_interfaces(fmus, interface):
    with bellwether.open(fmus / "2" / "Dahlquist.fmu", interface=interface, stop=5, tolerance=1e-6) as c:
        for _ in range(20):
            c.step(0.1)
        assert c["x"] == pytest.approx(np.exp(-2), rel=0.2)
        saved, value = c.save(), c["x"]
        c.step(0.5)
        assert c["x"] < value
        c.restore(saved)
        assert c["x"] == value


def test_an_fmu_without_a_state_is_copied_with_its_process(fmus):
    with bellwether.open(fmus / "no_rollback.fmu", stop=5) as c:
        c.step(0.1)
        try:
            saved = c.save()
        except bellwether.InputError as why:
            assert "can neither" in str(why) or "copy" in str(why) or "copied" in str(why)
            return
        before = c.values()
        c.step(0.1)
        c.restore(saved)
        assert c.values() == before


def test_mistakes_are_reported_and_the_component_goes_on(lag):
    with bellwether.open(lag, stop=2) as c:
        with pytest.raises(bellwether.InputError, match="a step must be a positive number, not -1"):
            c.step(-1)
        with pytest.raises(bellwether.InputError, match="passes the stop time 2"):
            c.step(3)
        with pytest.raises(KeyError, match="is no input; parameters"):
            c["y"] = 1
        with pytest.raises(KeyError, match="Did you mean u"):
            c["uu"] = 1
        with pytest.raises(TypeError, match="of type Real and cannot be 'x'"):
            c["u"] = "x"
        with pytest.raises(KeyError, match="no variable 'z'"):
            c["z"]
        c.step(1)
    with pytest.raises(bellwether.RunFailed, match="closed"):
        c.step(1)
    with pytest.raises(TypeError, match=r"open\(\) has no interval"):
        bellwether.open(lag, stop=1, interval=1)
    with pytest.raises(bellwether.InputError, match="nowhere"):
        bellwether.open("nowhere.fmu", stop=1)


def test_wrong_arguments_are_named(lag):
    with bellwether.open(lag, stop=1) as c:
        with pytest.raises(KeyError, match="no variable '0'"):
            c[0]
        with pytest.raises(TypeError, match=r"restore\(\) takes what save\(\) has returned, not 3"):
            c.restore(3)


def test_connected_models_are_stepped_as_one():
    system = bellwether.System().add("first", LAG).add("second", LAG, set={"T": 2}).connect("first.y", "second.u")
    system.add("source", {"time": [0, 10], "u": [1.0, 1.0]}).connect("source.u", "first.u")
    with bellwether.open(system, stop=10, tolerance=1e-8) as c:
        assert c.inputs == []
        with pytest.raises(KeyError, match="'first.u' is no input"):
            c["first.u"] = 1
        c.step(1)
        saved = c.save()
        c.step(1)
        exact = 1 + np.exp(-2) - 2 * np.exp(-1)  # of the second, at t = 2
        assert c["second.y"] == pytest.approx(exact, abs=1e-6)
        c.restore(saved)
        assert c["first.y"] == pytest.approx(1 - np.exp(-1), abs=1e-7)


def test_a_system_of_a_master_is_refused(lotka_volterra):
    with pytest.raises(bellwether.InputError, match="is a system with co-simulation components"):
        bellwether.open(lotka_volterra, stop=1)


def test_a_crash_is_an_exception(hostile):
    bad = hostile("null-read", "step", 0.5)
    with bellwether.open(bad, interface="cs", stop=1) as c:
        with pytest.raises(bellwether.ComponentCrashed) as raised:
            for _ in range(10):
                c.step(0.1)
        assert raised.value.reason == "component-crashed" and raised.value.call == "fmi2DoStep"


def test_a_component_outlives_the_thread_that_opened_it(lag):
    opened = []
    thread = threading.Thread(target=lambda: opened.append(bellwether.open(lag, stop=2)))
    thread.start()
    thread.join()
    with opened[0] as c:
        c.step(1)
        assert c.time == 1


def test_reading_does_not_end_the_initialisation(tmp_path):
    (tmp_path / "m.mo").write_text("""model m
  input Real u;
  output Real y;
  Real x;
initial equation
  x = 2 * u;
equation
  der(x) = 0;
  y = x + u;
end m;
""")
    with bellwether.open(tmp_path / "m.mo", stop=1) as c:
        assert c["y"] == 0
        c["u"] = 3
        assert c["x"] == 6 and c["y"] == 9
        c["u"] = 5
        c.step(0.1)
        assert c["x"] == 10
        c["u"] = 7
        c.step(0.1)
        assert c["x"] == 10 and c["y"] == 17


def test_a_saved_state_ends_the_initialisation(fmus):
    with bellwether.open(fmus / "2" / "VanDerPol.fmu", stop=1) as c:
        before = c.values()
        saved = c.save()
        c.step(0.5)
        c.restore(saved)
        assert c.values() == before
