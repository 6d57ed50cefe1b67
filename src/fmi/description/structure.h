#pragma once
// <ModelStructure>: outputs, state derivatives, unknowns of the initialisation, and their
// dependencies.

#include "fmi/description/attributes.h"
#include "fmi/description/description.h"
#include "fmi/description/description_reading.h"
#include "fmi/description/variables.h"

namespace bw::fmi {

// FMI 2.0 and 3.0. A missing <ModelStructure> is a warning: then anything may depend on anything.
void read_structure(ElementReader& root, const VariableReferences& references, Reading& reading);

// Which inputs have direct feedthrough to each output, from Structure::outputs.
void settle_direct_inputs(Description& description);

}  // namespace bw::fmi
