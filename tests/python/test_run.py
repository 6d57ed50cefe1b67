"""bellwether.run and Result."""
import pathlib
import pickle
import threading
import time

import numpy as np
import pytest

import bellwether


def test_a_coupled_system_is_trusted_and_has_errors(lotka_volterra):
    result = bellwether.run(lotka_volterra, stop=20)
    assert result.verdict == "trusted"
    assert 0 <= result.estimated_error <= 1
    assert result.time[0] == 0 and result.time[-1] == 20
    assert set(result.error) == set(result.names)
    weight = result.tolerance * (np.abs(result["prey.x"]) + 1)
    assert np.all(result.error["prey.x"] <= 1.01 * weight)
    assert result.final["prey.x"] == result["prey.x"][-1]
    assert result.statistics["components"]["prey"]["do_step"] > 0


def test_columns_are_views_of_the_rows(decay):
    result = bellwether.run(decay, stop=1, record=["x", "low"])
    assert np.shares_memory(result.time, result._cells.block)
    assert np.shares_memory(result["x"], result._cells.block)
    assert np.shares_memory(result["low"], result._cells.block)


def test_columns_have_the_types_of_their_variables(decay):
    result = bellwether.run(decay, stop=2, record=["x", "low", "half"])
    assert result.names == ["x", "low", "half"]
    assert result["x"].dtype == np.float64 and result["low"].dtype == bool and result["half"].dtype == np.int64
    assert not result["low"][0] and result["low"][-1]
    assert result["half"][0] == 0 and result["half"][-1] == 1
    assert result.units["x"] == "m" and result.units["low"] == ""
    assert np.allclose(result["x"], np.exp(-result.time), rtol=1e-4)
    assert any(abs(event["time"] - np.log(2)) < 1e-3 for event in result.events)


def test_texts_and_bytes_are_columns(fmus):
    result = bellwether.run(fmus / "all_types.fmu", stop=1, record=["*"], certify=False)
    kinds = {name: result[name].dtype.kind for name in result}
    assert "U" in kinds.values(), kinds
    for name in result:
        assert len(result[name]) == len(result)


def test_the_error_is_that_of_the_rows(decay):
    result = bellwether.run(decay, stop=5, tolerance=1e-5, record=["x"])
    true = np.abs(result["x"] - np.exp(-result.time))
    assert np.all(true <= result.error["x"] + 1e-5)


def test_every_option_is_a_keyword(decay):
    result = bellwether.run(decay, stop="2 s", tolerance=1e-6, absolute_tolerance=1e-8, set={"k": 3}, interval=0.5,
                            method="dop853", record="x")
    assert len(result) == 5
    assert abs(result["x"][-1] - np.exp(-6)) < 1e-6
    assert result.summary["method"] == "dop853"
    options = result.summary["provenance"]["options"]
    assert options["absolute-tolerance"] == {"value": "1e-08", "origin": "given"}


def test_an_unknown_keyword_is_refused_with_a_proposal(decay):
    with pytest.raises(TypeError, match=r"no keyword 'tolerence'. Did you mean tolerance\?"):
        bellwether.run(decay, tolerence=1)
    with pytest.raises(TypeError, match="certify must be True or False"):
        bellwether.run(decay, certify="yes")
    with pytest.raises(TypeError, match="stop needs a number"):
        bellwether.run(decay, stop=[1])


def test_mistakes_speak_of_keywords(decay):
    with pytest.raises(bellwether.InputError, match="^absolute_tolerance must be a positive number, not -1.$"):
        bellwether.run(decay, absolute_tolerance=-1)
    with pytest.raises(bellwether.InputError, match="nowhere.fmu"):
        bellwether.run("nowhere.fmu")
    with pytest.raises(bellwether.InputError, match="Did you mean 'k'"):
        bellwether.run(decay, stop=1, set={"kk": 1})


def test_a_missing_variable_is_reported_with_a_proposal(decay):
    result = bellwether.run(decay, stop=1, record=["*"])
    with pytest.raises(KeyError, match="Did you mean half"):
        result["hallf"]


@pytest.mark.parametrize("key", [3, slice(0, 2), ["x", "low"], None])
def test_columns_are_found_by_names_only(decay, key):
    result = bellwether.run(decay, stop=1)
    with pytest.raises(KeyError, match="there is no column of .* Known: x"):
        result[key]
    with pytest.raises(KeyError, match="there is no estimate of .* Known: x"):
        result.error[key]


