#include "base/archive/archive.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <optional>

#include "base/error.h"
#include "support/contains.h"
#include "support/make_zip.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::archive_test {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::make_zip;
using test::ScratchFolder;
using test::ZipEntry;

const std::vector<ZipEntry> good = {
    {.name = "modelDescription.xml", .bytes = "<a/>"},
    {.name = "resources/table.csv", .bytes = "1,2"},
    {.name = "resources/empty/", .unix_mode = 040755},
    {.name = "binaries/linux64/m.so", .bytes = "elf", .deflated = true},
    {.name = "binaries/win64/m.dll", .bytes = "mz"},
    {.name = "sources/m.c", .bytes = "int x;"}};

std::string contents(const fs::path& file) { return test::read_file(file.string()); }

fs::path written(const ScratchFolder& scratch, const std::string& name, const std::string& bytes) {
  test::write_file(scratch / name, bytes);
  return scratch.path() / name;
}

unsigned mode_of(const fs::path& file) {
  struct stat status {};
  stat(file.c_str(), &status);
  return status.st_mode & 0777U;
}

// What is said about a file; "accepted" when it can be opened, every entry read and, if wanted,
// unpacked.
std::string refusal_of_file(const fs::path& file, bool unpack = true) {
  Bells bells;
  std::string said = test::outcome<InputError>([&] {
    Archive archive(file, bells);
    for (const std::string& name : archive.entries()) archive.read(name);
    if (unpack) archive.unpack({"linux64"});
  });
  if (said != "accepted") {
    EXPECT_TRUE(contains(said, file.string() + ": "));
  }
  return said;
}

std::string refusal_of_bytes(const std::string& bytes) {
  const ScratchFolder scratch;
  return refusal_of_file(written(scratch, "a.fmu", bytes));
}

std::string refusal(const std::vector<ZipEntry>& entries) {
  return refusal_of_bytes(make_zip(entries));
}

std::string refusal_of_name(const std::string& name) {
  return refusal({{.name = name, .bytes = "x"}});
}

class GoodArchive : public testing::Test {
 protected:
  ScratchFolder scratch;
  Bells bells;
  Archive archive{written(scratch, "good.fmu", make_zip(good)), bells};
};

TEST_F(GoodArchive, FilesAreListedInTheirOrder) {
  const std::vector<std::string> names = {"modelDescription.xml", "resources/table.csv",
                                          "binaries/linux64/m.so", "binaries/win64/m.dll",
                                          "sources/m.c"};
  EXPECT_EQ(archive.entries(), names);
  EXPECT_TRUE(bells.rung().empty());
}

TEST_F(GoodArchive, AnEntryIsReadWithoutUnpacking) {
  EXPECT_TRUE(archive.has("sources/m.c"));
  EXPECT_FALSE(archive.has("sources"));
  EXPECT_FALSE(archive.has("sources/n.c"));
  EXPECT_EQ(archive.read("sources/m.c"), "int x;");
  EXPECT_EQ(archive.read("binaries/linux64/m.so"), "elf");
  EXPECT_THROW(archive.read("sources/n.c"), InputError);
}

TEST_F(GoodArchive, OnlyWhatARunNeedsIsUnpacked) {
  const fs::path folder = archive.unpack({"linux64"});
  EXPECT_EQ(contents(folder / "modelDescription.xml"), "<a/>");
  EXPECT_EQ(contents(folder / "resources/table.csv"), "1,2");
  EXPECT_EQ(contents(folder / "binaries/linux64/m.so"), "elf");
  EXPECT_TRUE(fs::is_directory(folder / "resources/empty"));
  EXPECT_FALSE(fs::exists(folder / "binaries/win64"));
  EXPECT_FALSE(fs::exists(folder / "sources"));
}

TEST_F(GoodArchive, UnpackingTwiceGivesTheSameFolder) {
  const fs::path folder = archive.unpack({"linux64"});
  EXPECT_EQ(archive.unpack({"linux64"}), folder);
}

TEST_F(GoodArchive, TheFolderIsPrivateAndOnlyBinariesMayBeRun) {
  const mode_t before = umask(0);
  const fs::path folder = archive.unpack({"linux64"});
  umask(before);
  EXPECT_EQ(mode_of(folder), 0700U);
  EXPECT_EQ(mode_of(folder / "binaries/linux64/m.so"), 0700U);
  EXPECT_EQ(mode_of(folder / "resources/table.csv"), 0600U);
}

