#!/usr/bin/env bash
# What an error costs on oscillating models: RHS evaluations of dop853, radau, multirev, modal and auto to true errors of 1e-4,
# 1e-6 and 1e-8 in one integration, and of whole runs with their verdicts at these tolerances. Counts only: they repeat on any
# machine. Prints the tables and draws oscillatory_work.svg, of whole runs.
#
# usage: bench/oscillatory_work.sh [PROBLEM]   (a part of a name; all: half an hour or so the first time, references are kept.
#        PICTURES=docs/figures renews the picture of docs/integration.md; KEEP=1 takes the figures of the last time)
#
# The program is build/release/bellwether, or what BELLWETHER says; its figures stay in build/bench/oscillatory_work.csv.
set -euo pipefail
unset CDPATH
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
export LC_ALL=C

work=build/release/bench/programs/oscillatory_work
program=${BELLWETHER:-build/release/bellwether}
data=build/bench
pictures=${PICTURES:-$data}
for needed in "$work" "$program"; do
  [[ -x $needed ]] || { printf 'oscillatory_work.sh: there is no program at %s; ./dev bench makes it.\n' "$needed" >&2; exit 1; }
done
mkdir -p "$data/oscillatory" "$pictures"
methods=dop853,radau,multirev,modal,auto
if [[ ${KEEP:-0} != 1 ]]; then
  nice -n 10 "$work" "$program" "$data/oscillatory" "$methods" "${1:-}" whole >"$data/oscillatory_whole.csv"
  nice -n 10 "$work" "$program" "$data/oscillatory" "$methods" "${1:-}" >"$data/oscillatory_work.csv"
fi
python3 bench/oscillatory_whole.py "$data/oscillatory_whole.csv" "$data/oscillatory_figure.csv"
printf '\n'
python3 bench/oscillatory_work.py "$data/oscillatory_work.csv"

command -v gnuplot >/dev/null || { printf 'oscillatory_work.sh: gnuplot draws the picture and is missing.\n' >&2; exit 0; }
gnuplot -e "data = '$data/oscillatory_figure.csv'; picture = '$pictures/oscillatory_work.svg'" bench/oscillatory_work.gp
printf '\npicture %s\n' "$pictures/oscillatory_work.svg"
