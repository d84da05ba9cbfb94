// Exact maximum-weight matching in general graphs, with a certificate of optimality.
//
// This is the whole public surface of the engine. Nothing here prints, aborts or keeps global
// state. The answer depends on the arguments alone: equal input, equal mates, on every machine.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "fastpair/integers.hpp"

namespace fastpair {

/// The most vertices with which no intermediate value can overflow; limits.hpp derives it.
inline constexpr std::int64_t kVertexLimit = std::int64_t{1} << 24;

/// A symmetric n-by-n matrix of weights, row-major, borrowed from the caller.
struct DenseGraph {
  std::int64_t size = 0;
  const Weight* weights = nullptr;
  /// The existing edges, symmetric; null: all. The diagonal is never an edge.
  const std::uint8_t* allowed = nullptr;
};

/// An edge between two vertices. Of parallel edges the heaviest counts. An edge from a vertex to
/// itself is no edge of the graph, and its weight is not read.
struct Edge {
  Vertex first = kNobody;
  Vertex second = kNobody;
  Weight weight = 0;
};

struct SparseGraph {
  std::int64_t size = 0;
  std::span<const Edge> edges;
};

/// A bipartite graph: the weights between rows and columns, row-major, borrowed from the caller.
/// The rows are the vertices from 0 on, and the columns those that follow.
struct RectangularGraph {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  const Weight* weights = nullptr;
  /// The existing edges; null: all.
  const std::uint8_t* allowed = nullptr;
};

/// A dense graph whose weights are computed when they are needed. Memory is proportional to the
/// candidate edges and to one block of rows.
struct BlockGraph {
  std::int64_t size = 0;
  /// No weight is larger in size; up to kWeightLimit. The default is solved in 64 bits.
  Weight largest = kNarrowLimit;
  /// Computes some rows in the columns from `start` to, without, `stop`, row-major: weights, and
  /// allowed (all 1 when it is called). Must be symmetric, and the same each time; the diagonal is
  /// not read.
  std::function<void(std::span<const Vertex> rows, Vertex start, Vertex stop, Weight* weights,
                     std::uint8_t* allowed)>
      compute;
  /// Vertices per range, and for each pair of ranges a bound that no weight between them exceeds,
  /// row-major; or empty. Whatever cannot matter under the bounds is never computed.
  std::int64_t range = 1024;
  std::vector<Weight> bounds;
};

enum class Objective {
  kWeight,       ///< The heaviest matching, however few edges it has.
  kCardinality,  ///< The heaviest among the matchings with the most edges.
};

/// An odd set of vertices whose dual variable is positive: `count` vertices of Certificate::order,
/// from the place `first` on.
struct Blossom {
  std::int64_t first = 0;
  std::int64_t count = 0;
  Wide dual_2x = 0;
};

/// The proof of optimality: a feasible solution of the dual linear programme with the same value.
///
/// Everything is doubled, so that half-integral duals are integers. For every edge ij,
///   vertex_2x[i] + vertex_2x[j] + (sum of dual_2x over blossoms that hold both) >= 2 w_ij,
/// no vertex dual lies below `ground_2x`, and unmatched vertices lie on it. Hence the matching is
/// the heaviest among those that leave as many vertices unmatched; with ground_2x == 0, among all;
/// and with ground_2x below minus the weight that any matching could gain, every larger matching is
/// excluded too.
struct Certificate {
  std::vector<Wide> vertex_2x;
  std::vector<Blossom> blossoms;
  Wide ground_2x = 0;
  /// The vertices in such an order that the members of every blossom follow one another.
  std::vector<Vertex> order;

  [[nodiscard]] std::span<const Vertex> members(const Blossom& blossom) const {
    return std::span(order).subspan(static_cast<std::size_t>(blossom.first),
                                    static_cast<std::size_t>(blossom.count));
  }
};

struct Matching {
  /// mate[mate[v]] == v for every matched v; kNobody otherwise.
  std::vector<Vertex> mate;
  Wide weight = 0;
  std::int64_t cardinality = 0;
};

struct Solution : Matching {
  Certificate certificate;
};

/// The caller's wish to stop, reported by his interrupt function.
struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("interrupted") {}
};