TEST(Archive, TheFolderDisappearsWithTheArchive) {
  const ScratchFolder scratch;
  Bells bells;
  fs::path folder;
  {
    Archive archive(written(scratch, "a.fmu", make_zip(good)), bells);
    folder = archive.unpack({"linux64"});
    EXPECT_TRUE(fs::exists(folder));
  }
  EXPECT_FALSE(fs::exists(folder));
}

// Points TMPDIR elsewhere while it lives.
class TemporaryFolderVariable {
 public:
  explicit TemporaryFolderVariable(const fs::path& folder) {
    if (const char* value = std::getenv("TMPDIR")) before_ = value;
    setenv("TMPDIR", folder.c_str(), 1);
  }
  ~TemporaryFolderVariable() {
    if (before_)
      setenv("TMPDIR", before_->c_str(), 1);
    else
      unsetenv("TMPDIR");
  }
  TemporaryFolderVariable(const TemporaryFolderVariable&) = delete;
  TemporaryFolderVariable& operator=(const TemporaryFolderVariable&) = delete;

 private:
  std::optional<std::string> before_;
};

TEST_F(GoodArchive, TmpdirSaysWhereToUnpack) {
  const ScratchFolder elsewhere;
  const TemporaryFolderVariable variable(elsewhere.path());
  EXPECT_EQ(archive.unpack({"linux64"}).parent_path(), elsewhere.path());
}

TEST_F(GoodArchive, AMissingTmpdirIsSaid) {
  const TemporaryFolderVariable variable(scratch.path() / "missing");
  const auto error = test::caught<Error>([&] { archive.unpack({"linux64"}); });
  ASSERT_TRUE(error) << "unpacked nowhere";
  EXPECT_EQ(error->exit_code(), ExitCode::stopped);
  EXPECT_TRUE(contains(error->what(), "TMPDIR"));
}

TEST(Archive, WhenUnpackingFailsHalfWayNothingStaysBehind) {
  const ScratchFolder scratch, elsewhere;
  const TemporaryFolderVariable variable(elsewhere.path());
  Bells bells;
  std::vector<ZipEntry> entries = good;
  entries.push_back({.name = "resources/bad", .bytes = "x", .crc = 1});
  Archive archive(written(scratch, "a.fmu", make_zip(entries)), bells);
  EXPECT_THROW(archive.unpack({"linux64"}), InputError);
  EXPECT_TRUE(fs::is_empty(elsewhere.path()));
}

