#pragma once
// FMUs of sources only, compiled into a cache that goes with the test.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>

#include "base/error.h"
#include "fmi/compile/compile.h"
#include "fmi/instance/binary.h"
#include "support/contains.h"
#include "support/make_zip.h"
#include "support/scratch_folder.h"

namespace bw::fmi {

namespace fs = std::filesystem;
using Sources = std::map<std::string, std::string>;  // the path in sources/, the text

inline const std::string answers_42 = "int answer(void) { return 42; }\n";

// A cache of its own, and the environment as it was afterwards.
class CompileTest : public testing::Test {
 protected:
  CompileTest() {
    for (const char* name : {"CC", "CXX", "CPATH"}) set(name, nullptr);
    set("XDG_CACHE_HOME", (scratch_ / "cache").c_str());
  }
  ~CompileTest() override {
    for (const auto& [name, value] : earlier_)
      value ? setenv(name.c_str(), value->c_str(), 1) : unsetenv(name.c_str());
  }

  void set(const std::string& name, const char* value) {
    const char* now = std::getenv(name.c_str());
    earlier_.emplace(name, now != nullptr ? std::optional<std::string>(now) : std::nullopt);
    value != nullptr ? setenv(name.c_str(), value, 1) : unsetenv(name.c_str());
  }

  fs::path fmu(const Sources& sources, const std::string& name = "a.fmu") const {
    std::vector<test::ZipEntry> entries = {{.name = "modelDescription.xml", .bytes = "<a/>"}};
    for (const auto& [path, text] : sources)
      entries.push_back({.name = "sources/" + path, .bytes = text});
    test::write_file(scratch_ / name, test::make_zip(entries));
    return scratch_.path() / name;
  }

  static Description description(Version version = Version::fmi2,
                                 const std::vector<std::string>& listed = {}) {
    Description description;
    description.version = version;
    description.fmi_version = std::to_string(static_cast<int>(version)) + ".0";
    InterfaceDescription interface;
    interface.model_identifier = "prey";
    interface.source_files = listed;
    description.interfaces[static_cast<std::size_t>(Interface::co_simulation)] = interface;
    return description;
  }

  fs::path compile(const fs::path& file, const Description& description) {
    const Archive archive(file, bells_);
    return compile_library(archive, description, Interface::co_simulation, bells_,
                           [this](std::string_view line) { log_ += std::string(line) + "\n"; });
  }
  std::string refusal(const fs::path& file, const Description& description) {
    try {
      return "compiled: " + compile(file, description).string();
    } catch (const InputError& error) {
      EXPECT_TRUE(test::contains(error.what(), file.string() + ": "));
      return error.what();
    }
  }
  int answer(const Sources& sources, const Description& description) {
    const Binary binary(compile(fmu(sources), description));
    auto* function = reinterpret_cast<int (*)()>(binary.find("answer"));
    return function != nullptr ? function() : -1;
  }

  // A compiler that counts how often it is called.
  void count_calls() {
    const std::string script = scratch_ / "my cc";
    test::write_file(script,
                     "#!/bin/sh\necho call >> '" + (scratch_ / "calls") + "'\nexec cc \"$@\"\n");
    chmod(script.c_str(), 0755);
    set("CC", script.c_str());
  }
  long calls() const {
    const std::string text = test::read_file(scratch_ / "calls");
    return std::count(text.begin(), text.end(), '\n');
  }

  test::ScratchFolder scratch_;
  std::map<std::string, std::optional<std::string>> earlier_;
  Bells bells_;
  std::string log_;
};

}  // namespace bw::fmi