/// Called now and then during a solve, in its thread: before every search and every look at all
/// edges, and within long searches. Returns true to stop the solve with Interrupted.
using Interrupt = std::function<bool()>;

/// Solves by Edmonds' blossom method, and bipartite graphs by shortest paths. Bipartite matrices
/// take O(n^3) time. In general, O(n^4 log n) is proven, and no more than O(n^3) has been observed:
/// see docs/background/engine.md.
///
/// Throws std::invalid_argument if the matrix is not symmetric or an edge names no vertex,
/// std::out_of_range if there are more vertices or larger weights than the limits.
[[nodiscard]] Solution max_weight_matching(const DenseGraph& graph, Objective objective,
                                           const Interrupt& interrupt = {});
[[nodiscard]] Solution max_weight_matching(const SparseGraph& graph, Objective objective,
                                           const Interrupt& interrupt = {});
[[nodiscard]] Solution max_weight_matching(const RectangularGraph& graph, Objective objective,
                                           const Interrupt& interrupt = {});
/// Throws std::domain_error if a computed weight contradicts the bounds, or an edge has one weight
/// here and another there, and whatever `compute` throws. A solve ends whatever `compute` does.
[[nodiscard]] Solution max_weight_matching(const BlockGraph& graph, Objective objective,
                                           const Interrupt& interrupt = {});

/// The lightest matching: with Objective::kCardinality, among those with the most edges. `weight`
/// is the sum of the given weights, and the certificate that of the negated ones. Takes a copy of
/// the weights, of parallel edges the lightest, and throws as max_weight_matching.
[[nodiscard]] Solution min_weight_matching(const DenseGraph& graph, Objective objective,
                                           const Interrupt& interrupt = {});
[[nodiscard]] Solution min_weight_matching(const SparseGraph& graph, Objective objective,
                                           const Interrupt& interrupt = {});
[[nodiscard]] Solution min_weight_matching(const RectangularGraph& graph, Objective objective,
                                           const Interrupt& interrupt = {});

/// Not every vertex can be matched, or have as many edges as it is to have.
struct Unmatchable : std::runtime_error {
  Unmatchable(const std::string& message, std::vector<Vertex> unmatched)
      : std::runtime_error(message), vertices(std::move(unmatched)) {}
  /// Those that a largest choice of edges leaves over.
  std::vector<Vertex> vertices;
};

/// Throws Unmatchable if a solution for Objective::kCardinality leaves vertices over. If it does
/// not, it is the best of all perfect matchings.
void require_perfect(const Solution& solution);

/// Some edges of a list: their places in it, in order.
struct Subgraph {
  std::vector<std::int64_t> edges;
  /// The sum of their weights.
  Wide weight = 0;
};

/// The heaviest or the lightest edges of which each vertex v has at most most[v]; with
/// Objective::kCardinality, among those with the most edges. No edge counts twice, and of parallel
/// ones the best counts alone. Solves a graph of most[v] vertices for each v and at least most[u] +
/// most[v] edges for each edge uv.
///
/// Throws as max_weight_matching, and also std::invalid_argument if `most` is not of one number of
/// 0 or more for each vertex, and std::out_of_range for weights of 2^59 or more.
[[nodiscard]] Subgraph max_weight_b_matching(const SparseGraph& graph,
                                             std::span<const std::int64_t> most,
                                             Objective objective, const Interrupt& interrupt = {});
[[nodiscard]] Subgraph min_weight_b_matching(const SparseGraph& graph,
                                             std::span<const std::int64_t> most,
                                             Objective objective, const Interrupt& interrupt = {});

/// Throws Unmatchable if a b-matching for Objective::kCardinality leaves a vertex with fewer edges
/// than `most`.
void require_perfect(const SparseGraph& graph, std::span<const std::int64_t> most,
                     const Subgraph& subgraph);

}  // namespace fastpair
