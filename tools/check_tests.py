#!/usr/bin/env python3
"""usage: check_tests.py [ROOT]

Every source file's behaviour is reached by a test that a reader can find: src/MODULE/.../X.cpp by tests/MODULE/X_test.cpp,
or by the test of a name that X begins with (xml_reader.cpp by xml_test.cpp), or by the suites that REACHED_BY names, which may be files of
tests/python.
Checked are also that these suites exist, that no entry of the table is idle, and that tests are named in one style.
"""
import pathlib
import re
import sys

# Below src/: a file without its ending, or a folder and all below it; the longest match counts.
REACHED_BY = {
    "base/archive/": "Archive GoodArchive",
    "base/error": "Report",
    "base/process/process_name": "BlocksTest WholeFile",
    "base/sandbox/": "SandboxRefuses SandboxTest",
    "base/position": "Report",
    "base/unit_symbols": "Units",
    "cli/report/advice": "Advice",
    "cli/completion_scripts": "Completion",
    "cli/supervise/descendants": "Misdeed ForeignCode",
    "cli/supervise/estate": "Misdeed Supervised",
    "cli/report/figures": "Figures",
    "cli/comparison": "CompareCommand ReportPage",
    "cli/generate": "Completion ManPages",
    "cli/serve": "test_stepping",  # of pytest
    "cli/supervise/obituary": "Misdeed ForeignCode",
    "cli/parse": "WrongCommandLines Spellings",
    "cli/watched_run": "RunCommand Misdeed ResumeTest",
    "cosim/certify/": "Certifier CertifiedSystem CertifiedSystems",
    "cosim/coupling/suspect_watch": "EventChain NoEvents",
    "cosim/march/": "March Steps Events",
    "cosim/master/": "Masters",  # every master of the table
    "diagnose/fine_jacobian": "Diagnosis",
    "equation/check/": "ModelChecks UnitChecks WrongModels",
    "equation/code/": "Code EquationOperations EquationProblems ElfLibrary TinyCompiler",
    "equation/core/": "Expressions EquationOperations EquationJacobian",
    "equation/enclosure/": "Forms ModelEnclosure HiddenFeatures LoopCurves WideBox",
    "equation/flatten/": "Declarations ExpressionValues Algorithms Language WrongModels",
    "equation/live/": "EquationModel EquationEvents EquationStart",
    "equation/sort/": "EquationRefusals EquationProblems",
    "equation/tables/": "Tables",
    "equation/values/": "Records ExpressionValues Declarations",
    "equation/text/": "Tokens Statements WrittenDeclarations WrittenExpressions Mistakes",
    "fmi/check/": "CheckSeed CheckArchive CheckPromise CheckRun",  # every rule of the table
    "fmi/component/": "Fmu FmuComponent FmuModel",
    "fmi/component/scheduled_component": "ClockOffer",
    "fmi/description/": "Description DescriptionVariables DescriptionTypes DescriptionStructure",
    "fmi/instance/": "FmuComponent EveryOffer",
    "inspect/": "InfoTest InfoCommand CheckCommand Convert Export ListCommand",
    "inspect/convert/": "Convert ConvertSsp ConvertedCase DiagramLayout",
    "inspect/explanations": "Explain",
    "math/colours": "Colours",
    "math/sparse_lu": "Linear",
    "math/step_controller": "StepController",
    "model/blueprint": "Fmu TablesAsComponents",
    "model/component": "MarchMemoryTest",
    "model/isolated/": "IsolatedComponent IsolatedRun LinkTest",
    "model/joint/": "JointJacobian JoinTest",
    "model/model_blueprint": "IntegratedRun",
    "model/state_model": "IntegratedComponent",
    "model/widening": "SspRun",
    "model/table/": "TableComponent Timetable DrivenComponent DrivenModel",
    "ode/events/": "EventMarch IntegratedComponent WatchedEvents",
    "ode/events/hidden_search": "HiddenFeatures",
    "ode/kernel/": "Methods",
    "ode/methods/": "Methods",  # every method of the table
    "result/compare/align": "Compare",
    "model/remote/": "RemoteFile RemoteLink test_function",  # of pytest
    "python/": "test_ivp test_ivp_of_scipy test_model test_run",  # of pytest
    "result/formats/cells_head": "Formats",
    "result/formats/cells_read": "Formats ConvertResult",
    "result/formats/cells_write": "Formats",
    "result/formats/convert": "ConvertResult",
    "result/formats/csv": "CsvWriter",
    "result/formats/mat_read": "MatFile Formats",
    "result/formats/mat_write": "MatFile Formats",
    "result/formats/netcdf_library": "NetcdfFile",
    "result/formats/netcdf_read": "NetcdfFile Formats",
    "result/formats/netcdf_write": "NetcdfFile Formats",
    "result/csv_scanner": "ReadCsv",
    "result/compare/describe": "Summary",
    "result/descriptor": "Spool",
    "result/destination": "OutputFileTest OutputStreamTest",
    "result/findings": "Summary",
    "result/summary/headline": "Figures",
    "result/result": "Summary",
    "result/draft": "WholeFile StudySummary",
    "result/summary/srmd": "PackagedResult",
    "run/checkpoint/": "CheckpointTest ResumeTest",
    "run/execute/": "Run CertifiedRun IntegratedRun DiagnosedRun EquationsRun",
    "model/widening": "SspRun",
    "run/open/": "OpenSystem TablesAsComponents InputTable",
    "run/plan/": "Plan Algorithm",
    "run/publish/": "Run Judge PackagedResult",
    "run/spec/complete": "Plan Run",
    "system/msim_components": "Msim",
    "system/msim_keys": "Msim",
    "system/msim_settings": "Msim",
    "system/msim_text": "Msim",
    "run/open/stages": "SspRun",
    "system/rules": "SspRules",
    "system/ssp/": "SspLoad SspFilesLoad SspRun SspCheckFiles SspElements WrittenSsp",
    "system/table_file": "Load",
    "system/toml_depth": "Toml",
    "study/design/parameter_reader": "ReadStudy",
    "study/design/random": "Points Distribution",
    "study/launch/": "SlurmScript External StudyTest",
    "study/results/read_expression": "Expression",
    "study/statistics/collection": "Logs",
    "study/table": "StudySummary",
    "study/table_json": "StudySummary",
    "study/work/crc32": "Record",
    "study/work/file_stamps": "RunnerTest",
    "web/frame": "Page StudyPage",
    "study/work/work_folder": "BlocksTest",
    "study/work/worker": "RunnerTest StudyTest",
    "run/open/opened_files": "RunnerTest",
}

