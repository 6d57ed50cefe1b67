"""What foreign code does to the interpreter: nothing."""
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import time

import pytest

import bellwether


def test_a_crash_is_an_exception_with_the_rows_so_far(hostile):
    bad = hostile("null-read", "step", 0.5)
    with pytest.raises(bellwether.ComponentCrashed) as raised:
        bellwether.run(bad, interface="cs", step=0.01, stop=1)
    error = raised.value
    assert error.reason == "component-crashed"
    assert error.component == "bad" and error.call == "fmi2DoStep"
    assert 0.4 < error.time < 0.6
    assert len(error.result) > 30 and abs(error.result.time[-1] - error.time) < 0.05
    assert error.result.verdict == "rejected"
    copy = pickle.loads(pickle.dumps(error))
    assert copy.component == "bad" and len(copy.result) == len(error.result)


def test_an_exit_and_a_hang_are_exceptions_too(hostile):
    with pytest.raises(bellwether.ComponentCrashed) as raised:
        bellwether.run(hostile("exit-3", "step", 0.5), interface="cs", step=0.01, stop=1)
    assert raised.value.reason == "component-exited"
    with pytest.raises(bellwether.ComponentCrashed) as raised:
        bellwether.run(hostile("endless-loop", "step", 0.5), interface="cs", step=0.01, stop=1, call_timeout=1)
    assert raised.value.reason == "component-hung"


def test_many_crashes_leave_the_interpreter_alive(hostile):
    bad = hostile("null-read", "step", 0.1)
    for _ in range(10):
        with pytest.raises(bellwether.ComponentCrashed):
            bellwether.run(bad, interface="cs", step=0.01, stop=1)
    children = subprocess.run(["ps", "--ppid", str(os.getpid()), "-o", "comm="], capture_output=True, text=True).stdout
    assert "bellwether" not in children


def interrupted(code, after=1.5):
    """Seconds that a program takes to end after Ctrl-C, and what it printed."""
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(after)
    begin = time.monotonic()
    process.send_signal(signal.SIGINT)
    printed = process.communicate(timeout=30)[0]
    return time.monotonic() - begin, printed


def test_ctrl_c_ends_a_run_and_keeps_its_rows(decay):
    seconds, printed = interrupted(f"""
        import bellwether
        print("ready", flush=True)
        try:
            bellwether.run({str(decay)!r}, stop=1e7, step=1e-3, method="rk4", certify=False, interval=1)
        except KeyboardInterrupt as interrupt:
            print("rows", len(interrupt.result) > 0)
        """)
    assert printed == "rows True\n"
    assert seconds < 2 + 3  # the rest is for a machine that does much else


def test_ctrl_c_ends_a_function_in_python():
    seconds, printed = interrupted("""
        import bellwether
        print("ready", flush=True)
        try:
            bellwether.solve_ivp(lambda t, y: [y[1], -y[0]], [0, 1e6], [1, 0], rtol=1e-9, method="dop853")
        except KeyboardInterrupt:
            print("ended")
        """)
    assert printed == "ended\n" and seconds < 2 + 3


def test_ctrl_c_ends_a_compiled_function(tmp_path):
    (tmp_path / "f.c").write_text("void f(double t, double *y, double *dy) { dy[0] = y[1]; dy[1] = -y[0]; }")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", tmp_path / "f.so", tmp_path / "f.c"], check=True)
    seconds, printed = interrupted(f"""
        import bellwether, ctypes
        f = ctypes.CDLL({str(tmp_path / "f.so")!r}).f
        pointer = ctypes.POINTER(ctypes.c_double)
        f.argtypes, f.restype = [ctypes.c_double, pointer, pointer], None
        print("ready", flush=True)
        try:
            bellwether.solve_ivp(f, [0, 1e6], [1, 0], rtol=1e-9, method="dop853")
        except KeyboardInterrupt:
            print("ended")
        """)
    assert printed == "ended\n" and seconds < 2 + 3


def test_the_program_ends_with_the_interpreter(decay):
    code = f"""
        import os, signal, threading, time, bellwether
        threading.Thread(target=lambda: (time.sleep(1), os.kill(os.getpid(), signal.SIGKILL))).start()
        print("ready", flush=True)
        bellwether.run({str(decay)!r}, stop=1e7, step=1e-3, method="rk4", certify=False, interval=1)
        """
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)
    process.communicate(timeout=30)
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        left = subprocess.run(["pgrep", "-f", f"__hosted.*bellwether-python"], capture_output=True, text=True).stdout
        mine = [pid for pid in left.split() if str(decay) in _arguments(pid)]
        if not mine:
            return
        time.sleep(0.2)
    raise AssertionError("the program is still running")


def _arguments(pid):
    try:
        words = open(f"/proc/{pid}/cmdline", "rb").read().split(b"\0")
        return open(words[2], "rb").read().decode()
    except (OSError, IndexError):  # it ends: its words are gone first
        return ""
