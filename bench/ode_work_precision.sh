#!/usr/bin/env bash
# What an error costs: our integration methods beside CVODE, ARKODE and Boost.odeint, and beside SciPy and
# Octave where they are installed (packages.txt, [peers]). Prints the tables of ode_table.py and draws
# ode_work_precision.svg.
#
# usage: bench/ode_work_precision.sh      (into build/bench/ode; PICTURES=docs/figures renews the picture)
#   QUICK=1            without SciPy and Octave
#   PROBLEMS=A,B|all   others than the usual ones; SOLVERS=A,B: some only
#
# The program is build/release/bench/programs/ode_work_precision, or what ODE_WORK_PRECISION says; its figures
# stay in build/bench/ode/work_precision.csv.
set -euo pipefail
unset CDPATH
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
export LC_ALL=C OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1

program=${ODE_WORK_PRECISION:-build/release/bench/programs/ode_work_precision}
library=${program%/*}/ivp_library.so
data=build/bench/ode
pictures=${PICTURES:-$data}
tolerances=1e-3,1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10,1e-11,1e-12,1e-13,1e-14 # 1e-10 is seldom the error at 1e-10
shown="DETEST_B5 DETEST_C5_fivebody DETEST_D5_kepler LORENZ_t10 ARENSTORF PLEIADES STIFFSPRING_PENDULUM_k1e4 HIRES ROBER_t1e11 OREGO_t360 VDPOL_eps1e-6 POLLU"
[[ -x $program ]] || { printf 'ode_work_precision.sh: there is no program at %s; ./dev bench makes it.\n' "$program" >&2; exit 1; }
mkdir -p "$data" "$pictures"
rm -f -- "$data"/*.csv
table=$data/work_precision.csv

options=(--tolerances "$tolerances")
[[ -z ${PROBLEMS:-} ]] || options+=(--problems "$PROBLEMS")
[[ -z ${SOLVERS:-} ]] || options+=(--solvers "$SOLVERS")
"$program" "${options[@]}" >"$table"
problems=$(awk -F, 'NR > 1 && !seen[$1]++ { list = list (list ? "," : "") $1 } END { print list }' "$table")

# Debian's Python is the one that has python3-scipy.
python=/usr/bin/python3
if [[ -z ${QUICK:-} ]] && "$python" -c 'import scipy' 2>/dev/null; then
  "$python" bench/ode_peers.py "$library" "$problems" "$tolerances" >>"$table"
else
  printf 'without SciPy\n\n'
fi
if [[ -z ${QUICK:-} ]] && command -v octave >/dev/null; then
  octave --quiet --no-gui bench/ode_peers.m "$tolerances" 2>/dev/null |
    awk -F, -v wanted=",$problems," 'index(wanted, "," $1 ",")' >>"$table"
else
  printf 'without Octave\n\n'
fi

python3 bench/ode_table.py "$table" "$data"

command -v gnuplot >/dev/null || { printf 'ode_work_precision.sh: gnuplot draws the picture and is missing.\n' >&2; exit 0; }
drawn=$(for p in $shown; do [[ ,$problems, != *,$p,* ]] || printf '%s ' "$p"; done)
[[ -n $drawn ]] || exit 0
gnuplot -e "data = '$data'; problems = '$drawn'; picture = '$pictures/ode_work_precision.svg'" \
  bench/ode_work_precision.gp
printf '\npicture %s\n' "$pictures/ode_work_precision.svg"
