// From SystemStructure{Common,Description,ParameterValues,ParameterMapping,SignalDictionary}.xsd of
// SSP 1.0.1 and 2.0.1, and where those of XML Schema 1.0 cannot say it, from the text.

#include "system/ssp/ssp_schema.h"

namespace bw::system {
namespace {

// clang-format off
#define BASE " id:id description:text"
#define TOP " author:text fileversion:text copyright:text license:text generationTool:text generationDateAndTime:date"
#define META " *ssc:MetaData@2 *ssc:Signature@2"
#define DEFINITIONS(space) " ?" space ":Enumerations/enumerations ?" space ":Units/units"
#define NOTES(space) " ?" space ":Annotations/annotations"
#define TYPES "ssc:Real|ssc:Float64/ssc:Real@2|ssc:Float32/ssc:Real@2|ssc:Integer/plain|ssc:Int8/plain@2|ssc:UInt8/plain@2" \
  "|ssc:Int16/plain@2|ssc:UInt16/plain@2|ssc:Int32/plain@2|ssc:UInt32/plain@2|ssc:Int64/plain@2|ssc:UInt64/plain@2" \
  "|ssc:Boolean/plain|ssc:String/plain|ssc:Enumeration/enumeration-type|ssc:Binary|ssc:Clock@2"
#define TRANSFORMATIONS "ssc:LinearTransformation|ssc:BooleanMappingTransformation|ssc:IntegerMappingTransformation" \
  "|ssc:EnumerationMappingTransformation"
#define ELEMENT "?ssd:Connectors ?ssd:ElementGeometry ?ssd:ParameterBindings" META
#define BOX "!x1:double !y1:double !x2:double !y2:double"
#define SOURCE " type:text source:uri"

constexpr SspRow all_rows[] = {
    // System structure description.
    {"ssd:SystemStructureDescription", "!version:version !name:text" BASE TOP,
     "!ssd:System" DEFINITIONS("ssd") " ?ssd:DefaultExperiment" META NOTES("ssd")},
    {"ssd:DefaultExperiment", "startTime:double stopTime:double", NOTES("ssd")},
    {"ssd:System", "~name:name" BASE,
     ELEMENT " ?ssd:Elements ?ssd:Connections ?ssd:SignalDictionaries ?ssd:SystemGeometry ?ssd:GraphicalElements" NOTES("ssd")},
    {"ssd:Component", "!name:name 1source:uri type:text implementation:any|ModelExchange|CoSimulation|ScheduledExecution@2" BASE,
     ELEMENT NOTES("ssd")},
    {"ssd:SignalDictionaryReference", "!name:name !dictionary:text" BASE, ELEMENT NOTES("ssd")},
    {"ssd:Elements", "", "+ssd:Component|ssd:SignalDictionaryReference|ssd:System"},
    {"ssd:Connectors", "", "+ssd:Connector"},
    {"ssd:Connector",
     "!name:text !kind:input|output|parameter|calculatedParameter|structuralParameter@2|constant@2|local@2|inout|unspecified@2" BASE,
     "?" TYPES " *ssc:Dimension@2 *ssd:Clock@2 ?ssd:ConnectorGeometry" NOTES("ssd")},
    {"ssd:Clock", "!name:text", ""},
    {"ssd:ConnectorGeometry", "!x:double !y:double systemInnerX:double@2 systemInnerY:double@2", "", true},
    {"ssd:ElementGeometry",
     BOX " rotation:double iconSource:uri iconRotation:double iconFlip:boolean iconFixedAspectRatio:boolean", "", true},
    {"ssd:Connections", "", "+ssd:Connection"},
    {"ssd:Connection",
     "startElement:text !startConnector:text startIndices:indices@2 endElement:text !endConnector:text endIndices:indices@2 "
     "suppressUnitConversion:boolean" BASE,
     "?" TRANSFORMATIONS " ?ssd:ConnectionGeometry" NOTES("ssd")},
    {"ssd:ConnectionGeometry", "!pointsX:doubles !pointsY:doubles", "", true},
    {"ssd:SystemGeometry", BOX, "", true},
    {"ssd:GraphicalElements", "", "+ssd:Note", true},
    {"ssd:Note", BOX " !text:text", "", true},
    {"ssd:SignalDictionaries", "", "+ssd:SignalDictionary"},
    {"ssd:SignalDictionary", "!name:text" SOURCE BASE, "?ssb:SignalDictionary" META},
    {"ssd:ParameterBindings", "", "+ssd:ParameterBinding"},
    {"ssd:ParameterBinding", "prefix:text sourceBase:SSD|component" SOURCE BASE,
     "?ssd:ParameterValues ?ssd:ParameterMapping" META NOTES("ssd")},
    {"ssd:ParameterValues", "", "?ssv:ParameterSet"},
    {"ssd:ParameterMapping", "sourceBase:SSD|component" SOURCE BASE, "?ssm:ParameterMapping" META},

    // Parameter values.
    {"ssv:ParameterSet", "!version:version ~name:text" BASE TOP, "!ssv:Parameters" DEFINITIONS("ssv") META NOTES("ssv")},
    {"ssv:Parameters", "", "*ssv:Parameter"},
    {"ssv:Parameter", "!name:text" BASE,
     "!ssv:Real|ssv:Float64/ssv:Real@2|ssv:Float32/ssv:Real@2|ssv:Integer/ssv:Int32|ssv:Int8@2|ssv:UInt8@2|ssv:Int16@2"
     "|ssv:UInt16@2|ssv:Int32@2|ssv:UInt32@2|ssv:Int64@2|ssv:UInt64@2|ssv:Boolean|ssv:String|ssv:Enumeration|ssv:Binary"
     " *ssc:Dimension@2" NOTES("ssv")},
    {"ssv:Real", "!value:doubles unit:text", ""},
    {"ssv:Int8", "!value:int8s", ""},
    {"ssv:UInt8", "!value:uint8s", ""},
    {"ssv:Int16", "!value:int16s", ""},
    {"ssv:UInt16", "!value:uint16s", ""},
    {"ssv:Int32", "!value:int32s", ""},
    {"ssv:UInt32", "!value:uint32s", ""},
    {"ssv:Int64", "!value:int64s", ""},
    {"ssv:UInt64", "!value:uint64s", ""},
    {"ssv:Boolean", "!value:booleans", ""},
    {"ssv:String", "1value:text", "*ssv:Value@2"},
    {"ssv:Enumeration", "1value:text name:text", "*ssv:Value@2"},
    {"ssv:Binary", "1value:hex mime-type:text", "*ssv:Value/binary-value@2"},
    {"ssv:Value", "!value:text", ""},
    {"binary-value", "!value:hex", ""},

    // Parameter mapping.
    {"ssm:ParameterMapping", "!version:version" BASE TOP, "*ssm:MappingEntry" META NOTES("ssm")},
    {"ssm:MappingEntry", "!source:text !target:text suppressUnitConversion:boolean" BASE, "?" TRANSFORMATIONS NOTES("ssm")},

    // Signal dictionary.
    {"ssb:SignalDictionary", "!version:version" BASE TOP, "*ssb:DictionaryEntry" DEFINITIONS("ssb") META NOTES("ssb")},
    {"ssb:DictionaryEntry", "!name:text" BASE, "!" TYPES " *ssc:Dimension@2" NOTES("ssb")},

    // What they have in common.
    {"enumerations", "", "+ssc:Enumeration"},
    {"ssc:Enumeration", "!name:text" BASE, "+ssc:Item" NOTES("ssc")},
    {"ssc:Item", "!name:text !value:int64", ""},
    {"units", "", "+ssc:Unit"},
    {"ssc:Unit", "!name:text" BASE, "!ssc:BaseUnit" NOTES("ssc")},
    {"ssc:BaseUnit", "kg:int32 m:int32 s:int32 A:int32 K:int32 mol:int32 cd:int32 rad:int32 factor:double offset:double", ""},
    {"ssc:Real", "unit:text", ""},
    {"plain", "", ""},
    {"enumeration-type", "~name:text", ""},
    {"ssc:Binary", "mime-type:text", ""},
    {"ssc:Clock",
     "intervalVariability:constant|fixed|tunable|changing|countdown|triggered intervalDecimal:double shiftDecimal:double "
     "supportsFraction:boolean resolution:uint64 intervalCounter:uint64 shiftCounter:uint64 priority:uint32", ""},
    {"ssc:Dimension", "size:uint64 sizeConnector:text", ""},
    {"ssc:LinearTransformation", "factor:double offset:double", ""},
    {"ssc:BooleanMappingTransformation", "", "+ssc:MapEntry/boolean-entry"},
    {"boolean-entry", "!source:boolean !target:boolean", ""},
    {"ssc:IntegerMappingTransformation", "", "+ssc:MapEntry/integer-entry"},
    {"integer-entry", "!source:integer !target:integer", ""},
    {"ssc:EnumerationMappingTransformation", "", "+ssc:MapEntry"},
    {"ssc:MapEntry", "!source:text !target:text", ""},
    {"annotations", "", "+ssc:Annotation", true},
    {"ssc:Annotation", "!type:text", "any", true},
    {"ssc:MetaData", "!kind:general|quality !type:text source:uri sourceBase:file|resource" BASE,
     "?ssc:Content *ssc:Signature", true},
    {"ssc:Signature", "!role:authenticity|suitability !type:text source:uri sourceBase:file|resource|metaData" BASE,
     "?ssc:Content", true},
    {"ssc:Content", BASE, "any", true},
};
#undef BASE
#undef TOP
#undef META
#undef DEFINITIONS
#undef NOTES
#undef TYPES
#undef TRANSFORMATIONS
#undef ELEMENT
#undef BOX
#undef SOURCE
// clang-format on

}  // namespace

std::span<const SspRow> ssp_rows() { return all_rows; }

}  // namespace bw::system
