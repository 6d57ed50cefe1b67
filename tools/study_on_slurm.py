#!/usr/bin/env python3
"""usage: study_on_slurm.py PROGRAM [--runs 3000] [--nodes 3] [--keep] [--mpi]

Starts a real Slurm of its own (munged, slurmctld, one slurmd per node; loopback, one folder, no root services), submits a study
by `bellwether study --on slurm`, kills a node with all its processes in the middle, and compares the table with that of a local
study, byte by byte. --mpi: the same by `--on mpi`, without a node to kill. Exit code 77: Slurm (or mpirun) is not installed;
1: something is wrong, and what.
"""
import argparse
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
DAEMONS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "sinfo")
STUDY = """[study]
target = "swing.mo"
[study.parameters]
k = {{ uniform = [1, 3] }}
d = {{ normal = [0.3, 0.05] }}
[study.design]
kind = "random"
runs = {runs}
[study.results]
low = "min(x)"
when = "time(x < 0)"
[run]
stop = 200
"""
MODEL = """model swing
  parameter Real k = 1, d = 0.1;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -k*x - d*v + 0.1*sin(3*time);
end swing;
"""


def free_ports(count):
    """Held open together, so that all differ."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def find(program):
    return shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")


def wait_for(what, seconds, condition):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError(f"{what} took more than {seconds} s")
        time.sleep(0.1)


class PrivateSlurm:
    def __init__(self, folder, nodes):
        self.folder, self.nodes, self.daemons = folder, nodes, {}
        for name in ("state", "log", "munge", *(f"spool/n{k}" for k in range(nodes))):
            (folder / name).mkdir(parents=True, exist_ok=True)
        self.environment = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf")}

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def spawn(self, name, words, **more):
        with open(self.folder / "log" / f"{name}.out", "wb") as out:
            self.daemons[name] = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True,
                                                  env={**self.environment, **more})

    def ask(self, *words):
        return subprocess.run(words, env=self.environment, capture_output=True, text=True, check=False)

    def start(self):
        key = self.folder / "munge" / "key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o600)
        (self.folder / "munge").chmod(0o755)
        door = self.folder / "munge" / "socket"
        self.spawn("munged", [find("munged"), "--foreground", "--force", f"--socket={door}", f"--key-file={key}", "--num-threads=1",
                              f"--log-file={self.folder}/log/munged.log", f"--pid-file={self.folder}/munge/pid",
                              f"--seed-file={self.folder}/munge/seed"])
        wait_for("munged", 10, door.exists)
        self.write_configuration(door)
        conf = str(self.folder / "slurm.conf")
        self.spawn("slurmctld", [find("slurmctld"), "-D", "-c", "-f", conf])
        for k in range(self.nodes):
            self.spawn(f"n{k}", [find("slurmd"), "-D", "-N", f"n{k}", "-f", conf], BW_TEST_NODE=f"{self.folder}:n{k}")
        wait_for("the start of the nodes", 60,
                 lambda: self.ask("sinfo", "-h", "-N", "-o", "%T").stdout.split().count("idle") == self.nodes)

    def write_configuration(self, door):
        me, host, ports = os.environ.get("USER") or "root", socket.gethostname().split(".")[0], free_ports(self.nodes + 1)
        me = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip() or me
        f = self.folder
        lines = ["ClusterName=private", f"SlurmctldHost={host}(127.0.0.1)", f"SlurmctldPort={ports[0]}", f"SlurmUser={me}",
                 f"SlurmdUser={me}", "AuthType=auth/munge", "CredType=cred/munge", f"AuthInfo=socket={door},cred_expire=5",
                 "CommunicationParameters=NoInAddrAny,NoCtldInAddrAny", f"StateSaveLocation={f}/state", f"SlurmdSpoolDir={f}/spool/%n",
                 f"SlurmctldPidFile={f}/state/slurmctld.pid", f"SlurmdPidFile={f}/spool/%n.pid",
                 f"SlurmctldLogFile={f}/log/slurmctld.log", f"SlurmdLogFile={f}/log/slurmd-%n.log", "ProctrackType=proctrack/linuxproc",
                 "TaskPlugin=task/none", "JobAcctGatherType=jobacct_gather/none", "AccountingStorageType=accounting_storage/none",
                 "MpiDefault=none", "SwitchType=switch/none", "SchedulerType=sched/builtin",
                 "SchedulerParameters=batch_sched_delay=0,sched_interval=1", "SelectType=select/cons_tres", "SelectTypeParameters=CR_CPU",
                 "ReturnToService=2", "SlurmdTimeout=5", "SlurmctldTimeout=5", "InactiveLimit=0", "KillWait=2", "JobRequeue=1",
                 "PropagateResourceLimits=NONE", "SlurmdParameters=config_overrides"]
        for k in range(self.nodes):
            lines.append(f"NodeName=n{k} NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[k + 1]} CPUs=1 RealMemory=500 State=UNKNOWN")
        lines.append("PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO")
        (f / "slurm.conf").write_text("\n".join(lines) + "\n")
        # Slurm 22.05 loads a plugin of cgroups even where none is used; a mount point that does not exist is harmless.
        (f / "cgroup.conf").write_text(f"CgroupPlugin=cgroup/v1\nCgroupMountpoint={f}/none\nCgroupAutomount=no\n")

    def processes_of(self, node):
        """A job outlives its slurmd: found by what the node or the job has in its environment."""
        marks = [f"BW_TEST_NODE={self.folder}:{node}" if node else f"BW_TEST_NODE={self.folder}:"]
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                values = pathlib.Path("/proc", process, "environ").read_bytes().decode(errors="replace").split("\0")
            except OSError:
                continue
            is_job = f"SLURM_CONF={self.folder}/slurm.conf" in values and (not node or f"SLURMD_NODENAME={node}" in values)
            if any(value.startswith(mark) for value in values for mark in marks) or (is_job and "SLURM_JOB_ID" in str(values)):
                yield int(process)

    def kill_node(self, node):
        self.daemons[node].kill()
        self.daemons[node].wait()
        for process in list(self.processes_of(node)):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def stop(self):
        for daemon in self.daemons.values():
            daemon.kill()
            daemon.wait()
        for process in list(self.processes_of("")):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass


def recorded(given, folder, environment):
    said = subprocess.run([given.program, "study", "status", "s.toml", "--work", "cluster", "--summary", "now.json"], cwd=folder,
                          env=environment, capture_output=True, text=True, check=False)
    if said.returncode != 0:
        raise RuntimeError(said.stderr)
    import json
    return json.loads((folder / "now.json").read_text())


def study_on(given, folder, engine, environment, disturb):
    words = [given.program, "study", "s.toml", "--on", engine, "--workers", str(given.nodes), "--work", "cluster", "--lease", "5",
             "-o", "cluster.csv"]
    with subprocess.Popen(words, cwd=folder, env=environment, stderr=subprocess.PIPE, text=True) as study:
        try:
            disturb(study)
            _, said = study.communicate(timeout=given.limit)
        except BaseException:
            study.kill()
            raise
    print(said)
    if study.returncode != 0:
        raise RuntimeError(f"exit code {study.returncode}: {said}")


def compare(given, folder, environment):
    subprocess.run([given.program, "study", "s.toml", "--work", "here", "-o", "here.csv", "--quiet"], cwd=folder, check=True)
    summary = recorded(given, folder, environment)
    print(f"{summary['recorded']} of {summary['runs']} runs, {summary['computed_twice']} twice, "
          f"{summary['computed_twice_and_different']} different, {summary['torn_records']} torn")
    if summary["recorded"] != given.runs or summary["computed_twice_and_different"] or summary["torn_records"] > 1:
        raise RuntimeError("runs are missing or different")
    if (folder / "here.csv").read_bytes() != (folder / "cluster.csv").read_bytes():
        raise RuntimeError("the tables differ")


def on_slurm(given, folder):
    with PrivateSlurm(folder / "slurm", given.nodes) as slurm:
        def kill_one(study):
            wait_for("a quarter of the runs", given.limit, lambda: study.poll() is not None or
                     recorded(given, folder, slurm.environment)["recorded"] > given.runs // 4)
            print("node n1 is killed with", recorded(given, folder, slurm.environment)["recorded"], "runs done")
            slurm.kill_node("n1")

        study_on(given, folder, "slurm:all", slurm.environment, kill_one)
        compare(given, folder, slurm.environment)


def on_mpi(given, folder):
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                   "OMPI_MCA_rmaps_base_oversubscribe": "1"}
    study_on(given, folder, "mpi", environment, lambda study: None)
    compare(given, folder, environment)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda name: str(pathlib.Path(name).resolve()))
    parser.add_argument("--runs", type=int, default=3000)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--limit", type=float, default=300, help="seconds")
    parser.add_argument("--keep", action="store_true", help="leave the folder")
    parser.add_argument("--mpi", action="store_true")
    given = parser.parse_args()
    missing = [name for name in (("mpirun",) if given.mpi else DAEMONS) if find(name) is None]
    if missing:
        print("skipped: there is no", ", ".join(missing))
        return SKIPPED
    folder = pathlib.Path(tempfile.mkdtemp(prefix="bellwether-slurm-"))
    folder.chmod(0o755)
    (folder / "s.toml").write_text(STUDY.format(runs=given.runs))
    (folder / "swing.mo").write_text(MODEL)
    try:
        (on_mpi if given.mpi else on_slurm)(given, folder)
    except RuntimeError as problem:
        print("failed:", problem)
        return 1
    finally:
        if given.keep:
            print("kept:", folder)
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
