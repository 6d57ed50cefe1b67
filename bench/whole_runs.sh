#!/usr/bin/env bash
# Whole runs, in instructions (the same on every machine) and seconds of the processor:
#
# 1. Lotka-Volterra with error control, 25,932 doSteps of each component and 7,876 rows. MasterSim 0.9.8 takes 1.1 G
#    instructions and about 0.12 s for the same rows (25,980 doSteps of each component). The goal is a tenth of that. With
#    MASTERSIM=program and PROJECT=its .msim file both are measured here, in turns.
# 2. Systems of many components: the time to load 1000 components with 10,000 connections, and instructions per step
#    and component at two sizes, which should be equal.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
program=$PWD/build/release/bellwether
examples=$PWD/build/release/examples
fmus=$PWD/build/release/tests/fmus
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"

instructions() { valgrind --tool=callgrind --callgrind-out-file=out "$@" 2>&1 | awk '/Collected/ { print $4 }'; }

# seconds COMMAND...: least user and system time of seven runs
seconds() {
  local least=1e9 took
  for _ in 1 2 3 4 5 6 7; do
    took=$( { TIMEFORMAT='%U %S'; time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }')
    least=$(awk -v a="$least" -v b="$took" 'BEGIN { print a < b ? a : b }')
  done
  printf '%s' "$least"
}

controlled=("$program" run "$examples/lotka_volterra/system.toml" --quiet -o rows.csv --master gauss-seidel
  --error-test step-doubling --tolerance 1e-6 --first-step 0.1 --min-step 1e-8 --max-step 10 --interval 0.01)
ours=$(instructions "${controlled[@]}")
printf 'error control, %d rows: %.1f M instructions, %s s\n' "$(($(wc -l <rows.csv) - 1))" \
  "$(awk -v n="$ours" 'BEGIN { print n / 1e6 }')" "$(seconds "${controlled[@]}")"
if [[ -n ${MASTERSIM:-} && -n ${PROJECT:-} ]]; then
  cp -r -- "$(dirname -- "$PROJECT")/." project
  theirs=$(instructions "$MASTERSIM" -x "project/$(basename -- "$PROJECT")")
  printf 'MasterSim: %.1f M instructions, %s s; %.1f times Bellwether\n' \
    "$(awk -v n="$theirs" 'BEGIN { print n / 1e6 }')" \
    "$(seconds "$MASTERSIM" -x "project/$(basename -- "$PROJECT")")" \
    "$(awk -v a="$theirs" -v b="$ours" 'BEGIN { print a / b }')"
fi

# chain COMPONENTS STOP: each component has ten connections from the one before it
chain() {
  awk -v n="$1" -v stop="$2" -v file="$fmus/3/Feedthrough.fmu" 'BEGIN {
    split("continuous discrete integer mode boolean float32 int8 uint8 int16 uint16", signal, " ")
    print "[components]"
    for (i = 0; i < n; ++i) printf "p%d = \"%s\"\n", i, file
    print "[connections]"
    for (i = 1; i < n; ++i) for (k = 1; k <= 10; ++k)
      printf "\"p%d.%s_in\" = \"p%d.%s_out\"\n", i, signal[k], i - 1, signal[k]
    printf "[run]\nstop = %s\nstep = 0.001\nmaster = \"gauss-seidel\"\ninterval = 1\nrecord = [\"p0.*_out\"]\n", stop
  }' >"$1_$2.toml"
  printf '%s' "$1_$2.toml"
}
[[ -e $fmus/3/Feedthrough.fmu ]] || { echo "systems of many parts: build the tests first (./dev test)"; exit 0; }
file=$(chain 1001 0.001)
printf '1000 parts, 10,000 wires: loaded, run for a step and ended in %s s\n' \
  "$(seconds "$program" run "$file" --quiet -o rows.csv)"
for parts in 251 1001; do
  few=$(instructions "$program" run "$(chain "$parts" 0.02)" --quiet -o rows.csv)
  many=$(instructions "$program" run "$(chain "$parts" 0.04)" --quiet -o rows.csv)
  printf '%5d parts: %d instructions per step and part\n' "$parts" $(((many - few) / 20 / parts))
done
