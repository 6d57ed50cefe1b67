// A variable that is a record is declared field by field: 'z' of the type 'Complex' is 'z.re' and
// 'z.im', an array of two is 'z[1].re' and so on. Its value gives theirs.

#include <algorithm>
#include <string>
#include <utility>

#include "equation/core/flat_model.h"
#include "equation/text/parser.h"
#include "equation/text/syntax.h"

namespace bw::equation {

using syntax::Declaration;

namespace {

constexpr int deepest_records = 30;
constexpr std::size_t most_elements = 100000;

}  // namespace

void Parser::expand_records() {
  for (syntax::TypeDefinition& type : tree_.types) check_modifiers(type.modifiers);
  for (syntax::FunctionDefinition& function : tree_.functions)
    for (Declaration& one : function.declarations) check_modifiers(one.modifiers);
  std::vector<Declaration> declared = std::exchange(tree_.declarations, {});
  for (const Declaration& one : declared)
    model_names_.emplace(one.name, one.variability.value_or(Variability::continuous));
  for (const Declaration& one : declared) {
    try {
      expand_record(one, 0);
    } catch (const Lost&) {  // the next one may be good
    }
  }
}

// Of what is no record: there is nothing in it to modify.
void Parser::check_modifiers(std::vector<syntax::Modifier>& modifiers) {
  std::erase_if(modifiers, [&](const syntax::Modifier& one) {
    if (one.is_of_field) mistakes_.add(one.name_where, not_modified(one.name));
    return one.is_of_field;
  });
}

const syntax::RecordDefinition* Parser::record_of(const syntax::TypeName& type) const {
  for (const syntax::RecordDefinition& record : tree_.records)
    if (record.name == type.name) return &record;
  return nullptr;
}

void Parser::expand_record(const Declaration& one, int depth) {
  const syntax::RecordDefinition* const record = record_of(one.type);
  if (record == nullptr) {
    tree_.declarations.push_back(one);
    return check_modifiers(tree_.declarations.back().modifiers);
  }
  if (depth > deepest_records)
    lost(one.where, "The record '" + std::string(record->name) + "' contains itself.");
  std::vector<std::size_t> sizes, place(one.sizes.size(), 1);
  double count = 1;
  for (const Id id : one.sizes) {
    if (tree_[id].kind != syntax::Kind::integer)
      lost(one.where, "The size of an array of records must be written as a number.");
    count *= tree_[id].number;
    if (count > most_elements)
      lost(one.where,
           "An array of records can have at most " + std::to_string(most_elements) + " elements.");
    sizes.push_back(static_cast<std::size_t>(tree_[id].number));
    if (sizes.back() == 0) return;
  }
  while (true) {
    declare_fields(one, *record, place, depth);
    std::size_t last = sizes.size();
    while (last > 0 && ++place[last - 1] > sizes[last - 1]) place[--last] = 1;
    if (last == 0) return;
  }
}

void Parser::declare_fields(const Declaration& one, const syntax::RecordDefinition& record,
                            const std::vector<std::size_t>& place, int depth) {
  std::string name(one.name);
  Id value = one.binding;
  if (!place.empty()) {
    std::vector<Id> subscripts;
    for (const std::size_t k : place) {
      name += (subscripts.empty() ? "[" : ",") + std::to_string(k);
      syntax::Expression number;
      number.kind = syntax::Kind::integer;
      number.where = one.where;
      number.number = static_cast<double>(k);
      subscripts.push_back(add(number));
    }
    name += "]";
    value = of(value, syntax::Kind::element, {}, subscripts);
  }
  for (const Declaration& field : record.fields) {
    Declaration made = field;
    made.name = tree_.made_names.emplace_back(name + "." + std::string(field.name));
    made.where = one.where;
    made.causality = one.causality;
    made.is_final = one.is_final || field.is_final;
    if (one.variability) made.variability = one.variability;
    const FieldNames names{name, record};
    for (Id& size : made.sizes) size = in_record(size, names);
    for (syntax::Modifier& modifier : made.modifiers) in_record(modifier, names);
    for (const syntax::Modifier& modifier : one.modifiers)
      if (modifier.name == field.name && field.is_final)
        lost(modifier.name_where, "'" + std::string(field.name) + "' is final in the record '" +
                                      std::string(record.name) + "' and keeps its value.");
      else if (modifier.name == field.name)
        modify(made, modifier);
    if (value != syntax::nothing) made.binding = of(value, syntax::Kind::field, field.name, {});
    if (made.binding == field.binding) made.binding = in_record(field.binding, names);
    expand_record(made, depth + 1);
  }
  for (const syntax::Modifier& modifier : one.modifiers) {
    const auto is_it = [&](const Declaration& field) { return field.name == modifier.name; };
    if (std::ranges::none_of(record.fields, is_it))
      lost(modifier.where, "'" + std::string(modifier.name) + "' is not a field of the record '" +
                               std::string(record.name) + "'.");
  }
}

void Parser::in_record(syntax::Modifier& modifier, const FieldNames& names) {
  modifier.value = in_record(modifier.value, names);
  for (syntax::Modifier& one : modifier.of_field) in_record(one, names);
}

// The expression with names of fields as those of this variable: b = 2*a is z.b = 2*z.a. Others
// mean nothing of the model but its constants.
Parser::Id Parser::in_record(Id id, const FieldNames& names, int depth) {
  if (id == syntax::nothing) return id;
  constexpr int deepest = 1000;
  syntax::Expression made = tree_[id];
  if (depth > deepest) lost(made.where, "This expression is too long for a field of a record.");
  const std::vector<Id> list(tree_.list(made).begin(), tree_.list(made).end());
  std::vector<Id> items = list;
  std::vector<std::string_view> counters;  // of loops, which hide fields
  if (made.kind == syntax::Kind::comprehension)
    for (const Id iterator : list) counters.push_back(tree_[iterator].name);
  FieldNames inner = names;
  inner.hidden.insert(inner.hidden.end(), counters.begin(), counters.end());
  for (Id& item : items) item = in_record(item, names, depth + 1);
  const Id a = in_record(made.a, inner, depth + 1), b = in_record(made.b, names, depth + 1),
           c = in_record(made.c, names, depth + 1);
  const std::string_view renamed =
      made.kind == syntax::Kind::name ? in_record(made, names) : made.name;
  if (items == list && a == made.a && b == made.b && c == made.c && renamed == made.name) return id;
  made.a = a, made.b = b, made.c = c, made.name = renamed;
  return add(made, items);
}

std::string_view Parser::in_record(const syntax::Expression& name, const FieldNames& names) {
  const std::string_view first = name.name.substr(0, name.name.find_first_of(".[", 1));
  const auto is_it = [&](const Declaration& one) { return one.name == first; };
  if (std::ranges::find(names.hidden, first) != names.hidden.end()) return name.name;
  if (std::ranges::any_of(names.record.fields, is_it))
    return tree_.made_names.emplace_back(names.variable + "." + std::string(name.name));
  const auto of_model = model_names_.find(first);
  if (of_model != model_names_.end() && of_model->second != Variability::constant)
    mistakes_.add(name.where, "'" + std::string(first) + "' is not a field of the record '" +
                                  std::string(names.record.name) +
                                  "', and a record cannot use variables of the model. Give the "
                                  "value where the record is declared, as in " +
                                  std::string(names.record.name) + " z(field = ...).");
  return name.name;
}

// The new ones in front: the first of a name counts.
void Parser::modify(Declaration& field, const syntax::Modifier& modifier) {
  if (modifier.value != syntax::nothing) field.binding = modifier.value;
  std::erase_if(field.modifiers, [&](const syntax::Modifier& old) {
    return std::ranges::any_of(modifier.of_field,
                               [&](const syntax::Modifier& one) { return one.name == old.name; });
  });
  field.modifiers.insert(field.modifiers.begin(), modifier.of_field.begin(),
                         modifier.of_field.end());
}

// A field or an element of a value; nothing of nothing.
Parser::Id Parser::of(Id value, syntax::Kind kind, std::string_view name,
                      const std::vector<Id>& subscripts) {
  if (value == syntax::nothing) return value;
  syntax::Expression made;
  made.kind = kind;
  made.a = value;
  made.name = name;
  made.where = tree_[value].where;
  return add(made, subscripts);
}

}  // namespace bw::equation
