#pragma once
// What reading and checking a file finds, shown in full by `check` and judged by `run`: errors
// reject the file, warnings become bells, notes are only shown.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/position.h"

namespace bw {

struct Finding {
  enum class Severity { note, warning, error };
  std::string_view rule;  // stable key like "variable-name-twice", or none; outlives the report
  Severity severity = Severity::error;
  Position place;
  std::string sentence;  // what, the value, what would be right; ends with a full stop
  long count = 1;        // number of violations of this rule, here and later
};

std::string_view name(Finding::Severity severity);  // "note", "warning", "error"

// A mistake at a place, against a rule whose key outlives the exception.
struct RuleError : InputError {
  RuleError(std::string_view broken, const Position& where, const std::string& what)
      : InputError(where.text() + ": " + what), rule(broken), place(where), sentence(what) {}
  std::string_view rule;
  Position place;
  std::string sentence;
};

class Report {
 public:
  void add(const Position& place, std::string_view sentence) { error({}, place, sentence); }
  // Runs `work`; the mistakes of an InputError become findings and the caller goes on. Those that
  // name no rule of their own get `rule`, and a place where they begin with that of `place`'s file.
  template <class Work>
  void attempt(Work&& work, std::string_view rule = {}, const Position& place = {}) {
    try {
      std::forward<Work>(work)();
    } catch (const RuleError& error) {
      this->error(error.rule, error.place, error.sentence);
    } catch (const InputError& error) {
      for (const std::string& sentence : error.sentences()) add_at(rule, place, sentence);
    }
  }

  // A description of ten thousand variables mostly breaks one rule ten thousand times: after the
  // first `most_per_rule` places of a rule only the count goes on, in the last of them.
  static constexpr long most_per_rule = 20;

  void error(std::string_view rule, const Position& place, std::string_view sentence) {
    add(rule, Finding::Severity::error, place, sentence);
  }
  void warning(std::string_view rule, const Position& place, std::string_view sentence) {
    add(rule, Finding::Severity::warning, place, sentence);
  }
  void note(std::string_view rule, const Position& place, std::string_view sentence) {
    add(rule, Finding::Severity::note, place, sentence);
  }
  void add(std::string_view rule, Finding::Severity severity, const Position& place,
           std::string_view sentence);

  const std::vector<Finding>& findings() const { return findings_; }
  bool empty() const { return findings_.empty(); }
  bool has(Finding::Severity severity) const;

  // Throws one Kind that holds all errors in their order; does nothing when there are none.
  template <class Kind = InputError>
  void refuse() const {
    if (has(Finding::Severity::error)) throw Kind(errors());
  }

 private:
  struct Broken {
    std::string_view rule;
    long places = 0;
    std::size_t last = 0;  // index of its last finding
  };
  std::vector<std::string> errors() const;
  void add_at(std::string_view rule, const Position& place, std::string_view sentence);

  std::vector<Finding> findings_;
  std::vector<Broken> broken_;
};

}  // namespace bw
