#!/usr/bin/env bash
# Runs the examples as their articles did, judges each run by an independent solution, draws the
# articles' figures, and prints the tables of the examples' READMEs.
#
# usage: examples/figures.sh [OUTPUT_FOLDER]      (build/figures; `examples` renews the READMEs' pictures)
#        examples/figures.sh --table EXAMPLE      prints one table and draws nothing
#
# The pictures go to OUTPUT_FOLDER/<example>/figures/, the data behind them to build/figures/data/. The
# program is build/release/bellwether, or what BELLWETHER says; the examples stand beside it.
set -euo pipefail
unset CDPATH
caller=$PWD
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
export LC_ALL=C # numbers with a point, also from awk

fail() {
  printf 'figures.sh: %s\n' "$@" >&2
  exit 1
}

absolute() { case $1 in /*) printf '%s' "$1" ;; *) printf '%s' "$2/$1" ;; esac; }

program=$(absolute "${BELLWETHER:-$PWD/build/release/bellwether}" "$caller")
table=
[[ ${1:-} != --table ]] || { table=${2:?EXAMPLE is missing} && shift 2; }
output=$(absolute "${1:-$PWD/build/figures}" "$caller")
code=$PWD/examples/figures
data=$PWD/build/figures/data
[[ -n $table ]] || command -v gnuplot >/dev/null || fail "gnuplot draws the figures and is missing; as root: apt-get install gnuplot-nox"
[[ -x $program ]] || fail "there is no program at $program; ./dev build makes it, or BELLWETHER says where it is."
mkdir -p "$data"
cd -- "$data"

# counts FILE NAME: all values of this name in a summary, as 1000 or 1000/1300/1300.
counts() { awk -v name="\"$2\":" '$1 == name { sub(",", "", $2); line = line mark $2; mark = "/" } END { printf "%s", line }' "$1"; }

# run EXAMPLE NAME LABEL OPTIONS...: leaves NAME.csv, NAME.exact.csv (the rows with the exact solution beside
# them), NAME.steps.csv and NAME.json, and prints a row of the table. A rejected result (exit code 3) is
# a result here: the table says so.
run() {
  local example=$1 name=$2 label=$3 exit_code=0 errors
  shift 3
  "$program" run "$(dirname -- "$program")/examples/$example/system.toml" --every-step "$@" \
    -o "$name.csv" --steps "$name.steps.csv" --summary "$name.json" --quiet 2>"$name.txt" || exit_code=$?
  case $exit_code in
    0) ;;
    3) mv -- "$name.rejected.csv" "$name.csv" && label+=": rejected" ;;
    *) cat -- "$name.txt" >&2 && fail "the run $name ended with exit code $exit_code." ;;
  esac
  errors=$(awk -f "$code/$example.awk" -v out="$name.exact.csv" "$name.csv")
  printf '| %s | %s | %s | %s | %s |\n' "$label" "$(counts "$name.json" steps)" \
    "$(counts "$name.json" do_step)" "$(counts "$name.json" error_test_failures)" "$errors"
}

# draw EXAMPLE FIGURE
draw() {
  [[ -z $table ]] || return 0
  mkdir -p "$output/$1/figures"
  gnuplot -e "code = '$code'; picture = '$output/$1/figures/$2.svg'" "$code/style.gp" "$code/$1_$2.gp"
}

lotka_volterra() {
  local iterated=(--tolerance 1e-7 --absolute-tolerance 1e-7) # how far the iteration goes
  # The caption of the article's figure 5 reads 1e-9 in some copies; its text, its figure 8 and its
  # counts of steps are those of 1e-6.
  local controlled=(--error-test step-doubling --tolerance 1e-6 --absolute-tolerance 1e-6 --min-step 1e-8 --max-step 10)
  printf '| master | steps | doStep prey/predator | failed error tests | error of x | error of y |\n|---|---|---|---|---|---|\n'
  run lotka_volterra fixed_0.1 "gauss-seidel, step 0.1" --master gauss-seidel --step 0.1
  run lotka_volterra fixed_0.5 "gauss-seidel, step 0.5" --master gauss-seidel --step 0.5
  run lotka_volterra fixed_2 "gauss-seidel, step 2" --master gauss-seidel --step 2
  run lotka_volterra jacobi_0.1 "jacobi, step 0.1" --master jacobi --step 0.1
  run lotka_volterra jacobi_0.5 "jacobi, step 0.5" --master jacobi --step 0.5
  run lotka_volterra iterated_0.5 "gauss-seidel, 10 iterations, step 0.5" \
    --master gauss-seidel --iterations 10 --step 0.5 "${iterated[@]}"
  run lotka_volterra newton_0.5 "newton, 10 iterations, step 0.5" \
    --master newton --iterations 10 --step 0.5 "${iterated[@]}"
  run lotka_volterra iterated_2 "gauss-seidel, 20 iterations, step 2" \
    --master gauss-seidel --iterations 20 --step 2 "${iterated[@]}" # 10 do not converge
  run lotka_volterra controlled "gauss-seidel, error test" \
    --master gauss-seidel --first-step 0.1 "${controlled[@]}"
  run lotka_volterra controlled_iterated "gauss-seidel, 5 iterations, error test" \
    --master gauss-seidel --iterations 5 --first-step 0.01 --fallback-step 1e-10 "${controlled[@]}"
  run lotka_volterra controlled_newton "newton, 5 iterations, error test" \
    --master newton --iterations 5 --first-step 0.01 --fallback-step 1e-10 "${controlled[@]}"
  local figure
  for figure in 2 3 4 5 6 7 8; do draw lotka_volterra "figure_$figure"; done
}

math_003() {
  local controlled=(--error-test step-doubling --tolerance 1e-4 --absolute-tolerance 1e-5 --max-step 0.14)
  local ignored=(--events ignore) # as the article's master, which does not look for events
  printf '| master | steps | doStep part1/part2/part3 | failed error tests | error of x4 |\n|---|---|---|---|---|\n'
  run math_003 math_jacobi "jacobi, step 0.01, events ignored" --master jacobi --step 0.01 "${ignored[@]}"
  run math_003 math_fixed "gauss-seidel, step 0.01, events ignored" \
    --master gauss-seidel --step 0.01 "${ignored[@]}"
  run math_003 math_iterated "gauss-seidel, 2 iterations, step 0.01, events ignored" \
    --master gauss-seidel --iterations 2 --step 0.01 "${ignored[@]}"
  run math_003 math_newton "newton, step 0.01, events ignored" --master newton --step 0.01 "${ignored[@]}"
  run math_003 math_iterated_located "gauss-seidel, 2 iterations, step 0.01" \
    --master gauss-seidel --iterations 2 --step 0.01
  run math_003 math_controlled_ignored "gauss-seidel, 2 iterations, error test, events ignored" \
    --master gauss-seidel --iterations 2 "${controlled[@]}" "${ignored[@]}" \
    --first-step 0.14 --min-step 1e-5 --fallback-step 1e-4 # the settings of the published project
  run math_003 math_controlled_once "gauss-seidel, error test" --master gauss-seidel "${controlled[@]}"
  run math_003 math_controlled "gauss-seidel, 2 iterations, error test" \
    --master gauss-seidel --iterations 2 "${controlled[@]}"
  run math_003 math_controlled_newton "newton, error test" --master newton "${controlled[@]}"
  draw math_003 figure_1
}

# The eigenvalues of Van der Pol's oscillator during one limit cycle (Cellier and Moebius 1979, figure 3).
# `examples` renews the picture of docs/diagnosis.md.
van_der_pol() {
  local picture=$output/van_der_pol/figures/eigenvalues.svg
  [[ $output -ef $code/.. ]] && picture=$code/../../docs/figures/eigenvalues.svg
  mkdir -p -- "$(dirname -- "$picture")"
  "$(dirname -- "$program")/examples/van_der_pol/van_der_pol" 1 20 1e-9 dop853 eigenvalues.csv
  gnuplot -e "picture = '$picture'" "$code/style.gp" "$code/van_der_pol_eigenvalues.gp"
}

# The figure of README.md: what step-size control and the certified run leave of the same tolerance. The numbers of doSteps
# stand in the figure, so they are checked. `examples` renews docs/figures/global_error.svg.
global_error() {
  local picture=$output/lotka_volterra/figures/global_error.svg name steps
  [[ $output -ef $code/.. ]] && picture=$code/../../docs/figures/global_error.svg
  local system
  system=$(dirname -- "$program")/examples/lotka_volterra/system.toml
  "$program" run "$system" --tolerance 1e-6 --interval 1 -o certified.csv --summary certified.json --quiet
  "$program" run "$system" --tolerance 1e-6 --interval 1 --error-columns -o certified.columns.csv --quiet
  "$program" run "$system" --tolerance 1e-6 --interval 1 --error-test step-doubling -o step_control.csv \
    --summary step_control.json --quiet
  for name in certified step_control; do
    printf '%s: errors of x and y %s, ' "$name" "$(awk -f "$code/lotka_volterra.awk" -v out="$name.exact.csv" "$name.csv")"
    steps=$(($(counts "$name.json" do_step | tr / +)))
    printf '%s doSteps\n' "$steps"
    grep -q -- "$(sed -E 's/([0-9])([0-9]{3})$/\1 \2/' <<<"$steps") doSteps" "$code/global_error.gp" ||
      fail "global_error.gp names another number of doSteps than $steps for $name."
  done
  gnuplot -e "picture = '$picture'" "$code/style.gp" "$code/global_error.gp"
}

case $table in
  '') ;;
  lotka_volterra | math_003) "$table" && exit ;;
  *) fail "there is no table '$table'; lotka_volterra and math_003 have one." ;;
esac

printf 'Lotka-Volterra\n\n' && lotka_volterra
printf '\n' && global_error
printf '\nMath 003\n\n' && math_003
printf '\nVan der Pol\n\n' && van_der_pol
printf '\npictures %s, data %s\n' "$output/{lotka_volterra,math_003,van_der_pol}/figures/" "$data/"
