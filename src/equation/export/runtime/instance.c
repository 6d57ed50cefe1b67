/* An instance: its memory, its messages, and copies of its state. Everything that a run changes is
 * in one block, so that saving is copying. */

#include "instance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  numbers_in_head = (sizeof(Head) + sizeof(double) - 1) / sizeof(double),
  numbers_in_series = sizeof(Series) / sizeof(double)
};

static size_t block_numbers(void) {
  const Model* m = &bw_model;
  return numbers_in_head + m->memory_size + m->variables + 3 * m->states + 3 * m->sample_count +
         m->tear_count + (1 + 2 * numbers_in_series) * m->indicators;
}

static void place_block(Instance* s, void* block) {
  const Model* m = &bw_model;
  double* next = (double*)block + numbers_in_head;
  s->now = block;
  s->w = next, next += m->memory_size;
  s->settings = next, next += m->variables;
  s->x = next, next += m->states;
  s->d = next, next += m->states;
  s->nominals = next, next += m->states;
  s->clocks = next, next += 2 * m->sample_count;
  s->next_samples = next, next += m->sample_count;
  s->loop_starts = next, next += m->tear_count;
  s->shifts = next, next += m->indicators;
  s->series = (Series*)next, next += 2 * numbers_in_series * m->indicators;
  s->given = (unsigned char*)next;
  s->reported = s->given + m->variables;
}

static void* plain_allocate(size_t count, size_t size) { return calloc(count, size); }
static void plain_release(void* memory) { free(memory); }

static char* copy_of(Instance* s, const char* text) {
  const size_t size = strlen(text) + 1;
  char* copy = s->allocate(size, 1);
  if (copy) memcpy(copy, text, size);
  return copy;
}

void bw_reset(Instance* s) {
  s->is_preview = 0;
  memset(s->now, 0, s->block_size);
  s->now->fingerprint = bw_model.fingerprint;
  s->now->mode = mode_instantiated;
  s->now->is_co_simulation = s->is_co_simulation;
  s->now->tolerance = bw_model.tolerance;
  s->now->next_event = HUGE_VAL;
  s->now->last_event = -HUGE_VAL;
  s->now->stale = s->now->moved = 1;
}

static size_t at_least_one(size_t n) { return n > 0 ? n : 1; }

static int fill(Instance* s, const char* name) {
  const Model* m = &bw_model;
  void* block = s->allocate(s->block_size, 1);
  if (!block) return 0;
  place_block(s, block);
  s->name = copy_of(s, name ? name : "");
  s->o = s->allocate(at_least_one(m->results_size), sizeof(double));
  s->k = s->allocate(at_least_one(m->formulas_size), sizeof(double));
  s->partials = s->allocate(at_least_one(m->row_begins[m->rows]), sizeof(double));
  if (!s->name || !s->o || !s->k || !s->partials || !bw_make_loops(s)) return 0;
  return !s->is_co_simulation || bw_make_solver(s);
}

Instance* bw_make(const Instance* callbacks, const char* name, const char* token,
                  int is_co_simulation) {
  Instance wish = *callbacks;
  Instance* s;
  if (!wish.allocate || !wish.release) wish.allocate = plain_allocate, wish.release = plain_release;
  if (!token || strcmp(token, bw_model.token) != 0) {
    bw_fail(&wish, "The GUID (instantiation token) does not match this FMU.");
    return NULL;
  }
  s = wish.allocate(1, sizeof(Instance));
  if (!s) return NULL;
  *s = wish;
  s->is_co_simulation = is_co_simulation;
  s->block_size = block_numbers() * sizeof(double) + bw_model.variables + bw_model.deed_count;
  if (!fill(s, name)) {
    bw_fail(s, "There is not enough memory for an instance.");
    bw_free(s);
    return NULL;
  }
  bw_reset(s);
  return s;
}

void bw_free(Instance* s) {
  void (*release)(void*);
  if (!s) return;
  release = s->release;
  bw_free_solver(s);
  bw_free_loops(s);
  if (s->partials) release(s->partials);
  if (s->k) release(s->k);
  if (s->o) release(s->o);
  if (s->name) release(s->name);
  if (s->before_preview) release(s->before_preview);
  if (s->now) release(s->now);
  release(s);
}

/* ---- messages ---- */

int bw_fail(Instance* s, const char* sentence) {
  if (s && s->tell) s->tell(s, answer_error, sentence);
  return answer_error;
}

int bw_fail_at(Instance* s, const char* sentence, const char* subject) {
  snprintf(s->sentence, sizeof s->sentence, "%s: %s", subject, sentence);
  return bw_fail(s, s->sentence);
}

int bw_expect(Instance* s, unsigned modes, const char* function) {
  static const char* const words[] = {"before initialisation", "while it is initialised",
                                      "in event mode",         "in continuous-time mode",
                                      "between steps",         "after its end",
                                      "after an error"};
  if (!s) return answer_error;
  if (IN(s->now->mode) & modes) return answer_ok;
  snprintf(s->sentence, sizeof s->sentence, "%s is not allowed %s.", function, words[s->now->mode]);
  return bw_fail(s, s->sentence);
}

/* ---- saved states ---- */

int bw_save(Instance* s, void** state) {
  if (!*state) *state = s->allocate(s->block_size, 1);
  if (!*state) return bw_fail(s, "There is not enough memory to save the state.");
  memcpy(*state, s->is_preview ? s->before_preview : s->now, s->block_size);
  return answer_ok;
}

static int check_state(Instance* s, const void* state) {
  Head head;
  memcpy(&head, state, sizeof head);
  if (head.fingerprint != bw_model.fingerprint || head.mode < 0 || head.mode > mode_failed)
    return bw_fail(s, "This is not a saved state of this FMU.");
  if (head.is_co_simulation == s->is_co_simulation) return answer_ok;
  return bw_fail(
      s, s->is_co_simulation
             ? "This state was saved in model exchange; it cannot be used in co-simulation."
             : "This state was saved in co-simulation; it cannot be used in model exchange.");
}

int bw_restore(Instance* s, const void* state) {
  if (!state) return bw_fail(s, "There is no state to restore.");
  if (check_state(s, state) != answer_ok) return answer_error;
  memcpy(s->now, state, s->block_size);
  s->now->moved = 1;
  s->is_preview = 0;
  return answer_ok;
}

int bw_drop(Instance* s, void** state) {
  if (*state) s->release(*state);
  *state = NULL;
  return answer_ok;
}

int bw_write_state(Instance* s, const void* state, void* bytes, size_t size) {
  if (size < s->block_size) return bw_fail(s, "The buffer is too small for the saved state.");
  memcpy(bytes, state, s->block_size);
  return answer_ok;
}

int bw_read_state(Instance* s, const void* bytes, size_t size, void** state) {
  if (size < s->block_size) return bw_fail(s, "There are too few bytes for a saved state.");
  if (check_state(s, bytes) != answer_ok) return answer_error;
  if (!*state) *state = s->allocate(s->block_size, 1);
  if (!*state) return bw_fail(s, "There is not enough memory for the saved state.");
  memcpy(*state, bytes, s->block_size);
  return answer_ok;
}
