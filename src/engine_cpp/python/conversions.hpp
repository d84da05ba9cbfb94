// What passes between the engine and Python. Included by the files of the Python module alone.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "fastpair/matching.hpp"
#include "graphs/sparse.hpp"

namespace fastpair::python {

namespace py = pybind11;

template <class T>
using Array = py::array_t<T, py::array::c_style>;

template <class Cell>
std::span<const Cell> cells(const py::array& array) {
  return {static_cast<const Cell*>(array.data()), static_cast<std::size_t>(array.size())};
}

/// Edges of a graph of so many vertices, given by three arrays of the same length.
inline EdgeArrays edge_arrays(std::int64_t size, const Array<std::int64_t>& first,
                              const Array<std::int64_t>& second, const Array<Weight>& weights) {
  return {size, cells<std::int64_t>(first), cells<std::int64_t>(second), cells<Weight>(weights)};
}

inline bool fits_64_bits(Wide value) { return value == static_cast<std::int64_t>(value); }

inline py::int_ to_python_int(Wide value) {
  const auto low = static_cast<std::uint64_t>(value);
  if (fits_64_bits(value)) return static_cast<std::int64_t>(low);
  const auto high = static_cast<std::int64_t>(value >> 64);
  return py::reinterpret_steal<py::int_>(
      ((py::int_(high) << py::int_(64)) | py::int_(low)).release());
}

template <class T, class Range>
py::array_t<T> to_array(const Range& values) {
  py::array_t<T> result(static_cast<py::ssize_t>(values.size()));
  std::copy(values.begin(), values.end(), result.mutable_data());
  return result;
}

/// Makes an array one of a result, which nobody changes.
inline void make_read_only(py::handle array) {
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
}

/// A frozen dataclass, whose instances are made without its __init__.
class Record {
 public:
  explicit Record(py::type type) : type_(std::move(type)) {
    const auto fields = py::module_::import("dataclasses").attr("fields")(type_);
    for (const py::handle field : fields) {
      names_.push_back(field.attr("name"));
      defaults_.push_back(field.attr("default"));
    }
  }

  /// An instance with such first fields, and the defaults for all others.
  template <class... Values>
  [[nodiscard]] py::object make(const Values&... values) const {
    auto* type = reinterpret_cast<PyTypeObject*>(type_.ptr());
    auto made = py::reinterpret_steal<py::object>(type->tp_alloc(type, 0));
    if (!made) throw py::error_already_set();
    std::size_t k = 0;
    (set(made, k++, values), ...);
    for (; k < names_.size(); ++k) set(made, k, defaults_[k]);
    return made;
  }

 private:
  void set(const py::object& made, std::size_t k, const py::object& value) const {
    if (py::isinstance<py::array>(value)) make_read_only(value);
    if (PyObject_GenericSetAttr(made.ptr(), names_[k].ptr(), value.ptr()) != 0) {
      throw py::error_already_set();
    }
  }

  py::type type_;
  std::vector<py::object> names_;
  std::vector<py::object> defaults_;
};

/// An array of int64 if all values fit, and else of Python's integers.
inline py::object to_exact_array(const std::vector<Wide>& values) {
  if (std::ranges::all_of(values, fits_64_bits)) return to_array<std::int64_t>(values);
  py::list list;
  for (const Wide value : values) list.append(to_python_int(value));
  return py::module_::import("numpy").attr("array")(list, py::arg("dtype") = "object");
}

/// The members of each blossom of a proof, and the duals of all of them.
struct BlossomArrays {
  explicit BlossomArrays(const Certificate& proof) : members(proof.blossoms.size()) {
    std::vector<Wide> duals;
    py::array_t<std::int64_t> order;
    if (!proof.blossoms.empty()) order = to_array<std::int64_t>(proof.order);
    for (const Blossom& blossom : proof.blossoms) {
      members[duals.size()] =
          py::array_t<std::int64_t>(blossom.count, order.data(blossom.first), order);
      make_read_only(members[duals.size()]);
      duals.push_back(blossom.dual_2x);
    }
    duals_2x = to_exact_array(duals);
  }

  py::tuple members;
  py::object duals_2x;
};

/// An interrupt function, which asks Python every 50 ms whether Ctrl-C was pressed.
inline Interrupt check_signals() {
  return [next = std::chrono::steady_clock::now()]() mutable {
    const auto now = std::chrono::steady_clock::now();
    if (now < next) return false;
    next = now + std::chrono::milliseconds(50);
    const py::gil_scoped_acquire gil;
    return PyErr_CheckSignals() != 0;
  };
}

inline Objective objective(bool maxcardinality) {
  return maxcardinality ? Objective::kCardinality : Objective::kWeight;
}

/// Calls work() without the GIL, or work(interrupt).
auto without_gil(std::invocable auto work) {
  const py::gil_scoped_release nogil;
  return work();
}
auto without_gil(std::invocable<Interrupt> auto work) {
  try {
    const py::gil_scoped_release nogil;
    return work(check_signals());
  } catch (const Interrupted&) {
    throw py::error_already_set();
  }
}

/// Numbers of one type: borrowed from an array, or copied from lists.
template <class Number>
struct Numbers {
  std::span<const Number> values;
  std::vector<Number> copied;
};

/// Whether it is an array, and of no class that means something else by its numbers.
[[nodiscard]] bool is_array(py::handle values);

/// Reads a list or a one-dimensional array whose numbers are all int64; nothing of anything else.
[[nodiscard]] std::optional<Numbers<std::int64_t>> read_integers(py::handle values);

/// What each file adds to the module.
void bind_plain_solver(py::module_& module);
void bind_join_solver(py::module_& module);

}  // namespace fastpair::python
