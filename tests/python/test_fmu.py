"""bellwether.simulate_fmu, as users of FMPy call it."""
import pickle

import numpy as np
import pytest

import bellwether


@pytest.fixture
def van_der_pol(fmus):
    return fmus / "2" / "VanDerPol.fmu"


def test_the_result_is_a_structured_array_with_a_verdict(van_der_pol):
    result = bellwether.simulate_fmu(van_der_pol, stop_time=5.0, relative_tolerance=1e-6, output_interval=0.5)
    assert isinstance(result, np.ndarray)
    assert result.dtype.names[0] == "time"
    assert result["time"][0] == 0 and result["time"][-1] == 5
    assert result.verdict == "trusted" and result.estimated_error <= 1
    assert len(result) == 11
    assert result[2:].result is result.result


def test_outputs_start_values_and_types_are_chosen(van_der_pol):
    names = bellwether.run(van_der_pol, stop=1).names
    result = bellwether.simulate_fmu(str(van_der_pol), stop_time=1, output=names[:1], fmi_type="ModelExchange")
    assert result.dtype.names == ("time", names[0])
    by_steps = bellwether.simulate_fmu(van_der_pol, stop_time=1, fmi_type="CoSimulation", step_size=0.01)
    assert by_steps.verdict == "unverified"
    euler = bellwether.simulate_fmu(van_der_pol, stop_time=1, solver="Euler", step_size=0.001,
                                    fmi_type="ModelExchange")
    assert euler.result.summary["method"] == "euler"
    assert bellwether.simulate_fmu(van_der_pol, stop_time=1, solver="CVode").result.summary["method"] == "bdf"


def test_whole_numbers_and_booleans_keep_their_types(fmus):
    result = bellwether.simulate_fmu(fmus / "all_types.fmu", stop_time=1)
    kinds = {result.dtype[name].kind for name in result.dtype.names}
    assert "i" in kinds or "b" in kinds


def test_inputs_are_structured_arrays(fmus):
    signals = np.array([(0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (1.0, 1.0)], dtype=[("time", np.double), ("u", np.double)])
    hostile = fmus.parent / "hostile" / "hostile.fmu"  # without a misdeed: x' = u - x
    result = bellwether.simulate_fmu(hostile, stop_time=1, start_values={"x": 0.0}, input=signals,
                                     relative_tolerance=1e-6, output=["x"])
    assert abs(result["x"][-1] - (1 - np.exp(-0.5))) < 1e-5


@pytest.mark.parametrize("name, value", [("step_finished", print), ("debug_logging", True), ("fmu_instance", object()),
                                         ("terminate", False), ("remote_platform", "win64")])
def test_what_cannot_be_honoured_is_refused_by_name(van_der_pol, name, value):
    with pytest.raises(ValueError, match=f"cannot honour {name}="):
        bellwether.simulate_fmu(van_der_pol, **{name: value})


def test_defaults_of_fmpy_are_accepted(van_der_pol):
    bellwether.simulate_fmu(van_der_pol, validate=False, stop_time=0.1, debug_logging=False, logger=None,
                            remote_platform="auto", set_stop_time=True)
    with pytest.raises(TypeError, match="unexpected keyword argument 'stop'"):
        bellwether.simulate_fmu(van_der_pol, stop=1)


def test_wrong_files_and_types_are_refused(van_der_pol, tmp_path):
    with pytest.raises(bellwether.InputError, match="no FMU"):
        bellwether.simulate_fmu(tmp_path / "none.fmu")
    with pytest.raises(ValueError, match="is a folder"):
        bellwether.simulate_fmu(tmp_path)
    with pytest.raises(TypeError, match=r"output must be a list of names, such as \['x0'\]"):
        bellwether.simulate_fmu(van_der_pol, output="x0")
    with pytest.raises(ValueError, match="fmi_type must be one of"):
        bellwether.simulate_fmu(van_der_pol, fmi_type="cs")
    with pytest.raises(ValueError, match="solver 'RK'"):
        bellwether.simulate_fmu(van_der_pol, solver="RK")
    with pytest.raises(ValueError, match="step_size is the step of"):
        bellwether.simulate_fmu(van_der_pol, step_size=0.1, fmi_type="ModelExchange")


def test_a_result_can_be_pickled(van_der_pol):
    result = bellwether.simulate_fmu(van_der_pol, stop_time=1)
    copy = pickle.loads(pickle.dumps(result))
    assert np.array_equal(np.asarray(copy), np.asarray(result)) and copy.verdict == result.verdict
