"""bellwether.solve_ivp beyond SciPy's own tests (test_ivp_of_scipy.py)."""
import ctypes
import os
import pickle
import subprocess
import threading

import numpy as np
import pytest

import bellwether


def oscillator(t, y):
    return [y[1], -y[0]]


def test_the_error_is_estimated_and_within_the_tolerance():
    for rtol in (1e-3, 1e-6, 1e-9):
        sol = bellwether.solve_ivp(oscillator, [0, 20], [1, 0], rtol=rtol, atol=rtol)
        true = np.abs(sol.y[0] - np.cos(sol.t))
        assert sol.verdict == "trusted" and sol.estimated_error <= 1
        assert np.all(true <= rtol * (1 + 1))
        assert np.all(true <= sol.global_error[0] + 1e-12)
        assert sol.global_error.shape == sol.y.shape


def test_one_integration_estimates_nothing():
    sol = bellwether.solve_ivp(oscillator, [0, 5], [1, 0], certify=False)
    assert sol.verdict == "unverified" and sol.global_error is None and sol.success
    assert sol.nfev < bellwether.solve_ivp(oscillator, [0, 5], [1, 0]).nfev


def test_stiff_problems_need_no_method():
    sol = bellwether.solve_ivp(lambda t, y: [y[1], 1000 * (1 - y[0] ** 2) * y[1] - y[0]], [0, 2000], [2, 0], rtol=1e-6)
    assert sol.verdict == "trusted" and sol.nfev < 100_000


def test_dense_output_is_the_solution_between_the_steps():
    sol = bellwether.solve_ivp(oscillator, [0, 20], [1, 0], rtol=1e-8, atol=1e-8, dense_output=True)
    t = np.linspace(0, 20, 1001)
    assert np.all(np.abs(sol.sol(t)[0] - np.cos(t)) < 1e-6)
    assert sol.sol(3.0).shape == (2,) and sol.sol.ts is sol.t
    assert np.array_equal(sol.sol(sol.t), sol.y)
    with pytest.raises(ValueError):
        sol.sol([[1, 2]])


def test_the_tolerance_holds_where_the_solution_is_requested():
    def van_der_pol(t, y):  # its jumps at about 81, 162, 243, 324 amplify errors
        return [y[1], 100 * (1 - y[0] ** 2) * y[1] - y[0]]

    times = [40, 120, 200, 280]
    given = {"fun": van_der_pol, "t_span": [0, 300], "y0": [2, 0], "t_eval": times, "rtol": 1e-4, "atol": 1e-4}
    exact = bellwether.solve_ivp(**{**given, "rtol": 1e-10, "atol": 1e-10}).y
    there, everywhere = bellwether.solve_ivp(**given), bellwether.solve_ivp(**given, dense_output=True)
    assert there.nfev < 0.6 * everywhere.nfev
    for sol in (there, everywhere):
        assert sol.verdict == "trusted" and np.all(np.abs(sol.y - exact) <= 1e-4 + 1e-4 * np.abs(exact))
        assert np.all(np.abs(sol.y - exact) <= sol.global_error + 1e-9)


@pytest.mark.parametrize("t_span", [(0, 10), (10, 0), (-3, 7)])
@pytest.mark.parametrize("method", ["auto", "RK45", "BDF"])
def test_any_times_may_be_requested(t_span, method):
    steps = bellwether.solve_ivp(oscillator, t_span, [1, 0], method, rtol=1e-8, atol=1e-8).t
    for times in (steps, steps[1:-1], [t_span[0]], [t_span[1]], np.nextafter(t_span, t_span[::-1]),
                  t_span[0] + np.sign(t_span[1] - t_span[0]) * np.array([0, 1e-15, 2e-15, 5, 5 + 1e-15])):
        times = np.unique(times)[::1 if t_span[1] > t_span[0] else -1]
        sol = bellwether.solve_ivp(oscillator, t_span, [1, 0], method, t_eval=times, rtol=1e-8, atol=1e-8)
        assert sol.verdict == "trusted" and np.array_equal(sol.t, times)
        assert np.all(np.abs(sol.y[0] - np.cos(times - t_span[0])) <= 2e-8) and np.all(np.isfinite(sol.global_error))


