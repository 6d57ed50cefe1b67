#!/usr/bin/env bash
# How the cost of stiff methods grows with the size of a sparse model (heat equation, 1,000 to 100,000 cells,
# tolerance 1e-6): seconds, and the exponent p of seconds ~ cells^p between the smallest and the largest.
#
# usage: bench/ode_size.sh [CELLS ...]
#
# The program is build/release/bench/programs/ode_size, or what ODE_SIZE says; its figures stay in
# build/bench/ode_size.csv.
set -euo pipefail
unset CDPATH
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
export LC_ALL=C

program=${ODE_SIZE:-build/release/bench/programs/ode_size}
data=build/bench
[[ -x $program ]] || { printf 'ode_size.sh: there is no program at %s; ./dev bench makes it.\n' "$program" >&2; exit 1; }
mkdir -p "$data"
"$program" "$@" >"$data/ode_size.csv"

awk -F, '
  NR == 1 { next }
  { who = $1 " (" $2 ")"
    if (!(who in cells)) { order[++n] = who; first[who] = $3; begin[who] = $4; error[who] = 0 }
    if (!($3 in seen)) { seen[$3] = 1; size[++sizes] = $3 }
    seconds[who, $3] = $4; cells[who] = $3; steps[who] = $5
    if ($9 > error[who] || $9 != $9 + 0) error[who] = $9 }
  END { printf "| method (Jacobian) |"; for (i = 1; i <= sizes; ++i) printf " %d |", size[i]
        print " exponent | steps | largest error |"
        printf "|---|"; for (i = 1; i <= sizes; ++i) printf "---|"; print "---|---|---|"
        for (k = 1; k <= n; ++k) { who = order[k]; printf "| %s |", who
          for (i = 1; i <= sizes; ++i) printf " %s |", (who, size[i]) in seconds ? sprintf("%.3g s", seconds[who, size[i]]) : ""
          p = cells[who] > first[who] ? log(seconds[who, cells[who]] / begin[who]) / log(cells[who] / first[who]) : 0
          printf " %.2f | %d | %s |\n", p, steps[who], error[who] } }' "$data/ode_size.csv"
