#include "run/checkpoint/kept.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/pack.h"

namespace bw::run {

struct Piece {
  std::string key{}, bytes{};
};

template <class Pack, Is<Piece> P>
void fields(Pack& pack, P& piece) {
  pack(piece.key, piece.bytes);
}

Kept::Kept(std::string kind, Checkpointer* checkpointer)
    : kind_(std::move(kind)), checkpointer_(checkpointer) {
  if (checkpointer_ == nullptr || checkpointer_->earlier().empty()) return;
  std::string kind_of_bytes;
  std::vector<Piece> pieces;
  Unpacker unpack(checkpointer_->earlier());
  unpack(kind_of_bytes, pieces);
  if (!unpack.complete() || kind_of_bytes != kind_)
    throw InputError("The checkpoint is of another kind of run; start the run again.");
  for (Piece& piece : pieces) pieces_.emplace(std::move(piece.key), std::move(piece.bytes));
}

const std::string* Kept::find(const std::string& key) const {
  const auto known = pieces_.find(key);
  return known == pieces_.end() ? nullptr : &known->second;
}

void Kept::keep(const std::string& key, std::string bytes) {
  if (checkpointer_ == nullptr) return;
  is_new_ = true;
  pieces_.insert_or_assign(key, std::move(bytes));
}

void Kept::poll() {
  if (is_new_ && checkpointer_->is_due()) write();
}

void Kept::write() {
  if (!is_new_) return;
  Packer pack;
  pack(kind_, static_cast<std::uint64_t>(pieces_.size()));  // as a list, without a copy of it
  for (const auto& [key, bytes] : pieces_) pack(key, bytes);
  checkpointer_->write(pack.take());
  is_new_ = false;
}

}  // namespace bw::run
