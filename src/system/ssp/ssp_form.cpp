// Goes through a document beside the table of the schemas. What the rows of a parent do not know is
// another program's; it is reported and left alone.

#include "system/ssp/ssp_form.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/text.h"
#include "system/rules.h"
#include "system/ssp/ssp_schema.h"

namespace bw::system {
namespace {

struct Where {
  bool is_first = false;   // version 1.0 of SSP
  bool is_unused = false;  // in geometry, metadata or annotations
};

class Form {
 public:
  explicit Form(SspFindings& findings) : findings_(findings) {}

  bool check_root(const XmlElement& root, const SspElementRule& rule) {
    const std::string_view name = rule.name.substr(rule.name.find(':') + 1);
    if (root.name() != name) {
      add(Rule::ssp_root, root,
          "the root element is " + std::string(root.name()) + ", but this file needs " +
              std::string(name) + ".");
      return false;
    }
    check_space(root, rule.name.substr(0, rule.name.find(':')));
    check(root, rule, {});
    return is_known_;
  }

 private:
  void add(Rule rule, const XmlElement& element, const std::string& sentence) {
    bw::add(findings_.mistakes, rule, element.exact_position(), sentence);
  }
  // In parts that are not used everything is a warning.
  void add(Rule rule, const XmlElement& element, const Where& where, const std::string& sentence) {
    add(where.is_unused ? Rule::ssp_unused_part : rule, element, sentence);
  }

  void check(const XmlElement& element, const SspElementRule& rule, Where where) {
    where.is_unused = where.is_unused || rule.is_unused;
    if (is_root(rule)) where.is_first = check_version(element);
    check_attributes(element, rule, where);
    check_children(element, rule, where);
  }

  static bool is_root(const SspElementRule& rule) {
    return !rule.attributes.empty() && rule.attributes.front().name == "version";
  }

  bool check_version(const XmlElement& root) {
    const std::string version(root.attribute("version").value_or(""));
    if (version.empty() || version == "1.0" || version == "2.0") return version == "1.0";
    if (version.starts_with("1.") || version.starts_with("2.")) {
      add(Rule::ssp_version_form, root,
          "version '" + version + "' is read like " + version.substr(0, 2) + "0.");
      return version.starts_with("1.");
    }
    add(Rule::ssp_version, root,
        "version '" + version + "' of SSP is not known; known are 1.0 and 2.0.");
    is_known_ = false;
    return false;
  }

  void check_attributes(const XmlElement& element, const SspElementRule& rule, const Where& where) {
    for (const SspAttributeRule& one : rule.attributes)
      if (!element.attribute(one.name)) check_missing(element, one, where);
    for (std::size_t i = 0; i < element.attribute_count(); ++i) {
      const auto [key, value] = element.attribute_at(i);
      const auto known = std::ranges::find(rule.attributes, key, &SspAttributeRule::name);
      if (known == rule.attributes.end())
        add_unknown(element, rule, std::string(key), where);
      else
        check_value(element, *known, value, where);
    }
  }

  void check_missing(const XmlElement& element, const SspAttributeRule& rule, const Where& where) {
    const std::string sentence =
        std::string(element.name()) + " needs the attribute '" + rule.name + "'";
    if (rule.need == SspNeed::required)
      add(Rule::ssp_attribute_missing, element, where, sentence + ".");
    else if (rule.need == SspNeed::required_in_1 && where.is_first)
      add(Rule::ssp_newer, element, where, sentence + " in version 1.0.");
    else if (rule.need == SspNeed::expected)
      add(Rule::ssp_name_missing, element, where, sentence + ".");
  }

  void add_unknown(const XmlElement& element, const SspElementRule& rule, const std::string& key,
                   const Where& where) {
    std::vector<std::string> known;
    for (const SspAttributeRule& one : rule.attributes) known.push_back(one.name);
    const bool is_harmless = key == "id" || key == "description";
    add(is_harmless ? Rule::ssp_unused_part : Rule::ssp_attribute_unknown, element, where,
        std::string(element.name()) + " has no attribute '" + key + "' in SSP." +
            did_you_mean(key, known));
  }

  void check_value(const XmlElement& element, const SspAttributeRule& rule, std::string_view value,
                   const Where& where) {
    const std::string what = "the attribute '" + rule.name + "' of " + std::string(element.name());
    if (rule.is_new && where.is_first)
      add(Rule::ssp_newer, element, where, what + " came with version 2.0.");
    if (rule.type == "id") check_id(element, value);
    if (!rule.words.empty()) return check_word(element, rule, value, what, where);
    const SspTypeVerdict verdict = has_ssp_type(value, rule.type);
    if (verdict.is_right) return;
    add(rule.type == "id"     ? Rule::ssp_id
        : rule.type == "date" ? Rule::ssp_unused_part
                              : Rule::ssp_attribute_value,
        element, where,
        what + " must be " + verdict.wanted + ", not '" + std::string(value) + "'.");
  }

  void check_word(const XmlElement& element, const SspAttributeRule& rule, std::string_view value,
                  const std::string& what, const Where& where) {
    std::vector<std::string> known;
    for (const SspWord& word : rule.words) {
      if (word.text == value) {
        if (word.is_new && where.is_first)
          add(Rule::ssp_newer, element, where,
              what + " is '" + word.text + "', which came with version 2.0.");
        return;
      }
      known.push_back(word.text);
    }
    add(Rule::ssp_attribute_value, element, where,
        what + " cannot be '" + std::string(value) + "'; it is " + listed(known, {.last = " or "}) +
            ".");
  }

