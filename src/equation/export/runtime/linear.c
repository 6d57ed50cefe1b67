/* Band matrices: LU with row exchange. A full matrix has a band as wide as itself.
 *
 *   column k: the largest entry below becomes the pivot;  row i -= (a_ik / a_kk) row k
 *   exchanged rows widen the band above by the band below
 *
 * Source: G. Golub, C. Van Loan, Matrix Computations, 4th edition, 4.3 (band systems).
 */

#include "instance.h"

#include <string.h>

static size_t width(const Band* m) { return 2 * m->below + 1 + m->above; }

/* Column j of row i is at j - i + below. */
static double* entry(const Band* m, size_t i, size_t j) {
  return m->a + i * width(m) + (j + m->below - i);
}

static size_t least_of(size_t a, size_t b) { return a < b ? a : b; }

int bw_make_band(Instance* s, Band* m, size_t n, size_t below, size_t above) {
  m->n = n, m->below = below, m->above = above;
  m->a = s->allocate(n * width(m) + 1, sizeof(double));
  m->pivots = s->allocate(n + 1, sizeof(size_t));
  return m->a && m->pivots;
}

void bw_free_band(Instance* s, Band* m) {
  if (m->a) s->release(m->a);
  if (m->pivots) s->release(m->pivots);
}

void bw_clear_band(Band* m) { memset(m->a, 0, m->n * width(m) * sizeof(double)); }

void bw_add_to_band(Band* m, size_t row, size_t column, double value) {
  *entry(m, row, column) += value;
}

/* 0: singular. */
int bw_factorise(Band* m) {
  const size_t n = m->n;
  for (size_t k = 0; k < n; ++k) {
    const size_t last_row = least_of(n - 1, k + m->below);
    const size_t last_column = least_of(n - 1, k + m->below + m->above);
    size_t pivot = k;
    for (size_t i = k + 1; i <= last_row; ++i)
      if (fabs(*entry(m, i, k)) > fabs(*entry(m, pivot, k))) pivot = i;
    m->pivots[k] = pivot;
    if (!(fabs(*entry(m, pivot, k)) > 0)) return 0;
    if (pivot != k)
      for (size_t j = k; j <= last_column; ++j) {
        const double kept = *entry(m, k, j);
        *entry(m, k, j) = *entry(m, pivot, j);
        *entry(m, pivot, j) = kept;
      }
    for (size_t i = k + 1; i <= last_row; ++i) {
      const double factor = *entry(m, i, k) / *entry(m, k, k);
      *entry(m, i, k) = factor;
      if (factor != 0)
        for (size_t j = k + 1; j <= last_column; ++j) *entry(m, i, j) -= factor * *entry(m, k, j);
    }
  }
  return 1;
}

void bw_solve(const Band* m, double* b) {
  const size_t n = m->n;
  for (size_t k = 0; k < n; ++k) {
    const size_t last = least_of(n - 1, k + m->below);
    const double value = b[m->pivots[k]];
    b[m->pivots[k]] = b[k];
    b[k] = value;
    for (size_t i = k + 1; i <= last; ++i) b[i] -= *entry(m, i, k) * value;
  }
  for (size_t k = n; k-- > 0;) {
    const size_t last = least_of(n - 1, k + m->below + m->above);
    for (size_t j = k + 1; j <= last; ++j) b[k] -= *entry(m, k, j) * b[j];
    b[k] /= *entry(m, k, k);
  }
}