@pytest.mark.parametrize("method", ["RK23", "RK45", "DOP853", "Radau", "BDF", "LSODA"])
def test_the_first_step_is_taken_and_none_is_longer_than_allowed(method):
    keywords = {"method": method, "max_step": 0.15}
    sol = bellwether.solve_ivp(lambda t, y: -y, [5, 9], [1.0], certify=False, first_step=0.01, **keywords)
    assert sol.t[1] - 5 == pytest.approx(0.01)
    assert np.all(np.diff(sol.t) <= 0.15 + 1e-15)
    estimated = bellwether.solve_ivp(lambda t, y: -y, [5, 9], [1.0], **keywords)
    assert np.all(np.diff(estimated.t) <= 0.15 + 1e-15)


def random_problem(random):
    """A problem and options of solve_ivp."""
    n = int(random.integers(1, 5))
    is_complex, is_linear = random.random() < 0.2, random.random() < 0.5
    a = random.normal(size=(n, n)) - np.eye(n) + (1j * random.normal(size=(n, n)) if is_complex else 0)
    y0 = random.normal(size=n) + (1j * random.normal(size=n) if is_complex else 0)
    t0, length = random.choice([0, 2.5, -1]), random.uniform(0.5, 3)
    tf = t0 + length * random.choice([1, 1, -1])
    tolerance = 10 ** random.uniform(-7, -3)
    options = {"rtol": tolerance, "atol": tolerance, "method": random.choice(["RK45", "DOP853", "Radau", "BDF"])}
    if random.random() < 0.5:
        times = np.unique(np.append(random.uniform(min(t0, tf), max(t0, tf), random.integers(0, 9)), t0))
        options["t_eval"] = times if tf > t0 else times[::-1]
    if random.random() < 0.4:
        options["dense_output"] = True
    if random.random() < 0.5:
        options["events"] = [random_event(random, n) for _ in range(random.integers(1, 3))]
    if is_linear and random.random() < 0.5:
        options["jac"] = a
    f = (lambda t, y: a @ y + np.sin(t)) if is_linear else (lambda t, y: a @ np.tanh(y) + np.sin(t))
    return {"fun": f, "t_span": [t0, tf], "y0": y0, **options}


def random_event(random, n):
    i, level = random.integers(n), 0.3 * random.normal()

    def event(t, y):
        return float(np.real(y[i])) - level

    event.direction, event.terminal = random.choice([-1, 0, 1]), bool(random.random() < 0.3)
    return event


@pytest.mark.parametrize("seed", range(40))
def test_random_problems_have_the_solution_and_the_form_of_scipy(seed):
    integrate = pytest.importorskip("scipy.integrate")
    given = random_problem(np.random.default_rng(seed))
    tolerance = given["rtol"]
    ours = bellwether.solve_ivp(**given)
    given.pop("jac", None)  # of methods that are not theirs
    theirs = integrate.solve_ivp(**{**given, "rtol": 1e-4 * tolerance, "atol": 1e-4 * tolerance, "dense_output": True,
                                    "method": "DOP853", "max_step": 0.05})  # of two events in a step it sees none
    assert (ours.status, ours.success, ours.message) == (theirs.status, theirs.success, theirs.message)
    assert ours.verdict == "trusted"
    if "t_eval" in given and len(theirs.t):
        assert np.array_equal(ours.t, theirs.t) and ours.y.shape == theirs.y.shape
    assert ours.y.dtype == theirs.sol(given["t_span"][0]).dtype
    inside = np.abs(ours.t - ours.t[0]) <= abs(theirs.sol.ts[-1] - ours.t[0]) if len(ours.t) else []
    exact = theirs.sol(ours.t[inside]) if len(ours.t) else ours.y
    assert np.all(np.abs(ours.y[:, inside] - exact) <= 1.02 * tolerance * (1 + np.abs(exact)))
    assert ours.global_error.shape == ours.y.shape and ours.global_error.dtype == float
    assert (ours.sol is not None) == ("dense_output" in given) and (ours.t_events is not None) == ("events" in given)
    for mine, other, states in zip(ours.t_events or [], theirs.t_events or [], ours.y_events or []):
        assert mine.shape == other.shape and np.allclose(mine, other, atol=100 * tolerance)
        assert states.shape == ((len(mine), len(given["y0"])) if len(mine) else (0,))


