#include "study/design/parameter_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "result/csv_scanner.h"
#include "result/read_csv.h"

namespace bw::study {
namespace {

using system::TomlTree;

struct Row {
  std::string_view key;
  Distribution::Kind kind;
  std::size_t numbers;
  const char* form;
};

constexpr std::array<Row, 5> distributions = {
    {{"uniform", Distribution::Kind::uniform, 2, "[low, high]"},
     {"normal", Distribution::Kind::normal, 2, "[mean, standard deviation]"},
     {"lognormal", Distribution::Kind::log_normal, 2,
      "[mean, standard deviation] of the logarithm"},
     {"triangular", Distribution::Kind::triangular, 3, "[low, mode, high]"},
     {"truncated", Distribution::Kind::truncated, 4, "[mean, standard deviation, low, high]"}}};

const std::vector<std::string> known_keys = {"from",      "to",         "steps",    "log",
                                             "values",    "unit",       "uniform",  "normal",
                                             "lognormal", "triangular", "truncated"};

bool is_known(const std::string& key) {
  return std::ranges::find(known_keys, key) != known_keys.end();
}

std::optional<double> number_of(const TomlTree& item) {
  if (item.kind != TomlTree::Kind::value) return {};
  double number = NAN;
  if (const auto* real = std::get_if<double>(&item.value)) number = *real;
  if (const auto* whole = std::get_if<std::int64_t>(&item.value))
    number = static_cast<double>(*whole);
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

// A string without its quotes.
std::string word_of(const Value& value) {
  const auto* word = std::get_if<std::string>(&value);
  return word != nullptr ? *word : text(value);
}

// "room.area" = {...} and room.area = {...} mean the same.
bool is_description(const TomlTree& item) {
  return !item.is_table() || item.items.empty() ||
         std::ranges::any_of(item.items, [](const TomlTree& inner) {
           return is_known(inner.key) && !inner.is_table();
         });
}

class OneParameter {
 public:
  OneParameter(const TomlTree& item, std::string name, bool is_grid, Report& findings)
      : item_(item), findings_(findings), is_grid_(is_grid) {
    made_.name = std::move(name);
    made_.position = item.position;
  }

  Parameter read() {
    if (!item_.is_table()) {
      wrong("must say how it varies, such as { from = 1, to = 2, steps = 5 }");
      return made_;
    }
    for (const TomlTree& inner : item_.items)
      if (!is_known(inner.key))
        findings_.add(inner.position, "key '" + inner.key + "' of parameter '" + made_.name +
                                          "' is not known." + did_you_mean(inner.key, known_keys));
    if (const TomlTree* unit = item_.find("unit")) {
      const auto* text = std::get_if<std::string>(&unit->value);
      if (text == nullptr)
        wrong("has a unit that is no string");
      else
        made_.unit = *text;
    }
    read_distribution();
    if (is_grid_ && made_.distribution.levels.empty() && findings_.empty())
      wrong(
          "is part of a grid and needs values: { values = [1, 2, 5] } or { from = 1, to = 2, "
          "steps = 5 }");
    return std::move(made_);
  }

 private:
  void wrong(const std::string& clause) {
    findings_.add(item_.position, "parameter '" + made_.name + "' " + clause + ".");
  }

  void read_distribution() {
    std::vector<std::string> given;
    for (const TomlTree& inner : item_.items)
      if (inner.key != "unit" && inner.key != "log" && inner.key != "to" && inner.key != "steps")
        given.push_back(inner.key);
    if (given.size() != 1)
      return wrong(given.empty() ? "must say how it varies, such as { from = 1, to = 2 }"
                                 : "is described twice, by " + listed(given, {.last = " and by "}));
    if (given.front() != "from" && is_known(given.front()))
      for (const char* key : {"to", "steps", "log"})
        if (item_.find(key) != nullptr)
          return wrong("is described by " + given.front() + " and has '" + key +
                       "', which belongs to from");
    if (given.front() == "values") return read_values(*item_.find("values"));
    if (given.front() == "from") return read_range();
    for (const Row& row : distributions)
      if (row.key == given.front()) read_numbers(row, *item_.find(row.key));
  }

  void read_values(const TomlTree& list) {
    made_.distribution.kind = Distribution::Kind::levels;
    auto& levels = made_.distribution.levels;
    bool all_numbers = true;
    for (const TomlTree& value : list.items) {
      const auto number = number_of(value);
      all_numbers = all_numbers && number.has_value();
      levels.push_back(number.value_or(static_cast<double>(levels.size())));
      made_.words.push_back(value.kind == TomlTree::Kind::value ? word_of(value.value) : "");
      if (made_.words.back().empty()) return wrong("has values that are no numbers or words");
    }
    if (list.kind != TomlTree::Kind::list || levels.empty())
      return wrong("needs at least one value: values = [1, 2, 5]");
    if (all_numbers) made_.words.clear();
  }

  void read_range() {
    const TomlTree *from = item_.find("from"), *to = item_.find("to");
    const auto low = number_of(*from), high = to != nullptr ? number_of(*to) : std::nullopt;
    if (!low || !high) return wrong("needs two finite numbers, from and to");
    if (!(*low < *high))
      return wrong("has an empty range: from " + brief(*low) + " to " + brief(*high));
    const TomlTree* log = item_.find("log");
    if (log != nullptr && !std::holds_alternative<bool>(log->value))
      return wrong("has a log that is neither true nor false");
    const bool is_log = log != nullptr && log->value == Value(true);
    if (is_log && !(*low > 0)) return wrong("has log = true, which needs from > 0");
    const TomlTree* steps = item_.find("steps");
    made_.distribution.p = {*low, *high};
    made_.distribution.kind =
        is_log ? Distribution::Kind::log_uniform : Distribution::Kind::uniform;
    if (steps != nullptr) read_steps(*steps, *low, *high, is_log);
  }

  void read_steps(const TomlTree& steps, double low, double high, bool is_log) {
    constexpr std::int64_t most = 1'000'000'000;
    const auto* count = std::get_if<std::int64_t>(&steps.value);
    if (count == nullptr || *count < 2 || *count > most)
      return wrong("needs a whole number of steps, 2 or more (the number of values)");
    for (std::int64_t k = 0; k < *count; ++k) {
      const double share = static_cast<double>(k) / static_cast<double>(*count - 1);
      const double value = is_log ? low * std::pow(high / low, share) : low + share * (high - low);
      made_.distribution.levels.push_back(k + 1 == *count ? high : value);
    }
    made_.distribution.kind = Distribution::Kind::levels;
  }

  void read_numbers(const Row& row, const TomlTree& list) {
    std::vector<double> p;
    for (const TomlTree& item : list.items)
      if (const auto number = number_of(item)) p.push_back(*number);
    if (list.kind != TomlTree::Kind::list || p.size() != row.numbers ||
        p.size() != list.items.size())
      return wrong(std::string(row.key) + " must be " + row.form);
    made_.distribution.kind = row.kind;
    std::ranges::copy(p, made_.distribution.p.begin());
    using Kind = Distribution::Kind;
    if (row.kind == Kind::uniform && !(p[0] < p[1]))
      wrong("has an empty range: uniform from " + brief(p[0]) + " to " + brief(p[1]));
    if (row.kind == Kind::triangular && !(p[0] < p[2] && p[0] <= p[1] && p[1] <= p[2]))
      wrong("triangular must be [low, mode, high] in rising order");
    const bool has_deviation = row.kind != Kind::uniform && row.kind != Kind::triangular;
    if (has_deviation && !(p[1] > 0)) wrong("needs a standard deviation above 0");
    if (row.kind == Kind::truncated && !(p[2] < p[3]))
      wrong("has an empty range: truncated from " + brief(p[2]) + " to " + brief(p[3]));
    else if (row.kind == Kind::truncated && !std::isfinite(made_.distribution.quantile(0.5)))
      wrong("is truncated from " + brief(p[2]) + " to " + brief(p[3]) +
            ", where the normal distribution has no values that a number can hold");
  }

  const TomlTree& item_;
  Report& findings_;
  bool is_grid_;
  Parameter made_;
};

void read_into(const TomlTree& table, const std::string& prefix, bool is_grid, Report& findings,
               std::vector<Parameter>& all) {
  for (const TomlTree& item : table.items) {
    const std::string name = prefix.empty() ? item.key : prefix + "." + item.key;
    if (is_description(item))
      all.push_back(OneParameter(item, name, is_grid, findings).read());
    else
      read_into(item, name, is_grid, findings, all);
  }
}

// Of the parameters of a list, of which the file has the values.
void read_units(const TomlTree& table, const std::string& prefix, std::vector<Parameter>& all,
                std::vector<std::string>& mistakes) {
  std::vector<std::string> names;
  for (const Parameter& parameter : all) names.push_back(parameter.name);
  for (const TomlTree& item : table.items) {
    const std::string name = prefix.empty() ? item.key : prefix + "." + item.key;
    const auto wrong = [&](const TomlTree& at, const std::string& clause) {
      mistakes.push_back(at.position.text() + ": parameter '" + name + "' " + clause);
    };
    const bool has_tables_only =
        item.is_table() && !item.items.empty() &&
        std::ranges::all_of(item.items, [](const TomlTree& inner) { return inner.is_table(); });
    if (has_tables_only) {
      read_units(item, name, all, mistakes);
      continue;
    }
    const auto column = std::ranges::find(all, name, &Parameter::name);
    if (column == all.end())
      wrong(item, "has no column in the list." + did_you_mean(name, names));
    else if (!item.is_table())
      wrong(item, "takes its values from the list; only { unit = \"...\" } can be given here.");
    else
      for (const TomlTree& inner : item.items) {
        const auto* word = std::get_if<std::string>(&inner.value);
        if (inner.key != "unit")
          wrong(inner, "takes its values from the list; key '" + inner.key +
                           "' has no meaning here, only unit has.");
        else if (inner.kind != TomlTree::Kind::value || word == nullptr)
          wrong(inner, "has a unit that is no string.");
        else
          column->unit = *word;
      }
  }
}

}  // namespace

std::vector<Parameter> read_parameters(const TomlTree& table, bool is_grid, Report& findings) {
  std::vector<Parameter> all;
  read_into(table, "", is_grid, findings, all);
  return all;
}

std::vector<Parameter> read_list_file(const std::string& file, const TomlTree& table) {
  const std::string text = result::read_bytes(file);
  result::CsvScanner scanner(text, file);
  std::vector<Parameter> all;
  result::CsvField field;
  if (!scanner.start_row())
    throw InputError(file + ": there is no row with the names of parameters.");
  while (scanner.next(field)) {
    Parameter& made = all.emplace_back();
    made.name = trimmed(field.text);
    made.position = scanner.position(field);
    made.distribution.kind = Distribution::Kind::levels;
    const auto first = std::ranges::find(all, made.name, &Parameter::name);
    if (made.name.empty() || &*first != &made)
      throw InputError(made.position.text() +
                       (made.name.empty()
                            ? ": a column has no name of a parameter."
                            : ": parameter '" + made.name + "' has two columns; leave one out."));
  }
  std::vector<std::string> mistakes;
  read_units(table, "", all, mistakes);
  if (!mistakes.empty()) throw InputError(std::move(mistakes));
  std::vector<bool> is_text(all.size(), false);
  while (scanner.start_row()) {
    std::size_t j = 0;
    for (; scanner.next(field); ++j) {
      if (j >= all.size())
        throw InputError(scanner.position(field).text() + ": the row has more than " +
                         std::to_string(all.size()) +
                         " values; the first line has a name for each.");
      const auto number = to_number(field.text);
      if (trimmed(field.text).empty())
        throw InputError(scanner.position(field).text() + ": a value is missing.");
      is_text[j] = is_text[j] || !number;
      auto& levels = all[j].distribution.levels;
      levels.push_back(number.value_or(static_cast<double>(levels.size())));
      all[j].words.emplace_back(trimmed(field.text));
    }
    if (j != all.size())
      throw InputError(scanner.position(field).text() + ": the row must have " +
                       std::to_string(all.size()) + " values, as the first line has names.");
  }
  if (all.empty() || all.front().distribution.levels.empty())
    throw InputError(file + ": there are no runs in it.");
  for (std::size_t j = 0; j < all.size(); ++j)
    if (!is_text[j]) all[j].words.clear();
  return all;
}

}  // namespace bw::study
