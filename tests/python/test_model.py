"""bellwether.Model: equations with events, written in Python."""
import numpy as np
import pytest

import bellwether


def ball(**others):
    return bellwether.Model({"h": 1, "v": 0}, lambda t, x: [x[1], -9.81], events=lambda t, x: [x[0]],
                            on_event=lambda t, x: [0.0, -0.7 * x[1]] if x[1] < 0 else None,
                            units={"h": "m", "v": "m/s"}, name="ball", **others)


def test_a_model_is_run_like_every_other():
    result = bellwether.run(ball(), stop=1.5, tolerance=1e-6, interval=0.5)
    first = np.sqrt(2 / 9.81)
    speed = 0.7 * 9.81 * first
    t = 1 - first
    assert result.verdict == "trusted" and result.names == ["h", "v"]
    assert result["h"][2] == pytest.approx(speed * t - 9.81 / 2 * t * t, abs=1e-6)
    assert result.units == {"h": "m", "v": "m/s"}
    assert result.error["h"].shape == result["h"].shape
    assert any(abs(event["time"] - first) < 1e-6 for event in result.events)
    assert result.target == "ball"


def test_options_are_those_of_every_run():
    result = bellwether.run(ball(), stop="1 s", tolerance=1e-8, record=["h"], method="dop853", time_unit="min")
    assert result.names == ["h"] and result.time_unit == "min"
    assert result.time[-1] == pytest.approx(1 / 60)
    assert result.summary["method"] == "dop853"
    with pytest.raises(bellwether.InputError, match="^tolerance must be below 1"):
        bellwether.run(ball(), stop=1, tolerance=2)
    with pytest.raises(TypeError, match="input is not for a Model"):
        bellwether.run(ball(), stop=1, input="x.csv")
    with pytest.raises(bellwether.InputError, match="stop"):
        bellwether.run(ball())


def test_a_jacobian_and_a_start_are_called():
    calls = {"jacobian": 0, "start": 0}

    def jacobian(t, x):
        calls["jacobian"] += 1
        return [[-1000.0]]

    def start():
        calls["start"] += 1

    model = bellwether.Model({"x": 1}, lambda t, x: -1000 * (x - np.cos(t)), jacobian=jacobian, on_start=start)
    result = bellwether.run(model, stop=10, tolerance=1e-6, method="radau5")
    assert result.verdict == "trusted" and calls["jacobian"] > 0 and calls["start"] >= 2


def test_exceptions_come_out_as_they_are_and_failures_have_their_rows():
    def wrong(t, x):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        bellwether.run(bellwether.Model({"x": 1}, wrong), stop=1)
    with pytest.raises(bellwether.RunFailed) as raised:
        bellwether.run(bellwether.Model({"x": 1}, lambda t, x: x * x), stop=2)
    assert raised.value.result.time[-1] < 1.01
    with pytest.raises(ValueError, match="on_event must return None or 2 values"):
        bellwether.run(bellwether.Model({"h": 1, "v": 0}, lambda t, x: [x[1], -9.81], events=lambda t, x: [x[0]],
                                        on_event=lambda t, x: [0]), stop=1)


@pytest.mark.parametrize("nominal", [0, -1, float("nan"), float("inf")])
def test_a_nominal_is_positive_and_finite(nominal):
    with pytest.raises(ValueError, match="the nominal of 'x' must be positive and finite"):
        bellwether.Model({"x": 1}, lambda t, x: -x, nominals={"x": nominal})


def test_a_file_of_its_name_is_not_its_target(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("model", "solve_ivp"):
        (tmp_path / name).write_text("of somebody else")
    run = bellwether.run(bellwether.Model({"x": 1}, lambda t, x: -x, name="model"), stop=1)
    solution = bellwether.solve_ivp(lambda t, y: -y, [0, 1], [1.0])
    for origin in (run.summary["provenance"], solution.summary["provenance"]):
        assert origin["target"] in ("model", "solve_ivp") and origin["target_sha256"] is None


def test_wrong_descriptions_are_refused():
    with pytest.raises(ValueError, match="at least one state"):
        bellwether.Model({}, lambda t, x: [])
    with pytest.raises(ValueError, match="units name 'y', which is no variable"):
        bellwether.Model({"x": 1}, lambda t, x: -x, units={"y": "m"})


def test_messages_name_the_function_that_is_wrong():
    with pytest.raises(ValueError, match=r"derivatives returned an array of shape \(2,\); 1 values are needed"):
        bellwether.run(bellwether.Model({"x": 1}, lambda t, x: [1, 2]), stop=1)
    with pytest.raises(TypeError, match="events must return numbers"):
        bellwether.run(bellwether.Model({"x": 1}, lambda t, x: -x, events=lambda t, x: None if t > 0 else [1.0]), stop=1)
    with pytest.raises(TypeError, match="on_event must return real numbers, not complex ones"):
        bellwether.run(bellwether.Model({"x": 1}, lambda t, x: [-1.0], events=lambda t, x: x - 0.5,
                                        on_event=lambda t, x: np.array([1j])), stop=1)
