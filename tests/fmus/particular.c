/* An FMU of FMI 1.0 for model exchange, dx/dt = -x, with habits of FMUs that are in use:
 *   - y = 2 x is computed when derivatives are read, and not before (OpenModelica until 1.12);
 *   - after fmiCompletedIntegratorStep states are accepted only when the time was set (AMESim);
 *   - with forgets = 1, y is computed when it is read, unless derivatives were read since the state
 *     was set (OpenModelica 1.24);
 *   - its instantiation logs a warning that explains nothing of what happens later (AMESim).
 * From the time `fails_from` on, fmiGetDerivatives fails; with talks = 1 it logs why.
 */

#include "fmi/instance/fmi1.h"

#include <stdlib.h>
#include <string.h>

enum { vr_x, vr_y, vr_fails_from, vr_talks, vr_forgets, count_of_reals };

typedef struct {
  double reals[count_of_reals], time;
  int needs_time, needs_update;
  fmiModelCallbackFunctions callbacks;
  char name[64];
} Model;

static void say(Model* me, fmiStatus status, const char* sentence) {
  me->callbacks.logger(me, me->name, status, "log", "%s", sentence);
}

const char* FMI1_NAME(fmiGetVersion)(void) { return fmiVersion; }
const char* FMI1_NAME(fmiGetModelTypesPlatform)(void) { return fmiPlatform; }
fmiStatus FMI1_NAME(fmiSetDebugLogging)(fmiComponent instance, fmiBoolean on) {
  return instance && (on || 1) ? fmiOK : fmiError;
}

fmiComponent FMI1_NAME(fmiInstantiateModel)(fmiString name, fmiString guid,
                                            fmiModelCallbackFunctions callbacks,
                                            fmiBoolean logging) {
  Model* me = callbacks.allocateMemory(1, sizeof(Model));
  (void)logging;
  if (!me || strcmp(guid, FMU_GUID) != 0) return NULL;
  me->callbacks = callbacks;
  strncpy(me->name, name, sizeof me->name - 1);
  me->reals[vr_x] = 1;
  me->reals[vr_fails_from] = 1e9;
  say(me, fmiWarning, "an old line");
  return me;
}

void FMI1_NAME(fmiFreeModelInstance)(fmiComponent instance) {
  Model* me = instance;
  if (me) me->callbacks.freeMemory(me);
}

fmiStatus FMI1_NAME(fmiSetTime)(fmiComponent instance, fmiReal t) {
  Model* me = instance;
  me->time = t;
  me->needs_time = 0;
  return fmiOK;
}

fmiStatus FMI1_NAME(fmiSetContinuousStates)(fmiComponent instance, const fmiReal x[],
                                            size_t count) {
  Model* me = instance;
  if (me->needs_time || count != 1) return fmiError;
  me->reals[vr_x] = x[0];
  me->needs_update = 1;
  return fmiOK;
}

fmiStatus FMI1_NAME(fmiCompletedIntegratorStep)(fmiComponent instance, fmiBoolean* event) {
  ((Model*)instance)->needs_time = 1;
  *event = fmiFalse;
  return fmiOK;
}

fmiStatus FMI1_NAME(fmiInitialize)(fmiComponent instance, fmiBoolean controlled, fmiReal tolerance,
                                   fmiEventInfo* info) {
  (void)controlled, (void)tolerance, (void)instance;
  memset(info, 0, sizeof *info);
  info->iterationConverged = fmiTrue;
  return fmiOK;
}

fmiStatus FMI1_NAME(fmiGetDerivatives)(fmiComponent instance, fmiReal dx[], size_t count) {
  Model* me = instance;
  if (me->time >= me->reals[vr_fails_from]) {
    if (me->reals[vr_talks] > 0) say(me, fmiError, "a line of this call");
    return fmiError;
  }
  if (me->reals[vr_forgets] == 0) me->reals[vr_y] = 2 * me->reals[vr_x];
  me->needs_update = 0;
  if (count > 0) dx[0] = -me->reals[vr_x];
  return fmiOK;
}

