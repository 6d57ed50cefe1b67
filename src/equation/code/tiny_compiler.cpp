// The tiny C compiler of F. Bellard and others (libtcc), in memory. Nothing of the system's headers
// or libraries is read: the functions that generated code calls are passed by name.

#include <fmt/format.h>
#include <libtcc.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "base/error.h"
#include "equation/code/build_library.h"
#include "equation/code/compiled.h"

namespace bw::equation {
namespace {

struct Named {
  const char* name;
  double (*function)(double);
};
struct NamedOfTwo {
  const char* name;
  double (*function)(double, double);
};

constexpr std::array<Named, 17> functions_of_one = {{{"exp", std::exp},
                                                     {"log", std::log},
                                                     {"log10", std::log10},
                                                     {"sin", std::sin},
                                                     {"cos", std::cos},
                                                     {"tan", std::tan},
                                                     {"asin", std::asin},
                                                     {"acos", std::acos},
                                                     {"atan", std::atan},
                                                     {"sinh", std::sinh},
                                                     {"cosh", std::cosh},
                                                     {"tanh", std::tanh},
                                                     {"sqrt", std::sqrt},
                                                     {"fabs", std::fabs},
                                                     {"floor", std::floor},
                                                     {"ceil", std::ceil},
                                                     {"trunc", std::trunc}}};
constexpr std::array<NamedOfTwo, 2> functions_of_two = {{{"pow", std::pow}, {"atan2", std::atan2}}};

struct Delete {
  void operator()(TCCState* state) const { tcc_delete(state); }
};
using State = std::unique_ptr<TCCState, Delete>;

class InMemory final : public Compiled {
 public:
  explicit InMemory(State state) : state_(std::move(state)) {}
  void* find(const std::string& function) const override {
    return tcc_get_symbol(state_.get(), function.c_str());
  }

 private:
  State state_;
};

// libtcc keeps its state in global variables.
std::mutex& one_at_a_time() {
  static std::mutex mutex;
  return mutex;
}

void note(void* said, const char* message) {
  auto& text = *static_cast<std::string*>(said);
  if (text.size() < 2000) text += fmt::format("\n  {}", message);
}

// The declarations of the C library that the sources of an FMU need, for machines without its
// headers.
constexpr const char* c_library = R"(#ifndef C_LIBRARY_H
#define C_LIBRARY_H
typedef unsigned long size_t;
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;
#define NULL ((void*)0)
#define HUGE_VAL 1e999
void* calloc(size_t, size_t);
void free(void*);
void* memcpy(void*, const void*, size_t);
void* memset(void*, int, size_t);
void* memmove(void*, const void*, size_t);
int strcmp(const char*, const char*);
size_t strlen(const char*);
int snprintf(char*, size_t, const char*, ...);
double pow(double, double);
double exp(double);
double log(double);
double log10(double);
double sin(double);
double cos(double);
double tan(double);
double asin(double);
double acos(double);
double atan(double);
double atan2(double, double);
double sinh(double);
double cosh(double);
double tanh(double);
double sqrt(double);
double fabs(double);
double floor(double);
double ceil(double);
double round(double);
double trunc(double);
double fmin(double, double);
double fmax(double, double);
double nextafter(double, double);
#endif
)";

void write_headers(const std::filesystem::path& folder) {
  std::filesystem::create_directory(folder);
  std::ofstream(folder / "c_library.h") << c_library;
  for (const char* name : {"math.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h"})
    std::ofstream(folder / name) << "#include \"c_library.h\"\n";
}

// The file of a library that this process uses, "libm.so"; "": it uses none.
std::string file_of(const std::string& library) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::size_t path = line.find('/');
    if (path != std::string::npos && line.find("/" + library) != std::string::npos)
      return line.substr(path);
  }
  return "";
}

}  // namespace

void build_by_tiny_compiler(const std::vector<std::filesystem::path>& sources,
                            const std::filesystem::path& headers,
                            const std::filesystem::path& library) {
  write_headers(headers);
  const std::scoped_lock lock(one_at_a_time());
  std::string said;
  const auto check = [&](bool good) {
    if (!good)
      throw InputError(
          "The tiny C compiler cannot compile the sources of the FMU; this is a defect of "
          "Bellwether, please report it." +
          said);
  };
  State state(tcc_new());
  check(state != nullptr);
  tcc_set_error_func(state.get(), &said, note);
  // Without a declaration a function would be called with integers.
  tcc_set_options(state.get(), "-nostdlib -nostdinc -Wimplicit-function-declaration -Werror");
  tcc_set_output_type(state.get(), TCC_OUTPUT_DLL);
  tcc_add_include_path(state.get(), headers.c_str());
  for (const std::filesystem::path& source : sources)
    check(tcc_add_file(state.get(), source.c_str()) == 0);
  // Names the libraries needed at run time, as a linker would.
  for (const std::string& file : {file_of("libm.so"), file_of("libc.so")})
    if (!file.empty()) check(tcc_add_file(state.get(), file.c_str()) == 0);
  check(tcc_output_file(state.get(), library.c_str()) == 0);
}

std::shared_ptr<const Compiled> compile_by_tiny_compiler(const std::string& text) {
  const std::scoped_lock lock(one_at_a_time());
  std::string said;
  const auto check = [&](bool good) {
    if (!good)
      throw InputError(
          "The tiny C compiler cannot compile the code generated from the equations; this is a "
          "defect of Bellwether, please report it." +
          said);
  };
  State state(tcc_new());
  check(state != nullptr);
  tcc_set_error_func(state.get(), &said, note);
  tcc_set_options(state.get(), "-nostdlib -nostdinc");
  tcc_set_output_type(state.get(), TCC_OUTPUT_MEMORY);
  for (const Named& f : functions_of_one)
    tcc_add_symbol(state.get(), f.name, reinterpret_cast<const void*>(f.function));
  for (const NamedOfTwo& f : functions_of_two)
    tcc_add_symbol(state.get(), f.name, reinterpret_cast<const void*>(f.function));
  check(tcc_compile_string(state.get(), text.c_str()) == 0);
  check(tcc_relocate(state.get(), TCC_RELOCATE_AUTO) == 0);
  tcc_set_error_func(state.get(), nullptr, nullptr);
  return std::make_shared<InMemory>(std::move(state));
}

}  // namespace bw::equation