@pytest.mark.skipif(hasattr(ctypes.CDLL(None), "__asan_init"), reason="the sanitizer keeps what is freed")
def test_many_integrations_keep_memory_and_descriptors():
    def state():
        return int(open("/proc/self/statm").read().split()[1]), len(os.listdir("/proc/self/fd"))

    def work(times):
        for k in range(times):
            bellwether.solve_ivp(oscillator, [0, 10], [1, 0], rtol=1e-6, dense_output=True, events=lambda t, y: y[0])
            with pytest.raises(ZeroDivisionError):
                bellwether.solve_ivp(lambda t, y: 1 / 0, [0, 1], [1.0])

    work(50)
    pages, descriptors = state()
    work(300)
    assert state()[1] == descriptors and state()[0] - pages < 100  # 400 kB; 300 solutions take 8 MB


def test_exceptions_come_out_as_they_are():
    class Mine(Exception):
        pass

    mine = Mine("as it is")

    def fun(t, y):
        if t > 1:
            raise mine
        return -y

    for method in ("auto", "RK45", "BDF", "Radau"):
        with pytest.raises(Mine) as raised:
            bellwether.solve_ivp(fun, [0, 5], [1.0], method=method)
        assert raised.value is mine


def test_the_message_says_that_a_result_is_rejected():
    starts = []

    def other_each_time(t, y):
        if t == 0:
            starts.append(t)
        return [float(len(starts))]

    sol = bellwether.solve_ivp(other_each_time, [0, 1], [1], rtol=1e-6, atol=1e-6)
    assert sol.status == 0 and sol.message.startswith("The solver successfully reached the end")
    assert sol.verdict == "rejected" and "rejected: " in sol.message


def test_a_wrong_shape_is_refused():
    with pytest.raises(ValueError, match=r"fun returned an array of shape \(3,\); 2 values are needed"):
        bellwether.solve_ivp(lambda t, y: [1, 2, 3], [0, 1], [0.0, 0.0])
    with pytest.raises(TypeError, match="fun must return numbers"):
        bellwether.solve_ivp(lambda t, y: "no", [0, 1], [0.0])
    with pytest.raises(ValueError, match="finite"):
        bellwether.solve_ivp(oscillator, [0, 1], [np.nan, 0])
    with pytest.raises(ValueError, match="method 'RK54' is unknown. Did you mean RK45"):
        bellwether.solve_ivp(oscillator, [0, 1], [1, 0], method="RK54")
    with pytest.raises(TypeError, match="no keyword 'rtoll'. Did you mean rtol"):
        bellwether.solve_ivp(oscillator, [0, 1], [1, 0], rtoll=1)


@pytest.mark.parametrize("returned", [[1j, 1], np.array([1j, 1]), np.array([1j, 1], object)])
def test_complex_numbers_are_not_made_real(returned):
    with pytest.raises(TypeError, match="fun must return (real )?numbers, not"):
        bellwether.solve_ivp(lambda t, y: returned, [0, 1], [1.0, 0.0])
    with pytest.raises(TypeError, match="`jac` must return real numbers"):
        bellwether.solve_ivp(oscillator, [0, 1], [1, 0], "Radau", jac=lambda t, y: 1j * np.eye(2))


