#include "python/plain_graph.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

#include "api/routes.hpp"
#include "python/conversions.hpp"
#include "rows/floats.hpp"

namespace fastpair::python {

template <class Number>
bool Numbers<Number>::append(PyObject* number) {
  if constexpr (std::is_same_v<Number, double>) {
    if (!PyFloat_CheckExact(number)) return false;
    copied.push_back(PyFloat_AS_DOUBLE(number));
    return true;
  } else {
    if (!PyLong_CheckExact(number)) return false;
    int beyond = 0;
    copied.push_back(PyLong_AsLongLongAndOverflow(number, &beyond));
    return beyond == 0;
  }
}

bool is_array(py::handle values) {
  return Py_IS_TYPE(values.ptr(),
                    reinterpret_cast<PyTypeObject*>(py::detail::npy_api::get().PyArray_Type_));
}

namespace {

/// The length, or the sides, of numbers.
struct Shape {
  std::int64_t rows = 1;
  std::int64_t columns = 0;
};

/// Reads an array of one or two dimensions. One of one, such as a column, may lie apart in memory.
template <class Number>
std::optional<Shape> read_array(py::handle values, py::ssize_t dimensions,
                                Numbers<Number>& numbers) {
  if (!py::array_t<Number, 0>::check_(values)) return std::nullopt;
  const auto array = py::reinterpret_borrow<py::array_t<Number, 0>>(values);
  if (array.ndim() != dimensions) return std::nullopt;
  if ((array.flags() & py::array::c_style) != 0) {
    numbers.values = {array.data(), static_cast<std::size_t>(array.size())};
  } else if (dimensions == 1) {
    numbers.copied.resize(static_cast<std::size_t>(array.size()));
    const auto* at = reinterpret_cast<const std::byte*>(array.data());
    const py::ssize_t stride = array.strides(0);
    for (Number& number : numbers.copied) {
      std::memcpy(&number, at, sizeof number);
      at += stride;
    }
    numbers.values = numbers.copied;
  } else {
    return std::nullopt;
  }
  if (dimensions == 1) return Shape{1, array.shape(0)};
  return Shape{array.shape(0), array.shape(1)};
}

/// The items of a list, or null of anything else. Another thread may change the list meanwhile.
py::tuple items_of(py::handle list) {
  if (!PyList_CheckExact(list.ptr())) return py::reinterpret_steal<py::tuple>(py::handle());
  auto items = py::reinterpret_steal<py::tuple>(PyList_AsTuple(list.ptr()));
  if (!items) throw py::error_already_set();
  return items;
}

/// Reads a list of numbers, or a list of such lists.
template <class Number>
std::optional<Shape> read_list(py::handle list, py::ssize_t dimensions, Numbers<Number>& numbers) {
  const py::tuple rows = dimensions == 1 ? py::tuple() : items_of(list);
  if (!rows) return std::nullopt;
  const std::size_t height = dimensions == 1 ? 1 : rows.size();
  std::optional<std::size_t> columns;
  const auto append = [&](py::handle row) {
    const py::tuple items = items_of(row);
    if (!items || columns.value_or(items.size()) != items.size()) return false;
    columns = items.size();
    numbers.copied.reserve(height * items.size());
    for (const py::handle item : items) {
      if (!numbers.append(item.ptr())) return false;
    }
    return true;
  };
  if (dimensions == 1 ? !append(list) : !std::ranges::all_of(rows, append)) return std::nullopt;
  numbers.values = numbers.copied;
  return Shape{static_cast<std::int64_t>(height), static_cast<std::int64_t>(columns.value_or(0))};
}

template <class Number>
std::optional<Shape> read(py::handle values, py::ssize_t dimensions, Numbers<Number>& numbers) {
  return is_array(values) ? read_array(values, dimensions, numbers)
                          : read_list(values, dimensions, numbers);
}

/// Memory for so many weights. NumPy asks for large pages where it is much: a float matrix of 2000
/// rows is then solved in 18 ms instead of 20.
std::shared_ptr<Weight[]> allocate(std::size_t count) {
  constexpr std::size_t large = std::size_t{1} << 19;
  if (count < large) return std::make_unique_for_overwrite<Weight[]>(count);
  py::array_t<Weight> array(static_cast<py::ssize_t>(count));
  return {array.mutable_data(), [array](const Weight*) {}};
}

/// Integers that may still lie in the array that was given.
struct Integers {
  Shape shape;
  Numbers<Weight> numbers;
  /// The numbers, if they were floats.
  std::shared_ptr<Weight[]> multiples;
  Scale scale;
  /// That of a symmetric matrix of floats.
  std::optional<Survey> survey;
};

/// Reads integers, or floats as multiples of a power of two: rounded only where they are a
/// symmetric matrix, without its diagonal.
std::optional<Integers> read_weights(py::handle values, py::ssize_t dimensions, bool bipartite) {
  Integers integers;
  if (const auto shape = read(values, dimensions, integers.numbers)) {
    integers.shape = *shape;
    return integers;
  }
  Numbers<double> floats;
  const auto shape = read(values, dimensions, floats);
  if (!shape) return std::nullopt;
  const bool square = dimensions == 2 && !bipartite && shape->rows == shape->columns;
  const std::size_t count = floats.values.size();
  integers.multiples = allocate(count);
  if (square) {
    auto found = quantize_matrix({floats.values.data(), shape->rows, true, nullptr},
                                 integers.multiples.get());
    if (!found) return std::nullopt;
    integers.scale = found->scale;
    integers.survey = std::move(found->survey);
  } else {
    const auto scale = quantize({floats.values.data(), std::ssize(floats.values), false, nullptr},
                                integers.multiples.get(), false);
    if (!scale || scale->rounded) return std::nullopt;
    integers.scale = *scale;
  }
  integers.numbers.values = {integers.multiples.get(), count};
  integers.shape = *shape;
  return integers;
}

std::optional<PlainGraph> read_matrix(py::handle weights, bool bipartite, bool negated) {
  auto integers = read_weights(weights, 2, bipartite);
  if (!integers) return std::nullopt;
  const auto [rows, columns] = integers->shape;
  if (rows == 0 || columns == 0) return std::nullopt;
  // Three rows or columns may be meant as edges.
  if (!bipartite && (rows == 3 || columns == 3)) return std::nullopt;
  PlainGraph plain;
  plain.exponent = integers->scale.exponent;
  plain.rounded = integers->scale.rounded;
  plain.negated = negated;
  const std::span<const Weight> numbers = integers->numbers.values;
  const Weight* cells = numbers.data();
  plain.weights = std::move(integers->multiples);
  if (negated || !integers->numbers.copied.empty()) {
    if (!plain.weights) plain.weights = allocate(numbers.size());
    std::ranges::transform(numbers, plain.weights.get(),
                           [=](Weight weight) { return negated ? negative(weight) : weight; });
    cells = plain.weights.get();
  } else {
    plain.survey = std::move(integers->survey);
  }
  if (bipartite || rows != columns) {
    plain.graph = RectangularGraph{rows, columns, cells, nullptr};
  } else {
    plain.graph = DenseGraph{rows, cells, nullptr};
  }
  return plain;
}

/// An int, or nothing.
std::optional<std::int64_t> read_size(py::handle size) {
  if (!PyLong_CheckExact(size.ptr())) return std::nullopt;
  int beyond = 0;
  const std::int64_t read = PyLong_AsLongLongAndOverflow(size.ptr(), &beyond);
  return beyond == 0 ? std::optional(read) : std::nullopt;
}

/// The number of vertices, unless an edge has one vertex at both ends. Whether the ends are
/// vertices is left to the engine.
std::optional<std::int64_t> size_for(py::handle size, std::span<const std::int64_t> first,
                                     std::span<const std::int64_t> second) {
  std::int64_t largest = -1;
  bool loops = false;
  for (std::size_t k = 0; k < first.size(); ++k) {
    largest = std::max(largest, std::max(first[k], second[k]));
    loops |= first[k] == second[k];
  }
  if (loops || largest >= kVertexLimit) return std::nullopt;
  const auto given = size.is_none() ? largest + 1 : read_size(size);
  return given <= kVertexLimit ? given : std::nullopt;
}

/// Whether offsets rise from 0 to a number of edges.
bool are_offsets(std::span<const std::int64_t> offsets, std::size_t edges) {
  return !offsets.empty() && offsets.front() == 0 &&
         offsets.back() == static_cast<std::int64_t>(edges) && std::ranges::is_sorted(offsets);
}

std::optional<PlainGraph> read_edges(py::tuple arrays, py::handle size, bool negated) {
  if (arrays.size() != 3) return std::nullopt;
  std::array<Numbers<std::int64_t>, 2> ends;
  for (std::size_t k = 0; k < 2; ++k) {
    if (!read(arrays[k], 1, ends[k])) return std::nullopt;
  }
  auto integers = read_weights(arrays[2], 1, false);
  const auto count = ends[0].values.size();
  if (!integers || count == 0 || count != ends[1].values.size() ||
      count != integers->numbers.values.size()) {
    return std::nullopt;
  }
  const auto vertices = size_for(size, ends[0].values, ends[1].values);
  if (!vertices) return std::nullopt;
  PlainGraph plain;
  plain.graph =
      EdgeArrays{*vertices, ends[0].values, ends[1].values, integers->numbers.values, negated};
  plain.lists = {std::move(ends[0].copied), std::move(ends[1].copied),
                 std::move(integers->numbers.copied)};
  plain.weights = std::move(integers->multiples);
  plain.exponent = integers->scale.exponent;
  plain.negated = negated;
  return plain;
}

}  // namespace

std::optional<Numbers<std::int64_t>> read_integers(py::handle values) {
  Numbers<std::int64_t> numbers;
  return read(values, 1, numbers) ? std::optional(std::move(numbers)) : std::nullopt;
}

std::optional<std::vector<DenseGraph>> read_plain_matrices(py::handle weights) {
  if (!is_array(weights) || !py::array_t<Weight, py::array::c_style>::check_(weights)) {
    return std::nullopt;
  }
  const auto array = py::reinterpret_borrow<py::array_t<Weight, py::array::c_style>>(weights);
  if (array.ndim() != 3 || array.shape(1) != array.shape(2)) return std::nullopt;
  std::vector<DenseGraph> graphs;
  const std::int64_t size = array.shape(1);
  for (py::ssize_t k = 0; k < array.shape(0); ++k) {
    graphs.push_back({size, array.data() + k * size * size, nullptr});
  }
  return graphs;
}

std::optional<PlainBatch> read_plain_batch(py::handle edges, py::handle offsets, py::handle sizes) {
  if (!PyTuple_CheckExact(edges.ptr()) || PyTuple_GET_SIZE(edges.ptr()) != 3) return std::nullopt;
  const auto arrays = py::reinterpret_borrow<py::tuple>(edges);
  PlainBatch batch;
  if (!read(arrays[0], 1, batch.first) || !read(arrays[1], 1, batch.second) ||
      !read(arrays[2], 1, batch.weights) || !read(offsets, 1, batch.offsets)) {
    return std::nullopt;
  }
  const auto [first, second, weights, bounds] = std::tuple(
      batch.first.values, batch.second.values, batch.weights.values, batch.offsets.values);
  const std::size_t count = weights.size();
  if (first.size() != count || second.size() != count || !are_offsets(bounds, count)) {
    return std::nullopt;
  }
  const std::size_t graphs = bounds.size() - 1;
  if (const auto size = read_size(sizes)) {
    batch.even = true;
    batch.sizes.assign(graphs, *size);
  } else {
    Numbers<std::int64_t> numbers;
    if (!read(sizes, 1, numbers) || numbers.values.size() != graphs) return std::nullopt;
    batch.sizes.assign(numbers.values.begin(), numbers.values.end());
  }
  for (std::size_t k = 0; k < graphs; ++k) {
    const std::int64_t size = batch.sizes[k];
    if (size < 0 || size > kVertexLimit) return std::nullopt;
    bool valid = true;
    for (auto e = static_cast<std::size_t>(bounds[k]); e < static_cast<std::size_t>(bounds[k + 1]);
         ++e) {
      // Without a branch, so that several are looked at at once.
      const auto limit = static_cast<std::uint64_t>(size);
      valid &= (static_cast<std::uint64_t>(first[e]) < limit) &
               (static_cast<std::uint64_t>(second[e]) < limit) & (weights[e] <= kWeightLimit) &
               (weights[e] >= -kWeightLimit);
    }
    if (!valid) return std::nullopt;
  }
  return batch;
}

std::int64_t PlainGraph::work() const {
  if (const auto* dense = std::get_if<DenseGraph>(&graph)) return dense->size * dense->size;
  if (const auto* matrix = std::get_if<RectangularGraph>(&graph)) {
    return matrix->rows * matrix->columns;
  }
  return std::ssize(std::get<EdgeArrays>(graph).weights);
}

Solution PlainGraph::solve(Objective objective, const Interrupt& asking) {
  const Interrupt interrupt = work() <= kAtOnce ? Interrupt() : asking;
  if (survey) {
    return max_weight_matching(std::get<DenseGraph>(graph), std::move(*survey), objective,
                               interrupt);
  }
  return std::visit(
      [&](const auto& form) { return max_weight_matching(form, objective, interrupt); }, graph);
}

std::optional<PlainGraph> read_plain_graph(py::handle weights, py::handle size, bool bipartite,
                                           bool negated) {
  if (PyTuple_CheckExact(weights.ptr())) {
    if (bipartite) return std::nullopt;
    return read_edges(py::reinterpret_borrow<py::tuple>(weights), size, negated);
  }
  return size.is_none() ? read_matrix(weights, bipartite, negated) : std::nullopt;
}

}  // namespace fastpair::python
