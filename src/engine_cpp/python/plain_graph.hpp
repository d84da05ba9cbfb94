// Graphs as most callers give them, so that they need neither a conversion nor a message.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "fastpair/matching.hpp"
#include "graphs/filled.hpp"
#include "rows/survey.hpp"

namespace fastpair::python {

/// Valid edges without loops, as three arrays of equal length.
struct EdgeArrays {
  std::int64_t size;
  std::span<const std::int64_t> first;
  std::span<const std::int64_t> second;
  std::span<const Weight> weights;
};

struct PlainGraph {
  /// Takes edges in the form in which the engine solves them.
  [[nodiscard]] static PlainGraph of(const EdgeArrays& arrays, bool negated);

  /// The weights of a matrix if they are not those of the array that was given.
  std::shared_ptr<Weight[]> weights;
  std::vector<Edge> edges;
  std::optional<FilledMatrix> filled;
  std::variant<DenseGraph, SparseGraph, RectangularGraph> graph;
  /// The weights are multiples of two to this power, negated if a least weight is asked for.
  int exponent = 0;
  bool negated = false;
  /// Whether some weights are rounded.
  bool rounded = false;
  /// That of a matrix of floats.
  std::optional<Survey> survey;

  /// How many cells or edges there are.
  [[nodiscard]] std::int64_t work() const;
  /// Throws as max_weight_matching. Only once, because it takes the survey.
  [[nodiscard]] Solution solve(Objective objective, const Interrupt& interrupt);
};

/// Reads a matrix, as an array or a list of lists, or a tuple (i, j, weight) of arrays or lists,
/// whose numbers are all int64 or all float64. Returns nothing if the arguments are of any other
/// form, or are to be refused, or weights are to be rounded that are no symmetric matrix: then
/// fastpair.matching.graph looks at them. Matrices are borrowed where they can be.
[[nodiscard]] std::optional<PlainGraph> read_plain_graph(pybind11::handle weights,
                                                         pybind11::handle size, bool bipartite,
                                                         bool negated);

/// Adds the class PlainSolver, which solves such graphs, and solve_batch to the module.
void bind_plain_solver(pybind11::module_& module);

}  // namespace fastpair::python
