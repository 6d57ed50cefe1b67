// A program header cannot be put between others: what follows them would move. So the table is
// copied to the end of the file, with one more entry, and the file's head points there. Hidden
// symbols stay in their table; the loader binds them within their library only.
//
// Source: Tool Interface Standard, Executable and Linking Format 1.2; PT_GNU_STACK: Linux Standard
// Base 5.0, 12.2.

#include "equation/code/elf_library.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace bw::equation {
namespace {

using ElfHead = Elf64_Ehdr;
using ElfSegment = Elf64_Phdr;
using ElfSection = Elf64_Shdr;
using ElfSymbol = Elf64_Sym;

bool is_library(const std::string& bytes, ElfHead& head) {
  if (bytes.size() < sizeof head) return false;
  std::memcpy(&head, bytes.data(), sizeof head);
  if (std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0) return false;
  return head.e_ident[EI_CLASS] == ELFCLASS64 && head.e_phentsize == sizeof(ElfSegment) &&
         head.e_phoff <= bytes.size() &&
         head.e_phnum <= (bytes.size() - head.e_phoff) / sizeof(ElfSegment);
}

template <class Entry>
Entry entry_at(const std::string& bytes, std::size_t at) {
  Entry entry{};
  if (at <= bytes.size() && sizeof entry <= bytes.size() - at)
    std::memcpy(&entry, bytes.data() + at, sizeof entry);
  return entry;
}

}  // namespace

std::string with_hidden_symbols(std::string library, std::string_view beginning) {
  ElfHead head;
  if (!is_library(library, head)) return library;
  const auto section = [&](std::size_t i) {
    return entry_at<ElfSection>(library, head.e_shoff + i * sizeof(ElfSection));
  };
  for (std::size_t i = 0; i < head.e_shnum; ++i) {
    const ElfSection table = section(i), names = section(table.sh_link);
    if (table.sh_type != SHT_DYNSYM || table.sh_offset > library.size()) continue;
    const std::size_t available =
        std::min<std::size_t>(table.sh_size, library.size() - table.sh_offset);
    for (std::size_t k = 0; k < available / sizeof(ElfSymbol); ++k) {
      const std::size_t at = table.sh_offset + k * sizeof(ElfSymbol);
      auto symbol = entry_at<ElfSymbol>(library, at);
      const std::size_t name = names.sh_offset + symbol.st_name;
      if (name > library.size() || library.compare(name, beginning.size(), beginning) != 0)
        continue;
      symbol.st_other = STV_HIDDEN;
      std::memcpy(library.data() + at, &symbol, sizeof symbol);
    }
  }
  return library;
}

std::string with_plain_stack(std::string library) {
  ElfHead head;
  if (!is_library(library, head)) return library;
  std::vector<ElfSegment> segments(head.e_phnum);
  std::memcpy(segments.data(), library.data() + head.e_phoff, segments.size() * sizeof(ElfSegment));
  for (const ElfSegment& segment : segments)
    if (segment.p_type == PT_GNU_STACK || segment.p_type == PT_PHDR) return library;
  ElfSegment stack{};
  stack.p_type = PT_GNU_STACK;
  stack.p_flags = PF_R | PF_W;
  stack.p_align = 16;
  segments.push_back(stack);
  library.resize((library.size() + alignof(ElfSegment) - 1) / alignof(ElfSegment) *
                 alignof(ElfSegment));
  head.e_phoff = library.size();
  head.e_phnum = static_cast<decltype(head.e_phnum)>(segments.size());
  std::memcpy(library.data(), &head, sizeof head);
  library.append(reinterpret_cast<const char*>(segments.data()),
                 segments.size() * sizeof(ElfSegment));
  return library;
}

}  // namespace bw::equation
