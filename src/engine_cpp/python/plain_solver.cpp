// Calls whose arguments need no conversion, from the arguments to the Matching without a step in
// Python: on a graph of a few vertices, such steps take longer than the search.
#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "python/conversions.hpp"
#include "python/plain_graph.hpp"
#include "rows/parallel.hpp"

namespace fastpair::python {
namespace {

/// Calls solve(k, ask) for many graphs, without the GIL and divided among threads where it pays.
void divide(std::size_t count, std::int64_t work, std::int64_t threads, auto solve) {
  if (work <= PlainGraph::kAtOnce) {
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

/// The mates of all vertices of graphs of such sizes, each numbered in its graph. solve(k, ask) is
/// a solution of graph k.
py::array_t<std::int64_t> mates_of(std::span<const std::int64_t> sizes, std::int64_t work,
                                   std::int64_t threads, auto solve) {
  std::vector<std::int64_t> starts(1, 0);
  for (const std::int64_t size : sizes) starts.push_back(starts.back() + size);
  py::array_t<std::int64_t> mates(starts.back());
  std::int64_t* const to = mates.mutable_data();
  divide(sizes.size(), work, threads, [&](std::size_t k, const Interrupt& ask) {
    std::ranges::copy(solve(k, ask).mate, to + starts[k]);
  });
  return mates;
}

/// Many graphs, one after the other. The edges of graph k are those from offsets[k] on; if there
/// are fewer ends than weights, all graphs have the same ends.
struct Batch {
  std::span<const std::int64_t> sizes;
  std::span<const std::int64_t> offsets;
  std::span<const std::int64_t> first;
  std::span<const std::int64_t> second;
  std::span<const Weight> weights;

  [[nodiscard]] py::array_t<std::int64_t> solve(bool maxcardinality, std::int64_t threads) const {
    return mates_of(sizes, std::ssize(weights), threads, [&](std::size_t k, const Interrupt& ask) {
      const auto at = static_cast<std::size_t>(offsets[k]);
      const std::size_t count = static_cast<std::size_t>(offsets[k + 1]) - at;
      const std::size_t from = count == 0 ? 0 : at % first.size();
      PlainGraph plain;
      plain.graph = EdgeArrays{sizes[k], first.subspan(from, count), second.subspan(from, count),
                               weights.subspan(at, count)};
      return plain.solve(objective(maxcardinality), ask);
    });
  }
};

py::array solve_batch(const Array<std::int64_t>& sizes, const Array<std::int64_t>& offsets,
                      const Array<std::int64_t>& first, const Array<std::int64_t>& second,
                      const Array<Weight>& weights, bool maxcardinality, std::int64_t threads) {
  return Batch{cells<std::int64_t>(sizes), cells<std::int64_t>(offsets), cells<std::int64_t>(first),
               cells<std::int64_t>(second), cells<Weight>(weights)}
      .solve(maxcardinality, threads);
}

/// An array in rows, one for each graph.
py::object in_rows(py::array_t<std::int64_t> mates, std::size_t count, std::int64_t size) {
  return mates.reshape({static_cast<py::ssize_t>(count), static_cast<py::ssize_t>(size)});
}

/// The mates in graphs that are given as matrices, or None if one of them is to be refused.
py::object solve_matrices(const std::vector<DenseGraph>& graphs, bool maxcardinality,
                          std::int64_t threads) {
  const std::int64_t size = graphs.empty() ? 0 : graphs.front().size;
  const std::vector<std::int64_t> sizes(graphs.size(), size);
  try {
    return in_rows(mates_of(sizes, std::ssize(graphs) * size * size, threads,
                            [&](std::size_t k, const Interrupt& ask) {
                              return max_weight_matching(graphs[k], objective(maxcardinality), ask);
                            }),
                   graphs.size(), size);
  } catch (const std::logic_error&) {  // what is refused gets a message elsewhere
    return py::none();
  }
}

/// The mates, in rows if all graphs are of one size, or None if the arguments need a closer look.
py::object solve_plain_batch(py::handle weights, py::handle offsets, py::handle sizes,
                             bool maxcardinality, std::int64_t threads) {
  if (offsets.is_none() && sizes.is_none()) {
    const auto graphs = read_plain_matrices(weights);
    // Of no matrices, the array knows how large they would be.
    return graphs && !graphs->empty() ? solve_matrices(*graphs, maxcardinality, threads)
                                      : py::none();
  }
  const auto batch = read_plain_batch(weights, offsets, sizes);
  if (!batch) return py::none();
  auto mates = Batch{batch->sizes, batch->offsets.values, batch->first.values, batch->second.values,
                     batch->weights.values}
                   .solve(maxcardinality, threads);
  if (!batch->even) return mates;
  const std::size_t count = batch->sizes.size();
  return in_rows(std::move(mates), count, count == 0 ? 0 : batch->sizes.front());
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

  /// The matching, or None if the arguments need a closer look.
  [[nodiscard]] py::object solve(py::handle weights, py::handle size, py::handle bipartite,
                                 py::handle maxcardinality, py::handle perfect,
                                 bool minimize) const {
    for (const py::handle option : {bipartite, maxcardinality, perfect}) {
      if (!PyBool_Check(option.ptr())) return py::none();
    }
    auto plain = read_plain_graph(weights, size, bipartite.ptr() == Py_True, minimize);
    if (!plain) return py::none();
    const Objective wish = objective(maxcardinality.ptr() == Py_True || perfect.ptr() == Py_True);
    try {
      if (plain->work() <= PlainGraph::kAtOnce)
        return to_python(*plain, weights, plain->solve(wish, {}));
      return to_python(*plain, weights, without_gil([&](const Interrupt& interrupt) {
        return plain->solve(wish, interrupt);
      }));
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
      plain.push_back(read_plain_graph(graph, py::none(), false, false));
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
      matchings[k] = solutions[k] ? to_python(*plain[k], graphs[k], *solutions[k]) : py::none();
    }
    return matchings;
  }

 private:
  /// The matching of a graph in the weights that were given.
  [[nodiscard]] py::object to_python(const PlainGraph& graph, py::handle weights,
                                     const Solution& solution) const {
    const Certificate& proof = solution.certificate;
    const BlossomArrays blossoms(proof);
    const auto mate = to_array<std::int64_t>(solution.mate);
    const auto cardinality = py::int_(solution.cardinality);
    const auto certificate = certificate_.make(to_exact_array(proof.vertex_2x), blossoms.members,
                                               blossoms.duals_2x, to_python_int(proof.ground_2x));
    if (graph.rounded) {
      const auto units =
          matching_.make(mate, to_python_int(solution.weight), cardinality, certificate);
      return restate_(units, weights, unit_(graph.exponent), graph.negated ? -1 : 1);
    }
    const auto total = to_python_int(graph.negated ? -solution.weight : solution.weight);
    if (graph.exponent == 0) return matching_.make(mate, total, cardinality, certificate);
    const py::object unit = unit_(graph.exponent);
    return matching_.make(mate, in_units_(total, unit), cardinality, certificate, unit);
  }

  Record matching_;
  Record certificate_;
  py::function unit_;
  py::function in_units_;
  py::function restate_;
};

}  // namespace

void bind_plain_solver(py::module_& module) {
  module.def("solve_batch", &solve_batch, py::arg("sizes").noconvert(),
             py::arg("offsets").noconvert(), py::arg("first").noconvert(),
             py::arg("second").noconvert(), py::arg("weights").noconvert(),
             py::arg("maxcardinality"), py::arg("threads"));
  module.def("solve_plain_batch", &solve_plain_batch, py::arg("weights"), py::arg("offsets"),
             py::arg("n"), py::arg("maxcardinality"), py::arg("threads"));
  py::class_<PlainSolver>(module, "PlainSolver")
      .def(py::init<py::type, py::type, py::function, py::function, py::function>(),
           py::arg("matching"), py::arg("certificate"), py::arg("unit"), py::arg("in_units"),
           py::arg("restate"))
      .def("solve", &PlainSolver::solve, py::arg("weights"), py::arg("n"), py::arg("bipartite"),
           py::arg("maxcardinality"), py::arg("perfect"), py::arg("minimize"))
      .def("solve_all", &PlainSolver::solve_all, py::arg("graphs"), py::arg("maxcardinality"),
           py::arg("threads"));
}

}  // namespace fastpair::python
