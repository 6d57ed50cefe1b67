#!/usr/bin/env bash
# How often certified runs are right: random networks of fixed seeds at 1e-3, 1e-5 and 1e-7, with the
# default work limit. Prints for each kind how many tolerances were said to be met, how many of these have an error
# between one and three tolerances (near), and how many a larger one (lie).
#
# usage: bench/certified_networks.sh [all]      (a tenth of the networks; `all`: 650 smooth, 150 stiff, 200 jumping)
#
# The program is build/release/bench/programs/certified, or what CERTIFIED says; its figures stay in
# build/bench/certified_networks.*.csv.
set -euo pipefail
unset CDPATH
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
export LC_ALL=C # numbers with a point, also from awk

program=${CERTIFIED:-build/release/bench/programs/certified}
data=build/bench
share=10
[[ ${1:-} != all ]] || share=1
[[ -x $program ]] || { printf 'certified_networks.sh: there is no program at %s; ./dev bench makes it.\n' "$program" >&2; exit 1; }
mkdir -p "$data"

printf '| networks | runs | met | near | lie | advances (median) |\n|---|---|---|---|---|---|\n'
for set in smooth:30000:650 stiff:35000:150 jumping:40000:200; do
  IFS=: read -r kind first count <<<"$set"
  figures=$data/certified_networks.$kind.csv
  nice -n 10 "$program" --random "$kind:$first:$((first + count / share - 1))" --doubling 0 >"$figures"
  median=$(tail -n +2 "$figures" | cut -d, -f7 | sort -g | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }')
  awk -F, -v kind="$kind" -v median="$median" '
    NR > 1 { ++runs }
    NR > 1 && $4 == "met" { ++met; near += $6 > 1 && $6 <= 3; lie += $6 > 3; if ($6 > 1) odd = odd "\n" $0 }
    END { printf "| %s | %d | %d | %d | %d | %d |\n", kind, runs, met, near, lie, median
          if (odd != "") print substr(odd, 2) >"/dev/stderr" }' "$figures"
done