def test_the_solution_is_not_extrapolated():
    sol = bellwether.solve_ivp(oscillator, [1, 0], [1, 0], dense_output=True).sol
    assert np.all(np.isnan(sol([-0.5, 3]))) and np.all(np.isfinite(sol([0, 1, 1 + 1e-12])))


@pytest.mark.parametrize("start, stop", [(0, 10), (10, 0)])
def test_a_discontinuity_at_the_end_is_no_failure(start, stop):
    def switched(t, y):
        return [(1 if np.sin(7 * abs(stop - t)) > 0 else -1) - y[0]]

    times = np.linspace(start, stop, 37)
    sol = bellwether.solve_ivp(switched, [start, stop], [1.0], t_eval=times, rtol=1e-6)
    whole = bellwether.solve_ivp(switched, [start, stop], [1.0], dense_output=True, rtol=1e-6)
    assert sol.status == whole.status == 0 and sol.y.shape == (1, 37)
    assert np.all(np.abs(sol.y - whole.sol(times)) <= 2e-6 * (1 + np.abs(sol.y)))


def test_a_singularity_is_reported():
    sol = bellwether.solve_ivp(lambda t, y: y * y, [0, 2], [1.0], rtol=1e-6)
    assert sol.status == -1 and not sol.success and sol.verdict == "rejected"
    assert 0.9 < sol.t[-1] <= 1.001
    assert sol.message


def test_an_event_may_end_at_its_second_occurrence():
    def crossing(t, y):
        return y[0]

    crossing.terminal = 2
    sol = bellwether.solve_ivp(oscillator, [0, 20], [1, 0], rtol=1e-8, atol=1e-8, events=crossing)
    assert sol.status == 1
    assert np.allclose(sol.t_events[0], [np.pi / 2, 3 * np.pi / 2], atol=1e-6)
    assert sol.t[-1] == pytest.approx(sol.t_events[0][-1], abs=1e-12)
    assert sol.verdict == "trusted"


def test_sparse_jacobians_stay_sparse():
    sparse = pytest.importorskip("scipy.sparse")
    n = 200
    matrix = sparse.diags([1, -2, 1], [-1, 0, 1], (n, n)).tocsr() * 100.0

    y0 = np.sin(np.pi * np.arange(1, n + 1) / (n + 1))
    rate = 100 * (2 * np.cos(np.pi / (n + 1)) - 2)
    for jac in (matrix, lambda t, y: matrix):
        sol = bellwether.solve_ivp(lambda t, y: matrix @ y, [0, 10], y0, method="BDF", jac=jac, rtol=1e-6, atol=1e-9)
        assert np.allclose(sol.y[:, -1], y0 * np.exp(10 * rate), rtol=1e-4)
    by_pattern = bellwether.solve_ivp(lambda t, y: matrix @ y, [0, 10], y0, method="Radau", jac_sparsity=matrix)
    assert by_pattern.success


def test_threads_solve_at_the_same_time():
    solutions = {}

    def work(k):
        solutions[k] = bellwether.solve_ivp(lambda t, y: -k * y, [0, 1], [1.0], rtol=1e-6)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for k, sol in solutions.items():
        assert abs(sol.y[0, -1] - np.exp(-k)) < 1e-5


def test_a_solution_can_be_pickled():
    sol = bellwether.solve_ivp(oscillator, [0, 5], [1, 0], dense_output=True)
    copy = pickle.loads(pickle.dumps(sol))
    assert np.array_equal(copy.y, sol.y) and np.array_equal(copy.sol(2.5), sol.sol(2.5))


# ---- compiled functions ----

@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compiled")
    (folder / "f.c").write_text("""
        void plain(double t, double *y, double *dy) { dy[0] = y[1]; dy[1] = -y[0]; }
        void scaled(double t, double *y, double *dy, void *data) {
          double w = *(double *)data; dy[0] = w * y[1]; dy[1] = -w * y[0]; }
        int bounded(double t, double *y, double *dy) { dy[0] = -1; dy[1] = 0; return y[0] < 0; }
        int odd(int n) { return n; }
        """)
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", folder / "f.so", folder / "f.c"], check=True)
    return ctypes.CDLL(str(folder / "f.so"))


