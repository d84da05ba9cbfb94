// Graphs as most callers give them, which need neither a conversion nor a message, from the
// arguments to the Matching without a step in Python: on a graph of a few vertices, such steps take
// longer than the search. What is read here is all int64 or all float64; fastpair.matching looks at
// anything else, and at what is to be refused, for which the functions here return None.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "api/routes.hpp"
#include "fastpair/matching.hpp"
#include "fastpair/matching_solver.hpp"
#include "graphs/filled.hpp"
#include "graphs/sparse.hpp"
#include "python/conversions.hpp"
#include "rows/floats.hpp"
#include "rows/parallel.hpp"
#include "rows/survey.hpp"

namespace fastpair::python {

bool is_array(py::handle values) {
  return Py_IS_TYPE(values.ptr(),
                    reinterpret_cast<PyTypeObject*>(py::detail::npy_api::get().PyArray_Type_));
}

namespace {

/// Reads an array of one or two dimensions, and returns its rows. One of one, such as a column, may
/// lie apart in memory.
template <class Number>
std::optional<std::size_t> read_array(py::handle values, py::ssize_t dimensions,
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
  return dimensions == 1 ? 1 : static_cast<std::size_t>(array.shape(0));
}

/// The items of a list, or null of anything else. Another thread may change the list meanwhile.
py::tuple items_of(py::handle list) {
  if (!PyList_CheckExact(list.ptr())) return py::reinterpret_steal<py::tuple>(py::handle());
  auto items = py::reinterpret_steal<py::tuple>(PyList_AsTuple(list.ptr()));
  if (!items) throw py::error_already_set();
  return items;
}

/// Takes over a number of a list. Returns false if it is of another type or does not fit.
bool append(PyObject* number, std::vector<double>& numbers) {
  if (!PyFloat_CheckExact(number)) return false;
  numbers.push_back(PyFloat_AS_DOUBLE(number));
  return true;
}
bool append(PyObject* number, std::vector<std::int64_t>& numbers) {
  if (!PyLong_CheckExact(number)) return false;
  int beyond = 0;
  numbers.push_back(PyLong_AsLongLongAndOverflow(number, &beyond));
  return beyond == 0;
}

/// Reads a list of numbers, or a list of such lists.
template <class Number>
std::optional<std::size_t> read_list(py::handle list, py::ssize_t dimensions,
                                     Numbers<Number>& numbers) {
  const py::tuple rows = dimensions == 1 ? py::tuple() : items_of(list);
  if (!rows) return std::nullopt;
  const std::size_t height = dimensions == 1 ? 1 : rows.size();
  std::optional<std::size_t> columns;
  const auto append_row = [&](py::handle row) {
    const py::tuple items = items_of(row);
    if (!items || columns.value_or(items.size()) != items.size()) return false;
    columns = items.size();
    numbers.copied.reserve(height * items.size());
    for (const py::handle item : items) {
      if (!append(item.ptr(), numbers.copied)) return false;
    }
    return true;
  };
  if (dimensions == 1 ? !append_row(list) : !std::ranges::all_of(rows, append_row)) {
    return std::nullopt;
  }
  numbers.values = numbers.copied;
  return height;
}

template <class Number>
std::optional<std::size_t> read(py::handle values, py::ssize_t dimensions,
                                Numbers<Number>& numbers) {
  return is_array(values) ? read_array(values, dimensions, numbers)
                          : read_list(values, dimensions, numbers);
}

/// Weights as integers, which may still lie in the array that was given.
struct PlainWeights {
  std::int64_t rows = 1;
  std::int64_t columns = 0;
  Numbers<Weight> numbers;
  /// The numbers, if they were floats or are negated.
  std::unique_ptr<Weight[]> multiples;
  Scale scale;
  /// That of a symmetric matrix of floats, which is surveyed when it is made.
  std::optional<Survey> survey;
};

/// Reads integers, or floats as multiples of a power of two: rounded only where they are a
/// symmetric matrix, without its diagonal.
std::optional<PlainWeights> read_weights(py::handle values, py::ssize_t dimensions,
                                         bool bipartite) {
  PlainWeights weights;
  auto rows = read(values, dimensions, weights.numbers);
  Numbers<double> floats;
  const bool are_floats = !rows;
  if (are_floats) rows = read(values, dimensions, floats);
  if (!rows) return std::nullopt;
  const std::size_t count = are_floats ? floats.values.size() : weights.numbers.values.size();
  weights.rows = static_cast<std::int64_t>(*rows);
  weights.columns = static_cast<std::int64_t>(count / std::max<std::size_t>(*rows, 1));
  if (!are_floats) return weights;
  weights.multiples = FilledMatrix::allocate(count);
  weights.numbers.values = {weights.multiples.get(), count};
  if (dimensions == 2 && !bipartite && weights.rows == weights.columns) {
    auto found = quantize_matrix({floats.values.data(), weights.rows, true, nullptr},
                                 weights.multiples.get());
    if (!found) return std::nullopt;
    weights.scale = found->scale;
    weights.survey = std::move(found->survey);
  } else {
    const auto scale = quantize({floats.values.data(), std::ssize(floats.values), false, nullptr},
                                weights.multiples.get(), false);
    if (!scale || scale->rounded) return std::nullopt;
    weights.scale = *scale;
  }
  return weights;
}

/// Graphs of so many cells or edges are solved sooner than the GIL is given to another thread, or
/// than the clock says whether to ask Python for Ctrl-C.
constexpr std::int64_t kAtOnce = 1'000;

std::int64_t work_on(const DenseGraph& graph) { return graph.size * graph.size; }
std::int64_t work_on(const RectangularGraph& graph) { return graph.rows * graph.columns; }
std::int64_t work_on(const EdgeArrays& graph) { return std::ssize(graph.weights); }

/// A matrix, as an array or a list of lists, or a tuple (i, j, weight) of arrays or lists.
struct PlainGraph {
  PlainWeights weights;
  std::array<Numbers<std::int64_t>, 2> ends;
  /// Borrows the numbers.
  std::variant<DenseGraph, RectangularGraph, EdgeArrays> graph;

