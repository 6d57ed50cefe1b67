#include "python/call.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <utility>

namespace bw::python {
namespace {

namespace py = pybind11;

constexpr std::size_t at_t = 1, at_x = 2, before_args = 3;

std::string shape_of(const py::array& array) {
  return py::str(
      py::tuple(py::cast(std::vector<py::ssize_t>(array.shape(), array.shape() + array.ndim()))));
}

std::string shown(const py::object& returned) {
  constexpr std::size_t most = 60;
  const std::string words = py::repr(returned);
  return words.size() <= most ? words : std::string(py::str(py::type::of(returned)));
}

}  // namespace

Numbers real_numbers(const py::object& returned, const std::string& who) {
  try {
    if (!returned.is_none()) {  // numpy makes a NaN of it
      const py::array values(returned);
      if (values.dtype().kind() == 'c')
        throw py::type_error(who + " must return real numbers, not complex ones.");
      return Numbers(values);
    }
  } catch (const py::error_already_set& problem) {  // Ctrl-C may come in between
    if (!problem.matches(PyExc_TypeError) && !problem.matches(PyExc_ValueError)) throw;
  }
  throw py::type_error(who + " must return numbers, not " + shown(returned) + ".");
}

PythonCall::PythonCall(py::object function, std::string who, const py::tuple& args)
    : function_(std::move(function)),
      who_(std::move(who)),
      args_(args),
      slots_(before_args + args.size()) {
  for (std::size_t i = 0; i < args.size(); ++i) slots_[before_args + i] = args[i].ptr();
}

// A function that keeps x, or a view of it, holds a reference to it.
void PythonCall::place(std::span<const double> x) {
  const auto size = static_cast<py::ssize_t>(x.size());
  if (x_.ref_count() != 1 || x_.ndim() != 1 || x_.size() != size || !x_.writeable())
    x_ = Numbers(size);
  std::copy(x.begin(), x.end(), x_.mutable_data());
  slots_[at_x] = x_.ptr();
}

py::object PythonCall::result(double t, std::span<const double> x) {
  place(x);
  const py::object time = py::reinterpret_steal<py::object>(PyFloat_FromDouble(t));
  slots_[at_t] = time.ptr();
  PyObject* returned =
      PyObject_Vectorcall(function_.ptr(), slots_.data() + 1,
                          (slots_.size() - 1) | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr);
  if (returned == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(returned);
}

void PythonCall::operator()(double t, std::span<const double> x, std::span<double> into) {
  const py::object returned = result(t, x);
  if (!read_list(returned.ptr(), into) && !read_array(returned.ptr(), into))
    read_any(returned, into);
}

// Numbers of numpy are floats of Python, too.
bool PythonCall::read_list(PyObject* returned, std::span<double> into) const {
  if (!PyList_CheckExact(returned) && !PyTuple_CheckExact(returned)) return false;
  const auto size = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(returned));
  if (size != into.size()) return false;
  for (std::size_t i = 0; i < size; ++i) {
    PyObject* item = PySequence_Fast_GET_ITEM(returned, static_cast<Py_ssize_t>(i));
    if (PyFloat_Check(item) == 0) return false;
    into[i] = PyFloat_AS_DOUBLE(item);
  }
  return true;
}

bool PythonCall::read_array(PyObject* returned, std::span<double> into) const {
  if (Py_TYPE(returned) != Py_TYPE(x_.ptr())) return false;
  const auto array = py::reinterpret_borrow<py::array>(returned);
  const auto* kind =
      py::detail::array_descriptor_proxy(py::detail::array_proxy(array.ptr())->descr);
  if (kind->type_num != py::detail::npy_api::NPY_DOUBLE_ || kind->byteorder != '=' ||
      (array.flags() & py::array::c_style) == 0 ||
      static_cast<std::size_t>(array.size()) != into.size())
    return false;
  std::copy_n(static_cast<const double*>(array.data()), into.size(), into.begin());
  return true;
}

void PythonCall::read_any(const py::object& returned, std::span<double> into) const {
  const Numbers values = real_numbers(returned, who_);
  const auto size = static_cast<std::size_t>(values.size());
  if (size == into.size())
    std::copy_n(values.data(), size, into.begin());
  else if (size == 1)
    std::fill(into.begin(), into.end(), *values.data());
  else
    throw py::value_error(who_ + " returned an array of shape " + shape_of(values) + "; " +
                          std::to_string(into.size()) + " values are needed.");
}

}  // namespace bw::python
