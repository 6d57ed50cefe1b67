#pragma once
// The commands of the program, after the command line was read: they translate to run/ and result/
// and never compute. Each returns the exit code, or throws an Error that carries it.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "result/compare.h"

namespace bw::cli {

struct RunWishes {
  std::string target;
  std::map<std::string, std::vector<std::string>> words;  // per option key of run/options.h
  std::vector<std::pair<std::string, std::string>> start_values;
  bool quiet = false, verbose = false, no_progress = false;
};

int run_command(const RunWishes& wishes);

struct CompareWishes {
  std::string a, b;
  result::CompareOptions options;
};

int compare_command(const CompareWishes& wishes);

struct InfoWishes {
  std::string target;
  std::string variables;  // "all": whole tables
  bool json = false;
};

int info_command(const InfoWishes& wishes);

struct CheckWishes {
  std::string target;
  bool run = false, no_load = false, json = false;
};

int check_command(const CheckWishes& wishes);

struct ConvertWishes {
  std::string source;
  std::string target;  // empty or "-": standard output
};

int convert_command(const ConvertWishes& wishes);

struct ExportWishes {
  std::string source;
  std::string target;  // empty: the source's name, in the current folder
  int fmi = 2;
};

int export_command(const ExportWishes& wishes);

int list_command(const std::string& what);

}  // namespace bw::cli
