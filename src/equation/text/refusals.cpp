#include "equation/text/refusals.h"

#include <array>

namespace bw::equation {
namespace {

struct Refusal {
  std::string_view word, sentence;
};

constexpr std::array refusals = std::to_array<Refusal>({
    {"connect",
     "connects components of larger models. In a flat model write the equations: a.v = b.v as a_v "
     "= b_v, and 0 = a_i + b_i"},
    {"extends",
     "inherits from another class. In a flat model write its declarations and equations here"},
    {"redeclare",
     "modifies a component of another class. In a flat model write the declaration itself"},
    {"replaceable",
     "makes a component replaceable. In a flat model write the declaration without it"},
    {"constrainedby", "belongs to 'replaceable'. In a flat model write the declaration without it"},
    {"import",
     "imports names from packages. In a flat model write them in full, as in "
     "Modelica.Units.SI.Mass or Modelica.Constants.pi"},
    {"function",
     "is not supported here. Define it in front of the model or in it; a function cannot be the "
     "argument of another one"},
    {"package",
     "contains several classes. A flat model is one 'model' in one file; of a package choose a "
     "class by --class NAME, which OpenModelica flattens"},
    {"record", "is not supported here. Define it in front of the model or in it"},
    {"connector", "is not supported in a flat model. Declare a variable for each of its fields"},
    {"expandable", "belongs to connectors, which are not supported in a flat model"},
    {"operator", "is not supported in a flat model. Write its formula where it is used"},
    {"pure", "belongs in front of 'function'"},
    {"impure", "belongs in front of 'function'"},
    {"inner",
     "shares a component between classes. In a flat model declare it once, without 'inner'"},
    {"outer",
     "refers to a component of another class. In a flat model declare it, without 'outer'"},
    {"flow",
     "belongs to connectors. In a flat model declare a Real and write its balance equation"},
    {"stream", "belongs to connectors. In a flat model declare a Real and write its equations"},
    {"while",
     "is supported in functions only, because its length is not known before the run. Write 'for' "
     "with a fixed range"},
    {"break", "ends a loop of an algorithm, and there is none here"},
    {"return", "belongs to functions. Write 'if' around what comes behind"},
    {"external", "belongs to functions"},
    {"enumeration", "defines a type, as in 'type E = enumeration(a, b);'. Give it a name in front"},
    {"spatialDistribution", "is not supported. Write the transport as equations along an array"},
    {"delay", "is not supported. Write the lag as a first-order equation, T*der(y) = u - y"},
    {"cardinality", "counts connections, which are not supported in a flat model"},
    {"inStream", "belongs to connectors, which are not supported in a flat model"},
    {"actualStream", "belongs to connectors, which are not supported in a flat model"},
    {"getInstanceName", "is not supported. Write the name as a string"},
    {"Clock",
     "and synchronous equations are not supported. Write 'when sample(start, interval) then'"},
    {"previous", "belongs to clocks. In 'when sample(start, interval)' write pre(x)"},
    {"hold", "belongs to clocks. A variable assigned in 'when sample(...)' holds its value"},
    {"subSample",
     "belongs to clocks. Write 'when sample(start, interval) then' with a longer interval"},
    {"superSample",
     "belongs to clocks. Write 'when sample(start, interval) then' with a shorter interval"},
    {"shiftSample",
     "belongs to clocks. Write 'when sample(start, interval) then' with a later start"},
    {"backSample",
     "belongs to clocks. Write 'when sample(start, interval) then' with an earlier start"},
    {"noClock", "belongs to clocks, which are not supported"},
    {"transition", "belongs to state machines. Write an Integer that changes in 'when'"},
    {"initialState", "belongs to state machines. Write an Integer that changes in 'when'"},
    {"activeState", "belongs to state machines. Write an Integer that changes in 'when'"},
    {"ticksInState", "belongs to state machines. Write an Integer that changes in 'when'"},
    {"timeInState", "belongs to state machines. Write an Integer that changes in 'when'"},
});

}  // namespace

std::optional<std::string> why_refused(std::string_view word) {
  for (const Refusal& refusal : refusals)
    if (refusal.word == word)
      return "'" + std::string(word) + "' " + std::string(refusal.sentence) + ".";
  return {};
}

std::vector<std::string_view> refused_words() {
  std::vector<std::string_view> words;
  for (const Refusal& refusal : refusals) words.push_back(refusal.word);
  return words;
}

}  // namespace bw::equation
