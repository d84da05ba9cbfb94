// A list of edges as a graph source (see blossom/graph_source.hpp). All edges are candidates.
//
// The vertices are numbered anew, so that neighbours lie near each other in memory, unless they do
// already.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bipartite/lists.hpp"
#include "blossom/candidates.hpp"
#include "blossom/graph_source.hpp"
#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "blossom/potentials.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// Whether an edge joins a vertex with itself: no matching has it, and its weight is not read.
inline bool is_loop(const Edge& edge) { return edge.first == edge.second; }

/// Whether both ends are vertices of the graph and, unless it is a loop, its weight is within the
/// limit.
inline bool is_valid(const Edge& edge, std::int64_t size) {
  const bool joins = edge.first >= 0 && edge.first < size && edge.second >= 0 && edge.second < size;
  return joins && (is_within_limit(edge.weight) || is_loop(edge));
}

/// Throws std::invalid_argument if an edge names no vertex, std::out_of_range if the weight of one
/// that is no loop is too large.
void require_valid(const SparseGraph& graph);

/// The negative of a weight. What is no edge may hold anything, also the least number, which has
/// none.
constexpr Weight negative(Weight weight) {
  return static_cast<Weight>(-static_cast<std::uint64_t>(weight));
}

struct EdgeArrays {
  std::int64_t size;
  std::span<const std::int64_t> first;
  std::span<const std::int64_t> second;
  std::span<const Weight> weights;
  /// Whether the weights of the edges are the negated ones.
  bool negated = false;

  [[nodiscard]] std::size_t count() const { return weights.size(); }

  /// The edge k. An end that is not even a number of a vertex is kNobody.
  [[nodiscard]] Edge edge(std::size_t k) const {
    const auto end = [](std::int64_t v) {
      const auto vertex = static_cast<Vertex>(v);
      return vertex == v ? vertex : kNobody;
    };
    return {end(first[k]), end(second[k]), negated ? negative(weights[k]) : weights[k]};
  }

  /// Throws std::invalid_argument if an edge names no vertex.
  [[nodiscard]] std::vector<Edge> list() const;
};

/// All pairs of some vertices as edges, with the weights of 01, 02, ..., 12, ... To say so takes a
/// third of the time of a list.
struct AllPairs {
  std::int64_t size = 0;
  std::span<const Weight> weights;
};

/// The number of pairs of so many vertices.
[[nodiscard]] constexpr std::size_t pairs_of(std::int64_t size) {
  return static_cast<std::size_t>(size * (size - 1) / 2);
}

class SparseSource {
 public:
  /// Makes a source of three vertices or more, whose weights are valid.
  explicit SparseSource(const AllPairs& pairs);
  /// Makes a source of a valid graph without loops, whose vertices are numbered in this order.
  SparseSource(const SparseGraph& graph, std::vector<Vertex> order);
  /// The same with the numbers that the vertices have, for a graph whose edges may change.
  explicit SparseSource(const SparseGraph& graph);
  /// The same of a graph whose edges somebody else holds, and the largest weight in absolute value.
  SparseSource(Vertex size, Weight largest) : size_(size), largest_(largest) {}

  [[nodiscard]] Vertex size() const { return size_; }
  [[nodiscard]] Weight largest() const { return largest_; }
  [[nodiscard]] static PerVertex<Weight> first_duals_2x(const CandidateGraph& candidates) {
    return fastpair::first_duals_2x(candidates);
  }

  /// Adds all edges, unless they are forgotten. Of parallel edges, it adds the heaviest one.
  void select(CandidateGraph& candidates) const;

  /// Lets go of the edges of the graph, which may end before the source does.
  void forget_edges() { edges_ = {}; }

  /// Raises the bound on weights as far as a new edge requires. It grows to a power of two, because
  /// a new bound may cost searches (BlossomSolver::lower_ground).
  void admit(Weight weight);

  /// Gives the vertices of a solution the numbers back that they have in the graph.
  void restore(Solution& solution) const;

  /// Calls visit(u, weight_2x) for every edge of v, all of which are candidates. Those of vertices
  /// that were added later are left out.
  template <class Visit>
  void for_each_edge(Vertex /*v*/, std::span<const Arc> candidates, Visit visit) const {
    for (const auto& [u, weight_2x] : candidates) {
      if (u < size()) visit(u, weight_2x);
    }
  }

  /// All edges are candidates.
  static constexpr bool kHasMore = false;
  template <class Value>
  struct EdgeFinder {
    explicit EdgeFinder(const SparseSource&) {}
    std::vector<Arc> find(const EdgeRequest<Value>&) { return {}; }
    [[nodiscard]] Time<Value> unseen() const { return {}; }
  };

 private:
  Vertex size_;
  std::span<const Edge> edges_;
  /// Those of all pairs, if these are the edges.
  std::span<const Weight> pairs_;
  /// The vertices of the graph in their new order, and the place of each vertex in it; none if all
  /// pairs are edges.
  std::vector<Vertex> order_;
  PerVertex<Vertex> place_;
  Weight largest_ = 0;
};

}  // namespace fastpair
