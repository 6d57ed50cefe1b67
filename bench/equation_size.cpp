// How the time from a model text to compiled functions grows with the number of equations, by the
// tiny compiler. Six kinds of text, the first four half states and half algebraic variables:
//
//   written out   a chain, one line for each equation
//   arrays        the same with arrays and a for loop
//   loops         as `arrays`, with linear loops of four unknowns each
//   random        every equation reads four variables anywhere, so that nothing is local
//   one sum       n unknowns, of which one equation knows the sum and n - 1 others neighbours
//   cumulative    an algorithm in which every sum goes on from the one before
//
// Prints CSV: seconds of processor time for reading and for everything behind it (sorting,
// differentiating, generating, compiling), and the largest memory so far in MB.
//
// usage: equation_size [EQUATIONS ...]

#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iterator>
#include <string>
#include <vector>

#include "equation/check/read_model.h"
#include "equation/live/equation_blueprint.h"
#include "support/dice.h"

namespace {

double seconds_since(std::clock_t begin) {
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

template <class... Arguments>
void put(std::string& text, fmt::format_string<Arguments...> format, Arguments&&... values) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(values)...);
}

std::string written_out(std::size_t equations) {
  const std::size_t n = equations / 2;
  std::string text = "model M\n  parameter Real k = 0.5;\n";
  for (std::size_t i = 1; i <= n; ++i)
    put(text, "  Real x{}(start={}, fixed=true), a{};\n", i, i, i);
  text += "equation\n";
  for (std::size_t i = 1; i <= n; ++i) {
    const std::size_t before = i > 1 ? i - 1 : 1, behind = i < n ? i + 1 : n;
    put(text, "  a{} = sin(x{})*x{} + k;\n  der(x{}) = k*(a{} - 2*a{} + a{}) - {}*x{}^3;\n", i, i,
        behind, i, before, i, behind, i % 7, i);
  }
  return text + "end M;\n";
}

std::string arrays(std::size_t equations) {
  return fmt::format(
      "model M\n  parameter Integer n = {};\n  parameter Real k = 0.5;\n"
      "  Real x[n](each start=1, each fixed=true), a[n];\nequation\n"
      "  for i in 1:n loop\n    a[i] = sin(x[i])*x[min(i + 1, n)] + k;\n"
      "    der(x[i]) = k*(a[max(i - 1, 1)] - 2*a[i] + a[min(i + 1, n)]) - mod(i, 7)*x[i]^3;\n"
      "  end for;\nend M;\n",
      equations / 2);
}

std::string loops(std::size_t equations) {
  return fmt::format(
      "model M\n  parameter Integer n = {};\n  parameter Real k = 0.5;\n"
      "  Real x[n, 4](each start=1, each fixed=true), a[n, 4];\nequation\n"
      "  for i in 1:n loop\n    for j in 1:4 loop\n"
      "      a[i, j] + k*a[i, if j == 4 then 1 else j + 1] = x[i, j];\n"
      "      der(x[i, j]) = a[i, j] - x[min(i + 1, n), j];\n"
      "    end for;\n  end for;\nend M;\n",
      equations / 8);
}

std::string random_reads(std::size_t equations) {
  const std::size_t n = equations / 2;
  bw::test::Dice dice(1);
  const auto any = [&] { return dice.below(n) + 1; };
  std::string text = "model M\n";
  put(text, "  Real x[{}](each start=1, each fixed=true), a[{}];\nequation\n", n, n);
  for (std::size_t i = 1; i <= n; ++i)
    put(text, "  a[{}] = x[{}]*x[{}] - 2*x[{}];\n  der(x[{}]) = a[{}]*x[{}] - a[{}];\n", i, any(),
        any(), any(), i, i, any(), any());
  return text + "end M;\n";
}

std::string one_sum(std::size_t equations) {
  return fmt::format(
      "model M\n  parameter Integer n = {};\n  Real x[n];\nequation\n  sum(x) = 5;\n"
      "  for i in 2:n loop\n    x[i] = 0.5*x[i - 1] + time;\n  end for;\nend M;\n",
      equations);
}

std::string cumulative(std::size_t equations) {
  return fmt::format(
      "model M\n  parameter Integer n = {};\n  Real x(start=1, fixed=true), s[n];\nalgorithm\n"
      "  s[1] := x;\n  for i in 2:n loop\n    s[i] := s[i - 1] + i*x;\n  end for;\nequation\n"
      "  der(x) = -s[n];\nend M;\n",
      equations - 1);
}

void measure(const char* kind, std::size_t equations, std::string text) {
  const std::clock_t begin = std::clock();
  const bw::equation::ReadModel read = bw::equation::read_model(std::move(text), "M.mo");
  const double reading = seconds_since(begin);
  const auto blueprint = bw::equation::make_equation_blueprint(read.model);
  const double all = seconds_since(begin);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%s,%zu,%.3f,%.3f,%.3f,%zu,%ld\n", kind, equations, reading, all - reading, all,
              blueprint->structure().jacobian_entries, usage.ru_maxrss / 1024);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  std::vector<std::size_t> sizes;
  for (int i = 1; i < count; ++i) sizes.push_back(std::strtoul(words[i], nullptr, 10));
  if (sizes.empty()) sizes = {1000, 10000, 100000};
  std::puts("kind,equations,reading_s,compiling_s,all_s,jacobian_entries,memory_MB");
  for (const std::size_t equations : sizes) {
    measure("written out", equations, written_out(equations));
    measure("arrays", equations, arrays(equations));
    measure("loops", equations, loops(equations));
    measure("random", equations, random_reads(equations));
    measure("one sum", equations, one_sum(equations));
    measure("cumulative", equations, cumulative(equations));
  }
}
