// A program header cannot be put between others: what follows them would move. So the table is
// copied to the end of the file, with one more entry, and the file's head points there.
//
// Source: Tool Interface Standard, Executable and Linking Format 1.2; PT_GNU_STACK: Linux Standard
// Base 5.0, 12.2.

#include "equation/elf_stack.h"

#include <elf.h>
#include <link.h>

#include <cstring>
#include <vector>

namespace bw::equation {
namespace {

using Head = ElfW(Ehdr);
using Segment = ElfW(Phdr);

constexpr unsigned char native_class = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;

bool is_native(const std::string& bytes, Head& head) {
  if (bytes.size() < sizeof head) return false;
  std::memcpy(&head, bytes.data(), sizeof head);
  if (std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0) return false;
  return head.e_ident[EI_CLASS] == native_class && head.e_phentsize == sizeof(Segment) &&
         head.e_phoff <= bytes.size() &&
         head.e_phnum <= (bytes.size() - head.e_phoff) / sizeof(Segment);
}

}  // namespace

std::string with_plain_stack(std::string library) {
  Head head;
  if (!is_native(library, head)) return library;
  std::vector<Segment> segments(head.e_phnum);
  std::memcpy(segments.data(), library.data() + head.e_phoff, segments.size() * sizeof(Segment));
  for (const Segment& segment : segments)
    if (segment.p_type == PT_GNU_STACK || segment.p_type == PT_PHDR) return library;
  Segment stack{};
  stack.p_type = PT_GNU_STACK;
  stack.p_flags = PF_R | PF_W;
  stack.p_align = 16;
  segments.push_back(stack);
  library.resize((library.size() + alignof(Segment) - 1) / alignof(Segment) * alignof(Segment));
  head.e_phoff = library.size();
  head.e_phnum = static_cast<decltype(head.e_phnum)>(segments.size());
  std::memcpy(library.data(), &head, sizeof head);
  library.append(reinterpret_cast<const char*>(segments.data()), segments.size() * sizeof(Segment));
  return library;
}

}  // namespace bw::equation