  [[nodiscard]] std::int64_t work() const {
    return std::visit([](const auto& form) { return work_on(form); }, graph);
  }

  /// Throws as max_weight_matching. Only once, because it takes the survey.
  [[nodiscard]] Solution solve(Objective objective, const Interrupt& asking) {
    const Interrupt interrupt = work() <= kAtOnce ? Interrupt() : asking;
    if (weights.survey) {
      return max_weight_matching(std::get<DenseGraph>(graph), std::move(*weights.survey), objective,
                                 interrupt);
    }
    return std::visit(
        [&](const auto& form) { return max_weight_matching(form, objective, interrupt); }, graph);
  }
};

std::optional<PlainGraph> read_matrix(py::handle given, bool bipartite, bool negated) {
  auto weights = read_weights(given, 2, bipartite);
  if (!weights) return std::nullopt;
  const std::int64_t rows = weights->rows;
  const std::int64_t columns = weights->columns;
  if (rows == 0 || columns == 0) return std::nullopt;
  // Three rows or columns may be meant as edges.
  if (!bipartite && (rows == 3 || columns == 3)) return std::nullopt;
  std::span<const Weight>& numbers = weights->numbers.values;
  if (negated) {
    if (!weights->multiples) weights->multiples = FilledMatrix::allocate(numbers.size());
    std::ranges::transform(numbers, weights->multiples.get(), negative);
    numbers = {weights->multiples.get(), numbers.size()};
    weights->survey.reset();
  }
  const Weight* cells = numbers.data();
  PlainGraph plain{std::move(*weights), {}, {}};
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

std::optional<PlainGraph> read_edges(const py::tuple& arrays, py::handle size, bool negated) {
  if (arrays.size() != 3) return std::nullopt;
  PlainGraph plain;
  auto& [first, second] = plain.ends;
  if (!read(arrays[0], 1, first) || !read(arrays[1], 1, second)) return std::nullopt;
  auto weights = read_weights(arrays[2], 1, false);
  const auto count = first.values.size();
  if (!weights || count == 0 || count != second.values.size() ||
      count != weights->numbers.values.size()) {
    return std::nullopt;
  }
  const auto vertices = size_for(size, first.values, second.values);
  if (!vertices) return std::nullopt;
  plain.graph =
      EdgeArrays{*vertices, first.values, second.values, weights->numbers.values, negated};
  plain.weights = std::move(*weights);
  return plain;
}

std::optional<PlainGraph> read_graph(py::handle weights, py::handle size, bool bipartite,
                                     bool negated) {
  if (!PyTuple_CheckExact(weights.ptr())) {
    return size.is_none() ? read_matrix(weights, bipartite, negated) : std::nullopt;
  }
  if (bipartite) return std::nullopt;
  return read_edges(py::reinterpret_borrow<py::tuple>(weights), size, negated);
}

/// Calls solve(k, ask) for many graphs, without the GIL and divided among threads where it pays.
void divide(std::size_t count, std::int64_t work, std::int64_t threads, auto solve) {
  if (work <= kAtOnce) {
    for (std::size_t k = 0; k < count; ++k) solve(k, Interrupt());
    return;
  }
  constexpr std::int64_t worth_a_thread = 2'000;  // cells
  const auto parts =
      std::min({threads, static_cast<std::int64_t>(count), 1 + work / worth_a_thread});
  without_gil([&](const Interrupt& interrupt) {
    in_turn(static_cast<std::size_t>(parts), count, interrupt,
            [&](std::size_t, std::size_t k, const Interrupt& ask) { solve(k, ask); });
  });
}

/// The mates of all vertices of graphs of such sizes, each numbered in its graph, in a row for each
/// if all are of one size. graph_at(k) is graph k.
py::array mates_of(std::span<const std::int64_t> sizes, std::optional<std::int64_t> size,
                   std::int64_t work, bool maxcardinality, std::int64_t threads, auto graph_at) {
  std::vector<std::int64_t> starts(1, 0);
  for (const std::int64_t each : sizes) starts.push_back(starts.back() + each);
  py::array_t<std::int64_t> mates(starts.back());
  std::int64_t* const to = mates.mutable_data();
  divide(sizes.size(), work, threads, [&](std::size_t k, const Interrupt& asking) {
    const auto graph = graph_at(k);
    const Interrupt interrupt = work_on(graph) <= kAtOnce ? Interrupt() : asking;
    const auto found = max_weight_matching(graph, objective(maxcardinality), interrupt);
    std::ranges::copy(found.mate, to + starts[k]);
  });
  if (!size) return mates;
  return mates.reshape({std::ssize(sizes), static_cast<py::ssize_t>(*size)});
}

/// The mates in matrices that are given as an array of three dimensions.
py::object solve_matrices(py::handle given, bool maxcardinality, std::int64_t threads) {
  if (!is_array(given) || !Array<Weight>::check_(given)) return py::none();
  const auto array = py::reinterpret_borrow<Array<Weight>>(given);
  if (array.ndim() != 3 || array.shape(1) != array.shape(2)) return py::none();
  const std::int64_t size = array.shape(1);
  const std::vector<std::int64_t> sizes(static_cast<std::size_t>(array.shape(0)), size);
  return mates_of(sizes, size, array.size(), maxcardinality, threads,
                  [&, cells = array.data()](std::size_t k) {
                    return DenseGraph{size, cells + static_cast<std::int64_t>(k) * size * size};
                  });
}

/// The mates in graphs that are given as the edges (i, j, weight) of all of them, with vertices
/// numbered from 0 in each. Those of graph k are the edges from offsets[k] to offsets[k + 1].
py::object solve_edges(const py::tuple& edges, py::handle given_offsets, py::handle given_sizes,
                       bool maxcardinality, std::int64_t threads) {
  Numbers<std::int64_t> ends[2], offsets, sizes;
  Numbers<Weight> weights;
  if (edges.size() != 3 || !read(edges[0], 1, ends[0]) || !read(edges[1], 1, ends[1]) ||
      !read(edges[2], 1, weights) || !read(given_offsets, 1, offsets)) {
    return py::none();
  }
  const auto [first, second, all] = std::tuple(ends[0].values, ends[1].values, weights.values);
  const auto bounds = offsets.values;
  if (first.size() != all.size() || second.size() != all.size() || bounds.empty() ||
      bounds.front() != 0 || bounds.back() != std::ssize(all) || !std::ranges::is_sorted(bounds)) {
    return py::none();
  }
  auto size = read_size(given_sizes);
  if (size) {
    sizes.copied.assign(bounds.size() - 1, *size);
    sizes.values = sizes.copied;
    if (sizes.copied.empty()) size = 0;  // without graphs there are no rows
  } else if (!read(given_sizes, 1, sizes) || sizes.values.size() != bounds.size() - 1) {
    return py::none();
  }
  const auto is_size = [](std::int64_t n) { return n >= 0 && n <= kVertexLimit; };
  if (!std::ranges::all_of(sizes.values, is_size) || !std::ranges::all_of(all, is_within_limit)) {
    return py::none();
  }
  return mates_of(sizes.values, size, std::ssize(all), maxcardinality, threads, [&](std::size_t k) {
    const auto at = static_cast<std::size_t>(bounds[k]);
    const std::size_t count = static_cast<std::size_t>(bounds[k + 1]) - at;
    return EdgeArrays{sizes.values[k], first.subspan(at, count), second.subspan(at, count),
                      all.subspan(at, count)};
  });
}

/// The mates in many graphs, in rows if all of them are of one size.
py::object solve_batch(py::handle weights, py::handle offsets, py::handle sizes,
                       bool maxcardinality, std::int64_t threads) {
  try {
    if (offsets.is_none() && sizes.is_none()) {
      return solve_matrices(weights, maxcardinality, threads);
    }
    if (!PyTuple_CheckExact(weights.ptr())) return py::none();
    return solve_edges(py::reinterpret_borrow<py::tuple>(weights), offsets, sizes, maxcardinality,
                       threads);
  } catch (const std::logic_error&) {  // what is refused gets a message elsewhere
    return py::none();
  }
}

class PlainSolver {
 public:
  PlainSolver(py::type matching, py::type certificate, py::function unit, py::function in_units,
              py::function restate)
      : matching_(std::move(matching)),
        certificate_(std::move(certificate)),
        unit_(std::move(unit)),
        in_units_(std::move(in_units)),
        restate_(std::move(restate)) {}

  /// The matching.
  [[nodiscard]] py::object solve(py::handle weights, py::handle size, py::handle bipartite,
                                 py::handle maxcardinality, py::handle perfect,
                                 bool minimize) const {
    for (const py::handle option : {bipartite, maxcardinality, perfect}) {
      if (!PyBool_Check(option.ptr())) return py::none();
    }
    auto plain = read_graph(weights, size, bipartite.ptr() == Py_True, minimize);
    if (!plain) return py::none();
    const Objective wish = objective(maxcardinality.ptr() == Py_True || perfect.ptr() == Py_True);
    try {
      Solution found;
      divide(1, plain->work(), 1,
             [&](std::size_t, const Interrupt& ask) { found = plain->solve(wish, ask); });
      return to_python(*plain, weights, found, minimize);
    } catch (const std::logic_error&) {  // what is refused gets a message elsewhere
      return py::none();
    }
  }

  /// The same for many graphs, divided among threads.
  [[nodiscard]] py::list solve_all(const py::list& graphs, bool maxcardinality,
                                   std::int64_t threads) const {
    std::vector<std::optional<PlainGraph>> plain;
    std::int64_t work = 0;
    for (const py::handle graph : graphs) {
      plain.push_back(read_graph(graph, py::none(), false, false));
      if (plain.back()) work += plain.back()->work();
    }
    std::vector<std::optional<Solution>> solutions(plain.size());
    divide(plain.size(), work, threads, [&](std::size_t k, const Interrupt& ask) {
      try {
        if (plain[k]) solutions[k] = plain[k]->solve(objective(maxcardinality), ask);
      } catch (const std::logic_error&) {  // what is refused gets a message elsewhere
      }
    });
    py::list matchings(plain.size());
    for (std::size_t k = 0; k < plain.size(); ++k) {
      matchings[k] =
          solutions[k] ? to_python(*plain[k], graphs[k], *solutions[k], false) : py::none();
    }
    return matchings;
  }

  /// The matching, in units, of a solution whose parts are Python's.
  [[nodiscard]] py::object matching(const py::object& mate, const py::object& weight,
                                    const py::object& cardinality, const py::object& vertex_2x,
                                    const py::object& blossoms, const py::object& blossoms_2x,
                                    const py::object& ground_2x) const {
    return matching_.make(mate, weight, cardinality,
                          certificate_.make(vertex_2x, blossoms, blossoms_2x, ground_2x));
  }

 private:
  /// The matching of a graph in the weights that were given.
  [[nodiscard]] py::object to_python(const PlainGraph& graph, py::handle weights,
                                     const Solution& solution, bool minimize) const {
    const Certificate& proof = solution.certificate;
    const BlossomArrays blossoms(proof);
    const auto mate = to_array<std::int64_t>(solution.mate);
    const auto cardinality = py::int_(solution.cardinality);
    const auto certificate = certificate_.make(to_exact_array(proof.vertex_2x), blossoms.members,
                                               blossoms.duals_2x, to_python_int(proof.ground_2x));
    const Scale& scale = graph.weights.scale;
    if (scale.rounded) {
      const auto units =
          matching_.make(mate, to_python_int(solution.weight), cardinality, certificate);
      return restate_(units, weights, unit_(scale.exponent), minimize ? -1 : 1);
    }
    const auto total = to_python_int(minimize ? -solution.weight : solution.weight);
    if (scale.exponent == 0) return matching_.make(mate, total, cardinality, certificate);
    const py::object unit = unit_(scale.exponent);
    return matching_.make(mate, in_units_(total, unit), cardinality, certificate, unit);
  }

  Record matching_;
  Record certificate_;
  py::function unit_;
  py::function in_units_;
  py::function restate_;
};

/// A solver of edges of integers that holds its state.
py::object sparse_solver(py::handle edges, py::handle size, py::handle maxcardinality) {
  if (!PyTuple_CheckExact(edges.ptr()) || !PyBool_Check(maxcardinality.ptr())) return py::none();
  const auto plain = read_edges(py::reinterpret_borrow<py::tuple>(edges), size, false);
  if (!plain || plain->weights.multiples) return py::none();
  try {
    return py::cast(SparseMatchingSolver(std::get<EdgeArrays>(plain->graph),
                                         objective(maxcardinality.ptr() == Py_True)));
  } catch (const std::logic_error&) {  // what is refused gets a message elsewhere
    return py::none();
  }
}

}  // namespace

std::optional<Numbers<std::int64_t>> read_integers(py::handle values) {
  Numbers<std::int64_t> numbers;
  return read(values, 1, numbers) ? std::optional(std::move(numbers)) : std::nullopt;
}

void bind_plain_solver(py::module_& module) {
  using namespace pybind11::literals;
  module.def("solve_batch", &solve_batch, "weights"_a, "offsets"_a, "n"_a, "maxcardinality"_a,
             "threads"_a);
  module.def("sparse_solver", &sparse_solver, "edges"_a, "n"_a, "maxcardinality"_a);
  py::class_<PlainSolver>(module, "PlainSolver")
      .def(py::init<py::type, py::type, py::function, py::function, py::function>(), "matching"_a,
           "certificate"_a, "unit"_a, "in_units"_a, "restate"_a)
      .def("solve", &PlainSolver::solve, "weights"_a, "n"_a, "bipartite"_a, "maxcardinality"_a,
           "perfect"_a, "minimize"_a)
      .def("solve_all", &PlainSolver::solve_all, "graphs"_a, "maxcardinality"_a, "threads"_a)
      .def("matching", &PlainSolver::matching, "mate"_a, "weight"_a, "cardinality"_a, "vertex_2x"_a,
           "blossoms"_a, "blossoms_2x"_a, "ground_2x"_a);
}

}  // namespace fastpair::python