def test_a_rejected_result_is_a_result(lotka_volterra):
    result = bellwether.run(lotka_volterra, stop=20, require="trusted", master="jacobi", step=0.5)
    assert result.verdict == "unverified"
    rejected = bellwether.run(lotka_volterra, tolerance=1e-12, work_limit=500)
    assert rejected.verdict == "rejected"
    with pytest.raises(bellwether.Rejected) as raised:
        rejected.raise_if_rejected()
    assert raised.value.result is rejected
    assert bellwether.run(lotka_volterra, stop=1).raise_if_rejected().verdict == "trusted"


@pytest.fixture
def lag_of_u(tmp_path):
    file = tmp_path / "lag.mo"
    file.write_text("model Lag\n  input Real u;\n  output Real y(start=0, fixed=true);\nequation\n  der(y) = u - y;\nend Lag;\n")
    return file


def test_inputs_come_from_arrays_and_frames(tmp_path):
    pandas = pytest.importorskip("pandas")
    model = tmp_path / "lag.mo"
    model.write_text("model Lag\n  input Real u;\n  output Real y(start=0, fixed=true);\nequation\n  der(y) = u - y;\nend Lag;\n")
    table = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (3.0, 1.0)], dtype=[("time", float), ("u", float)])
    frame = pandas.DataFrame({"u": table["u"]}, index=table["time"])
    mapping = {"time": [0, 1, 1, 3], "u": [0, 0, 1, 1]}
    for given in (table, frame, mapping):
        result = bellwether.run(model, stop=3, tolerance=1e-6, input=given)
        assert abs(result["y"][-1] - (1 - np.exp(-2))) < 1e-5
        assert np.all(np.abs(result["y"][result.time <= 1]) < 1e-6)
    with pytest.raises(TypeError, match="structured array"):
        bellwether.run(model, stop=3, input=3.0)


def test_tables_of_objects_and_durations_are_read(lag_of_u):
    pandas = pytest.importorskip("pandas")
    wanted = bellwether.run(lag_of_u, stop=1, input={"time": [0, 1], "u": [1, 2]})["y"][-1]
    for table in ({"time": np.array([0, 1], object), "u": np.array([1, np.float32(2)], object)},
                  pandas.DataFrame({"u": [1, 2]}, index=pandas.to_timedelta([0, 1], "s"), dtype="Int64")):
        assert bellwether.run(lag_of_u, stop=1, input=table)["y"][-1] == wanted
    with pytest.raises(TypeError, match="not a date"):
        bellwether.run(lag_of_u, stop=1, input={"time": np.array(["2020-01-01"], "M8[s]"), "u": [1]})
    with pytest.raises(ValueError, match="column 'u' of a table must be 1-dimensional"):
        bellwether.run(lag_of_u, stop=1, input={"time": [0, 1], "u": [[1, 2], [3, 4]]})


def test_wrong_arguments_are_named(decay):
    for target in (3, None):
        with pytest.raises(TypeError, match=f"target must be the path of a file, a System or a Model, not {target}"):
            bellwether.run(target)
        with pytest.raises(TypeError, match="target must be the path"):
            bellwether.open(target)
    with pytest.raises(ValueError, match="no file has the name"):
        bellwether.run("a\0b.mo")
    with pytest.raises(TypeError, match="record needs texts; it got 3"):
        bellwether.run(decay, record=3)
    result = bellwether.run(bytes(decay), stop=1)
    with pytest.raises(KeyError, match="no column of '0'"):
        result[0]


@pytest.mark.parametrize("text", ["model Lag\n  Real x;\nend Lag;\n", "model Lag Real x; equation der(x) = -x; end Lag;"])
def test_the_text_of_a_model_is_no_target(text):
    for call in (bellwether.run, bellwether.open):
        with pytest.raises(bellwether.InputError, match=r"^the target is the text of a model and no path.*system.add"):
            call(text, stop=1)
        with pytest.raises(bellwether.InputError, match="^the target is empty; it must be the path"):
            call("", stop=1)


