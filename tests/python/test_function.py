"""Functions and models in Python as components of a system."""
import math
import os
import pickle
import signal
import threading
import time

import numpy as np
import pytest

import bellwether
from bellwether import Function, Model, System

TANK = """
model Tank
  input Real inflow;
  output Real level(start = 0, fixed = true);
equation
  der(level) = inflow - 0.5 * level;
end Tank;
"""
LAG = """
model Lag
  input Real u;
  output Real y(start = 0, fixed = true);
equation
  der(y) = u - y;
end Lag;
"""


def twice(t, u):
    return 2 * u["a"]


def looped(controller, **options):
    system = System().add("tank", TANK).add("controller", controller)
    system.connect("tank.level", "controller.level").connect("controller.inflow", "tank.inflow")
    return bellwether.run(system, **options)


def test_a_function_without_memory_closes_a_loop():
    # level' = 2 (1 - level) - level/2: level = 0.8 (1 - exp(-2.5 t))
    result = looped(Function(lambda t, u: 2 * (1 - u["level"]), "level", "inflow"), stop=2, tolerance=1e-7)
    assert result.verdict == "trusted"
    exact = 0.8 * (1 - np.exp(-2.5 * result.time))
    assert np.max(abs(result["tank.level"] - exact)) < 1e-6
    assert np.max(abs(result["controller.inflow"] - 2 * (1 - exact))) < 2e-6


def test_a_function_is_not_called_again_where_nothing_has_changed():
    calls = []

    def controller(t, u):
        calls.append((t, u["level"]))
        return 2 * (1 - u["level"])

    looped(Function(controller, "level", "inflow"), stop=2, tolerance=1e-7)
    assert sum(a == b and a[0] > 0 for a, b in zip(calls, calls[1:])) == 0


def test_a_sampled_function_has_a_state_and_is_held_between_samples():
    def controller(t, u, state):
        return 2 * (1 - u["level"]) + state, state + 0.25 * (1 - u["level"])

    result = looped(Function(controller, "level", "inflow", state=0.0, every=0.25), stop=2, tolerance=1e-8, interval=0.05)
    assert result.verdict == "trusted"
    level, state = 0.0, 0.0
    for k in range(8):  # exactly, from sample to sample
        inflow, state = 2 * (1 - level) + state, state + 0.25 * (1 - level)
        row = np.argmin(abs(result.time - (0.25 * k + 0.05)))
        assert result["controller.inflow"][row] == pytest.approx(inflow, abs=1e-7)
        level = 2 * inflow + (level - 2 * inflow) * math.exp(-0.125)
    assert result["tank.level"][-1] == pytest.approx(level, abs=1e-7)


def test_a_stepped_function_is_rolled_back():
    """x' = u - x, integrated exactly over each step: its error is the coupling's alone."""
    def lag(t, h, u, x):
        x = u["u"] + (x - u["u"]) * math.exp(-h)
        return x, x

    system = System().add("first", Function(lag, "u", "y", state=1.0)).add("second", Function(lag, "u", "y", state=0.0))
    system.connect("first.y", "second.u").connect("second.y", "first.u")
    result = bellwether.run(system, stop=2, tolerance=1e-5)
    assert result.verdict == "trusted"
    assert np.max(abs(result["first.y"] - (1 + np.exp(-2 * result.time)) / 2)) < 1e-4
    assert result.summary["certificate"]["runs"] > 2


def test_states_that_are_changed_in_place_are_restored():
    calls = []

    def integrate(t, h, u, state):
        state["x"] += h * u["u"]
        calls.append(h)
        return {"y": state["x"]}, state

    start = {"x": 0.0}
    system = System().add("lag", LAG).add("sum", Function(integrate, ["u"], ["y"], state=start))
    system.connect("sum.y", "lag.u").connect("lag.y", "sum.u")
    bellwether.run(system, stop=1, tolerance=1e-3, set={"lag.y": 1.0})
    assert start == {"x": 0.0} and len(calls) > 10


def test_a_model_with_inputs_and_outputs_is_integrated_with_the_others():
    mass = Model({"x": 1.0, "v": 0.0}, lambda t, x, u: [x[1], u["force"]], inputs="force",
                 outputs={"energy": lambda t, x, u: x[1] ** 2 / 2}, units={"x": "m", "force": "N"})
    spring = Function(lambda t, u: -4 * u["x"], {"x": 0.0}, "force", units={"x": "m", "force": "N"})
    system = System().add("mass", mass).add("spring", spring)
    system.connect("mass.x", "spring.x").connect("spring.force", "mass.force")
    result = bellwether.run(system, stop=3, tolerance=1e-7)
    assert result.verdict == "trusted" and result.units["mass.x"] == "m"
    assert np.max(abs(result["mass.x"] - np.cos(2 * result.time))) < 1e-6
    assert np.max(abs(result["mass.energy"] - 2 * np.sin(2 * result.time) ** 2)) < 1e-5


def test_a_model_with_events_jumps():
    ball = Model({"h": 1, "v": 0}, lambda t, x, u: [x[1], -u["g"]], events=lambda t, x, u: [x[0]], inputs={"g": 9.81},
                 on_event=lambda t, x, u: [0, -0.7 * x[1]] if x[1] < 0 else None)
    alone = Model({"h": 1, "v": 0}, lambda t, x: [x[1], -9.81], events=lambda t, x: [x[0]],
                  on_event=lambda t, x: [0, -0.7 * x[1]] if x[1] < 0 else None)
    result = bellwether.run(System().add("ball", ball), stop=1, tolerance=1e-7)
    expected = bellwether.run(alone, stop=1, tolerance=1e-7)
    assert result["ball.h"][-1] == pytest.approx(expected["h"][-1], abs=1e-6)
    assert len(result.events) == len(expected.events)


