#!/usr/bin/env bash
# Are errors within the tolerances on everything that is shipped? The example systems, and the FMUs for model exchange of
# the tests, by whatever is chosen for them, at tolerances from 1e-3 to 1e-9: verdict, and whether every row is within
# the tolerance of a run with 1e-11. A lie is a trusted run that is not.
#
# usage: bench/shipped_contract.sh         wants ./dev test (the FMUs) and ./dev build
set -euo pipefail
unset CDPATH
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
export LC_ALL=C

program=build/release/bellwether
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
tolerances=(1e-3 1e-4 1e-5 1e-6 1e-7 1e-8 1e-9)

targets=(build/release/examples/*/system.toml)
for folder in 1me 2 3; do
  for name in Dahlquist VanDerPol BouncingBall Stair StateSpace; do
    fmu=build/release/tests/fmus/$folder/$name.fmu
    [[ -f $fmu ]] && targets+=("$fmu")
  done
done

trusted=0 all=0 lies=0
printf '| target | trusted | not trusted |\n|---|---|---|\n'
for target in "${targets[@]}"; do
  options=(--interval 0.1 --stop 10 --quiet)
  [[ $target == *.fmu ]] && options+=(--interface me)
  good='' bad=''
  "$program" run "$target" "${options[@]}" --tolerance 1e-11 -o "$work/exact.csv" || true
  for candidate in "$work/exact.csv" "$work/exact.rejected.csv"; do [[ -f $candidate ]] && exact=$candidate && break; done
  for tolerance in "${tolerances[@]}"; do
    rm -f -- "$work"/run*
    "$program" run "$target" "${options[@]}" --tolerance "$tolerance" -o "$work/run.csv" --summary "$work/run.json" || true
    verdict=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["verdict"])' "$work/run.json")
    all=$((all + 1))
    if [[ $verdict == trusted ]]; then
      trusted=$((trusted + 1))
      good+=" $tolerance"
      if ! "$program" compare "$work/run.csv" "$exact" --tolerance "$tolerance" --absolute-tolerance "$tolerance" >"$work/said.txt"; then
        lies=$((lies + 1))
        good+=" (differs: $(tail -n 1 "$work/said.txt"))"
      fi
    else
      bad+=" $tolerance $verdict"
    fi
  done
  printf '| %s |%s |%s |\n' "${target#build/release/}" "$good" "$bad"
  rm -f -- "$work"/exact*
done
printf '\n%d runs, %d trusted, %d of them outside of their tolerance\n' "$all" "$trusted" "$lies"
