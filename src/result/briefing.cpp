#include "result/briefing.h"

#include "base/pack.h"

namespace bw::result {

template <class Pack, Is<Provenance::Option> O>
void fields(Pack& pack, O& option) {
  pack(option.key, option.value, option.origin);
}

template <class Pack, Is<Provenance::Input> I>
void fields(Pack& pack, I& input) {
  pack(input.file, input.sha256);
}

template <class Pack, Is<Provenance> P>
void fields(Pack& pack, P& from) {
  pack(from.version, from.command_line, from.options, from.target, from.target_sha256, from.inputs,
       from.date);
}

template <class Pack, Is<Approach> A>
void fields(Pack& pack, A& approach) {
  pack(approach.name, approach.textbook, approach.option, approach.details, approach.left,
       approach.reason);
}

template <class Pack, Is<Briefing> B>
void fields(Pack& pack, B& briefing) {
  auto& r = briefing.result;
  pack(briefing.summary, briefing.components, briefing.is_planned, r.tolerance, r.start, r.stop,
       r.time_unit, r.seconds_in_unit, r.required, r.requested_output, r.checkpoint,
       r.not_estimated, r.method, r.master, r.approach, r.provenance);
}

std::string to_bytes(const Briefing& briefing) {
  Packer pack;
  fields(pack, briefing);
  return pack.take();
}

Briefing briefing_from(std::string_view bytes) {
  Briefing briefing;
  Unpacker unpack(bytes);
  fields(unpack, briefing);
  return briefing;
}

}  // namespace bw::result
