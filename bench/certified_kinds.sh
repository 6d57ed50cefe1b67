#!/usr/bin/env bash
# Certified runs of generated systems that are not smooth, at 1e-3, 1e-5, 1e-7 and 1e-9 with the default work limit. Prints for each kind how
# many are right, trusted and wrong (lie), right and not trusted (timid), and refused; and each lie on the standard error.
#
# usage: bench/certified_kinds.sh [FIRST [LAST]]      (seeds; 1 to 4 if none are given)
#
# The program is build/release/bench/programs/certified_kinds, or what CERTIFIED_KINDS says; its figures stay in
# build/bench/certified_kinds.csv.
set -euo pipefail
unset CDPATH
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
export LC_ALL=C # numbers with a point, also from awk

program=${CERTIFIED_KINDS:-build/release/bench/programs/certified_kinds}
data=build/bench
first=${1:-1}
last=${2:-$((first + 3))}
[[ -x $program ]] || { printf 'certified_kinds.sh: there is no program at %s; ./dev bench makes it.\n' "$program" >&2; exit 1; }
mkdir -p "$data"

nice -n 10 "$program" --seeds "$first:$last" >"$data/certified_kinds.csv"
awk -F, '
  NR > 1 { if (!($1 in runs)) order[++kinds] = $1; ++runs[$1]; ++count[$1, $4]; advances[$1] += $9 }
  NR > 1 && $4 == "lie" { print >"/dev/stderr" }
  END {
    print "| kind | runs | right | lie | timid | refused | doSteps (mean) |\n|---|---|---|---|---|---|---|"
    for (i = 1; i <= kinds; ++i) {
      k = order[i]
      printf "| %s | %d | %d | %d | %d | %d | %d |\n", k, runs[k], count[k, "right"], count[k, "lie"], count[k, "timid"],
             count[k, "refused"], advances[k] / runs[k]
    }
  }' "$data/certified_kinds.csv"
