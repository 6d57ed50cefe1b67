// <ModelVariables> of FMI 2.0 (2.2.7).

#include "base/xml.h"
#include "fmi/description/attributes.h"
#include "fmi/description/description.h"
#include "fmi/description/description_reading.h"
#include "fmi/description/types.h"
#include "fmi/description/variables.h"

namespace bw::fmi {

void read_variables_2(const XmlElement& model_variables, Reading& reading) {
  const VariableReferences references =
      VariableReferences::by_position(model_variables.children("ScalarVariable").size());
  const auto read = [&](ElementReader& head, const XmlElement& xml, Reading&, Variable& variable) {
    ElementReader typed = reading.element(xml);
    VariableReader reader(head, typed, reading, variable);
    reader.begin(*data_type_of(Version::fmi2, xml.name()));
    reader.settle(reader.roles());
    reader.read_starts();
    variable.can_set_per_time_instant = head.flag("canHandleMultipleSetPerTimeInstant", true);
    if (is_real(variable.face.type)) {
      variable.derivative_of = references.attribute(typed, "derivative");
      variable.reinit = typed.flag("reinit");
    }
    typed.note_unknown_attributes();
  };
  read_scalars(model_variables, "Annotations", reading, read);
}

}  // namespace bw::fmi
