#pragma once
// The head of a file of cells as JSON (cells.h).

#include <functional>
#include <string>
#include <string_view>

#include "result/formats/cells.h"

namespace bw::result {

std::string cells_head_text(const CellsHead& head);
// `fail` throws.
CellsHead read_cells_head(std::string_view text, const std::function<void(std::string)>& fail);

}  // namespace bw::result