def test_options_of_the_command_line_only_are_named(decay):
    with pytest.raises(TypeError, match=r"^report is for the command line: `bellwether run --report`.*plot\(\)"):
        bellwether.run(decay, report="page.html")
    with pytest.raises(TypeError, match="^checkpoint is for the command line"):
        bellwether.run(decay, checkpoint="x")
    with pytest.raises(TypeError, match=r"^dry_run is for the command line.*check\(\)"):
        bellwether.run(decay, dry_run=True)


def test_an_error_that_was_not_estimated_is_named(decay):
    result = bellwether.run(decay, stop=1, certify=False)
    with pytest.raises(KeyError, match="the error of 'x' was not estimated"):
        result.error["x"]
    with pytest.raises(KeyError, match="there is no estimate of 'y'. Known: x"):
        result.error["y"]


def test_frames_need_plain_labels(lag_of_u):
    pandas = pytest.importorskip("pandas")
    levels = pandas.MultiIndex.from_tuples([("u", "a"), ("u", "b")])
    for frame in (pandas.DataFrame([[1, 2], [3, 4]], columns=levels), pandas.DataFrame({"u": [1, 2]}, index=levels)):
        with pytest.raises(TypeError, match=r"labels of several levels \(MultiIndex\)"):
            bellwether.run(lag_of_u, stop=1, input=frame)
    with pytest.raises(bellwether.InputError, match="'?3'?"):  # named by a number
        bellwether.run(lag_of_u, stop=1, input=pandas.DataFrame({3: [1, 2]}, index=[0, 1]))


def test_results_become_frames_data_sets_and_files(decay, tmp_path):
    pytest.importorskip("xarray")
    result = bellwether.run(decay, stop=1, interval=0.25)
    frame = result.to_pandas()
    assert list(frame.index) == list(result.time) and frame["x"].iloc[-1] == result["x"][-1]
    data = result.to_xarray()
    assert data["x"].attrs["units"] == "m" and data.attrs["verdict"] == result.verdict
    assert "error(x)" in data and data["time"].attrs["units"] == "s"
    lines = result.save(tmp_path / "rows.csv").read_text().splitlines()
    assert lines[0] == '"time","x"' and len(lines) == 6
    assert result.save(tmp_path / "rows.csv", errors=True).read_text().startswith('"time","x","error(x)"')
    assert np.array_equal(np.load(result.save(tmp_path / "rows.npz"))["x"], result["x"])
    result.save(tmp_path / "rows.json")
    with pytest.raises(bellwether.InputError, match="'.xls' is unknown"):
        result.save(tmp_path / "rows.xls")


def test_output_files_are_named_by_the_verdict(decay, lotka_volterra, tmp_path):
    bellwether.run(decay, stop=1, output=tmp_path / "good.csv", summary=tmp_path / "good.json")
    assert (tmp_path / "good.csv").exists() and (tmp_path / "good.json").exists()
    bellwether.run(lotka_volterra, tolerance=1e-12, work_limit=500, output=tmp_path / "bad.csv")
    assert (tmp_path / "bad.rejected.csv").exists() and not (tmp_path / "bad.csv").exists()


def test_a_result_is_shown_and_drawn(decay, tmp_path):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    result = bellwether.run(decay, stop=2, record=["*"])
    assert "trusted" in repr(result) and "2 s" not in repr(result)
    assert "TRUSTED" in result._repr_html_() and "<table>" in result._repr_html_()
    axes = result.plot("x", "low")
    axes.figure.savefig(tmp_path / "x.png")
    assert (tmp_path / "x.png").stat().st_size > 5000
    assert axes.get_legend().get_texts()[0].get_text() == "x [m]"


def test_a_result_can_be_pickled(decay):
    result = bellwether.run(decay, stop=1)
    copy = pickle.loads(pickle.dumps(result))
    assert np.array_equal(copy["x"], result["x"]) and copy.verdict == result.verdict
    assert np.array_equal(copy.error["x"], result.error["x"])


def test_a_result_may_be_changed(decay):
    result = bellwether.run(decay, stop=1)
    result["x"][0] = 7
    assert result["x"][0] == 7


def test_threads_run_at_the_same_time(decay):
    results = [None] * 4

    def work(k):
        results[k] = bellwether.run(decay, stop=1, set={"k": k + 1.0})

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for k, result in enumerate(results):
        assert abs(result["x"][-1] - np.exp(-(k + 1.0))) < 1e-3


