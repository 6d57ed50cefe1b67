// SSP Traceability 1.0, Simulation Resource Meta Data: classifications are lists of keywords with
// texts. Ours are named like the keys of the summary.

#include "result/summary/srmd.h"

#include "base/bell.h"
#include "base/text.h"
#include "base/xml_writer.h"
#include "result/provenance.h"

namespace bw::result {
namespace {

constexpr const char* traceability = "http://ssp-standard.org/SSPTraceability1/";

void entry(XmlWriter& xml, const std::string& keyword, const std::string& value) {
  if (value.empty()) return;
  xml.open("stc:ClassificationEntry").attribute("keyword", keyword).text(value).close();
}

void write_quality(XmlWriter& xml, const RunResult& r) {
  xml.open("stc:Classification").attribute("type", "bellwether.numerical-quality");
  entry(xml, "verdict", std::string(name(r.verdict)));
  entry(xml, "tolerance", shortest(r.tolerance));
  if (r.estimated_error) entry(xml, "estimated_error", shortest(*r.estimated_error));
  entry(xml, "estimated_error_unit", r.estimated_error ? "tolerance" : "");
  entry(xml, "not_estimated_because", r.not_estimated);
  entry(xml, "coupling_error_only", r.coupling_only ? "true" : "false");
  if (r.certificate) {
    entry(xml, "worst_variable", r.certificate->worst);
    entry(xml, "worst_time", shortest(r.certificate->worst_time));
  }
  if (r.sensitivity) entry(xml, "sensitivity", shortest(r.sensitivity->total()));
  for (const auto& [variable, error] : r.estimated_error_per_variable)
    entry(xml, "estimated_error:" + variable, shortest(error));
  for (const Bell& bell : r.bells)
    if (bell.severity != Severity::note)
      entry(xml, std::string(name(bell.severity)) + ":" + std::string(kind(bell.code).name),
            bell.message);
  xml.close();
}

void write_origin(XmlWriter& xml, const RunResult& r, const SrmdFiles& files) {
  const Provenance& origin = r.provenance;
  xml.open("stc:Classification").attribute("type", "bellwether.provenance");
  entry(xml, "program", "Bellwether");
  entry(xml, "version", origin.version);
  entry(xml, "date", origin.date);
  std::string command;
  for (const std::string& word : origin.command_line)
    command += (command.empty() ? "" : " ") + word;
  entry(xml, "command_line", command);
  entry(xml, "target", origin.target);
  entry(xml, "target_sha256", origin.target_sha256);
  for (const Provenance::Input& input : origin.inputs)
    entry(xml, "input_sha256:" + input.file, input.sha256);
  entry(xml, "method", r.method);
  entry(xml, "master", r.master);
  entry(xml, "why", sentence(r.approach));
  entry(xml, "start", shortest(r.start));
  entry(xml, "stop", shortest(r.stop));
  entry(xml, "reached", shortest(r.reached));
  entry(xml, "rows", std::to_string(r.statistics.rows));
  xml.open("stc:ClassificationEntry")
      .attribute("keyword", "summary")
      .attribute("xlink:type", "simple")
      .attribute("xlink:href", files.summary)
      .attribute("linkedType", "application/json")
      .close();
  xml.close();
}

}  // namespace

std::string srmd_text(const RunResult& result, const SrmdFiles& files) {
  XmlWriter xml;
  xml.open("srmd:SimulationResourceMetaData")
      .attribute("xmlns:srmd", traceability + std::string("SimulationResourceMetaData"))
      .attribute("xmlns:stc", traceability + std::string("SSPTraceabilityCommon"))
      .attribute("xmlns:xlink", "http://www.w3.org/1999/xlink")
      .attribute("version", "1.0")
      .attribute("name", "Result of " + result.provenance.target)
      .attribute("data", files.rows)
      .attribute("checksum", files.rows_sha3)
      .attribute("checksumType", "SHA3-256")
      .attribute("generationTool", "Bellwether " + result.provenance.version)
      .attribute("generationDateAndTime", result.provenance.date);
  write_quality(xml, result);
  write_origin(xml, result, files);
  return xml.take();
}

}  // namespace bw::result
