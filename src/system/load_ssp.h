#pragma once
// A system of SSP 1.0 or 2.0: a package (.ssp, which may hold several variants: x.ssp#Variant.ssd)
// or a system structure description beside its files (.ssd).

#include <filesystem>

#include "system/system.h"

namespace bw::system {

// With mistakes in System::mistakes. Throws InputError where a file cannot be read at all.
System load_ssp(const std::filesystem::path& target);
System load_ssd(const std::filesystem::path& file);

// Throws InputError for the files that a description reads: .ssv, .ssm, .ssb.
void refuse_part_of_ssp(const std::filesystem::path& file);

}  // namespace bw::system