// A limit on the size of files stands for a full disk: the same call fails in the same place.
TEST(Archive, AFullDiskIsSaidAndNothingStaysBehind) {
  const ScratchFolder scratch, elsewhere;
  const TemporaryFolderVariable variable(elsewhere.path());
  Bells bells;
  Archive archive(
      written(scratch, "a.fmu",
              make_zip({{.name = "resources/big", .bytes = std::string(100'000, 'x')}})),
      bells);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{1000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string said = test::refusal<Error>([&] { archive.unpack({"linux64"}); });
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_TRUE(contains(said, "Cannot write"));
  EXPECT_TRUE(contains(said, "resources/big"));
  EXPECT_TRUE(fs::is_empty(elsewhere.path()));
}

TEST(Archive, AnEntryThatLeadsOutOfTheFolderIsRefused) {
  for (const char* name : {"../x", "a/../../x", "..", "a/..", "..\\x", "a\\..\\..\\x", "./../x"})
    EXPECT_TRUE(contains(refusal_of_name(name), "leads out of the folder")) << name;
}

TEST(Archive, AnAbsoluteNameIsRefused) {
  EXPECT_TRUE(contains(refusal_of_name("/etc/passwd"), "absolute"));
  EXPECT_TRUE(contains(refusal_of_name("\\\\server\\share"), "absolute"));
  EXPECT_TRUE(contains(refusal_of_name("C:/x"), "drive letter"));
  EXPECT_TRUE(contains(refusal_of_name("c:x"), "drive letter"));
  EXPECT_TRUE(contains(refusal_of_name("C:\\x"), "drive letter"));
}

TEST(Archive, ControlCharactersInNamesAreRefusedAndShownEscaped) {
  EXPECT_TRUE(contains(refusal_of_name("a\nb"), "'a\\x0ab' has a control character"));
  EXPECT_TRUE(contains(refusal_of_name("a\x1b[2J"), "control character"));
}

TEST(Archive, ANulDoesNotCutANameShort) {
  const ScratchFolder scratch;
  Bells bells;
  const std::string name("a\0b", 3);
  const Archive archive(written(scratch, "a.fmu", make_zip({{.name = name, .bytes = "x"}})), bells);
  EXPECT_EQ(archive.entries(), std::vector<std::string>{"a b"});
}

TEST(Archive, EmptyEndlessAndEndlesslyNestedNamesAreRefused) {
  EXPECT_NE(refusal_of_name(""), "accepted");
  EXPECT_NE(refusal_of_name("."), "accepted");
  EXPECT_TRUE(contains(refusal_of_name(std::string(300, 'x')), "too long"));
  EXPECT_TRUE(contains(refusal_of_name(std::string(65000, 'x')), "too long"));
  std::string nested;
  for (int i = 0; i < 100; ++i) nested += "a/";
  EXPECT_TRUE(contains(refusal_of_name(nested + "x"), "too many folders"));
}

TEST(Archive, NamesThatAreNotAsciiArePassed) {
  EXPECT_EQ(refusal_of_name("resources/h\u00f6he \u20ac.csv"), "accepted");
  EXPECT_EQ(refusal_of_name("resources/h\x94he.csv"), "accepted");  // code page 437
  EXPECT_EQ(refusal_of_name("resources/a..b"), "accepted");
  EXPECT_EQ(refusal_of_name("resources/..a"), "accepted");
}

TEST(Archive, BackslashesAreReadAsSlashesWithOneBell) {
  const ScratchFolder scratch;
  Bells bells;
  const Archive archive(written(scratch, "a.fmu",
                                make_zip({{.name = "resources\\a.csv", .bytes = "1"},
                                          {.name = "resources\\b.csv", .bytes = "2"}})),
                        bells);
  EXPECT_EQ(archive.read("resources/b.csv"), "2");
  ASSERT_EQ(bells.rung().size(), 1U);
  EXPECT_EQ(bells.rung()[0].code, BellCode::fmu_description);
  EXPECT_EQ(bells.rung()[0].severity, Severity::note);
}

TEST(Archive, NeedlessStepsInNamesAreDropped) {
  const ScratchFolder scratch;
  Bells bells;
  const Archive archive(
      written(scratch, "a.fmu", make_zip({{.name = "./"}, {.name = "./a//b/./c", .bytes = "1"}})),
      bells);
  EXPECT_EQ(archive.entries(), std::vector<std::string>{"a/b/c"});
}

TEST(Archive, SymbolicLinksAndSpecialFilesAreRefused) {
  EXPECT_TRUE(contains(refusal({{.name = "a", .bytes = "/etc/passwd", .unix_mode = 0120777}}),
                       "symbolic link"));
  for (const std::uint32_t mode : {0010644U, 0020644U, 0060644U, 0140644U})
    EXPECT_TRUE(contains(refusal({{.name = "a", .unix_mode = mode}}), "device, pipe or socket"))
        << mode;
  EXPECT_EQ(refusal({{.name = "a", .bytes = "x", .unix_mode = 0}}), "accepted");
}

TEST(Archive, TwoEntriesOfOneNameAreRefused) {
  EXPECT_TRUE(
      contains(refusal({{.name = "a/b", .bytes = "1"}, {.name = "a/b", .bytes = "2"}}), "twice"));
  EXPECT_TRUE(
      contains(refusal({{.name = "a/b", .bytes = "1"}, {.name = "a\\b", .bytes = "2"}}), "twice"));
  EXPECT_TRUE(
      contains(refusal({{.name = "a/b", .bytes = "1"}, {.name = "a/./b", .bytes = "2"}}), "twice"));
  EXPECT_EQ(refusal({{.name = "a/"}, {.name = "a/"}, {.name = "a/b"}}), "accepted");
}

TEST(Archive, AFileThatIsAlsoAFolderIsRefused) {
  EXPECT_TRUE(contains(refusal({{.name = "a"}, {.name = "a/b"}}), "also a folder"));
  EXPECT_TRUE(contains(refusal({{.name = "a/b/c"}, {.name = "a"}}), "also a folder"));
  EXPECT_TRUE(contains(refusal({{.name = "a"}, {.name = "a/"}}), "also a folder"));
}

TEST(Archive, EncryptedEntriesAreRefused) {
  EXPECT_TRUE(contains(refusal({{.name = "a", .bytes = "x", .flags = 1}}), "encrypted"));
}

TEST(Archive, AnUnknownWayOfPackingIsRefused) {
  EXPECT_TRUE(contains(refusal({{.name = "a", .bytes = "x", .method = 77}}), "method 77"));
}

TEST(Archive, AnArchiveThatUnpacksToAbsurdSizesIsRefused) {
  const ZipEntry swelling = {.name = "a", .bytes = "x", .deflated = true, .size = 100 << 20};
  EXPECT_TRUE(contains(refusal({swelling}), "could fill the disk"));
  std::vector<ZipEntry> many;
  for (int i = 0; i < 5; ++i)
    many.push_back(
        {.name = "a" + std::to_string(i), .bytes = "x", .size = 1U << 30, .packed = 1U << 30});
  EXPECT_TRUE(contains(refusal(many), "4 GiB"));
}

TEST(Archive, AnEntryThatLiesAboutItsSizeIsRefused) {
  const std::string bytes(200'000, 'x');
  EXPECT_TRUE(contains(refusal({{.name = "a", .bytes = bytes, .deflated = true, .size = 1000}}),
                       "damaged"));
  EXPECT_TRUE(contains(refusal({{.name = "a", .bytes = bytes, .deflated = true, .size = 300'000}}),
                       "damaged"));
  EXPECT_TRUE(contains(refusal({{.name = "a", .bytes = bytes, .size = 1000}}), "'a'"));
}

TEST(Archive, AChangedByteIsNoticed) {
  EXPECT_TRUE(contains(refusal({{.name = "a", .bytes = "xyz", .crc = 12345}}), "damaged"));
}

TEST(Archive, AnEntryTooLargeForMemoryIsNotRead) {
  EXPECT_TRUE(contains(
      refusal({{.name = "a", .bytes = "x", .size = 300U << 20, .packed = 300U << 20}}), "256 MiB"));
}

TEST(Archive, ACutOffArchiveIsRefusedAtEveryLength) {
  const std::string whole = make_zip(good);
  const ScratchFolder scratch;
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(refusal_of_file(written(scratch, "a.fmu", whole.substr(0, size)), false), "accepted")
        << size;
  EXPECT_TRUE(contains(refusal_of_bytes(whole.substr(0, whole.size() - 30)), "truncated"));
}

TEST(Archive, NoSingleWrongByteDoesHarm) {
  const std::string whole = make_zip(good);
  const ScratchFolder scratch;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(~bytes[at]);
    refusal_of_file(written(scratch, "a.fmu", bytes),
                    false);  // accepted or refused, but nothing else
  }
}

TEST(Archive, WhatIsNotAZipIsRefused) {
  EXPECT_TRUE(contains(refusal_of_bytes("hello"), "not a zip archive"));
  EXPECT_TRUE(contains(refusal_of_bytes(""), "empty"));
}

TEST(Archive, AMissingFileAFolderAndADeviceAreRefused) {
  const ScratchFolder scratch;
  EXPECT_TRUE(contains(refusal_of_file(scratch.path() / "no.fmu"), "no such file"));
  EXPECT_TRUE(contains(refusal_of_file(scratch.path()), "unpacked FMU"));
  EXPECT_TRUE(contains(refusal_of_file("/dev/null"), "not a regular file"));
}

TEST(Archive, AnUnreadableFileIsRefused) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads everything";
  const ScratchFolder scratch;
  const fs::path file = written(scratch, "a.fmu", make_zip(good));
  fs::permissions(file, fs::perms::none);
  EXPECT_TRUE(contains(refusal_of_file(file), "cannot be read"));
}

TEST(Archive, AFolderPackedInsteadOfItsContentIsExplained) {
  const ScratchFolder scratch;
  Bells bells;
  const Archive archive(
      written(scratch, "a.fmu", make_zip({{.name = "prey/modelDescription.xml"}})), bells);
  const std::string said = test::refusal<InputError>([&] { archive.read("modelDescription.xml"); });
  EXPECT_TRUE(contains(said, "pack the content of that folder"));
}

TEST(Archive, ManyEntriesTakeLinearTime) {
  std::vector<ZipEntry> entries(60'000);  // a zip without extensions knows 65535
  for (std::size_t i = 0; i < entries.size(); ++i)
    entries[i].name = "resources/some/folder/" + std::to_string(i);
  const ScratchFolder scratch;
  Bells bells;
  const Archive archive(written(scratch, "a.fmu", make_zip(entries)), bells);
  EXPECT_EQ(archive.entries().size(), entries.size());
  EXPECT_TRUE(archive.has("resources/some/folder/59999"));
}

}  // namespace
}  // namespace bw::archive_test
