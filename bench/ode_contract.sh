#!/usr/bin/env bash
# Are errors within the tolerances? Every reference problem at tolerances from 1e-3 to 1e-10 by every method that suits
# it, through run() as a user calls it. Prints for each problem how many runs were trusted, doubtful and rejected, the
# largest true error of those that were trusted, how far the estimates were off, and what a run cost; and every trusted
# run whose error is above its tolerance.
#
# usage: bench/ode_contract.sh [PROBLEM [METHOD]]      substrings of names; about three minutes for all
#
# The program is build/release/bench/programs/ode_contract, or what CONTRACT says; its figures stay in
# build/bench/ode_contract.csv.
set -euo pipefail
unset CDPATH
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
export LC_ALL=C # numbers with a point, also from awk

program=${CONTRACT:-build/release/bench/programs/ode_contract}
[[ -x $program ]] || { printf 'ode_contract.sh: there is no program at %s; ./dev bench makes it.\n' "$program" >&2; exit 1; }
mkdir -p build/bench
figures=build/bench/ode_contract.csv
"$program" "$@" >"$figures"
awk -F, '
  NR == 1 { next }
  { if (!($1 in runs)) order[++n] = $1
    ++runs[$1]; ++all; ++count[$1, $4]; ++sum[$4]; rhs[$1] += $8; passes[$1] += $9; seconds[$1] += $10 }
  $4 == "trusted" {
    if ($6 > worst[$1]) worst[$1] = $6
    if ($6 > 0 && $7 > 0) { logs[$1] += log($7 / $6); ++pairs[$1] }
    near += $6 > 1 && $6 <= 3; lies += $6 > 3
    if (!($6 <= 1)) odd = odd "\n" $0 }
  END {
    print "| problem | runs | trusted | doubtful | rejected | largest error / tolerance where trusted | estimate / error (mean) | right-hand sides (mean) | passes (mean) | ms (mean) |"
    print "|---|---|---|---|---|---|---|---|---|---|"
    for (k = 1; k <= n; ++k) {
      p = order[k]
      printf "| %s | %d | %d | %d | %d | %.2g | %.2g | %.0f | %.1f | %.2f |\n", p, runs[p], count[p, "trusted"], count[p, "doubtful"], count[p, "rejected"],
        worst[p], pairs[p] ? exp(logs[p] / pairs[p]) : 0, rhs[p] / runs[p], passes[p] / runs[p], 1000 * seconds[p] / runs[p] }
    printf "\n%d runs: %d trusted, %d doubtful, %d rejected. Of the trusted ones %d have an error between one and three tolerances, %d a larger one.\n",
      all, sum["trusted"], sum["doubtful"], sum["rejected"], near, lies
    if (odd != "") print substr(odd, 2) >"/dev/stderr" }' "$figures"
