// Graphs as most callers give them, so that they need neither a conversion nor a message.
#pragma once

#include <pybind11/pybind11.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "fastpair/matching.hpp"
#include "graphs/edge_arrays.hpp"
#include "rows/survey.hpp"

namespace fastpair::python {

/// Numbers of one type: borrowed from an array, or copied from lists.
template <class Number>
struct Numbers {
  std::span<const Number> values;
  std::vector<Number> copied;

  /// Takes over one of a list. Returns false if it is of another type or does not fit.
  bool append(PyObject* number);
};

/// Whether it is an array, and of no class that means something else by its numbers.
[[nodiscard]] bool is_array(pybind11::handle values);

/// Reads a list or a one-dimensional array whose numbers are all int64; nothing of anything else.
[[nodiscard]] std::optional<Numbers<std::int64_t>> read_integers(pybind11::handle values);

struct PlainGraph {
  /// The weights if they are not those that were given.
  std::shared_ptr<Weight[]> weights;
  /// The ends and weights of edges that were given as lists.
  std::array<std::vector<std::int64_t>, 3> lists;
  std::variant<DenseGraph, RectangularGraph, EdgeArrays> graph;
  /// The weights are multiples of two to this power, negated if a least weight is asked for.
  int exponent = 0;
  bool negated = false;
  /// Whether some weights are rounded.
  bool rounded = false;
  /// That of a matrix of floats, which was surveyed when it was made.
  std::optional<Survey> survey;

  /// Graphs of so many cells are solved sooner than the GIL is given to another thread, or than the
  /// clock says whether to ask Python for Ctrl-C.
  static constexpr std::int64_t kAtOnce = 1'000;

  /// How many cells or edges there are.
  [[nodiscard]] std::int64_t work() const;
  /// Throws as max_weight_matching. Only once, because it takes the survey.
  [[nodiscard]] Solution solve(Objective objective, const Interrupt& interrupt);
};

/// The edges of many graphs, one graph after the other, each with vertices numbered from 0.
struct PlainBatch {
  /// One number of vertices for all graphs, or one for each.
  std::vector<std::int64_t> sizes;
  bool even = false;
  /// The edges of graph k are those from offsets[k] on, and before offsets[k + 1].
  Numbers<std::int64_t> offsets;
  Numbers<std::int64_t> first;
  Numbers<std::int64_t> second;
  Numbers<Weight> weights;
};

/// Reads matrices of int64 in an array of three dimensions, one after the other. Returns nothing if
/// it is anything else.
[[nodiscard]] std::optional<std::vector<DenseGraph>> read_plain_matrices(pybind11::handle weights);

/// Reads such edges as a tuple (i, j, weight), offsets, and a number or numbers of vertices, all of
/// int64. Returns nothing if the arguments are of any other form, or are to be refused.
[[nodiscard]] std::optional<PlainBatch> read_plain_batch(pybind11::handle edges,
                                                         pybind11::handle offsets,
                                                         pybind11::handle sizes);

/// Reads a matrix, as an array or a list of lists, or a tuple (i, j, weight) of arrays or lists,
/// whose numbers are all int64 or all float64. Returns nothing if the arguments are of any other
/// form, or are to be refused, or weights are to be rounded that are no symmetric matrix: then
/// fastpair.matching.graph looks at them. Matrices are borrowed where they can be.
[[nodiscard]] std::optional<PlainGraph> read_plain_graph(pybind11::handle weights,
                                                         pybind11::handle size, bool bipartite,
                                                         bool negated);

/// Adds the class PlainSolver, which solves such graphs, and functions for batches to the module.
void bind_plain_solver(pybind11::module_& module);

}  // namespace fastpair::python