TEST = re.compile(r"^(?:TYPED_)?TEST(?:_F|_P)?\((\w+),\s*(\w+)\)", re.M)
CAMEL_CASE = re.compile(r"[A-Z][A-Za-z0-9]*")


def written_tests(root):
    """(file, suite, name) of each test."""
    for file in sorted((root / "tests").rglob("*_test.cpp")):
        for suite, name in TEST.findall(file.read_text(encoding="utf-8")):
            yield file.relative_to(root), suite, name


def test_named_after(name, names):
    return any(name == known or name.startswith(known + "_") for known in names)


def entry_for(path):
    matches = [key for key in REACHED_BY if path == key or (key.endswith("/") and path.startswith(key))]
    return max(matches, key=len, default=None)


def unreached(root):
    """Complaints about sources, and the entries of the table that none of them needs."""
    idle = set(REACHED_BY)
    complaints = []
    for source in sorted((root / "src").rglob("*.cpp")):
        path = source.relative_to(root / "src")
        tests = (root / "tests" / path.parts[0]).rglob("*_test.cpp")
        if test_named_after(path.stem, {test.name.removesuffix("_test.cpp") for test in tests}):
            continue
        entry = entry_for(path.with_suffix("").as_posix())
        idle.discard(entry)
        if entry is None:
            complaints.append(f"src/{path}: no test is named after it, and tools/check_tests.py does not say which suite "
                              "reaches it")
    complaints += [f"tools/check_tests.py: nothing needs the entry '{entry}'" for entry in sorted(idle)]
    return complaints


def check(root):
    tests = list(written_tests(root))
    suites = {suite for _, suite, _ in tests} | {file.stem for file in (root / "tests" / "python").glob("test_*.py")}
    complaints = unreached(root)
    complaints += [f"tools/check_tests.py: there is no suite {suite}, which '{path}' names"
                   for path, named in REACHED_BY.items() for suite in named.split() if suite not in suites]
    complaints += [f"{file}: {suite}.{name} is not in CamelCase" for file, suite, name in tests
                   if not (CAMEL_CASE.fullmatch(suite) and CAMEL_CASE.fullmatch(name))]
    return complaints


def main(root):
    complaints = check(root)
    print("\n".join(complaints) or "tests: ok")
    return 1 if complaints else 0


if __name__ == "__main__":
    if len(sys.argv) > 2 or sys.argv[1:] in (["-h"], ["--help"]):
        sys.exit(__doc__)
    own = pathlib.Path(__file__).resolve().parent.parent
    sys.exit(main(pathlib.Path(sys.argv[1]) if len(sys.argv) == 2 else own))
