#pragma once
// An FMU (FMI 2.0, both interfaces) of x' = -x, as sources; its parameter `deed` selects which
// promise it breaks.

#include <string>
#include <vector>

#include "support/make_zip.h"

namespace bw::test {

enum class Forgets {
  nothing,
  reset,
  restore,
  serialise,
  others,
  steps,
  derivative,
  nominal,
  category,
  infinity,
  start,
  parameter,
  refuses,
  silence,
  haste
};

inline constexpr const char* forgetful_description = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="forgetful" guid="{1}" numberOfEventIndicators="0">
<ModelExchange modelIdentifier="forgetful" canGetAndSetFMUstate="true" canSerializeFMUstate="true" providesDirectionalDerivative="true" completedIntegratorStepNotNeeded="true"><SourceFiles><File name="all.c"/></SourceFiles></ModelExchange>
<CoSimulation modelIdentifier="forgetful" canHandleVariableCommunicationStepSize="true" canGetAndSetFMUstate="true" canSerializeFMUstate="true"><SourceFiles><File name="all.c"/></SourceFiles></CoSimulation>
<LogCategories><Category name="logAll"/></LogCategories>
<DefaultExperiment startTime="0" stopTime="1" stepSize="0.1"/>
<ModelVariables>
<ScalarVariable name="deed" valueReference="0" causality="parameter" variability="fixed"><Integer start="0"/></ScalarVariable>
<ScalarVariable name="k" valueReference="2" causality="parameter" variability="fixed"><Real start="0"/></ScalarVariable>
<ScalarVariable name="x" valueReference="0" causality="output" variability="continuous" initial="exact"><Real start="1"/></ScalarVariable>
<ScalarVariable name="der(x)" valueReference="1" causality="local" variability="continuous"><Real derivative="3"/></ScalarVariable>
</ModelVariables>
<ModelStructure>
<Outputs><Unknown index="3"/></Outputs>
<Derivatives><Unknown index="4"/></Derivatives>
<InitialUnknowns><Unknown index="4"/></InitialUnknowns>
</ModelStructure>
</fmiModelDescription>
)xml";

