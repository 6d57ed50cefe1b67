#include "result/formats/cells_head.h"

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.h"
#include "base/value.h"

namespace bw::result {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Column& column) {
  Json json = {{"name", column.name}, {"type", name(column.type)}, {"unit", column.unit}};
  if (!column.description.empty()) json["description"] = column.description;
  if (column.alias_of) json["alias_of"] = *column.alias_of;
  if (column.error_of) json["error_of"] = *column.error_of;
  return json;
}

// JSON has no word for infinity and nan.
Json json_of(const Cell& value) {
  if (const auto* real = std::get_if<double>(&value))
    return std::isfinite(*real) ? Json(*real) : Json(shortest(*real));
  const auto& discrete = std::get<Discrete>(value);
  if (const auto* whole = std::get_if<std::int64_t>(&discrete)) return *whole;
  return std::get<std::string>(discrete);
}

// `Fail` throws for what is not there or not of its kind.
class HeadReader {
 public:
  explicit HeadReader(const std::function<void(std::string)>& fail) : fail_(fail) {}

  CellsHead read(const nlohmann::json& json) {
    CellsHead head;
    head.time_unit = word(json, "time_unit");
    if (!json.contains("columns") || !json["columns"].is_array())
      fail_("its header has no columns");
    for (const auto& column : json["columns"]) {
      head.columns.push_back(column_of(column));
      head.columns.back().alias_of = earlier(column, "alias_of", head.columns.size() - 1);
      head.columns.back().error_of = earlier(column, "error_of", head.columns.size() - 1);
    }
    if (!json.contains("constants") || !json["constants"].is_array()) return head;
    for (const auto& constant : json["constants"]) head.constants.push_back(constant_of(constant));
    return head;
  }

 private:
  std::string word(const nlohmann::json& from, const char* key) {
    if (!from.is_object() || !from.contains(key) || !from[key].is_string())
      fail_("its header has no " + std::string(key) + " in its place");
    return from[key].get<std::string>();
  }
  std::optional<std::size_t> earlier(const nlohmann::json& from, const char* key,
                                     std::size_t column) {
    if (!from.contains(key)) return {};
    if (!from[key].is_number_unsigned() || from[key].get<std::size_t>() >= column)
      fail_("its header refers to a column that is not there");
    return from[key].get<std::size_t>();
  }
  Column column_of(const nlohmann::json& from) {
    constexpr int known = static_cast<int>(Type::clock) + 1;
    const std::string kind = word(from, "type");
    int type = 0;
    while (type < known && name(static_cast<Type>(type)) != kind) ++type;
    if (type == known) fail_("a type is unknown");
    Column column{word(from, "name"), static_cast<Type>(type), word(from, "unit")};
    if (from.contains("description")) column.description = word(from, "description");
    return column;
  }
  Constant constant_of(const nlohmann::json& from) {
    Constant constant{column_of(from)};
    const auto value = from.contains("value") ? from["value"] : nlohmann::json();
    if (is_real(constant.column.type)) {
      if (value.is_number()) constant.value = value.get<double>();
      if (value.is_string()) constant.value = to_number(value.get<std::string>()).value_or(0);
    } else if (is_text(constant.column.type)) {
      constant.value = Discrete(value.is_string() ? value.get<std::string>() : "");
    } else {
      constant.value = Discrete(value.is_number_integer() ? value.get<std::int64_t>() : 0);
    }
    return constant;
  }

  const std::function<void(std::string)>& fail_;
};

}  // namespace

std::string cells_head_text(const CellsHead& head) {
  Json json = {{"time_unit", head.time_unit}, {"columns", Json::array()}};
  for (const Column& column : head.columns) json["columns"].push_back(json_of(column));
  for (const Constant& constant : head.constants) {
    Json one = json_of(constant.column);
    one["value"] = json_of(constant.value);
    json["constants"].push_back(std::move(one));
  }
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.resize((text.size() + cell_size - 1) / cell_size * cell_size, ' ');
  return text;
}

CellsHead read_cells_head(std::string_view text, const std::function<void(std::string)>& fail) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) fail("its header cannot be read");
  return HeadReader(fail).read(json);
}

}  // namespace bw::result