def test_events_of_other_components_are_not_those_of_a_model():
    ball = Model({"h": 1, "v": 0}, lambda t, x: [x[1], -9.81], events=lambda t, x: [x[0]],
                 on_event=lambda t, x: [0, -0.7 * x[1]] if x[1] < 0 else None)
    clock = Function(lambda t, u: t, [], "y", every=0.07)
    result = bellwether.run(System().add("ball", ball).add("clock", clock), stop=1, tolerance=1e-7)
    expected = bellwether.run(ball, stop=1, tolerance=1e-7)
    assert result["ball.h"][-1] == pytest.approx(expected["h"][-1], abs=1e-6)


def test_a_function_is_coupled_to_an_fmu(lotka_volterra):
    system = System().add("prey", lotka_volterra.parent / "prey.fmu").add("gain", Function(twice, "a", "b"))
    system.connect("prey.x", "gain.a").connect("gain.b", "prey.y", gain=0.1)
    result = bellwether.run(system, stop=1, tolerance=1e-4)
    assert np.allclose(result["gain.b"], 2 * result["prey.x"])


def test_an_exception_of_a_function_comes_out_as_it_is():
    class Special(Exception):
        pass

    def broken(t, u):
        if t > 0.5:
            raise Special("at", t)
        return 0.0

    with pytest.raises(Special) as raised:
        looped(Function(broken, "level", "inflow"), stop=2)
    assert raised.value.args[0] == "at"


@pytest.mark.parametrize("returned, message", [
    (None, "must return numbers"), ([1, 2], "returned 2 values; 1 are needed: inflow"), ("x", "must return numbers"),
    ({"flow": 1}, "returned flow; needed are inflow")])
def test_a_wrong_result_is_named(returned, message):
    with pytest.raises((TypeError, ValueError), match=message):
        looped(Function(lambda t, u: returned, "level", "inflow"), stop=1)


def test_a_nan_is_named():
    lag = "model Lag\n  input Real u;\n  output Real y(start=0, fixed=true);\nequation\n  der(y) = u - y;\nend Lag;\n"
    system = System().add("f", Function(lambda t, u: float("nan"), "a", "b")).add("lag", lag)
    result = bellwether.run(system.connect("lag.y", "f.a").connect("f.b", "lag.u"), stop=1)
    assert result.verdict == "rejected"
    with pytest.raises(bellwether.Rejected, match="f.b is not a finite number at t = 0"):
        result.raise_if_rejected()


def test_a_wrong_pair_is_named():
    with pytest.raises(TypeError, match="outputs and state"):
        looped(Function(lambda t, u, s: 1.0, "level", "inflow", state=0, every=1), stop=1)


def test_mistakes_are_reported_where_they_are_made():
    with pytest.raises(TypeError, match="needs a function"):
        Function(3, "a", "b")
    with pytest.raises(ValueError, match="at least one output"):
        Function(twice, "a")
    with pytest.raises(ValueError, match="an input and an output"):
        Function(twice, "a", "a")
    with pytest.raises(ValueError, match="the input 'a' is named twice"):
        Function(twice, ["a", "a"], "b")
    with pytest.raises(ValueError, match="the output 'b' is named twice"):
        Function(twice, "a", ["b", "c", "b"])
    with pytest.raises(ValueError, match="positive number of seconds"):
        Function(twice, "a", "b", every=-1)
    with pytest.raises(ValueError, match="which is no variable"):
        Function(twice, "a", "b", units={"c": "m"})
    with pytest.raises(TypeError, match=r"bellwether.Function\(function"):
        System().add("f", twice)
    with pytest.raises(TypeError, match="with on_start remembers"):
        System().add("m", Model({"x": 1}, lambda t, x: [0], on_start=lambda: None))
    with pytest.raises(TypeError, match="is a component"):
        bellwether.run(Model({"x": 1}, lambda t, x, u: [0], inputs="u"), stop=1)
    with pytest.raises(bellwether.InputError, match="'gain' has no variable 'q'|no.*'q'"):
        bellwether.run(System().add("lag", LAG).add("gain", Function(twice, "a", "b")).connect("gain.q", "lag.u"), stop=1)


def test_a_system_with_functions_is_drawn_checked_and_not_saved(tmp_path):
    system = System().add("lag", LAG).add("gain", Function(twice, "a", "b", units={"b": "m"}))
    system.connect("lag.y", "gain.a").connect("gain.b", "lag.u")
    assert "gain.b [m]" in system.to_svg()
    assert "method" in system.check(stop=1)
    for name in ("x.toml", "x.ssp"):
        with pytest.raises(bellwether.InputError, match="lives in this interpreter"):
            system.save(tmp_path / name)
    assert not list(tmp_path.glob("x.*"))


def test_a_system_with_functions_can_be_pickled():
    system = pickle.loads(pickle.dumps(System().add("gain", Function(twice, {"a": 3.0}, "b"))))
    assert bellwether.run(system, stop=1)["gain.b"][-1] == 6


def test_threads_run_their_own_functions():
    results = {}

    def work(k):
        results[k] = looped(Function(lambda t, u: k, "level", "inflow"), stop=1, tolerance=1e-6)["controller.inflow"][-1]

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {0: 0, 1: 1, 2: 2, 3: 3}


def test_ctrl_c_ends_a_function_that_hangs():
    def slow(t, u):
        time.sleep(60)
        return 0.0

    threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        looped(Function(slow, "level", "inflow"), stop=1)


def test_a_long_temporary_folder_has_a_short_socket(tmp_path, monkeypatch):
    folder = tmp_path / ("x" * 90)
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    assert looped(Function(lambda t, u: 1.0, "level", "inflow"), stop=1).verdict == "trusted"
