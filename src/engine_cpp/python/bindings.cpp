// The module that Python imports. Python code has checked the arguments before they arrive here,
// but for those of PlainSolver. Contiguous arrays of the right type are passed on without a copy,
// and the GIL is released during a solve.
#include "api/routes.hpp"
#include "fastpair/matching.hpp"
#include "fastpair/matching_solver.hpp"
#include "python/conversions.hpp"
#include "rows/floats.hpp"
#include "rows/survey.hpp"

namespace fastpair::python {
namespace {

using namespace pybind11::literals;

py::tuple to_python(const Matching& matching) {
  return py::make_tuple(to_array<std::int64_t>(matching.mate), to_python_int(matching.weight),
                        matching.cardinality);
}

py::tuple to_python(const Certificate& certificate) {
  const BlossomArrays blossoms(certificate);
  return py::make_tuple(to_exact_array(certificate.vertex_2x), blossoms.members, blossoms.duals_2x,
                        to_python_int(certificate.ground_2x));
}

py::tuple to_python(const Solution& solution) {
  return to_python(static_cast<const Matching&>(solution)) + to_python(solution.certificate);
}

using Flags = std::optional<Array<bool>>;

const std::uint8_t* flags_of(const Flags& allowed) {
  return allowed ? reinterpret_cast<const std::uint8_t*>(allowed->data()) : nullptr;
}

DenseGraph dense_graph(const Array<Weight>& weights, const Flags& allowed) {
  return {weights.shape(0), weights.data(), flags_of(allowed)};
}

/// The solution of a graph, as Python objects.
template <class Graph>
py::tuple solve(const Graph& graph, bool maxcardinality) {
  return to_python(without_gil([&](const Interrupt& interrupt) {
    return max_weight_matching(graph, objective(maxcardinality), interrupt);
  }));
}

py::tuple solve_matrix(const Array<Weight>& weights, const Flags& allowed, bool bipartite,
                       bool maxcardinality) {
  if (!bipartite) return solve(dense_graph(weights, allowed), maxcardinality);
  return solve(
      RectangularGraph{weights.shape(0), weights.shape(1), weights.data(), flags_of(allowed)},
      maxcardinality);
}

py::tuple solve_sparse(std::int64_t size, const Array<std::int64_t>& first,
                       const Array<std::int64_t>& second, const Array<Weight>& weights,
                       bool maxcardinality) {
  return solve(edge_arrays(size, first, second, weights), maxcardinality);
}

/// Wraps a Python function compute(rows, start, stop) -> (weights, allowed), which returns two
/// arrays of the shape (rows, columns), as BlockGraph::compute.
auto call_compute(const py::function& compute) {
  return [&compute](std::span<const Vertex> rows, Vertex start, Vertex stop, Weight* weights,
                    std::uint8_t* allowed) {
    const py::gil_scoped_acquire gil;
    const py::tuple computed = compute(to_array<std::int64_t>(rows), start, stop);
    const auto numbers = computed[0].cast<Array<Weight>>();
    const auto flags = computed[1].cast<Array<bool>>();
    const auto height = static_cast<py::ssize_t>(rows.size());
    const auto fits = [&](const py::array& array) {
      return array.ndim() == 2 && array.shape(0) == height && array.shape(1) == stop - start;
    };
    if (!fits(numbers) || !fits(flags)) {
      throw py::value_error("expected weights and edges of shape (" + std::to_string(height) +
                            ", " + std::to_string(stop - start) + ")");
    }
    std::copy_n(numbers.data(), numbers.size(), weights);
    std::copy_n(flags.data(), flags.size(), allowed);
  };
}

py::tuple solve_blocks(std::int64_t size, Weight largest, const py::function& compute,
                       std::int64_t width, std::vector<Weight> bounds, bool maxcardinality) {
  const BlockGraph graph{size, largest, call_compute(compute), width, std::move(bounds)};
  return solve(graph, maxcardinality);
}

/// The floats as multiples of a power of two, its exponent, and whether some had to be rounded;
/// None if some are not finite, or a matrix is not symmetric.
py::object quantize_floats(const Array<double>& values, const Flags& where) {
  Array<Weight> multiples(std::vector<py::ssize_t>(values.shape(), values.shape() + values.ndim()));
  Weight* to = multiples.mutable_data();
  const Floats floats{values.data(), values.shape(0), values.ndim() == 2, flags_of(where)};
  const auto scale = without_gil([&] {
    if (!floats.matrix) return quantize(floats, to);
    const auto found = quantize_matrix(floats, to);
    return found ? std::optional(found->scale) : std::nullopt;
  });
  if (!scale) return py::none();
  return py::make_tuple(multiples, scale->exponent, scale->rounded);
}

std::vector<DenseGraph> dense_graphs(const std::vector<Array<Weight>>& levels,
                                     const Flags& allowed) {
  std::vector<DenseGraph> graphs;
  for (const auto& level : levels) graphs.push_back(dense_graph(level, allowed));
  return graphs;
}

using Span = std::pair<Weight, Weight>;

/// The least and the greatest weight of a level, or None.
std::optional<Span> span_of(const LevelSurvey& level) {
  if (level.lightest > level.heaviest) return std::nullopt;
  return Span{level.lightest, level.heaviest};
}

/// Whether each of several matrices is symmetric, and its least and greatest weight, or None.
auto survey_levels(const std::vector<Array<Weight>>& levels, const Flags& allowed) {
  const auto graphs = dense_graphs(levels, allowed);
  std::vector<std::pair<bool, std::optional<Span>>> result;
  for (const auto& found : without_gil([&] { return fastpair::survey_levels(graphs); })) {
    result.emplace_back(found.symmetric, span_of(found));
  }
  return result;
}

/// The sum of matrices, each times its unit, less a number; and the least and the greatest weight
/// of each of them, or None.
auto compose(const std::vector<Array<Weight>>& levels, const Flags& allowed,
             const std::vector<std::uint64_t>& units, std::uint64_t less) {
  const auto graphs = dense_graphs(levels, allowed);
  Array<Weight> whole({levels[0].shape(0), levels[0].shape(1)});
  const auto add_up = [&, to = whole.mutable_data()] {
    return fastpair::compose(graphs, units, less, to);
  };
  std::vector<std::optional<Span>> spans;
  for (const auto& found : without_gil(add_up)) spans.push_back(span_of(found));
  return std::pair(whole, spans);
}

/// The places of the edges whose slack is 0 or less without the duals of blossoms.
py::array tight_edges(const Array<Weight>& weights, const Flags& allowed,
                      const Array<std::int64_t>& duals) {
  const auto graph = dense_graph(weights, allowed);
  return to_array<std::int64_t>(without_gil(
      [&, all = cells<std::int64_t>(duals)] { return fastpair::tight_edges(graph, all); }));
}

MatchingSolver make_solver(const Array<Weight>& weights, const Flags& allowed,
                           bool maxcardinality) {
  return {dense_graph(weights, allowed), objective(maxcardinality)};
}

/// A read-only view of an array that belongs to a solver. It keeps the solver alive.
template <class Cell>
py::array view_of(const py::object& solver, std::vector<std::int64_t> shape, const void* cells) {
  py::array_t<Cell> view(std::move(shape), static_cast<const Cell*>(cells), solver);
  view.attr("flags").attr("writeable") = false;
  return view;
}

py::array weights_of(const py::object& solver) {
  const auto graph = solver.cast<const MatchingSolver&>().graph();
  return view_of<Weight>(solver, {graph.size, graph.size}, graph.weights);
}

py::array allowed_of(const py::object& solver) {
  const auto graph = solver.cast<const MatchingSolver&>().graph();
  return view_of<bool>(solver, {graph.size, graph.size}, graph.allowed);
}

template <class Held>
py::array removed_of(const py::object& solver) {
  const auto removed = solver.cast<const Held&>().removed();
  return view_of<bool>(solver, {std::ssize(removed)}, removed.data());
}

/// Edges as three arrays.
py::tuple to_python(std::span<const Edge> edges) {
  const auto length = static_cast<py::ssize_t>(edges.size());
  Array<std::int64_t> first(length);
  Array<std::int64_t> second(length);
  Array<Weight> weights(length);
  for (std::size_t k = 0; k < edges.size(); ++k) {
    first.mutable_data()[k] = edges[k].first;
    second.mutable_data()[k] = edges[k].second;
    weights.mutable_data()[k] = edges[k].weight;
  }
  return py::make_tuple(first, second, weights);
}

/// The graph of copies of which each vertex has so many at most: its size, the arrays of its edges,
/// and which edge each of them chooses, or -1.
py::tuple copies_of(std::int64_t size, const Array<std::int64_t>& first,
                    const Array<std::int64_t>& second, const Array<Weight>& weights,
                    const Array<std::int64_t>& most) {
  const std::vector<Edge> edges = edge_arrays(size, first, second, weights).list();
  const Copies copies = fastpair::copies_of({size, edges}, cells<std::int64_t>(most));
  return py::make_tuple(copies.size) + to_python(copies.edges) +
         py::make_tuple(to_array<std::int64_t>(copies.owners));
}

/// The arrays possible, fewer, lighter.
py::tuple to_python(const PriceRow& row) {
  return py::make_tuple(to_array<bool>(row.possible), to_array<std::int64_t>(row.fewer),
                        to_exact_array(row.lighter));
}

/// The same for each row.
py::list price_table(MatchingSolver& solver, const py::object& progress) {
  Progress report;
  if (!progress.is_none()) {
    report = [&progress](double share) {
      const py::gil_scoped_acquire gil;
      progress(share);
    };
  }
  const auto rows = without_gil(
      [&](const Interrupt& interrupt) { return solver.price_table(interrupt, report); });
  py::list table;
  for (const PriceRow& row : rows) table.append(to_python(row));
  return table;
}

/// Which costs are exact, and the costs or lower bounds. All of them have 64 bits.
py::tuple losses(MatchingSolver& solver, const Array<Vertex>& vertices,
                 const Array<std::int64_t>& at_least, std::size_t count, std::int64_t limit) {
  const auto bounds = cells<std::int64_t>(at_least);
  const auto found = without_gil([&](const Interrupt& interrupt) {
    return solver.losses(cells<Vertex>(vertices), {bounds.begin(), bounds.end()}, count, limit,
                         interrupt);
  });
  return py::make_tuple(to_array<bool>(found.exact), to_array<std::int64_t>(found.at_least));
}

/// A class of a solver that holds its state, with what all of them have.
template <class Held>
py::class_<Held> bind_held(py::module_& module, const char* name) {
  return py::class_<Held>(module, name)
      .def_property_readonly("removed", &removed_of<Held>)
      .def("forbid", &Held::forbid, "i"_a, "j"_a)
      .def("remove", &Held::remove, "v"_a)
      .def("copy", [](const Held& self) { return Held(self); })
      .def(
          "prices",
          [](Held& self, Vertex v) {
            return to_python(
                without_gil([&](const Interrupt& interrupt) { return self.prices(v, interrupt); }));
          },
          "v"_a);
}

void bind_solvers(py::module_& module) {
  bind_held<MatchingSolver>(module, "Solver")
      .def(py::init(&make_solver), "weights"_a.noconvert(), "allowed"_a.noconvert(),
           "maxcardinality"_a)
      .def_property_readonly("weights", &weights_of)
      .def_property_readonly("allowed", &allowed_of)
      .def("set", &MatchingSolver::set, "i"_a, "j"_a, "weight"_a)
      .def("solve",
           [](MatchingSolver& self) {
             return to_python(
                 without_gil([&](const Interrupt& interrupt) { return self.solve(interrupt); }));
           })
      .def("force", &MatchingSolver::force, "i"_a, "j"_a)
      .def(
          "set_row",
          [](MatchingSolver& self, Vertex v, const Array<Weight>& weights,
             const Array<bool>& allowed) {
            self.set_row(v, cells<Weight>(weights), cells<std::uint8_t>(allowed));
          },
          "v"_a, "weights"_a.noconvert(), "allowed"_a.noconvert())
      .def("losses", &losses, "vertices"_a.noconvert(), "at_least"_a.noconvert(), "count"_a,
           "limit"_a)
      .def("price_table", &price_table, "progress"_a);
  using Revision = SparseMatchingSolver::Revision;
  py::class_<Revision, std::shared_ptr<Revision>>(module, "Revision");
  bind_held<SparseMatchingSolver>(module, "SparseSolver")
      .def(py::init([](std::int64_t size, const Array<std::int64_t>& first,
                       const Array<std::int64_t>& second, const Array<Weight>& weights,
                       bool maxcardinality) {
             return SparseMatchingSolver(edge_arrays(size, first, second, weights),
                                         objective(maxcardinality));
           }),
           "size"_a, "first"_a.noconvert(), "second"_a.noconvert(), "weights"_a.noconvert(),
           "maxcardinality"_a)
      .def_property_readonly(
          "edges", [](const SparseMatchingSolver& self) { return to_python(self.edges()); })
      .def("weight", &SparseMatchingSolver::weight, "i"_a, "j"_a)
      .def("solve",
           [](SparseMatchingSolver& self) {
             const Matching& matching = without_gil([&](const Interrupt& interrupt) -> const auto& {
               return self.matching(interrupt);
             });
             return to_python(matching);
           })
      .def("revision", &SparseMatchingSolver::revision)
      .def(
          "certificate",
          [](SparseMatchingSolver& self, const Revision& revision) {
            return to_python(without_gil(
                [&](const Interrupt& interrupt) { return self.certificate(revision, interrupt); }));
          },
          "revision"_a)
      .def("set_edge", py::overload_cast<Vertex, Vertex, Weight>(&SparseMatchingSolver::set), "i"_a,
           "j"_a, "weight"_a)
      .def(
          "set",
          [](SparseMatchingSolver& self, const Array<std::int64_t>& first,
             const Array<std::int64_t>& second, const Array<Weight>& weights) {
            self.set(edge_arrays(self.size(), first, second, weights).list());
          },
          "first"_a.noconvert(), "second"_a.noconvert(), "weights"_a.noconvert())
      .def(
          "insert",
          [](SparseMatchingSolver& self, Vertex v, const Array<std::int64_t>& others,
             const Array<Weight>& weights) {
            auto edges = edge_arrays(self.size(), others, others, weights).list();
            for (Edge& edge : edges) edge.first = v;
            self.insert(v, edges);
          },
          "v"_a, "others"_a.noconvert(), "weights"_a.noconvert());
}

/// pybind11 would wait for ever for the GIL of another interpreter.
bool in_main_interpreter() { return PyInterpreterState_Get() == PyInterpreterState_Main(); }

constexpr const char* kMainInterpreterOnly =
    "fastpair works in the main interpreter only: import it there, or in a process of its own";

/// What the engine refuses is an error of `fastpair.errors`, a ValueError or an IndexError as well.
void raise_input_error(const char* kind, const std::exception& error) {
  py::set_error(py::module_::import("fastpair.errors").attr(kind), error.what());
}

void translate_refusal(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const std::invalid_argument& error) {
    raise_input_error("InputError", error);
  } catch (const std::out_of_range& error) {
    raise_input_error("InputIndexError", error);
  }
}

}  // namespace
}  // namespace fastpair::python

