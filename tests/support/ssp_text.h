#pragma once
// System structure descriptions for tests, without what is the same in all of them.

#include <string>

namespace bw::test {

inline std::string ssp_names() {
  const std::string home = "http://ssp-standard.org/SSP1/SystemStructure";
  return " xmlns:ssd='" + home + "Description' xmlns:ssc='" + home + "Common' xmlns:ssv='" + home +
         "ParameterValues' xmlns:ssm='" + home + "ParameterMapping' xmlns:ssb='" + home +
         "SignalDictionary'";
}

// The content of the root system begins at line 4; `rest` stands behind it.
inline std::string ssd(const std::string& content, const std::string& rest = "") {
  return "<?xml version='1.0' encoding='UTF-8'?>\n<ssd:SystemStructureDescription version='2.0' "
         "name='test'" +
         ssp_names() + ">\n<ssd:System name='root'>\n" + content + "\n</ssd:System>\n" + rest +
         "\n</ssd:SystemStructureDescription>\n";
}

inline std::string connector(const std::string& name, const std::string& kind,
                             const std::string& type = "<ssc:Real/>") {
  return "<ssd:Connector name='" + name + "' kind='" + kind + "'>" + type + "</ssd:Connector>";
}

inline std::string connectors(const std::string& all) {
  return "<ssd:Connectors>" + all + "</ssd:Connectors>";
}

inline std::string component(const std::string& name, const std::string& source,
                             const std::string& content, const std::string& attributes = "") {
  return "<ssd:Component name='" + name + "' source='" + source + "' " + attributes + ">" +
         content + "</ssd:Component>";
}

inline std::string elements(const std::string& all) {
  return "<ssd:Elements>" + all + "</ssd:Elements>";
}

// "a.y" or "y" of the system itself; at the last dot.
inline std::string connection(const std::string& start, const std::string& end,
                              const std::string& content = "", const std::string& attributes = "") {
  const auto side = [](const char* which, const std::string& text) {
    const auto dot = text.rfind('.');
    const std::string prefix = std::string(" ") + which;
    return (dot == std::string::npos ? "" : prefix + "Element='" + text.substr(0, dot) + "'") +
           prefix + "Connector='" + text.substr(dot + 1) + "'";  // npos + 1 is 0
  };
  return "<ssd:Connection" + side("start", start) + side("end", end) + " " + attributes + ">" +
         content + "</ssd:Connection>";
}

inline std::string connections(const std::string& all) {
  return "<ssd:Connections>" + all + "</ssd:Connections>";
}

inline std::string real(const std::string& name, const std::string& value,
                        const std::string& attributes = "") {
  return "<ssv:Parameter name='" + name + "'><ssv:Real value='" + value + "' " + attributes +
         "/></ssv:Parameter>";
}

inline std::string parameter_set(const std::string& parameters, const std::string& rest = "") {
  return "<ssv:ParameterSet version='2.0' name='set'" + ssp_names() + "><ssv:Parameters>" +
         parameters + "</ssv:Parameters>" + rest + "</ssv:ParameterSet>";
}

inline std::string binding(const std::string& parameters, const std::string& mapping = "",
                           const std::string& attributes = "") {
  return "<ssd:ParameterBinding " + attributes + "><ssd:ParameterValues>" +
         parameter_set(parameters) + "</ssd:ParameterValues>" + mapping + "</ssd:ParameterBinding>";
}

inline std::string bindings(const std::string& all) {
  return "<ssd:ParameterBindings>" + all + "</ssd:ParameterBindings>";
}

}  // namespace bw::test
