#include "fmi/compile/compile_options.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace bw::fmi {
namespace {

// Options that begin so and continue with letters, digits and "-=+." only affect code generation.
constexpr std::array<std::string_view, 14> known_options = {
    "-std=",         "-O",    "-f",       "-g",    "-march=",
    "-mtune=",       "-msse", "-mavx",    "-mfma", "-mfpmath=",
    "-mlong-double", "-ansi", "-pthread", "-mno-"};

// Exceptions from "-f" and others: files read or written, programs loaded, a library that cannot be
// loaded here, or one that another machine with the same cache could not run.
constexpr std::array<std::string_view, 28> refused_options = {
    "-fplugin",   "-fpass",    "-fload",          "-fdump",        "-fprofile",   "-fauto-profile",
    "-fsanitize", "-fsyntax",  "-flto",           "-fno-pic",      "-fno-PIC",    "-fpie",
    "-fPIE",      "-fpic",     "-ftest-coverage", "-fstack-usage", "-fcallgraph", "-fmodule",
    "-fopt-info", "-fsave",    "-fuse-ld",        "-fembed",       "-fcrash",     "-ftime",
    "-gsplit",    "-fthinlto", "-fcs-profile",    "-fcoverage"};

constexpr std::array<std::string_view, 2> options_without_effect = {"-W", "-pedantic"};
constexpr std::array<std::string_view, 12> standard_numbers = {"89", "90", "98", "99", "03", "11",
                                                               "14", "17", "20", "23", "2x", "2b"};

template <class Words>
bool begins_with_one_of(const Words& words, std::string_view text) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.starts_with(word); });
}

bool is_identifier_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_plain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    return is_identifier_letter(c) || is_digit(c) || c == '-' || c == '=' || c == '+' || c == '.';
  });
}

bool is_harmless(std::string_view option) {
  if (option.starts_with("-D") || option.starts_with("-U"))
    return is_macro_name(option.substr(2, option.find('=') - 2));
  return is_plain(option) && begins_with_one_of(known_options, option) &&
         !begins_with_one_of(refused_options, option) && !option.ends_with("=native");
}

}  // namespace

CompilerOptions harmless_options(std::string_view written) {
  CompilerOptions options;
  std::istringstream words{std::string(written)};
  for (std::string word; words >> word;) {
    if (word == "-w" || (is_plain(word) && begins_with_one_of(options_without_effect, word)))
      continue;
    (is_harmless(word) ? options.taken : options.left_out).push_back(word);
  }
  return options;
}

std::string standard_option(std::string_view language) {
  const bool is_cpp = language.starts_with("C++");
  if (!is_cpp && !language.starts_with("C")) return "";
  const std::string_view number = language.substr(is_cpp ? 3 : 1);
  if (std::ranges::find(standard_numbers, number) == standard_numbers.end()) return "";
  // Compilers of some years know the standards of 2023 by their working titles only.
  const std::string_view title = number == "23" ? (is_cpp ? "2b" : "2x") : number;
  return (is_cpp ? "-std=gnu++" : "-std=gnu") + std::string(title);
}

bool is_macro_name(std::string_view name) {
  return !name.empty() && is_identifier_letter(name.front()) &&
         std::ranges::all_of(name, [](char c) { return is_identifier_letter(c) || is_digit(c); });
}

}  // namespace bw::fmi
