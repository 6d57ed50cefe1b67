#include "equation/enclosure/model_enclosure.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/constants.h"

namespace bw::equation {
namespace {

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

double size_of(const Form& a) { return std::max(std::abs(a.lo), std::abs(a.hi)); }

// Nothing times something endless is nothing.
double times(double off, double size) { return off == 0 ? 0 : off * size; }

// By how much the result can change through what is not tame in its operands.
double off_of(Op op, const Form& a, const Form& b, const Form& c, const Form& q) {
  switch (op) {
    case Op::negate:
    case Op::smooth: return a.off;
    case Op::add:
    case Op::subtract: return a.off + b.off;
    case Op::multiply: return times(a.off, size_of(b)) + times(b.off, size_of(a));
    case Op::divide: {
      const double least = b.lo > 0 ? b.lo : -b.hi;  // not positive: no bound
      if (!(least > 0)) return a.off > 0 || b.off > 0 ? q.width() : 0;
      return a.off / least + times(b.off, size_of(a) / least / least);
    }
    case Op::choose:
      if (a.lo > 0 || a.hi < 0) return b.off;
      return a.lo == 0 && a.hi == 0 ? c.off : q.width();
    default: return a.off > 0 || (operand_count(op) > 1 && b.off > 0) ? q.width() : 0;
  }
}

// The flags of a result: those of its operands, but only of the branch that is taken.
void inherit_flags(Op op, const Form& a, const Form& b, const Form& c, Form& q) {
  const auto take = [&](const Form& from) {
    q.wild = q.wild || from.wild;
    q.moving = q.moving || from.moving;
  };
  q.wild = q.moving = false;
  if (q.lo == 0 && q.hi == 0 && op == Op::multiply) return;  // times zero
  take(a);
  const int count = operand_count(op);
  if (op == Op::choose) {
    if (a.hi != 0 || a.lo != 0) take(b);
    if (a.lo <= 0 && a.hi >= 0) take(c);
  } else if (count > 1) {
    take(b);
  }
}

}  // namespace

ModelEnclosure::ModelEnclosure(const Machine& machine, std::span<const double> memory,
                               const Ports& ports, const SolveLoops& solve)
    : system_(machine.system()),
      layout_(machine.layout()),
      memory_(memory),
      program_(make_enclosure_program(machine.plan, machine.programs, ports.real_outputs)),
      loops_(program_.unknowns.size(),
             [this, solve](double t, std::span<const double> x, std::span<const double> u,
                           std::span<double> z) { return solve(t, x, u, program_.unknowns, z); }),
      forms_(program_.slots),
      ranges_(program_) {
  for (const auto& result : program_.derivatives) derivatives_.push_back(result.index);
  for (const auto& result : program_.indicators) indicators_.push_back(result.index);
  for (const std::uint32_t variable : program_.inputs) {
    const auto found = std::ranges::find(ports.real_inputs, variable);
    const auto place = static_cast<std::size_t>(found - ports.real_inputs.begin());
    input_places_.push_back(found == ports.real_inputs.end() ? nowhere : place);
  }
  inputs_.resize(program_.input_slots.size());
  wide_.watch(program_, ranges_, system_.states.size());
  clear_.resize(indicators_.size());
  survey_has_loops_ = std::ranges::any_of(program_.survey, [](const EnclosureStep& step) {
    return step.kind == EnclosureStep::Kind::close_loop;
  });
}

double ModelEnclosure::leaf_value(const Term& term) const {
  switch (term.op) {
    case Op::constant: return term.value;
    case Op::variable: return memory_[layout_.variable(term.index)];
    case Op::pre: return memory_[layout_.before(term.index)];
    case Op::memory: return memory_[layout_.memory(term.index)];
    default: return math::nan;
  }
}

void ModelEnclosure::compute_known() {
  for (const EnclosureProgram::Known& known : program_.known) {
    const Term& term = system_.graph[known.node];
    const double value =
        operand_count(term.op) == 0
            ? leaf_value(term)
            : value_of(term.op, forms_[known.a].c, forms_[known.b].c, forms_[known.c].c);
    Form& form = forms_[known.out];
    form = {};  // not finite: unknown, where it is used
    form.c = form.lo = form.hi = value;
    ranges_.set(known.out, {value, value});
  }
  is_known_ = true;
}

void ModelEnclosure::take_known() {
  if (is_known_) return;
  compute_known();
  ranges_.take_exponents();
  wide_.forget();
}

void ModelEnclosure::take_inputs(const model::CurveBox& box) {
  for (std::size_t i = 0; i < input_places_.size(); ++i) {
    const std::size_t place = input_places_[i];
    if (place < box.u.size())
      inputs_[i] = box.u[place];
    else
      inputs_[i] = {.c = memory_[layout_.variable(program_.inputs[i])]};
  }
  std::ranges::copy(loops_.over(box), inputs_.begin() + std::ssize(input_places_));
}

void ModelEnclosure::load(const model::CurveBox& box) {
  forms_[0] = line_form(box.lo / 2 + box.hi / 2, (box.hi - box.lo) / 2, 0);
  for (std::size_t i = 0; i < box.x.size(); ++i)
    forms_[i + 1] = line_form(box.x[i].c, box.x[i].s, box.x[i].r);
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    forms_[program_.input_slots[i]] = line_form(inputs_[i].c, inputs_[i].s, inputs_[i].r);
}

void ModelEnclosure::operate(const EnclosureStep& step, bool marks) {
  const Form &a = forms_[step.a], &b = forms_[step.b], &c = forms_[step.c];
  const auto tame = [&] {
    return (!step.is_deep || (is_nearly_line(a) && is_nearly_line(b))) && is_tame(step.op, a, b);
  };
  if (step.is_last && tame()) return;
  Form q = form_of(step.op, a, b, c);
  if (marks) {
    inherit_flags(step.op, a, b, c, q);
    if (q.wild) q.off = std::min(off_of(step.op, a, b, c, q), q.width());
  }
  if (step.is_judged) {
    q.moving = true;
    if (q.lo == q.hi) {
      q.wild = false;
    } else if (!tame()) {
      q.wild = true;
      q.off = q.width();
      all_tame_ = false;
    }
  }
  forms_[step.out] = q;
}

// Everything in a loop depends on everything in it; by how much is not known, and samples may have
// missed it.
void ModelEnclosure::close(const EnclosureStep& loop, double flat) {
  bool wild = false, moving = false;
  for (std::uint32_t k = loop.a; k < loop.b; ++k) {
    const Form& form = forms_[program_.members[k]];
    wild = wild || (form.wild && !(form.off <= flat));
    moving = moving || form.moving;
  }
  for (std::uint32_t k = 0; k < loop.count; ++k) {
    Form& form = forms_[program_.members[loop.a + k]];
    if (wild) form = unknown_form();
    form.wild = wild;
    form.moving = moving;
    form.off = wild ? std::numeric_limits<double>::infinity() : 0;
  }
}

bool ModelEnclosure::run(const std::vector<EnclosureStep>& steps, double flat, bool marks) {
  all_tame_ = true;
  for (const EnclosureStep& step : steps) switch (step.kind) {
      case EnclosureStep::Kind::operation: operate(step, marks); break;
      case EnclosureStep::Kind::open_loop:
        for (std::uint32_t k = 0; k < step.count; ++k) forms_[step.out + k] = unknown_form();
        break;
      case EnclosureStep::Kind::close_loop: close(step, flat); break;
    }
  return all_tame_;
}

bool ModelEnclosure::survey(const model::CurveBox& box, std::span<model::Bound> indicators) {
  take_known();
  take_inputs(box);
  if (wide_.holds(box, inputs_) || is_clear_by_ranges(box)) {
    std::ranges::copy(clear_, indicators.begin());
    return true;
  }
  load(box);
  const bool tame = run(program_.survey, box.flat, survey_has_loops_);
  for (std::size_t k = 0; k < program_.indicators.size(); ++k) {
    const EnclosureProgram::Result& result = program_.indicators[k];
    const Form &z = forms_[result.slot], &a = forms_[result.left], &b = forms_[result.right];
    constexpr double roundings = 64 * math::epsilon;
    const double size = std::max({std::abs(a.lo), std::abs(a.hi), std::abs(b.lo), std::abs(b.hi)});
    const double noise = std::isfinite(size) ? roundings * size : 0;  // without bounds: unknown
    indicators[k] = {.lo = z.lo, .hi = z.hi, .noise = noise};
  }
  return tame;
}

// Over more than this step, or over it alone.
bool ModelEnclosure::is_clear_by_ranges(const model::CurveBox& box) {
  const std::span<const Range> operands = wide_.see(box, inputs_);
  if (wide_.is_due()) {
    if (is_clear_over(wide_.ranges())) {
      wide_.take();
      return true;
    }
    wide_.fail();
  }
  return is_clear_over(operands);
}

bool ModelEnclosure::is_clear_over(std::span<const Range> operands) {
  for (std::size_t k = 0; k < operands.size(); ++k) ranges_.set(wide_.slots()[k], operands[k]);
  if (!ranges_.is_clear()) return false;
  ranges_.bound(clear_);
  return true;
}

model::Bound ModelEnclosure::bound(const model::CurveBox& box,
                                   std::span<model::Bound> derivatives) {
  take_known();
  take_inputs(box);
  load(box);
  (void)run(program_.whole, box.flat, true);
  for (std::size_t k = 0; k < program_.derivatives.size(); ++k) {
    const Form& form = forms_[program_.derivatives[k].slot];
    derivatives[k] = {
        .lo = form.lo, .hi = form.hi, .wild = form.wild, .off = form.off, .moving = form.moving};
  }
  model::Bound outputs;
  for (const std::uint32_t slot : program_.outputs) {
    outputs.wild = outputs.wild || forms_[slot].wild;
    outputs.moving = outputs.moving || forms_[slot].moving;
    outputs.off = std::max(outputs.off, forms_[slot].wild ? forms_[slot].off : 0);
  }
  return outputs;
}

}  // namespace bw::equation
