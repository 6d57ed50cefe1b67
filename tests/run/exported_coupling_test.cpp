// Sources without states, exported and coupled with what they drive: rectifiers, ladders and
// filters, against the same circuit as one model.

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "base/archive/archive_write.h"
#include "equation/check/read_model.h"
#include "equation/export/export_fmu.h"
#include "run/run.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::exported_coupling_test {
namespace {

struct Source {
  const char *name, *current;  // of the voltage v behind it
  bool has_events = false;
};
const std::vector<Source> sources = {
    {"half_wave", "max(0, (10*sin(314.159*time) - v)/2)"},
    {"full_wave", "max(0, (abs(10*sin(157*time)) - v)/2)"},
    {"event", "if 10*sin(314.159*time) > v then (10*sin(314.159*time) - v)/2 else 0", true},
    {"smooth", "(10*sin(314.159*time) - v)/2"},
};

// What it drives; `stages` of a resistor and a capacitor, and an inductor before them or none.
struct Load {
  int stages;
  bool has_inductor;
};

std::string equations_of(const Load& load) {
  std::string declared, equations;
  const auto add = [](std::string& to, const std::string& line) { to += "  " + line + "\n"; };
  for (int k = 1; k <= load.stages; ++k) {
    const std::string n = std::to_string(k), next = std::to_string(k + 1);
    add(declared, "Real c" + n + "(start=0, fixed=true);");
    const std::string out = k < load.stages ? "(c" + n + " - c" + next + ")/50" : "c" + n + "/100";
    const std::string in = k > 1 ? "(c" + std::to_string(k - 1) + " - c" + n + ")/50"
                                 : (load.has_inductor ? "j" : "i");
    add(equations, "1e-3*der(c" + n + ") = " + in + " - " + out + ";");
  }
  if (load.has_inductor) {
    add(declared, "Real j(start=0, fixed=true);\n  Real c0(start=0, fixed=true);");
    add(equations, "1e-4*der(c0) = i - j;\n  0.01*der(j) = c0 - c1;");
  }
  add(equations, load.has_inductor ? "v = c0;" : "v = c1;");
  return declared + "equation\n" + equations;
}

class Circuit {
 public:
  Circuit(const Source& source, const Load& load) {
    const std::string load_text = equations_of(load);
    write("source",
          std::string("  input Real v(start=0);\n  output Real i = ") + source.current + ";\n");
    write("load", "  input Real i(start=0);\n  output Real v;\n" + load_text);
    write("joined", std::string("  Real v;\n  Real i = ") + source.current + ";\n" + load_text);
  }

  void export_all(equation::FmiVersion version) {
    for (const std::string name : {"source", "load"}) {
      std::vector<std::pair<std::string, std::string>> entries;
      for (equation::ArchiveFile& file : equation::export_fmu(
               equation::read_model(test::read_file(folder_ / (name + ".mo")), name + ".mo").model,
               "", version, equation::CompilerChoice::tiny))
        entries.emplace_back(std::move(file.path), std::move(file.content));
      write_archive(folder_ / (name + ".fmu"), entries);
    }
  }

  result::RunResult joined() const { return run("joined.mo", 1e-9, {}); }
  // Both exported, or one of them as the program's own component.
  result::RunResult coupled(const std::string& source, const std::string& load,
                            std::optional<double> step) const {
    const auto of = [](const std::string& file) {
      return " = {file = \"" + file +
             (file.ends_with("mo") ? "\"}\n" : "\", interface = \"cs\"}\n");
    };
    test::write_file(folder_ / "system.toml",
                     "[components]\nsource" + of("source." + source) + "load" + of("load." + load) +
                         "[connections]\n\"source.v\" = \"load.v\"\n\"load.i\" = \"source.i\"\n");
    return run("system.toml", tolerance, step);
  }

  static constexpr double tolerance = 1e-3;

 private:
  result::RunResult run(const std::string& target, double to, std::optional<double> step) const {
    return run::run({.target = folder_ / target,
                     .stop = 0.0237,
                     .tolerance = to,
                     .record = {"*v", "*i"},
                     .interval = 0.0237 / 10,
                     .step = step});
  }
  void write(const std::string& name, const std::string& body) const {
    test::write_file(folder_ / (name + ".mo"),
                     "model " + name + "\n" + body + "end " + name + ";\n");
  }
  test::ScratchFolder folder_;
};

// In units of the tolerance.
double error_of(const result::RunResult& found, const result::RunResult& exact) {
  const auto share = [](double a, double b) {
    return std::abs(a - b) / (Circuit::tolerance * std::max(1.0, std::abs(b)));
  };
  return std::max(share(test::final_value(found, "load.v"), test::final_value(exact, "v")),
                  share(test::final_value(found, "source.i"), test::final_value(exact, "i")));
}

class ExportedCoupling : public testing::TestWithParam<std::size_t> {};

// Where the source has events the run is not certified, which takes long, and the errors are those
// of the step.
TEST_P(ExportedCoupling, GivesWhatTheJoinedModelGives) {
  struct Kind {
    equation::FmiVersion version;
    const char *source, *load;
  };
  const Source& source = sources[GetParam()];
  const std::optional<double> step = source.has_events ? std::optional(5e-5) : std::nullopt;
  for (const Load& load : {Load{1, false}, Load{3, false}, Load{1, true}}) {
    Circuit circuit(source, load);
    const result::RunResult exact = circuit.joined();
    for (const Kind& kind : {Kind{equation::FmiVersion::three, "fmu", "fmu"},
                             {equation::FmiVersion::two, "fmu", "fmu"},
                             {equation::FmiVersion::two, "mo", "fmu"}}) {
      SCOPED_TRACE(std::string(source.name) + ", stages: " + std::to_string(load.stages) + ", " +
                   kind.source + " and " + kind.load);
      circuit.export_all(kind.version);
      const result::RunResult found = circuit.coupled(kind.source, kind.load, step);
      const bool is_trusted = found.verdict == result::Verdict::trusted;
      EXPECT_LE(error_of(found, exact), is_trusted ? 1 : step ? 50 : 10) << test::said(found);
      EXPECT_NE(found.verdict, result::Verdict::rejected) << test::said(found);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sources, ExportedCoupling, testing::Range<std::size_t>(0, sources.size()),
                         [](const auto& of) { return sources[of.param].name; });

}  // namespace
}  // namespace bw::run::exported_coupling_test
