#!/usr/bin/env bash
# What an error costs: certified runs and step doubling on the same systems, advances of all components against
# the largest true error. Prints the table and draws work_precision.svg.
#
# usage: bench/work_precision.sh         (into build/bench; PICTURES=docs/figures renews the picture of docs/certified.md)
#
# The program is build/release/bench/programs/certified, or what CERTIFIED says; its figures stay in
# build/bench/work_precision.csv.
set -euo pipefail
unset CDPATH
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
export LC_ALL=C # numbers with a point, also from awk

program=${CERTIFIED:-build/release/bench/programs/certified}
data=build/bench
pictures=${PICTURES:-$data}
systems=lotka_volterra,displacement_displacement,force_displacement,ring_5,nested_loops_direct,lorenz
[[ -x $program ]] || { printf 'work_precision.sh: there is no program at %s; ./dev bench makes it.\n' "$program" >&2; exit 1; }
mkdir -p "$data" "$pictures"
rm -f -- "$data"/work_precision.csv "$data"/*.certified.csv "$data"/*.measured.csv "$data"/*.extrapolated.csv

"$program" --systems "$systems" --tolerances 1e-2,1e-3,1e-4,1e-5,1e-6,1e-7,1e-8 --doubling 2000000 \
  >"$data/work_precision.csv"

# Error in units of |y| + 1 instead of the tolerance; one table for each line of the picture.
awk -F, -v data="$data" '
  NR == 1 { print "| system | tolerance | certified by | outcome | error / tolerance | advances | step doubling | ratio |"
            print "|---|---|---|---|---|---|---|---|"; next }
  { kind = $2 == "step-doubling" ? $4 : "certified"
    if ($6 > 0 && $6 < 1e9) print $6 * $3 "," $7 > data "/" $1 "." kind ".csv" }
  kind == "certified" { order[++n] = $1 "," $3; base[$1 "," $3] = substr($2, index($2, ":") + 1)
                        outcome[$1 "," $3] = $4; error[$1 "," $3] = $6; cost[$1 "," $3] = $7; next }
  { other[$1 "," $3] = $7; mark[$1 "," $3] = $4 == "extrapolated" ? "*" : "" }
  END { for (i = 1; i <= n; ++i) { k = order[i]; split(k, part, ",")
          printf "| %s | %s | %s | %s | %.2g | %d | %.2g%s | %.0f |\n", part[1], part[2], base[k], outcome[k], error[k], cost[k],
                 other[k], mark[k], other[k] / cost[k] }
        print "\n* extrapolated from the last two runs" }' "$data/work_precision.csv"

command -v gnuplot >/dev/null || { printf 'work_precision.sh: gnuplot draws the picture and is missing.\n' >&2; exit 0; }
gnuplot -e "data = '$data'; systems = '${systems//,/ }'; picture = '$pictures/work_precision.svg'" bench/work_precision.gp
printf '\npicture %s\n' "$pictures/work_precision.svg"
