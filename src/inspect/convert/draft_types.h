#pragma once
// Types, units and enumerations of variables in the words of SSP.

#include <map>
#include <string>
#include <vector>

#include "base/position.h"
#include "base/value.h"
#include "inspect/convert/settled.h"
#include "model/variable.h"
#include "run/open/open_components.h"
#include "system/ssp/ssp_draft.h"
#include "system/system.h"

namespace bw::inspect {

class DraftTypes {
 public:
  // Definitions of units and enumerations are added to the draft.
  DraftTypes(const Settled& settled, system::SspDraft& draft, bool is_old)
      : settled_(settled), draft_(draft), is_old_(is_old) {}

  std::string kind_of(const model::Variable& variable) const;
  // Of a variable, or of the array that it is an element of. Throws InputError where version 1.0
  // has no such type.
  system::SspDraft::Type type_of(const run::Found& found, const Position& position);
  // One, or one for each element of an array that is no array of FMI 3.0.
  std::vector<system::SspDraft::Given> values_of(const SettledValue& settled);

 private:
  std::string word_of(const model::Variable& variable, const Value& value) const;
  std::string enumeration_of(const run::Found& found);
  std::string unit_of(const model::Variable& variable);

  const Settled& settled_;
  system::SspDraft& draft_;
  bool is_old_;
  std::map<system::Items, std::string> enumerations_;
};

}  // namespace bw::inspect
