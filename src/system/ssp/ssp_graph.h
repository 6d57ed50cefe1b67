#pragma once
// Connections through connectors of systems and signal dictionaries, followed from each variable of
// a component back to what drives it.

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/position.h"
#include "system/ssp/ssp_document.h"
#include "system/ssp/ssp_files.h"
#include "system/ssp/ssp_instances.h"
#include "system/ssp/ssp_reader.h"
#include "system/system.h"

namespace bw::system {

class SspGraph {
 public:
  SspGraph(const std::vector<SspInstance>& instances, SspFiles& files, SspFindings& findings)
      : instances_(instances), files_(files), findings_(findings) {}

  void connect();  // all systems
  // Fills connections and entrances.
  void follow(System& system);
  // Whether a connection leads to it or from it.
  bool is_connected(std::size_t instance, const std::string& connector) const {
    return known_.contains(key(instance, connector, ""));
  }

 private:
  struct Edge {
    std::size_t from = 0, to = 0;
    Stage stage;
    std::vector<std::size_t> from_indices{}, to_indices{};
    bool oriented = true;  // by the kinds of its ends
  };
  struct Vertex {
    std::size_t instance = 0;
    std::string connector;
    const SspConnector* declared = nullptr;
    bool is_dictionary = false;
    std::vector<std::size_t> in{};  // edges
  };
  enum class Role { giver, taker, either };
  struct End {
    std::size_t instance = 0;
    const SspConnector* declared = nullptr;
    Role role = Role::either;
    bool own = false;  // a connector of the system that has the connection
  };
  using Path = std::vector<const Edge*>;  // from the target back

  static std::string key(std::size_t instance, const std::string& connector,
                         const std::string& side) {
    return std::to_string(instance) + "/" + side + "/" + connector;
  }

  void connect_all(std::size_t system);
  void connect(std::size_t system, const SspConnection& connection);
  End end_of(std::size_t system, const SspEnd& end, const Position& position) const;
  std::size_t vertex(std::size_t instance, const std::string& connector,
                     const SspConnector* declared, const std::string& side = "");
  std::size_t vertex_of(const SspEnd& end, const End& found, bool takes, const Position& position);
  std::size_t dictionary_vertex(const SspEnd& end, const End& found, bool takes,
                                const Position& position);
  void add_edge(Edge edge, const Position& position);
  void check_allowed(const End& from, const End& to, const SspConnection& connection);
  static Stage stage_of(const SspConnection& connection, const SspConnector* from,
                        const SspConnector* to);
  void follow(const Edge& last, System& system);
  Path path_to_source(const Edge& last) const;
  void add_connection(const Path& path, System& system) const;
  void add_way(const Path& path, System& system);
  Endpoint endpoint(const Vertex& vertex) const {
    return {instances_[vertex.instance].name, vertex.connector};
  }

  const std::vector<SspInstance>& instances_;
  SspFiles& files_;
  SspFindings& findings_;
  std::vector<Vertex> vertices_;
  std::vector<Edge> edges_;
  std::unordered_map<std::string, std::size_t> known_;      // vertices
  std::unordered_map<std::size_t, std::size_t> entrances_;  // by vertex: number in the system
  std::unordered_map<std::string, std::shared_ptr<const SspDictionary>> dictionaries_;
};

}  // namespace bw::system