fmiStatus FMI1_NAME(fmiGetEventIndicators)(fmiComponent instance, fmiReal z[], size_t count) {
  (void)z, (void)count;
  return instance ? fmiOK : fmiError;
}

fmiStatus FMI1_NAME(fmiEventUpdate)(fmiComponent instance, fmiBoolean intermediate,
                                    fmiEventInfo* info) {
  (void)intermediate;
  return FMI1_NAME(fmiInitialize)(instance, fmiFalse, 0, info);
}

fmiStatus FMI1_NAME(fmiGetContinuousStates)(fmiComponent instance, fmiReal x[], size_t count) {
  if (count > 0) x[0] = ((Model*)instance)->reals[vr_x];
  return fmiOK;
}

fmiStatus FMI1_NAME(fmiGetNominalContinuousStates)(fmiComponent instance, fmiReal nominals[],
                                                   size_t count) {
  if (count > 0) nominals[0] = 1;
  return instance ? fmiOK : fmiError;
}

fmiStatus FMI1_NAME(fmiGetStateValueReferences)(fmiComponent instance,
                                                fmiValueReference references[], size_t count) {
  if (count > 0) references[0] = vr_x;
  return instance ? fmiOK : fmiError;
}

fmiStatus FMI1_NAME(fmiTerminate)(fmiComponent instance) { return instance ? fmiOK : fmiError; }

fmiStatus FMI1_NAME(fmiGetReal)(fmiComponent instance, const fmiValueReference references[],
                                size_t count, fmiReal values[]) {
  Model* me = instance;
  if (me->reals[vr_forgets] > 0 && me->needs_update) me->reals[vr_y] = 2 * me->reals[vr_x];
  if (me->reals[vr_forgets] > 0) me->needs_update = 0;
  for (size_t i = 0; i < count; ++i) values[i] = ((Model*)instance)->reals[references[i]];
  return fmiOK;
}

fmiStatus FMI1_NAME(fmiSetReal)(fmiComponent instance, const fmiValueReference references[],
                                size_t count, const fmiReal values[]) {
  for (size_t i = 0; i < count; ++i) ((Model*)instance)->reals[references[i]] = values[i];
  return fmiOK;
}

fmiStatus FMI1_NAME(fmiGetInteger)(fmiComponent instance, const fmiValueReference references[],
                                   size_t count, fmiInteger values[]) {
  (void)references, (void)values;
  return instance && count == 0 ? fmiOK : fmiError;
}
fmiStatus FMI1_NAME(fmiGetBoolean)(fmiComponent instance, const fmiValueReference references[],
                                   size_t count, fmiBoolean values[]) {
  (void)references, (void)values;
  return instance && count == 0 ? fmiOK : fmiError;
}
fmiStatus FMI1_NAME(fmiGetString)(fmiComponent instance, const fmiValueReference references[],
                                  size_t count, fmiString values[]) {
  (void)references, (void)values;
  return instance && count == 0 ? fmiOK : fmiError;
}
fmiStatus FMI1_NAME(fmiSetInteger)(fmiComponent instance, const fmiValueReference references[],
                                   size_t count, const fmiInteger values[]) {
  (void)references, (void)values;
  return instance && count == 0 ? fmiOK : fmiError;
}
fmiStatus FMI1_NAME(fmiSetBoolean)(fmiComponent instance, const fmiValueReference references[],
                                   size_t count, const fmiBoolean values[]) {
  (void)references, (void)values;
  return instance && count == 0 ? fmiOK : fmiError;
}
fmiStatus FMI1_NAME(fmiSetString)(fmiComponent instance, const fmiValueReference references[],
                                  size_t count, const fmiString values[]) {
  (void)references, (void)values;
  return instance && count == 0 ? fmiOK : fmiError;
}