def test_nothing_is_left_behind(decay, tmp_path, monkeypatch):
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr("tempfile.tempdir", None)
    import os
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        bellwether.run(decay, stop=1)
    assert len(os.listdir("/proc/self/fd")) == before
    assert list(folder.iterdir()) == []


def test_a_time_limit_keeps_the_rows(decay):
    begin = time.monotonic()
    with pytest.raises(bellwether.RunFailed) as raised:
        bellwether.run(decay, stop=1e6, step=1e-3, method="rk4", certify=False, interval=1, time_limit=1)
    assert time.monotonic() - begin < 8
    assert len(raised.value.result) > 0


def test_files_that_are_read_are_not_overwritten(tmp_path: pathlib.Path) -> None:
    model = tmp_path / "m.mo"
    model.write_text("model m\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend m;\n")
    for options in ({"output": model}, {"summary": tmp_path / "s.txt"}, {"output": tmp_path / "gone" / "x.csv"}):
        with pytest.raises(bellwether.InputError):
            bellwether.run(model, stop=1, **options)
    assert "der(x)" in model.read_text()


def _system_with_a_table(folder: pathlib.Path) -> pathlib.Path:
    (folder / "rain.csv").write_text("time,rate\n0,1\n1,2\n")
    (folder / "m.mo").write_text("model m\n  input Real u;\n  output Real x(start = 1, fixed = true);\nequation\n"
                                 "  der(x) = u - x;\nend m;\n")
    file = folder / "s.toml"
    file.write_text('[components]\nm = "m.mo"\nrain = "rain.csv"\n[connections]\n"m.u" = "rain.rate"\n')
    return file


def test_files_of_components_are_not_overwritten(tmp_path: pathlib.Path) -> None:
    system = _system_with_a_table(tmp_path)
    with pytest.raises(bellwether.InputError, match="rain.csv', which this run reads; choose .* output='other.csv'"):
        bellwether.run(system, stop=1, output=tmp_path / "rain.csv")
    (tmp_path / "rain.csv").rename(tmp_path / "rain.rejected.csv")
    system.write_text(system.read_text().replace("rain.csv", "rain.rejected.csv"))
    with pytest.raises(bellwether.InputError, match="which this run reads"):  # where rejected rows would go
        bellwether.run(system, stop=1, output=tmp_path / "rain.csv")
    with pytest.raises(bellwether.InputError, match="which this run writes, too"):
        bellwether.run(system, stop=1, eigenvalues=tmp_path / "x.csv", output=tmp_path / "x.csv")


def test_another_program_is_named(decay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BELLWETHER_PROGRAM", "/bin/false")
    with pytest.raises(bellwether.RunFailed, match="/bin/false ended with 1 and said nothing"):
        bellwether.run(decay, stop=1)


def test_a_file_that_cannot_be_written_is_refused_before_the_run(tmp_path: pathlib.Path) -> None:
    calls = []
    model = bellwether.Model({"x": 1}, lambda t, x: calls.append(t) or -x)
    for file, why in ((tmp_path, "it is a folder|no extension"), (tmp_path / "x.xls", "'.xls' is unknown"),
                      (tmp_path / "gone" / "x.csv", "gone' does not exist")):
        with pytest.raises(bellwether.InputError, match=why):
            bellwether.run(model, stop=1, output=file)
        with pytest.raises(bellwether.InputError, match=why):
            bellwether.run(_system_with_a_table(tmp_path), stop=1, output=file)
    with pytest.raises(bellwether.InputError, match="gone' does not exist"):
        bellwether.run(model, stop=1, summary=tmp_path / "gone" / "x.json")
    assert calls == []


def test_output_files_have_units_and_the_period_of_the_run(decay, tmp_path: pathlib.Path) -> None:
    bellwether.run(decay, start=1, stop=3, csv_units=True, output=tmp_path / "x.csv")
    assert (tmp_path / "x.csv").read_text().startswith('"time [s]","x [m]"')
    bellwether.run(decay, start=1, stop=3, output=tmp_path / "x.mat")
    scipy_io = pytest.importorskip("scipy.io")
    assert scipy_io.loadmat(tmp_path / "x.mat")["data_1"][0].tolist() == [1, 3]
