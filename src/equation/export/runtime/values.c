/* Variables by value reference, as numbers; and their partial derivatives. */

#include "instance.h"

#include <stdio.h>

static const char* const type_words[] = {"real", "integer", "Boolean"};

static const Variable* find(Instance* s, unsigned reference, int type) {
  const Variable* v = reference < bw_model.references ? bw_model.reference + reference : NULL;
  if (v && v->type == type) return v;
  snprintf(s->sentence, sizeof s->sentence, "There is no %s variable with value reference %u.",
           type_words[type], reference);
  bw_fail(s, s->sentence);
  return NULL;
}

static int indicator_value(Instance* s, size_t index, double* value) {
  if (!bw_indicators(s, s->now->time, s->x, s->o)) return bw_not_solved(s, answer_discard);
  *value = s->o[index] + s->shifts[index];
  return answer_ok;
}

/* After bw_refresh(). */
int bw_get(Instance* s, unsigned reference, int type, double* value) {
  const Variable* v = find(s, reference, type);
  if (!v) return answer_error;
  switch (v->place.array) {
    case in_states: *value = s->x[v->place.index]; break;
    case in_memory: *value = s->w[v->place.index]; break;
    case in_derivatives: *value = s->d[v->place.index]; break;
    case in_time: *value = s->now->time; break;
    default: return indicator_value(s, v->place.index, value);
  }
  if (v->opposite) *value = -*value;
  if (type == type_integer && !(fabs(*value) <= bw_largest_integer))
    return bw_fail_at(s, "its value is too large for an integer.", v->name);
  return answer_ok;
}

static int refuse(Instance* s, const Variable* v, const char* why) {
  snprintf(s->sentence, sizeof s->sentence, "%s cannot be set: %s.", v->name, why);
  return bw_fail(s, s->sentence);
}

static int is_early(const Instance* s) {
  return s->now->mode == mode_instantiated || s->now->mode == mode_initialising;
}

int bw_set(Instance* s, unsigned reference, int type, double value) {
  const Variable* v = find(s, reference, type);
  const int early = is_early(s);
  if (!v) return answer_error;
  if (!bw_all_finite(&value, 1)) return refuse(s, v, "the value is no finite number");
  if (v->role == role_calculated) return refuse(s, v, "it follows from the equations");
  if (v->role == role_constant) return refuse(s, v, "it is a constant");
  if (v->role != role_input && !early)
    return refuse(s, v,
                  v->role == role_parameter ? "parameters are fixed after initialisation"
                                            : "start values count before the run only");
  if (v->role == role_input && v->discrete && s->now->mode == mode_continuous)
    return refuse(s, v, "it may change at events only");
  if (v->opposite) value = -value;
  if (early) {
    s->now->stale = 1;
  } else if (s->w[v->kept] != value) {
    bw_take_back_preview(s);
    s->w[v->kept] = value;
    s->now->moved = s->now->inputs_changed = 1;
  }
  s->settings[v->kept] = value;
  s->given[v->kept] = 1;
  return answer_ok;
}

/* ---- derivatives ---- */

static const Variable* find_row(Instance* s, unsigned reference) {
  const Variable* v = find(s, reference, type_real);
  if (v && v->row >= 0) return v;
  if (v)
    bw_fail_at(s, "no derivative of it is offered; it is no output and no derivative.", v->name);
  return NULL;
}

static const Variable* find_column(Instance* s, unsigned reference) {
  const Variable* v = find(s, reference, type_real);
  if (v && v->column >= 0) return v;
  if (v) bw_fail_at(s, "no derivative by it is offered; it is no state and no input.", v->name);
  return NULL;
}

/* Of the row and the column that the variables have, with their signs. */
static double partial(const Instance* s, const Variable* unknown, const Variable* known) {
  const size_t* begins = bw_model.row_begins + unknown->row;
  for (size_t e = begins[0]; e < begins[1]; ++e)
    if (bw_model.row_columns[e] == (size_t)known->column)
      return unknown->opposite != known->opposite ? -s->partials[e] : s->partials[e];
  return 0;
}

static int ready(Instance* s) {
  if (!bw_model.has_partials) return bw_fail(s, "This FMU offers no directional derivatives.");
  const int answer = bw_refresh(s);
  if (answer != answer_ok) return answer;
  if (!bw_partials(s, s->now->time, s->x)) return bw_not_solved(s, answer_discard);
  return answer_ok;
}

int bw_product(Instance* s, int is_adjoint, const unsigned* unknowns, size_t unknown_count,
               const unsigned* knowns, size_t known_count, const double* seed, double* result) {
  const int answer = ready(s);
  if (answer != answer_ok) return answer;
  for (size_t k = is_adjoint ? known_count : unknown_count; k-- > 0;) result[k] = 0;
  for (size_t i = 0; i < unknown_count; ++i) {
    const Variable* unknown = find_row(s, unknowns[i]);
    if (!unknown) return answer_error;
    for (size_t j = 0; j < known_count; ++j) {
      const Variable* known = find_column(s, knowns[j]);
      const double by = seed[is_adjoint ? i : j];
      if (!known) return answer_error;
      if (by != 0) result[is_adjoint ? j : i] += partial(s, unknown, known) * by;
    }
  }
  return answer_ok;
}
