// The examples of NIST (FIPS 180-4, CAVP short messages).

#include "base/archive/sha256.h"

#include <gtest/gtest.h>

#include "support/scratch_folder.h"

namespace bw::sha256_test {
namespace {

std::string sha256(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hex();
}

TEST(Sha256, OfTheExamplesOfTheStandard) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(
      sha256("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopq"
             "klmnopqrlmnopqrsmnopqrstnopqrstu"),
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, OfAFileIsThatOfItsBytes) {
  const test::ScratchFolder folder;
  const std::string bytes(200'001, 'x');
  test::write_file(folder / "f", bytes);
  EXPECT_EQ(sha256_of_file(folder / "f"), sha256(bytes));
  EXPECT_EQ(sha256_of_file(folder / "missing"), "");
}

}  // namespace
}  // namespace bw::sha256_test
