#!/usr/bin/env bash
# Chains of a certified run at the same time: --threads 1 against --threads 2, for components whose steps cost
# about 50 µs and more. Runs in turns, because other work on the machine comes and goes; the ratio of the medians should be 1.6
# or more. The rows must be the same, byte by byte.
#
# usage: bench/chains.sh [RUNS]    of each, 9 by default
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
runs=${1:-9}
program=$PWD/build/release/bellwether
fmu=$PWD/build/release/tests/fmus/toiling.fmu
[[ -e $fmu ]] || { echo "chains: build the tests first (./dev test)"; exit 0; }
(($(nproc) > 1)) || { echo "chains: one processor only"; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"

# system ROUNDS: an oscillator of two components
system() {
  cat >s.toml <<END
[components]
a = "$fmu"
b = "$fmu"
[connections]
"a.u" = "-1 * b.y"
"b.u" = "a.y"
[parameters]
"a.rounds" = $1
"b.rounds" = $1
END
}

# seconds THREADS OPTIONS...
seconds() {
  local threads=$1
  shift
  TIMEFORMAT=%R
  { time "$program" run s.toml --quiet --threads "$threads" -o "$threads.csv" --summary s.json "$@" >&2; } 2>&1
}

median() { sort -g | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'; }

# compare WORDS OPTIONS...
compare() {
  local words=$1
  shift
  : >one; : >two
  for ((k = 0; k < runs; ++k)); do
    seconds 1 "$@" >>one
    seconds 2 "$@" >>two
  done
  cmp -s 1.csv 2.csv || { echo "chains: rows differ"; exit 1; }
  local cost
  cost=$(python3 -c '
import json
p = json.load(open("s.json"))
a = p["statistics"]["components"]["a"]
print("%d chains of %d, %.0f µs a step" % (p["certificate"]["step_sizes"], p["certificate"]["runs"],
                                           1e6 * a["do_step_seconds"] / a["do_step"]))')
  awk -v one="$(median <one)" -v two="$(median <two)" -v words="$words" -v cost="$cost" \
    'BEGIN { printf "%-28s %s: %.3f s and %.3f s, ratio %.2f\n", words, cost, one, two, one / two }'
}

system 5000
compare 'tolerance 1e-4, 501 rows' --stop 3
compare 'tolerance 1e-6, 101 rows' --stop 6 --interval 0.06 --tolerance 1e-6
compare 'tolerance 1e-9, 101 rows' --stop 6 --interval 0.06 --tolerance 1e-9
system 50000
compare 'dear steps, 1e-5, 31 rows' --stop 3 --interval 0.1 --tolerance 1e-5