POINTER = ctypes.POINTER(ctypes.c_double)


def test_a_ctypes_function_is_called_without_the_interpreter(library):
    plain = library.plain
    plain.argtypes, plain.restype = [ctypes.c_double, POINTER, POINTER], None
    compiled = bellwether.solve_ivp(plain, [0, 20], [1, 0], rtol=1e-8, atol=1e-8)
    written = bellwether.solve_ivp(oscillator, [0, 20], [1, 0], rtol=1e-8, atol=1e-8, method="dop853")
    assert compiled.verdict == "trusted"
    assert abs(compiled.y[0, -1] - written.y[0, -1]) < 1e-7


def test_a_low_level_callable_has_its_data(library):
    scipy = pytest.importorskip("scipy")
    scaled = library.scaled
    scaled.argtypes, scaled.restype = [ctypes.c_double, POINTER, POINTER, ctypes.c_void_p], None
    data = ctypes.c_double(2.0)
    fun = scipy.LowLevelCallable(scaled, ctypes.cast(ctypes.pointer(data), ctypes.c_void_p))
    sol = bellwether.solve_ivp(fun, [0, 10], [1, 0], rtol=1e-8, atol=1e-8)
    assert abs(sol.y[0, -1] - np.cos(20)) < 1e-6


def test_compiled_functions_of_other_kinds_are_refused(library):
    odd = library.odd
    odd.argtypes = [ctypes.c_int]
    with pytest.raises(ValueError, match="set its argtypes"):
        bellwether.solve_ivp(odd, [0, 1], [1, 0])
    scaled = library.scaled
    scaled.argtypes, scaled.restype = [ctypes.c_double, POINTER, POINTER, ctypes.c_void_p], None
    with pytest.raises(ValueError, match="takes data"):
        bellwether.solve_ivp(scaled, [0, 1], [1, 0])


def test_a_compiled_function_may_say_that_it_has_no_value(library):
    bounded = library.bounded
    bounded.argtypes, bounded.restype = [ctypes.c_double, POINTER, POINTER], ctypes.c_int
    sol = bellwether.solve_ivp(bounded, [0, 2], [1, 0])
    assert not sol.success and sol.t[-1] <= 1.001


def test_compiled_functions_run_in_threads_at_the_same_time(library):
    plain = library.plain
    plain.argtypes, plain.restype = [ctypes.c_double, POINTER, POINTER], None
    ends = {}

    def work(k):
        ends[k] = bellwether.solve_ivp(plain, [0, 50 + k], [1, 0], rtol=1e-9, atol=1e-9).y[0, -1]

    threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for k, end in ends.items():
        assert abs(end - np.cos(50 + k)) < 1e-7


def test_an_object_of_numba_is_called_by_its_address(library):
    plain = library.plain
    plain.argtypes, plain.restype = [ctypes.c_double, POINTER, POINTER], None

    class CFunc:  # what numba.cfunc makes has these two
        address = ctypes.cast(plain, ctypes.c_void_p).value
        ctypes = plain

    sol = bellwether.solve_ivp(CFunc(), [0, 10], [1, 0], rtol=1e-8, atol=1e-8)
    assert abs(sol.y[0, -1] - np.cos(10)) < 1e-6


def test_events_are_those_of_the_integration_that_is_returned():
    starts = []

    def fun(t, y):
        if t == 0 and (not starts or starts[-1] > 0):
            starts.append(0)
        starts[-1] = max(starts[-1], t)
        return [y[1], -y[0]] if len(starts) < 2 or t < 4 else [np.nan, np.nan]  # all but the first fail

    solution = bellwether.solve_ivp(fun, [0, 10], [1, 0], events=lambda t, y: y[0], rtol=1e-6, method="RK45")
    assert solution.t[-1] == 10 and len(starts) > 1
    assert np.allclose(solution.t_events[0], np.pi / 2 + np.pi * np.arange(3), atol=1e-4)