using namespace fastpair::python;
using namespace pybind11::literals;

PYBIND11_MODULE(engine_module, module, py::mod_gil_not_used()) {
  // From Python 3.13 on, a module's first function may be called in the main interpreter for
  // another one.
  if (!in_main_interpreter()) throw py::import_error(kMainInterpreterOnly);
  py::register_local_exception_translator(&translate_refusal);
  module.attr("__version__") = FASTPAIR_VERSION;
  module.attr("WEIGHT_LIMIT") = fastpair::kWeightLimit;
  module.attr("NARROW_LIMIT") = fastpair::kNarrowLimit;
  module.def("solve_matrix", &solve_matrix, "weights"_a.noconvert(), "allowed"_a.noconvert(),
             "bipartite"_a, "maxcardinality"_a);
  module.def("solve_sparse", &solve_sparse, "size"_a, "first"_a.noconvert(), "second"_a.noconvert(),
             "weights"_a.noconvert(), "maxcardinality"_a);
  module.def("solve_blocks", &solve_blocks, "size"_a, "largest"_a, "compute"_a, "width"_a,
             "bounds"_a, "maxcardinality"_a);
  module.def("copies_of", &copies_of, "size"_a, "first"_a.noconvert(), "second"_a.noconvert(),
             "weights"_a.noconvert(), "most"_a.noconvert());
  module.def("quantize_floats", &quantize_floats, "values"_a.noconvert(), "where"_a.noconvert());
  module.def("survey_levels", &survey_levels, "levels"_a, "allowed"_a.noconvert());
  module.def("compose", &compose, "levels"_a, "allowed"_a.noconvert(), "units"_a, "less"_a);
  module.def("tight_edges", &tight_edges, "weights"_a, "allowed"_a.noconvert(), "duals"_a);
  bind_solvers(module);
  bind_join_solver(module);
  bind_plain_solver(module);
}

extern "C" PYBIND11_EXPORT PyObject* PyInit__engine() {
  if (in_main_interpreter()) return PyInit_engine_module();
  PyErr_SetString(PyExc_ImportError, kMainInterpreterOnly);
  return nullptr;
}
