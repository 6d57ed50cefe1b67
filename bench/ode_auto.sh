#!/usr/bin/env bash
# The cost of the automatic choice: `auto` beside the best of all methods that can be named, problem by problem, and beside
# one method for everything: BDF of CVODE, and LSODA (from SciPy's Fortran, with compiled right-hand sides), the solver
# that is known for its automatic choice. Prints the tables and draws ode_auto.svg.
#
# usage: bench/ode_auto.sh         (into build/bench; PICTURES=docs/figures renews the picture of docs/integration.md)
#
# Two measurements: whole runs with their verdict (ode_contract; about five minutes), and one integration to a true
# error (ode_auto and ode_lsoda.py; about two). KEEP=1 takes the figures of the last time from build/bench.
set -euo pipefail
unset CDPATH
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
export LC_ALL=C

programs=build/release/bench/programs
data=build/bench
pictures=${PICTURES:-$data}
[[ -x $programs/ode_auto ]] || { printf 'ode_auto.sh: there is no program at %s; ./dev bench makes it.\n' "$programs/ode_auto" >&2; exit 1; }
mkdir -p "$data" "$pictures"

python=$(for p in python3 /usr/bin/python3; do "$p" -c 'import scipy' 2>/dev/null && { echo "$p"; break; }; done || true)
if [[ ${KEEP:-0} != 1 ]]; then
  "$programs/ode_contract" >"$data/ode_contract.csv"
  "$programs/ode_auto" >"$data/ode_auto.csv"
  if [[ -n $python ]]; then
    "$python" bench/ode_lsoda.py "$programs/ivp_library.so" | grep -a '^[A-Z0-9a-z_-]*,lsoda,' >>"$data/ode_auto.csv"
  else
    printf 'ode_auto.sh: no SciPy, hence no LSODA (python3-scipy).\n' >&2
  fi
fi
"$programs/ode_changing"
printf '\n'
python3 bench/ode_auto.py "$data/ode_contract.csv" "$data/ode_auto.csv" "$data/ode_auto_ratios.csv"

command -v gnuplot >/dev/null || { printf 'ode_auto.sh: gnuplot draws the picture and is missing.\n' >&2; exit 0; }
gnuplot -e "data = '$data/ode_auto_ratios.csv'; picture = '$pictures/ode_auto.svg'" bench/ode_auto.gp
printf '\npicture %s\n' "$pictures/ode_auto.svg"