def test_a_function_may_keep_what_it_is_given():
    kept, views = [], []

    def fun(t, y):
        kept.append((y, y.tolist()))
        views.append((y[:1], float(y[0])))
        return [y[1], -y[0]]

    bellwether.solve_ivp(fun, [0, 1], [1, 0], rtol=1e-4)
    assert all(array.tolist() == values for array, values in kept)
    assert all(view[0] == value for view, value in views)


@pytest.mark.parametrize("form", [list, tuple, np.array, lambda v: np.array(v, np.float32), lambda v: np.array(v)[:, None],
                                  lambda v: np.array(v, ">f8"), lambda v: np.array(v + v)[::2] if v[0] == v[1] else v,
                                  lambda v: [int(v[0]), v[1]], lambda v: [np.float64(each) for each in v]])
def test_results_of_all_forms_are_read(form):
    solution = bellwether.solve_ivp(lambda t, y: form([1.0, 2.0 * t]), [0, 1], [0, 0], rtol=1e-6)
    assert np.allclose(solution.y[:, -1], [1, 1], atol=1e-5)


def test_a_function_that_spoils_its_argument_spoils_nothing():
    def fun(t, y):
        dy = [y[1], -y[0]]
        y[:] = np.nan
        y.flags.writeable = False
        return dy

    solution = bellwether.solve_ivp(fun, [0, 1], [1, 0], rtol=1e-6, atol=1e-9)
    assert solution.y[0, -1] == pytest.approx(np.cos(1), abs=1e-6)


def test_a_solution_with_dense_output_can_be_pickled():
    import pickle
    solution = bellwether.solve_ivp(lambda t, y: [y[1], -y[0]], [0, 1], [1, 0], dense_output=True)
    copy = pickle.loads(pickle.dumps(solution))
    assert np.array_equal(copy.sol(0.3), solution.sol(0.3)) and copy.summary == solution.summary
    assert copy.summary["verdict"] == copy.verdict


@pytest.mark.parametrize("options, error, why", [
    ({"atol": np.nan}, ValueError, "`atol` must be positive"), ({"atol": [1e-6, np.nan]}, ValueError, "`atol` must be"),
    ({"t_eval": [0.5, np.nan]}, ValueError, "not within `t_span`"), ({"events": 3}, TypeError, "`events` must be"),
    ({"events": [oscillator, 3]}, TypeError, "`events` must be"), ({"t_span": [0, 1, 2]}, ValueError, "must be two numbers"),
    ({"min_step": np.array([1e-3, 1e-3])}, TypeError, "`min_step` must be a number"),
    ({"max_step": np.array([1, 2])}, TypeError, "`max_step` must be a number"),
    ({"first_step": "short"}, TypeError, "`first_step` must be a number, not 'short'"),
    ({"t_span": 3}, ValueError, "`t_span` must be two numbers, not 3"),
    ({"certify": "no"}, TypeError, "`certify` must be True or False, not 'no'"),
    ({"min_step": 1e-3}, ValueError, "`min_step` cannot be honoured"), ({"t_eval": [1, 0.5]}, ValueError, "not properly sorted"),
    ({"t_eval": [0.5, 2]}, ValueError, "not within `t_span`"), ({"t_eval": [2]}, ValueError, "not within `t_span`")])
def test_arguments_without_meaning_are_refused(options, error, why):
    with pytest.raises(error, match=why):
        bellwether.solve_ivp(**{"fun": oscillator, "t_span": [0, 1], "y0": [1, 0], **options})


