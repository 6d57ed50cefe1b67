#pragma once
// What a new SSP package says. Pure values: names, types and places are settled already.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/units.h"
#include "system/ssp/ssp_document.h"
#include "system/system.h"

namespace bw::system {

// Annotations of this program, which its reader takes up again (read_own.cpp): the settings of a
// run, and what SSP has no word for in a component.
inline constexpr const char* own_run_annotation = "bellwether.run";
inline constexpr const char* own_component_annotation = "bellwether.component";
inline constexpr const char* own_namespace = "urn:bellwether:ssp";

struct SspBox {
  double x1 = 0, y1 = 0, x2 = 0, y2 = 0;  // in mm, y upwards
};

struct SspDraft {
  struct Type {
    std::string name{};  // "Real"; empty: none is written
    std::string unit{}, enumeration{};
    std::vector<std::size_t> dimensions{};
  };
  struct Connector {
    std::string name{}, kind{};
    Type type{};
    double x = 0, y = 0;  // 0 to 1, from the lower left corner of the component
  };
  struct Component {
    std::string name{}, source{}, mime_type{},
        implementation{};  // the last two: empty: the default
    std::vector<Connector> connectors{};
    SspBox box{};
    bool isolated = false;
    std::vector<std::string> allow{}, held{};
  };
  struct Link {
    Endpoint start{}, end{};
    std::vector<std::size_t> start_indices{}, end_indices{};
    bool converts = true;
    double factor = 1, offset = 0;
    SspMapping map_kind = SspMapping::none;
    std::vector<std::pair<std::string, std::string>> map{};
    std::vector<std::pair<double, double>> points{};  // between both ends
  };
  struct Given {
    std::string name{};
    Type type{};
    std::vector<std::string> values{};
  };

  std::string name{}, version{}, tool{};
  SspBox canvas{};
  std::vector<Component> components{};
  std::vector<Link> links{};
  std::vector<Given> values{};
  std::string values_source{};  // the file of the values, as seen from the description
  std::map<std::string, Unit> units{};
  std::map<std::string, Items> enumerations{};
  std::optional<double> start{}, stop{};
  std::vector<Setting> settings{};
};

std::string write_ssd(const SspDraft& draft);
std::string write_ssv(const SspDraft& draft);

}  // namespace bw::system