  void check_id(const XmlElement& element, std::string_view id) {
    if (!ids_.emplace(id).second)
      add(Rule::ssp_id, element,
          "another element of this file has the id '" + std::string(id) + "', too.");
  }

  // The place of an element among the rows of its parent; null: none.
  struct Match {
    std::size_t place = 0;
    const SspChildRule* rule = nullptr;
  };
  static Match match(const XmlElement& child, const SspElementRule& parent) {
    Match by_name;
    for (std::size_t i = 0; i < parent.places.size(); ++i)
      for (const SspChildRule& one : parent.places[i].alternatives) {
        if (one.name != child.name()) continue;
        if (ssp_namespace(one.space) == child.space()) return {i, &one};
        // ssc:Clock is a type, ssd:Clock, which has a name, that of a connector's clock.
        if (by_name.rule == nullptr || (one.name == "Clock" && child.attribute("name")))
          by_name = {i, &one};
      }
    return by_name;
  }

  // True: it is read as one of the standard.
  bool check_space(const XmlElement& element, std::string_view prefix) {
    if (element.space() == ssp_namespace(prefix)) return true;
    const bool is_ssp = element.space().find("ssp-standard.org") != std::string_view::npos;
    const bool is_read = is_ssp || element.space().empty();
    if (is_read && !said_space_.emplace(element.space(), prefix).second) return true;
    add(is_read ? Rule::ssp_namespace : Rule::ssp_namespace_foreign, element,
        "the namespace of " + std::string(element.name()) + " is " +
            (element.space().empty() ? "missing" : "'" + std::string(element.space()) + "'") +
            ", not '" + std::string(ssp_namespace(prefix)) + "'" +
            (is_read ? "."
                     : "; an element of another program needs a name that SSP does not use here."));
    return is_read;
  }

  void check_children(const XmlElement& element, const SspElementRule& rule, const Where& where) {
    if (!rule.places.empty() && rule.places.front().often == 'a') return;
    std::vector<int> counts(rule.places.size(), 0);
    std::size_t last = 0;
    for (auto child = element.first_child(); child; child = child->next()) {
      const Match found = match(*child, rule);
      if (found.rule == nullptr) {
        add_unknown_child(*child, element, where);
        continue;
      }
      if (!check_space(*child, found.rule->space)) continue;
      const SspPlaceRule& place = rule.places[found.place];
      if (++counts[found.place] > 1 && (place.often == '!' || place.often == '?'))
        add_twice(*child, element, place, where);
      if (found.place < last)
        add(Rule::ssp_element_order, *child, where,
            std::string(child->name()) + " stands behind elements of " +
                std::string(element.name()) + " that the schema puts after it.");
      last = std::max(last, found.place);
      if (found.rule->is_new && where.is_first)
        add(Rule::ssp_newer, *child, where,
            "the element " + std::string(child->name()) + " in " + std::string(element.name()) +
                " came with version 2.0.");
      if (child->name() == "Annotations") report_annotations(*child);
      check(*child, ssp_element_rule(found.rule->row), where);
    }
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i] == 0) check_present(element, rule.places[i], where);
  }

  void add_unknown_child(const XmlElement& child, const XmlElement& parent, const Where& where) {
    add(Rule::ssp_element_unknown, child, where,
        "the element " + std::string(child.name()) + " in " + std::string(parent.name()) +
            " is not part of SSP and has no effect.");
  }

  void add_twice(const XmlElement& child, const XmlElement& parent, const SspPlaceRule& place,
                 const Where& where) {
    const std::string name(parent.name());
    const SspElementRule& rule = ssp_element_rule(place.alternatives.front().row);
    const bool is_list = rule.attributes.empty() && !rule.places.empty() &&
                         rule.places.front().often == '+' && place.alternatives.size() == 1;
    add(is_list ? Rule::ssp_list_twice : Rule::ssp_element_twice, child, where,
        place.alternatives.size() == 1
            ? name + " has a second element " + std::string(child.name()) + "."
        : place.alternatives.front().name.ends_with("Transformation")
            ? name + " has two transformations."
            : name + " has two types.");
  }

  void check_present(const XmlElement& element, const SspPlaceRule& place, const Where& where) {
    const std::string name(element.name());
    std::vector<std::string> wanted;
    for (const SspChildRule& one : place.alternatives)
      if (!one.is_new || !where.is_first) wanted.push_back(one.name);
    if (place.often == '!')
      add(Rule::ssp_element_missing, element, where,
          name + (wanted.size() > 3
                      ? " needs a type, such as Real."
                      : " needs an element " + listed(wanted, {.last = " or "}) + "."));
    if (place.often == '+')
      add(name == "Enumeration" || name.ends_with("Transformation") ? Rule::ssp_element_missing
                                                                    : Rule::ssp_element_empty,
          element, where,
          name + " is empty; it needs an element " + listed(wanted, {.last = " or "}) + ".");
  }

  void report_annotations(const XmlElement& annotations) {
    for (const XmlElement& one : annotations.children("Annotation")) {
      const std::string type(one.attribute("type").value_or(""));
      if (!is_own_annotation(type) && said_annotation_.insert(type).second)
        add(Rule::ssp_annotation, one,
            "the annotation '" + type + "' belongs to another program and has no effect.");
    }
  }

  SspFindings& findings_;
  bool is_known_ = true;  // the version
  std::set<std::string, std::less<>> ids_;
  // Once is enough in a file.
  std::set<std::string> said_annotation_;
  std::set<std::pair<std::string, std::string>> said_space_;
};

}  // namespace

bool check_ssp_form(const XmlElement& root, std::string_view row, SspFindings& findings) {
  return Form(findings).check_root(root, ssp_element_rule(std::string(row)));
}

}  // namespace bw::system