inline constexpr const char* forgetful_source = R"c(
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
enum { nothing, reset, restore, serialise, others, steps, derivative, nominal, category, infinity, start, parameter, refuses, silence, haste };
typedef void (*Logger)(void*, const char*, int, const char*, const char*, ...);
typedef struct { Logger log; void *allocate, *release, *finished; void* environment; } Callbacks;
typedef struct { double x; int deed; const Callbacks* callbacks; } Me;
typedef struct { int again, ends, nominals, states, defined; double next; } Info;
typedef unsigned R;
static int instances;
#define EASY(name, parameters) int name parameters { return 0; }
const char* fmi2GetTypesPlatform(void) { return "default"; }
const char* fmi2GetVersion(void) { return "2.0"; }
EASY(fmi2SetDebugLogging, (void* c, int on, size_t n, const char* const* s))
void* fmi2Instantiate(const char* n, int t, const char* g, const char* r, const Callbacks* f, int v, int on) {
  Me* me = calloc(1, sizeof(Me));
  me->x = 1; me->callbacks = f; ++instances;
  return me;
}
void fmi2FreeInstance(Me* me) { --instances; free(me); }
EASY(fmi2SetupExperiment, (Me* me, int a, double b, double s, int d, double e))
EASY(fmi2EnterInitializationMode, (Me* me))
int fmi2ExitInitializationMode(Me* me) {
  if (me->deed == category)
    me->callbacks->log(me->callbacks->environment, "m", 0, "gossip", "hello");
  if (me->deed == others) me->x *= instances;
  return 0;
}
EASY(fmi2Terminate, (Me* me))
int fmi2Reset(Me* me) { if (me->deed == refuses) return 3; if (me->deed != reset) { me->x = 1; me->deed = 0; } return 0; }
int fmi2GetReal(Me* me, const R* r, size_t n, double* v) {
  for (size_t i = 0; i < n; ++i) v[i] = r[i] == 2 ? 0 : r[i] ? -me->x : me->deed == infinity ? INFINITY : me->x;
  return 0;
}
int fmi2SetReal(Me* me, const R* r, size_t n, const double* v) {
  if (me->deed == (r[0] == 2 ? parameter : start)) return 3;
  if (r[0] == 0 && me->deed != reset) me->x = v[0];
  return 0;
}
int fmi2GetInteger(Me* me, const R* r, size_t n, int* v) { v[0] = me->deed; return 0; }
int fmi2SetInteger(Me* me, const R* r, size_t n, const int* v) { me->deed = v[0]; return 0; }
#define NONE(name) EASY(name, (Me* me, const R* r, size_t n, void* v))
NONE(fmi2GetBoolean) NONE(fmi2SetBoolean) NONE(fmi2GetString) NONE(fmi2SetString)
int fmi2GetFMUstate(Me* me, Me** s) { if (!*s) *s = malloc(sizeof(Me)); **s = *me; return 0; }
int fmi2SetFMUstate(Me* me, Me* s) { if (me->deed != restore) me->x = s->x; return 0; }
int fmi2FreeFMUstate(Me* me, Me** s) { free(*s); *s = 0; return 0; }
int fmi2SerializedFMUstateSize(Me* me, Me* s, size_t* n) { *n = sizeof(Me); return 0; }
int fmi2SerializeFMUstate(Me* me, Me* s, char* b, size_t n) {
  memcpy(b, s, sizeof(Me));
  if (me->deed == serialise) ((Me*)b)->x = 7;
  return 0;
}
int fmi2DeSerializeFMUstate(Me* me, const char* b, size_t n, Me** s) {
  *s = malloc(sizeof(Me)); memcpy(*s, b, sizeof(Me));
  return 0;
}
int fmi2GetDirectionalDerivative(Me* me, const R* z, size_t nz, const R* v, size_t nv, const double* dv, double* dz) {
  dz[0] = me->deed == derivative ? 5 : -dv[0];
  return 0;
}
EASY(fmi2EnterEventMode, (Me* me))
int fmi2NewDiscreteStates(Me* me, Info* info) { memset(info, 0, sizeof(Info)); return 0; }
EASY(fmi2EnterContinuousTimeMode, (Me* me))
int fmi2CompletedIntegratorStep(Me* me, int no, int* e, int* end) { *e = *end = 0; return 0; }
EASY(fmi2SetTime, (Me* me, double t))
int fmi2SetContinuousStates(Me* me, const double* x, size_t n) { me->x = x[0]; return 0; }
int fmi2GetDerivatives(Me* me, double* dx, size_t n) { dx[0] = -me->x; return 0; }
EASY(fmi2GetEventIndicators, (Me* me, double* z, size_t n))
int fmi2GetContinuousStates(Me* me, double* x, size_t n) { x[0] = me->x; return 0; }
int fmi2GetNominalsOfContinuousStates(Me* me, double* x, size_t n) { x[0] = me->deed == nominal ? 0 : 1; return 0; }
EASY(fmi2SetRealInputDerivatives, (Me* me, const R* r, size_t n, const int* o, const double* v))
EASY(fmi2GetRealOutputDerivatives, (Me* me, const R* r, size_t n, const int* o, double* v))
int fmi2DoStep(Me* me, double t, double h, int no) {
  if (me->deed == silence)
    me->callbacks->log(me->callbacks->environment, "m", 1, "logAll", "careful at %g", t);
  if (me->deed == haste) usleep(200000);
  me->x = me->deed == steps ? me->x + 1 : me->x * exp(-h);
  return 0;
}
EASY(fmi2CancelStep, (Me* me))
EASY(fmi2GetStatus, (Me* me, int k, int* v))
EASY(fmi2GetRealStatus, (Me* me, int k, double* v))
EASY(fmi2GetIntegerStatus, (Me* me, int k, int* v))
EASY(fmi2GetBooleanStatus, (Me* me, int k, int* v))
EASY(fmi2GetStringStatus, (Me* me, int k, const char** v))
)c";

inline std::string forgetful_fmu(Forgets what) {
  std::string description = forgetful_description;
  const std::string start = "<Integer start=\"0\"/>";
  description.replace(description.find(start), start.size(),
                      "<Integer start=\"" + std::to_string(static_cast<int>(what)) + "\"/>");
  return make_zip({{.name = "modelDescription.xml", .bytes = description},
                   {.name = "sources/all.c", .bytes = forgetful_source}});
}

}  // namespace bw::test
