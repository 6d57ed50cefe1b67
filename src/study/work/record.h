#pragma once
// What is kept of a run, and how it lies in a log: a mark, the length, a checksum, the bytes. A
// record that was torn by a death is recognised, and reading goes on at the next mark.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/pack.h"

namespace bw::study {

// The verdicts of a run, and `failed`: it crashed, hung, or could not begin or go on.
enum class RowVerdict : std::uint8_t { trusted, unverified, doubtful, rejected, failed };
inline constexpr std::size_t ending_count = 5;
std::string_view name(RowVerdict ending);
// Whether its results are used.
inline bool is_accepted(RowVerdict ending) { return ending < RowVerdict::rejected; }

// What the estimate of an accepted run covers: its whole error, that of the coupling without that
// of the solvers inside co-simulation FMUs, or how sensitive a single one of them is.
enum class Scope : std::uint8_t { whole, coupling, sensitivity };
inline constexpr std::size_t scope_count = 3;

struct Record {
  std::uint64_t run = 0;
  RowVerdict ending = RowVerdict::failed;
  std::vector<double> values{}, errors{};  // of the results; nan: does not occur, not estimated
  std::vector<double> spacings{};          // the part of each error that shorter intervals reduce
  std::string codes{};                     // of warnings and errors, with blanks between them
  std::string message{};                   // of a run without results
  std::uint64_t cost = 0;  // evaluations and steps of components; the same on every machine
  double estimate = 0;     // of the error, in tolerances; nan: none
  double tolerance = 0;
  double cost_exponent = 0;  // cost ~ tolerance^-this, observed; nan: unknown
  double seconds = 0;        // of a clock
  Scope scope = Scope::whole;
};

template <class Pack, Is<Record> R>
void fields(Pack& pack, R& r) {
  pack(r.run, r.ending, r.values, r.errors, r.spacings, r.codes, r.message, r.cost, r.estimate,
       r.tolerance, r.cost_exponent, r.seconds, r.scope);
}

std::string frame_of(const Record& record);

// Finds records in the bytes of a log.
class Frames {
 public:
  explicit Frames(std::string_view bytes) : bytes_(bytes) {}
  // The bytes of the next whole record; empty: there is none.
  std::string_view next();
  // Behind the last whole record. What follows may be a record that is being written.
  std::size_t read_until() const { return read_until_; }
  std::size_t torn() const { return torn_; }  // records, before others

 private:
  std::string_view bytes_;
  std::size_t at_ = 0, read_until_ = 0, torn_ = 0;
};

// The number of the run is the first thing in a record's bytes.
std::uint64_t run_of(std::string_view record);
bool read_record(std::string_view bytes, Record& record);

}  // namespace bw::study
