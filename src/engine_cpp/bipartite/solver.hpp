// Whether a graph is bipartite, and matchings in such graphs, which need no blossoms.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "bipartite/lists.hpp"
#include "blossom/candidates.hpp"
#include "blossom/indexed.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// For each vertex 0 or 1, or nothing. The first vertex of each component has side 0.
using Sides = PerVertex<std::uint8_t>;

/// Takes O(vertices + edges) time.
[[nodiscard]] std::optional<Sides> sides_of(const Neighbours& neighbours);

/// The same of a graph whose edges are all candidates.
[[nodiscard]] std::optional<Sides> sides_of(const CandidateGraph& candidates);

/// Takes O(vertices^2) time, but mostly O(vertices) if the graph has an odd cycle.
[[nodiscard]] std::optional<Sides> sides_of(const DenseGraph& graph);

/// The greatest size of a weight, or more than the limit if there is one beyond it.
[[nodiscard]] Weight largest_of(std::span<const Weight> weights);

/// The optimum of a graph whose edges join the two sides. What is given has been checked. Rows and
/// columns of lists are numbered in an order of the vertices. No weight is larger in size than
/// `largest`.
[[nodiscard]] Solution solve_bipartite(const SparseGraph& graph, const Sides& sides,
                                       std::span<const Vertex> order, Objective objective,
                                       const Interrupt& interrupt);
[[nodiscard]] Solution solve_bipartite(const DenseGraph& graph, const Sides& sides,
                                       Objective objective, const Interrupt& interrupt);
[[nodiscard]] Solution solve_bipartite(const RectangularGraph& graph, Weight largest,
                                       Objective objective, const Interrupt& interrupt);

}  // namespace fastpair
