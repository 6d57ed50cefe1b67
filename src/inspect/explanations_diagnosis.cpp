// Diagnostics about a model, most of them of --diagnose.

#include "inspect/explanations.h"

namespace bw::inspect {
namespace {

constexpr Explanation diagnosis_rows[] = {
    {.code = "unstable-period",
     .meaning =
         "An eigenvalue of the model has a positive real part for some time: errors and "
         "disturbances grow then. The message says for how much of the simulated time, and the "
         "first period; the summary has all.",
     .causes = "The system itself is unstable there, or the model has a wrong sign in a feedback.",
     .remedy = "Nothing, if the result is trusted: its error was estimated, growth included.\n"
               "If the run is rejected with a large amplification, this is where it comes from: "
               "request a larger `--tolerance` or end the run earlier (`--stop`).\n"
               "Write the eigenvalues over time: `--eigenvalues`.",
     .example = "bellwether run model.mo --eigenvalues eigenvalues.csv",
     .pages = "diagnosis.md"},
    {.code = "border-modes",
     .meaning =
         "Some modes are so slow, compared with the fastest, that data of the given accuracy "
         "do not determine them. The message names the states that dominate them.",
     .causes = "States that hardly change during the run.\n"
               "A body that moves freely: position and speed are integrals, with eigenvalues of "
               "zero.",
     .remedy = "Consider replacing the named states by constants (`parameter Real`) in the model.\n"
               "If the data are more accurate than 1e-3, say so: `--data-accuracy`.\n"
               "Nothing, for a free motion.",
     .example = "bellwether run model.mo --diagnose --data-accuracy 1e-5",
     .pages = "diagnosis.md"},
    {.code = "critical-state",
     .meaning = "One state, or a few, causes most of the rejected steps of the integration.",
     .causes = "A fast state, or one whose derivative has kinks or discontinuities.",
     .remedy =
         "Replace a fast state that does not matter by an algebraic equation in the model.\n"
         "Give a discontinuity of its derivative an event (`if` or `when`).\n"
         "Give the state a realistic `nominal` value, which scales its absolute tolerance, or "
         "set `--absolute-tolerance`.",
     .example = "bellwether run model.mo --diagnose --verbose",
     .pages = "diagnosis.md"},
    {.code = "drift",
     .meaning = "A quantity given with `--conserved` changes by more than the tolerance allows, or "
                "its formula has no value at some row.",
     .causes =
         "The integration is not accurate enough: a fixed step, or a tolerance that is too "
         "large for a long run.\n"
         "The quantity is not conserved: friction, an input, an event that takes energy away.\n"
         "The formula divides by zero or takes the root of a negative number.",
     .remedy = "Leave out the fixed `--step`, or give a smaller one.\n"
               "Request a smaller `--tolerance`.\n"
               "Check whether the formula of `--conserved` is constant in this model.",
     .example = "bellwether run pendulum.mo --conserved \"x^2 + v^2\" --tolerance 1e-8",
     .pages = "diagnosis.md"},
};

}  // namespace

extern const std::span<const Explanation> diagnosis_explanations;
const std::span<const Explanation> diagnosis_explanations = diagnosis_rows;

}  // namespace bw::inspect
