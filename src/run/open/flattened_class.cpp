#include "run/open/flattened_class.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "base/archive/sha256.h"
#include "base/error.h"
#include "base/process/compilers.h"
#include "base/process/private_folder.h"
#include "base/read_file.h"
#include "base/text.h"
#include "fmi/compile/compile_cache.h"
#include "system/table_file.h"

namespace bw::run {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes longest_translation{10};
constexpr const char* options = "--baseModelica --baseModelicaOptions=scalarize,moveBindings";

// Names and dots: it becomes part of a script.
bool is_class_name(const std::string& name) {
  const auto is_part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.';
  };
  return !name.empty() && std::ranges::all_of(name, is_part) && name.find("..") == name.npos &&
         name.front() != '.' && name.back() != '.';
}

std::string script(const fs::path& package, const std::string& class_name) {
  std::string file;
  for (const char c : fs::absolute(package).string()) {
    if (c == '"' || c == '\\') file += '\\';
    file += c;
  }
  return fmt::format(
      "setCommandLineOptions(\"{}\");\nloadFile(\"{}\");\n"
      "writeFile(\"model.bmo\", OpenModelica.Scripting.instantiateModel({}));\n"
      "getErrorString();\n",
      options, file, class_name);
}

// Of a package in a folder all files belong to it.
std::vector<fs::path> files_of(const fs::path& package) {
  if (package.filename() != "package.mo") return {package};
  std::vector<fs::path> all;
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(fs::absolute(package).parent_path()))
    if (entry.is_regular_file() &&
        (system::has_ending(entry.path(), ".mo") || entry.path().filename() == "package.order"))
      all.push_back(entry.path());
  std::ranges::sort(all);
  return all;
}

std::string key_of(const fs::path& package, const std::string& text, const Compiler& omc) {
  Sha256 hash;
  hash.add_piece(omc.identity);
  hash.add_piece(text);
  for (const fs::path& file : files_of(package)) {
    hash.add_piece(file.string());
    hash.add_piece(read_file(file).value_or(""));
  }
  return hash.hex().substr(0, 16);
}

void flatten(const fs::path& package, const std::string& class_name, const std::string& text,
             const Compiler& omc, const fs::path& kept) {
  const PrivateFolder folder = PrivateFolder::make();
  NewFile script_file(folder.path() / "flatten.mos", false);
  script_file.write(text);
  script_file.close();
  std::vector<std::string> command = omc.command;
  command.emplace_back("flatten.mos");
  const Ending ending = run_compiler(command, folder.path(), longest_translation);
  const fs::path made = folder.path() / "model.bmo";
  const std::string flat = read_file(made).value_or("");
  if (!ending.is_good() || !flat.starts_with("//! base"))
    throw InputError(fmt::format(
        "{}: OpenModelica {} the class {}. Its script was:\n{}It said:\n{}", package.string(),
        ending.took_too_long ? "took too long to flatten" : "does not flatten", class_name, text,
        ending.said.substr(0, 3000)));
  fmi::keep_library(made, kept);
}

}  // namespace

fs::path flattened_class(const fs::path& target, const std::string& class_name) {
  if (class_name.empty()) return target;
  if (!is_class_name(class_name))
    throw UsageError("--class needs the name of a class, as in A.B.C, not '" + class_name + "'.");
  if (!system::has_ending(target, ".mo"))
    throw UsageError("--class belongs to a Modelica package (.mo), not to '" + target.string() +
                     "'.");
  if (!fs::is_regular_file(target)) throw InputError(target.string() + ": cannot be read.");
  const std::string text = script(target, class_name);
  const auto omc = find_translator("omc");
  if (!omc)
    throw InputError(fmt::format(
        "{}: a class of a package is flattened by OpenModelica's compiler omc, which is not on the "
        "PATH. Install OpenModelica (openmodelica.org), or let omc run this script elsewhere and "
        "give the file that it writes, model.bmo, as the target:\n{}",
        target.string(), text));
  fs::path kept = fmi::compile_cache() / (class_name + "-" + key_of(target, text, *omc) + ".bmo");
  if (!fmi::is_kept(kept)) flatten(target, class_name, text, *omc, kept);
  return kept;
}

}  // namespace bw::run
