"""SciPy's own tests of solve_ivp, run against bellwether.solve_ivp.

They are read from the installed SciPy, not copied. Three kinds are told apart:
- tests of SciPy's classes and helper functions, which call no solve_ivp: not run;
- assertions about how much work SciPy's methods take (nfev, njev, nlu), that a first step is accepted at SciPy's tolerance,
  or that its solver classes refuse a wrong argument: taken out of a test, because solve_ivp integrates at least twice,
  with smaller tolerances, to see its error;
- everything else: has to pass as it is.
"""
import ast
import importlib.util
import types

import pytest

import bellwether

pytest.importorskip("scipy")
SPEC = importlib.util.find_spec("scipy.integrate._ivp.tests.test_ivp")
if SPEC is None or SPEC.origin is None:
    pytest.skip("SciPy was installed without its tests", allow_module_level=True)

# Of SciPy's own parts.
INTERNAL = {"test_no_integration_class", "test_ConstantDenseOutput", "test_classes", "test_OdeSolution", "test_num_jac",
            "test_num_jac_sparse"}
WORK = {"nfev", "njev", "nlu"}


def speaks_of_work(node):
    """An assertion about counts, about the first step, or one that a solver class refuses something."""
    attributes = {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return bool(attributes & WORK) or {"assert_raises", "method"} <= names or {"assert_allclose", "first_step"} <= names


class WithoutWork(ast.NodeTransformer):
    def visit_Expr(self, node):
        is_assertion = isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "").startswith("assert_")
        return ast.Pass() if is_assertion and speaks_of_work(node) else node

    def visit_Assert(self, node):
        return ast.Pass() if speaks_of_work(node) else node


def module_with(solve_ivp, transformed):
    tree = ast.parse(open(SPEC.origin, encoding="utf-8").read(), SPEC.origin)
    if transformed:
        tree = ast.fix_missing_locations(WithoutWork().visit(tree))
    module = types.ModuleType("scipy_test_ivp")
    exec(compile(tree, SPEC.origin, "exec"), module.__dict__)
    module.solve_ivp = solve_ivp
    return module


def cases():
    module = module_with(bellwether.solve_ivp, True)
    for name, function in vars(module).items():
        if not name.startswith("test_") or name in INTERNAL:
            continue
        parameters = [mark for mark in getattr(function, "pytestmark", []) if mark.name == "parametrize"]
        for values in parameters[0].args[1] if parameters else [None]:
            yield pytest.param(function, () if values is None else (values,),
                               id=name + ("" if values is None else f"[{values}]"))


@pytest.mark.parametrize("function, arguments", cases())
def test_of_scipy(function, arguments):
    function(*arguments)
