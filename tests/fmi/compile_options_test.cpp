// The pieces that compile.cpp is made of, where a whole FMU would not show them.

#include "fmi/compile/compile_options.h"

#include <gtest/gtest.h>

#include "base/archive/sha256.h"

namespace bw::fmi::compile_options_test {
namespace {

TEST(CompileOptions, OnlyWhatMakesCodeIsTaken) {
  const CompilerOptions options = harmless_options(
      " -fno-rtti -O3 -DX=/a -std=c99 -Wall -w -march=x86-64 -o out @file -fplugin=a -Wl,-x /Od "
      "-fprofile-use=a -include x.h -B. -specs=a -Xlinker -march=native -wrapper -fPIC/../a");
  EXPECT_EQ(options.taken,
            (std::vector<std::string>{"-fno-rtti", "-O3", "-DX=/a", "-std=c99", "-march=x86-64"}));
  EXPECT_EQ(options.left_out.size(), 15U);
}

TEST(CompileOptions, LanguagesHaveTheirStandard) {
  EXPECT_EQ(standard_option("C99"), "-std=gnu99");
  EXPECT_EQ(standard_option("C++11"), "-std=gnu++11");
  EXPECT_EQ(standard_option("C23"), "-std=gnu2x");
  for (const char* other : {"", "C", "C++", "CUDA", "Fortran90"})
    EXPECT_EQ(standard_option(other), "");
}

// FIPS 180-4's own examples, and a message of a million letters.
TEST(Sha256, AgreesWithTheStandard) {
  const auto hash = [](const std::string& text) {
    Sha256 sha;
    sha.add(text.substr(0, 5));
    sha.add(std::string_view(text).substr(std::min<std::size_t>(5, text.size())));
    return sha.hex();
  };
  EXPECT_EQ(hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hash(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

}  // namespace
}  // namespace bw::fmi::compile_options_test
