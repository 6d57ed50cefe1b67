#include "system/msim_keys.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <variant>

#include "base/text.h"
#include "base/units.h"

namespace bw::system {
namespace {

enum class Bound { any, positive, not_negative, fraction };

using Member = std::variant<MsimKey<double> MsimKeys::*, MsimKey<std::string> MsimKeys::*,
                            MsimKey<bool> MsimKeys::*, MsimKey<long> MsimKeys::*,
                            MsimKey<MsimMaster> MsimKeys::*, MsimKey<MsimErrorControl> MsimKeys::*>;

struct Row {
  const char* key;
  Member member;
  bool time = false;
  Bound rule = Bound::any;
};

const std::array table = {
    Row{"tStart", &MsimKeys::t_start, true},
    Row{"tEnd", &MsimKeys::t_end, true},
    Row{"hMax", &MsimKeys::h_max, true, Bound::positive},
    Row{"hMin", &MsimKeys::h_min, true, Bound::positive},
    Row{"hFallBackLimit", &MsimKeys::h_fallback, true, Bound::not_negative},
    Row{"hStart", &MsimKeys::h_start, true, Bound::not_negative},
    Row{"hOutputMin", &MsimKeys::h_output, true, Bound::positive},
    Row{"outputTimeUnit", &MsimKeys::output_time_unit},
    Row{"adjustStepSize", &MsimKeys::adjust_step_size},
    Row{"preventOversteppingOfEndTime", &MsimKeys::prevent_overstepping},
    Row{"absTol", &MsimKeys::abs_tol, false, Bound::positive},
    Row{"relTol", &MsimKeys::rel_tol, false, Bound::fraction},
    Row{"MasterMode", &MsimKeys::master},
    Row{"ErrorControlMode", &MsimKeys::error_control},
    Row{"maxIterations", &MsimKeys::max_iterations},
    Row{"writeInternalVariables", &MsimKeys::write_internal},
    Row{"writeUnconnectedFileReaderVars", &MsimKeys::write_unconnected},
};

template <class T>
struct Word {
  const char* word;
  T value;
};

constexpr Word<bool> flags[] = {{"yes", true}, {"no", false},    {"true", true},
                                {"1", true},   {"false", false}, {"0", false}};
constexpr Word<MsimMaster> masters[] = {{"GAUSS_JACOBI", MsimMaster::gauss_jacobi},
                                        {"GAUSS_SEIDEL", MsimMaster::gauss_seidel},
                                        {"NEWTON", MsimMaster::newton}};
constexpr Word<MsimErrorControl> error_controls[] = {
    {"NONE", MsimErrorControl::none},
    {"CHECK", MsimErrorControl::check},
    {"STEP_DOUBLING", MsimErrorControl::step_doubling},
    {"ADAPT_STEP", MsimErrorControl::step_doubling}};

class KeyReader {
 public:
  KeyReader(const MsimLine& line, const Row& row, const std::vector<MsimWord>& words)
      : line_(line), row_(row), words_(words) {}

  void operator()(double& value) const {
    const auto number = to_number(words_.front().text);
    const double factor = row_.time ? seconds() : 1.0;
    if (!number || !std::isfinite(*number * factor)) refuse(row_.time ? "a time" : "a number");
    value = *number * factor;
    if (row_.rule == Bound::positive && !(value > 0)) refuse("more than 0");
    if (row_.rule == Bound::not_negative && !(value >= 0)) refuse("0 or more");
    if (row_.rule == Bound::fraction && !(value > 0 && value < 1)) refuse("between 0 and 1");
  }

  void operator()(std::string& unit) const {
    unit = words_.front().text;
    if (!seconds_in(unit)) refuse("a unit of time like s, min, h, d or a");
  }

  void operator()(long& count) const {
    constexpr double most = 1e6;
    const auto number = to_number(words_.front().text);
    if (!number || !(*number >= 1 && *number <= most) || *number != std::floor(*number))
      refuse("a whole number from 1 to 1000000");
    count = static_cast<long>(*number);
  }

  void operator()(bool& flag) const { choose<bool>(flags, flag, "yes or no"); }
  void operator()(MsimMaster& master) const {
    choose<MsimMaster>(masters, master, "GAUSS_JACOBI, GAUSS_SEIDEL or NEWTON");
  }
  void operator()(MsimErrorControl& control) const {
    choose<MsimErrorControl>(error_controls, control, "NONE, CHECK or STEP_DOUBLING");
  }

 private:
  // As in MasterSim, a number without a unit is no time.
  double seconds() const {
    const std::string example = line_.keyword + " " + words_.front().text + " s";
    if (words_.size() < 2)
      throw InputError(where() + line_.keyword + " needs a unit of time: '" + example + "'.");
    const auto factor = seconds_in(words_[1].text);
    if (!factor)
      throw InputError(words_[1].position.text() + ": '" + words_[1].text +
                       "' is not a unit of time (" + line_.keyword +
                       "); known are ms, s, min, h, d and a.");
    return *factor;
  }

  template <class T>
  void choose(std::span<const Word<T>> choices, T& value, const char* wanted) const {
    const std::string& given = words_.front().text;
    const auto choice =
        std::ranges::find_if(choices, [&](const Word<T>& w) { return given == w.word; });
    if (choice == choices.end()) refuse(wanted);
    value = choice->value;
  }

  [[noreturn]] void refuse(const std::string& wanted) const {
    throw InputError(where() + line_.keyword + " must be " + wanted + ", not '" + line_.rest +
                     "'.");
  }

  std::string where() const { return words_.front().position.text() + ": "; }

  const MsimLine& line_;
  const Row& row_;
  const std::vector<MsimWord>& words_;
};

std::vector<std::string> known_keywords() {
  std::vector<std::string> all = {"simulator", "graph", "parameter", "outputOnly"};
  for (const Row& row : table) all.emplace_back(row.key);
  return all;
}

void read_value(const MsimLine& line, const Row& row, MsimKeys& keys,
                std::vector<Remark>& remarks) {
  const std::vector<MsimWord> words = line.words();
  if (words.empty())
    throw InputError(line.position.text() + ": " + line.keyword + " has no value; write '" +
                     line.keyword + (row.time ? " 10 s'." : " value'."));
  std::visit(
      [&](auto member) {
        auto& key = keys.*member;
        if (key.written())
          remarks.push_back(
              {line.keyword,
               line.keyword +
                   " is given twice; the later line is used, and this one has no effect.",
               key.position});
        key.position = line.position;
        KeyReader(line, row, words)(key.value);
      },
      row.member);
  const std::size_t used = row.time ? 2 : 1;
  if (words.size() > used && !words[used].text.starts_with('#'))
    remarks.push_back(
        {line.keyword,
         "'" + words[used].text + "' after the value of " + line.keyword + " has no effect.",
         words[used].position});
}

}  // namespace

void read_msim_key(const MsimLine& line, MsimKeys& keys, Report& findings,
                   std::vector<Remark>& remarks) {
  const auto row = std::ranges::find_if(table, [&](const Row& r) { return line.keyword == r.key; });
  if (row == table.end())
    findings.add(line.position, "the keyword '" + line.keyword + "' is not known." +
                                    did_you_mean(line.keyword, known_keywords()));
  else
    findings.attempt([&] { read_value(line, *row, keys, remarks); });
}

}  // namespace bw::system
