#!/usr/bin/env bash
# Instructions per step of the Lotka-Volterra pair, counted by callgrind: the same number on every
# machine, whatever else runs there. Two runs of different length; their difference has no start-up. The clock stands still
# (still_clock.c), so that no call is timed that would not be timed otherwise.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
program=build/release/bellwether
system=build/release/examples/lotka_volterra/system.toml
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
"${CC:-cc}" -O2 -shared -fPIC -o "$folder/still_clock.so" bench/still_clock.c

# instructions MASTER STEP ROWS...: of a whole run
instructions() {
  local master=$1 step=$2
  shift 2
  LD_PRELOAD=$folder/still_clock.so valgrind --tool=callgrind --callgrind-out-file="$folder/out" \
    "$program" run "$system" --quiet --in-process \
    --master "$master" --step "$step" -o "$folder/rows.csv" "$@" 2>&1 |
    awk '/Collected/ { print $4 }'
}

per_step() { # NAME MASTER ROWS...
  local name=$1 master=$2 few many
  shift 2
  few=$(instructions "$master" 0.01 "$@")   # 10,000 steps
  many=$(instructions "$master" 0.005 "$@") # 20,000 steps
  printf '%-34s %6d instructions per step\n' "$name" $(((many - few) / 10000))
}

per_step "gauss-seidel, one row" gauss-seidel --interval 100
per_step "jacobi, one row" jacobi --interval 100
per_step "gauss-seidel, a row per step" gauss-seidel --every-step
