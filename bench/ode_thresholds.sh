#!/usr/bin/env bash
# The thresholds of ode/methods/choose.h for the number of states, the cost of the right-hand side and the events of a
# multistep method, measured: six families of stiff problems at sizes from 9 to 600 by each method that `auto` may take, in
# whole runs. Three families set the thresholds, three others check them. Then what `auto` loses beside the best method on small
# problems with which none of its thresholds was set. Prints tables.
#
# usage: bench/ode_thresholds.sh      (into build/bench)
#
# Half an hour on an idle machine. KEEP=1 takes the figures of the last time from build/bench.
set -euo pipefail
unset CDPATH
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
export LC_ALL=C.UTF-8

programs=build/release/bench/programs
data=build/bench
[[ -x $programs/ode_thresholds ]] || { printf 'ode_thresholds.sh: there is no program at %s; ./dev bench makes it.\n' "$programs/ode_thresholds" >&2; exit 1; }
mkdir -p "$data"
if [[ ${KEEP:-0} != 1 ]]; then
  "$programs/ode_thresholds" >"$data/ode_thresholds.csv"
  "$programs/ode_auto" --unseen >"$data/ode_unseen.csv"
fi
python3 bench/ode_thresholds.py "$data/ode_thresholds.csv"
printf '\n'
python3 bench/ode_auto.py --unseen "$data/ode_unseen.csv"
