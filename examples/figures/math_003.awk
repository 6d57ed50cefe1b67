# The exact x4 at the times of a result: writes the rows time,x1,x2,x3,x4,exact x4 to the file `out`, prints
# the largest error of x4.
BEGIN { FS = "," }

function exact(t) {
  if (t < 1) return 0
  if (t < 1 + 2.5/6) return 6 * (t - 1)
  if (t < 3) return 2.5
  if (t < 3 + 5/6) return 2.5 - 6 * (t - 3)
  if (t < 5) return -2.5
  if (t < 5 + 5/6) return 6 * (t - 5) - 2.5
  return 2.5
}

NR == 1 { print "time,x1,x2,x3,x4,exact_x4" >out; next }
{
  printf "%s,%s,%s,%s,%s,%.17g\n", $1, $2, $3, $4, $5, exact($1) >out
  d = $5 - exact($1)
  if (d < 0) d = -d
  if (d > worst) worst = d
}
END { printf "%.2e", worst }
