#!/usr/bin/env bash
# Does the program keep its word on oscillating models? Generated models with up to 2e5 periods at tolerances from 1e-3 to
# 1e-9 (tests/support/oscillatory), every value of every row compared with a reference in long double. Prints for each kind:
# trusted and right, trusted and wrong (a lie), right and not trusted, wrong and not trusted, and the RHS evaluations beside
# dop853. Lies are listed in full.
#
# usage: bench/oscillatory_trial.sh [METHODS [FIRST [COUNT]]]     (auto; seeds 1 to 5 of each of the 6 kinds; `auto 1 50`: an hour or so the
#        first time; references and the figures of dop853 are kept in build/bench/oscillatory)
#
# The program is build/release/bellwether, or what BELLWETHER says; the figures stay in build/bench/oscillatory_trial.csv.
set -euo pipefail
unset CDPATH
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
export LC_ALL=C

trial=build/release/bench/programs/oscillatory_trial
program=${BELLWETHER:-build/release/bellwether}
methods=${1:-auto} first=${2:-1} count=${3:-5}
folder=build/bench/oscillatory
for needed in "$trial" "$program"; do
  [[ -x $needed ]] || { printf 'oscillatory_trial.sh: there is no program at %s; ./dev bench makes it.\n' "$needed" >&2; exit 1; }
done
mkdir -p "$folder"
figures=build/bench/oscillatory_trial.csv base=$folder/dop853_${first}_$count.csv
[[ -s $base ]] || { nice -n 10 "$trial" "$program" "$folder" dop853 all "$first" "$count" >"$base.part" && mv "$base.part" "$base"; }
nice -n 10 "$trial" "$program" "$folder" "$methods" all "$first" "$count" >"$figures"
python3 bench/oscillatory_trial.py "$figures" "$base"
