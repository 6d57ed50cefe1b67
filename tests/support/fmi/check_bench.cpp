#include "support/fmi/check_bench.h"

namespace bw::test {

const char* const good_1 = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="1.0" modelName="Base" modelIdentifier="base" guid="{1}" numberOfContinuousStates="1" numberOfEventIndicators="0">
<UnitDefinitions><BaseUnit unit="m"><DisplayUnitDefinition displayUnit="km" gain="0.001"/></BaseUnit></UnitDefinitions>
<ModelVariables>
<ScalarVariable name="u" valueReference="1" causality="input"><Real start="0"/></ScalarVariable>
<ScalarVariable name="y" valueReference="2" causality="output"><Real unit="m" displayUnit="km"/><DirectDependency><Name>u</Name></DirectDependency></ScalarVariable>
<ScalarVariable name="k" valueReference="3" variability="parameter"><Real start="2" min="0" max="10"/></ScalarVariable>
<ScalarVariable name="minus_y" valueReference="2" alias="negatedAlias"><Real/></ScalarVariable>
<ScalarVariable name="s" valueReference="1" variability="parameter"><String start="a"/></ScalarVariable>
</ModelVariables>
<Implementation><CoSimulation_StandAlone><Capabilities canHandleVariableCommunicationStepSize="true"/></CoSimulation_StandAlone></Implementation>
</fmiModelDescription>
)xml";

const char* const good_2 = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Base" guid="{1}" generationDateAndTime="2026-05-28T13:30:00Z" variableNamingConvention="structured" numberOfEventIndicators="1">
<ModelExchange modelIdentifier="base" canGetAndSetFMUstate="true" canSerializeFMUstate="true"/>
<CoSimulation modelIdentifier="base" canHandleVariableCommunicationStepSize="true"/>
<UnitDefinitions>
<Unit name="m"><BaseUnit m="1"/><DisplayUnit name="km" factor="0.001"/></Unit>
<Unit name="m/s"><BaseUnit m="1" s="-1"/></Unit>
</UnitDefinitions>
<TypeDefinitions>
<SimpleType name="Length"><Real unit="m" min="-100" max="100" nominal="2"/></SimpleType>
<SimpleType name="Mode"><Enumeration><Item name="off" value="0"/><Item name="on" value="1"/></Enumeration></SimpleType>
</TypeDefinitions>
<LogCategories>
<Category name="logEvents"/>
<Category name="logStatusError"/>
</LogCategories>
<DefaultExperiment startTime="0" stopTime="1" tolerance="1e-6" stepSize="0.1"/>
<ModelVariables>
<ScalarVariable name="time" valueReference="0" causality="independent" variability="continuous"><Real/></ScalarVariable>
<ScalarVariable name="x" valueReference="1" causality="local" variability="continuous" initial="exact"><Real declaredType="Length" start="1" reinit="true"/></ScalarVariable>
<ScalarVariable name="der(x)" valueReference="2" causality="local" variability="continuous"><Real unit="m/s" derivative="2"/></ScalarVariable>
<ScalarVariable name="u" valueReference="3" causality="input" variability="continuous"><Real unit="m" start="0"/></ScalarVariable>
<ScalarVariable name="y" valueReference="4" causality="output" variability="continuous"><Real unit="m" displayUnit="km"/></ScalarVariable>
<ScalarVariable name="k" valueReference="5" causality="parameter" variability="fixed"><Real start="2" min="0" max="10"/></ScalarVariable>
<ScalarVariable name="c" valueReference="6" causality="calculatedParameter" variability="fixed"><Real/></ScalarVariable>
<ScalarVariable name="g" valueReference="7" causality="local" variability="constant"><Real start="9.81"/></ScalarVariable>
<ScalarVariable name="mode" valueReference="0" causality="parameter" variability="tunable"><Enumeration declaredType="Mode" start="1"/></ScalarVariable>
<ScalarVariable name="n" valueReference="1" causality="output" variability="discrete" initial="exact"><Integer start="3"/></ScalarVariable>
<ScalarVariable name="b" valueReference="0" causality="input" variability="discrete"><Boolean start="true"/></ScalarVariable>
<ScalarVariable name="s" valueReference="0" causality="parameter" variability="fixed"><String start="a"/></ScalarVariable>
<ScalarVariable name="body.pos[1]" valueReference="1" causality="local" variability="continuous"><Real unit="m"/></ScalarVariable>
</ModelVariables>
<ModelStructure>
<Outputs>
<Unknown index="5" dependencies="2 4" dependenciesKind="dependent constant"/>
<Unknown index="10"/>
</Outputs>
<Derivatives>
<Unknown index="3" dependencies="2 4 1"/>
</Derivatives>
<InitialUnknowns>
<Unknown index="3" dependencies="2 4"/>
<Unknown index="5" dependencies="2 4"/>
<Unknown index="7" dependencies="6"/>
</InitialUnknowns>
</ModelStructure>
</fmiModelDescription>
)xml";

