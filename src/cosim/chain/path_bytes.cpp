#include "cosim/chain/path_bytes.h"

#include <algorithm>

#include "base/pack.h"
#include "cosim/chain/chain.h"
#include "cosim/chain/find_kinks.h"
#include "cosim/chain/find_spots.h"
#include "model/bell_bytes.h"

namespace bw::cosim {

template <class Pack, Is<Path::Event> E>
void fields(Pack& pack, E& event) {
  pack(event.time, event.interval, event.signal);
}

template <class Pack, Is<Path::ComponentCount> C>
void fields(Pack& pack, C& count) {
  pack(count.advances, count.saves, count.restores, count.advancing, count.saving, count.restoring);
}

template <class Pack, Is<Spot> S>
void fields(Pack& pack, S& spot) {
  pack(spot.time, spot.size, spot.catching_up, spot.step, spot.bend);
}

template <class Pack, Is<Kink> K>
void fields(Pack& pack, K& kink) {
  pack(kink.time, kink.step, kink.bend, kink.weight, kink.signal);
}

template <class Pack, Is<Path> P>
void fields(Pack& pack, P& path) {
  pack(path.end, path.time, path.subject, path.reason, path.bell, path.rows, path.reals,
       path.discretes, path.events, path.jumped, path.jumps, path.first_jump, path.spots,
       path.kinks, path.rates, path.components, path.bells);
}

namespace {

bool is_named(Path::End end) { return end >= Path::End::complete && end <= Path::End::lost; }

}  // namespace

std::string to_bytes(const Path& path) {
  Packer pack;
  pack(path);
  return pack.take();
}

std::optional<Path> from_bytes(std::string_view bytes) {
  std::optional<Path> path(std::in_place);
  Unpacker unpack(bytes);
  unpack(*path);
  const auto known = [](const Bell& bell) { return is_named(bell); };
  if (!unpack.complete() || !is_named(path->end) || (path->bell && !is_named(*path->bell)) ||
      !std::ranges::all_of(path->bells, known))
    path.reset();
  return path;
}

}  // namespace bw::cosim
