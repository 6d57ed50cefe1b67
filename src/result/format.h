#pragma once
// The formats of results. A new one is a file with its writer and its reader, and a line of the
// table in formats/formats.cpp.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/value.h"
#include "result/heading.h"
#include "result/read_csv.h"
#include "result/spool.h"
#include "result/writer.h"

namespace bw::result {

struct Format {
  std::string_view name;       // "csv"
  std::string_view extension;  // ".csv", by which the user chooses
  std::string_view what;       // for the list of formats
  std::unique_ptr<Writer> (*make_writer)(Spool& spool, const Heading& heading);
  Table (*read)(std::string_view bytes, const std::string& name);  // InputError: it is damaged
  bool (*recognises)(std::string_view bytes);  // by how they begin; null: by the extension only
  bool has_constants = false;                  // there is a place for Heading::constants
  bool (*takes)(Type type) = nullptr;          // null: columns of every type
  std::uint64_t most_bytes = 0;                // of a file; 0: as many as there are
  void (*require)() = nullptr;  // throws InputError where what it needs is not installed
  // Of a format to which nothing can be appended: its writer writes cells, and this makes the file
  // of them, when it is sealed. Throws Error. Null: what the writer writes is the file.
  void (*complete)(const std::string& cells, const std::string& into) = nullptr;
};

std::span<const Format> formats();

// By the extension of the output's name; "-" (standard output) is CSV. InputError when unknown.
const Format& format_for(const std::string& output);

// A result in any of the formats, recognised by its bytes, then by its name, else CSV: a .partial
// has no extension of its own. InputError when it cannot be read.
Table read_table(const std::string& path, std::span<const Format> known = formats());

}  // namespace bw::result
