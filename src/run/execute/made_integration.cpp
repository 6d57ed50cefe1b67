#include "run/execute/made_integration.h"

#include <algorithm>

#include "base/pack.h"
#include "model/bell_bytes.h"
#include "ode/kernel/integrator.h"

namespace bw {
namespace model {

template <class Pack, Is<EventMark> E>
void fields(Pack& pack, E& mark) {
  pack(mark.time, mark.kind, mark.indicator, mark.rises, mark.moved_states);
}

template <class Pack, Is<NearEvent> E>
void fields(Pack& pack, E& near) {
  pack(near.time, near.distance);
}

template <class Pack, Is<VanishedEvent> E>
void fields(Pack& pack, E& vanished) {
  pack(vanished.time, vanished.indicator, vanished.value, vanished.count);
}

template <class Pack, Is<Unresolved> U>
void fields(Pack& pack, U& unresolved) {
  pack(unresolved.lo, unresolved.hi, unresolved.what);
}

template <class Pack, Is<Work> W>
void fields(Pack& pack, W& work) {
  pack(work.steps, work.rejected, work.events, work.rhs_evaluations, work.jacobian_evaluations);
}

}  // namespace model

namespace ode {

template <class Pack, Is<Solution> S>
void fields(Pack& pack, S& solution) {
  pack(solution.relative, solution.reals, solution.discretes, solution.events, solution.near_event,
       solution.rounding_factor);
}

}  // namespace ode

namespace run {

// A choice names a method of the table, whose text it refers to.
struct WrittenChoice {
  double time = 0;
  std::string method{}, why{};
};

template <class Pack, Is<WrittenChoice> C>
void fields(Pack& pack, C& choice) {
  pack(choice.time, choice.method, choice.why);
}

template <class Pack, Is<EventRows> E>
void fields(Pack& pack, E& rows) {
  pack(rows.times, rows.reals, rows.discretes);
}

}  // namespace run

namespace result {

template <class Pack, Is<StepSpan> S>
void fields(Pack& pack, S& span) {
  pack(span.begin, span.end, span.shortest, span.longest, span.error, span.steps, span.rejected);
}

}  // namespace result

namespace run {

template <class Pack, Is<MadeIntegration> M>
void fields(Pack& pack, M& made) {
  pack(made.solution, made.end, made.time, made.subject, made.reason, made.code, made.rows,
       made.has_end_row, made.finer, made.accuracy, made.jumps, made.vanished, made.is_discrete,
       made.work, made.effort.advances, made.bells, made.event_rows, made.unresolved,
       made.hidden_features, made.bounded_intervals, made.steps);
}

namespace {

bool is_valid(const MadeIntegration& made) {
  using End = MadeIntegration::End;
  const auto valid_mark = [](const model::EventMark& mark) {
    return mark.kind >= model::EventMark::Kind::state &&
           mark.kind <= model::EventMark::Kind::discontinuity;
  };
  return made.end >= End::complete && made.end <= End::failed && is_named(made.code) &&
         std::ranges::all_of(made.bells, [](const Bell& bell) { return is_named(bell); }) &&
         std::ranges::all_of(made.solution.events, valid_mark);
}

}  // namespace

std::string to_bytes(const MadeIntegration& made) {
  std::vector<WrittenChoice> choices;
  for (const model::MethodChoice& choice : made.choices)
    choices.push_back({choice.time, std::string(choice.method), choice.why});
  Packer pack;
  pack(made, choices);
  return pack.take();
}

std::optional<MadeIntegration> made_integration_from(std::string_view bytes) {
  std::optional<MadeIntegration> made(std::in_place);
  std::vector<WrittenChoice> choices;
  Unpacker unpack(bytes);
  unpack(*made, choices);
  bool valid = unpack.complete() && is_valid(*made);
  for (WrittenChoice& choice : choices) {
    const ode::MethodKind* method = ode::find_method(choice.method);
    valid = valid && method != nullptr;
    if (valid) made->choices.push_back({choice.time, method->name, std::move(choice.why)});
  }
  if (!valid) made.reset();
  return made;
}

}  // namespace run
}  // namespace bw