const char* const good_3 = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="Base" instantiationToken="{1}" variableNamingConvention="structured">
<ModelExchange modelIdentifier="base"/>
<CoSimulation modelIdentifier="base" hasEventMode="true" providesIntermediateUpdate="true"/>
<ScheduledExecution modelIdentifier="base"/>
<UnitDefinitions>
<Unit name="m"><BaseUnit m="1"/></Unit>
</UnitDefinitions>
<TypeDefinitions>
<Float64Type name="Length" unit="m"/>
<EnumerationType name="Mode"><Item name="off" value="0"/><Item name="on" value="1"/></EnumerationType>
</TypeDefinitions>
<ModelVariables>
<Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
<UInt64 name="size" valueReference="1" causality="structuralParameter" variability="fixed" start="2"/>
<Float64 name="x" valueReference="2" causality="local" variability="continuous" initial="exact" start="1 2"><Dimension valueReference="1"/></Float64>
<Float64 name="der(x)" valueReference="3" causality="local" variability="continuous" derivative="2"><Dimension valueReference="1"/></Float64>
<Float64 name="u" valueReference="4" causality="input" variability="continuous" declaredType="Length" intermediateUpdate="true" start="0"><Alias name="u2"/></Float64>
<Float64 name="y" valueReference="5" causality="output" variability="continuous"/>
<Float64 name="k" valueReference="6" causality="parameter" variability="tunable" start="1" min="0" max="3"/>
<Clock name="tick" valueReference="7" causality="input" variability="discrete" intervalVariability="constant" intervalDecimal="0.5" priority="1"/>
<Int32 name="count" valueReference="8" causality="output" variability="discrete" clocks="7" previous="9"/>
<Int32 name="last" valueReference="9" causality="local" variability="discrete" clocks="7" initial="exact" start="0"/>
<Float64 name="z" valueReference="10" causality="local" variability="continuous"/>
<Enumeration name="mode" valueReference="11" causality="parameter" variability="fixed" declaredType="Mode" start="1"/>
<String name="s" valueReference="12" causality="parameter" variability="fixed"><Start value="a"/></String>
<Binary name="b" valueReference="13" causality="parameter" variability="fixed"><Start value="00ff"/></Binary>
<Clock name="out" valueReference="14" causality="output" variability="discrete" intervalVariability="triggered"/>
</ModelVariables>
<ModelStructure>
<Output valueReference="5" dependencies="2 4" dependenciesKind="dependent dependent"/>
<Output valueReference="8"/>
<Output valueReference="14"/>
<ContinuousStateDerivative valueReference="3" dependencies="2"/>
<ClockedState valueReference="8" dependencies="9"/>
<InitialUnknown valueReference="3"/>
<InitialUnknown valueReference="5"/>
<EventIndicator valueReference="10"/>
</ModelStructure>
</fmiModelDescription>
)xml";

}  // namespace bw::test