@pytest.mark.parametrize("name, value", [("direction", "up"), ("terminal", "yes"), ("terminal", 0.5)])
def test_attributes_of_events_without_meaning_are_refused(name, value):
    def event(t, y):
        return y[0] - 0.7

    setattr(event, name, value)
    with pytest.raises(ValueError, match=f"`{name}` of an event must be"):
        bellwether.solve_ivp(oscillator, [0, 1], [1, 0], events=event)


@pytest.mark.parametrize("numbers", [1100, 4000, 40000])
def test_spans_of_few_numbers_are_integrated(numbers):
    end = 1e9 + numbers * np.spacing(1e9)
    solution = bellwether.solve_ivp(lambda t, y: [1.0], [1e9, end], [0.0], rtol=1e-6, atol=1e-12)
    assert solution.verdict == "trusted" and solution.y[0, -1] == pytest.approx(end - 1e9, rel=1e-6)
    with pytest.raises(ValueError, match="too short"):
        bellwether.solve_ivp(lambda t, y: [1.0], [1e9, np.nextafter(1e9, 2e9)], [0.0])


@pytest.mark.parametrize("options", [{}, {"method": "RK45"}, {"method": "Radau"}, {"t_span": [1, 0]},
                                     {"method": "DOP853", "certify": False}])
def test_a_function_with_a_memory_ends_the_integration(options):
    calls = [0]

    def count(t, y):
        calls[0] += 1
        return [calls[0] * 1e-3]

    solution = bellwether.solve_ivp(**{"fun": count, "t_span": [0, 1], "y0": [0], "rtol": 1e-6, **options})
    assert solution.status == -1 and not solution.success and solution.verdict == "rejected"
    assert solution.message.startswith("fun returned different values for the same t and y")
    assert solution.nfev == calls[0] < 100_000


@pytest.mark.parametrize("method", ["auto", "RK45", "BDF"])
def test_a_function_with_noise_ends_the_integration_where_it_matters(method):
    random = np.random.default_rng(1)

    def solve(noise):
        return bellwether.solve_ivp(lambda t, y: -y + noise * random.normal(size=1), [0, 100], [1], method, rtol=1e-6)

    noisy = solve(1e-4)
    assert noisy.status == -1 and noisy.verdict == "rejected" and noisy.nfev < 100_000
    assert noisy.message.startswith("fun returned different values for the same t and y")
    assert solve(1e-12).verdict == "trusted"


def test_rounding_that_differs_is_no_noise():
    random, calls = np.random.default_rng(1), [0]

    def van_der_pol(t, y):  # sums of several threads differ like this
        calls[0] += 1
        return [y[1], (1000 * (1 - y[0] ** 2) * y[1] - y[0]) * (1 + 1e-16 * random.normal())]

    solution = bellwether.solve_ivp(van_der_pol, [0, 2000], [2, 0], rtol=1e-6)
    assert solution.verdict == "trusted" and solution.nfev == calls[0] > 10_000


def test_messages_name_keywords():
    solution = bellwether.solve_ivp(lambda t, y: y ** 2, [0, 2], [1.0], rtol=1e-6)
    assert solution.status == -1 and "--" not in solution.message and "(rtol)" in solution.message


def test_the_summary_is_an_entry_like_the_others():
    def solution():
        return bellwether.solve_ivp(lambda t, y: [y[1], -y[0]], [0, 1], [1, 0])

    assert solution().get("summary")["verdict"] == "trusted" and "summary" in solution()
    assert solution().get("nothing") is None and solution().get("nothing", 3) == 3 and "nothing" not in solution()
    assert "summary" in list(solution()) and "summary" in dict(solution()) and "summary" in {**solution()}
    one = solution()
    assert dict(one.items())["summary"] == one.copy().summary != {}
    assert len(solution()) == len(list(solution().values())) == len(solution().keys())


def test_a_function_that_returns_nothing_is_a_mistake():
    with pytest.raises(TypeError, match="fun must return numbers, not None"):
        bellwether.solve_ivp(lambda t, y: None, [0, 1], [1.0])
