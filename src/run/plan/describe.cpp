// A plan in words, for `--dry-run`.

#include <string>

#include "base/text.h"
#include "cosim/master/choose.h"
#include "cosim/master/master.h"
#include "result/approach.h"
#include "run/plan/plan.h"

namespace bw::run {
namespace {

std::string line(const char* label, const std::string& text) {
  std::string padded = "  " + std::string(label);
  padded.resize(11, ' ');
  return padded + text + "\n";
}

std::string rows_text(const RowRule& rows, double interval) {
  switch (rows.kind) {
    case RowRule::Kind::every_step: return "at every step";
    case RowRule::Kind::grid: return "every " + brief(interval);
    case RowRule::Kind::at_or_after: return "at the first step after every " + brief(rows.interval);
  }
  return "";
}

struct Describer {
  const Plan& plan;
  std::string output;

  std::string operator()(const CoupledPlan& how) const {
    return head(how.probe && plan.not_estimated.empty()
                    ? std::string("the sensitivity to step and FMU tolerance will be measured")
                    : "the error will not be estimated, because " + plan.not_estimated) +
           line("method", sentence(plan.approach)) +
           line("rows", rows_text(how.rows, how.march.grid.interval)) +
           line("events", how.algorithm.locates_events ? "located where the master sees them"
                                                       : "not located by the master");
  }

  std::string operator()(const CertifiedPlan& how) const {
    std::string text = head("the coupling error will be estimated");
    for (std::size_t i = 0; i < how.bases.size(); ++i) {
      const cosim::BaseChoice& base = how.bases[i];
      text += line(i == 0 ? "method" : "or",
                   std::string(base.base) +
                       (base.hold == cosim::Hold::constant
                            ? ""
                            : " with " + std::string(name(base.hold)) + " hold") +
                       (base.why.empty() ? "" : ", " + base.why));
    }
    return text + line("rows", "every " + brief(how.interval)) +
           line("events", how.locates_events ? "located" : "not located") +
           line("limit", grouped(how.work_limit) + " doSteps, in up to " +
                             std::to_string(how.threads) +
                             (how.threads > 1 ? " processes" : " process"));
  }

  std::string operator()(const IntegratedPlan& how) const {
    return head(how.estimates_error
                    ? std::string("the error will be estimated")
                    : "the error will not be estimated, because " + plan.not_estimated) +
           line("method", plan.approach.name.empty() ? words_of(*plan.integration.method)
                                                     : sentence(plan.approach)) +
           line("rows", rows_text({.kind = how.rows.kind == RowRule::Kind::at_or_after
                                               ? how.rows.kind
                                               : RowRule::Kind::grid,
                                   .interval = how.rows.interval},
                                  how.grid.interval));
  }

  std::string head(const std::string& estimate) const {
    const std::string absolute =
        plan.tolerance.absolute ? ", absolute " + result::tolerance_figure(*plan.tolerance.absolute)
                                : "";
    return "PLAN  " + estimate + ", tolerance " +
           result::tolerance_figure(plan.tolerance.relative) + absolute + "\n" +
           (output.empty() ? "" : line("result", output)) +
           line("time", "t = " + brief(plan.period.start) + " … " + brief(plan.period.stop));
  }
};

}  // namespace

std::string describe(const Plan& plan, const std::string& output) {
  return std::visit(Describer{plan, output}, plan.how);
}

}  // namespace bw::run
