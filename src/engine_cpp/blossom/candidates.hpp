// The sparse graph that the solver works on: the edges found so far that may be matched.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "blossom/indexed.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// One direction of an edge, with its doubled weight. It is packed, because there are many.
#pragma pack(push, 4)
struct Arc {
  Vertex to;
  Weight weight_2x;
};
#pragma pack(pop)

/// Whether a cell off the diagonal is an edge.
inline bool has_edge(const DenseGraph& graph, std::int64_t i, std::int64_t j) {
  return graph.allowed == nullptr || graph.allowed[i * graph.size + j] != 0;
}

/// An edge that is proposed as a candidate, because it is violated.
struct Proposal {
  Vertex first;
  Vertex second;
  Weight weight_2x;
};

/// Lower bounds on the slack of the edges that are no candidates: that of an edge ij is
/// reserves[i] + reserves[j] or more, unless one of the two is negative. A negative reserve means
/// that the edges of its vertex have to be priced out.
template <class Value>
using Reserves = PerVertex<Value>;
template <class Value>
inline constexpr Value kUnpriced = -1;

/// The vertices below `size` whose edges have to be priced out.
template <class Value>
std::vector<Vertex> unpriced_vertices(const Reserves<Value>& reserves, Vertex size) {
  return vertices_below(size, [&](Vertex v) { return reserves[v] < 0; });
}

/// Throws std::domain_error for an edge that was read twice, with different results.
[[noreturn]] inline void refuse_asymmetry(Vertex i, Vertex j, const std::string& one,
                                          const std::string& other) {
  throw std::domain_error("cells " + pair_name(i, j) + " and " + pair_name(j, i) +
                          " are one edge, but hold " + one + " and " + other +
                          ": a graph has to be symmetric, and to stay as it is during a solve");
}

class CandidateGraph {
 public:
  explicit CandidateGraph(Vertex size) : arcs_(size) {}

  [[nodiscard]] Vertex size() const { return arcs_.size(); }
  /// Appends vertices without edges.
  void enlarge(Vertex count) { arcs_.resize(size() + count); }
  [[nodiscard]] std::span<const Arc> from(Vertex v) const { return arcs_[v]; }

  /// The doubled weight of the edge ij, which is there. O(the smaller degree).
  [[nodiscard]] Weight weight_2x(Vertex i, Vertex j) const { return find(i, j)->weight_2x; }

  /// The edge ij as an arc of one of its ends, or null. O(the smaller degree).
  [[nodiscard]] const Arc* find(Vertex i, Vertex j) const {
    if (arcs_[j].size() < arcs_[i].size()) std::swap(i, j);
    const auto found = std::ranges::find(arcs_[i], j, &Arc::to);
    return found == arcs_[i].end() ? nullptr : &*found;
  }

  /// Twice the number of edges. O(n).
  [[nodiscard]] std::int64_t count_arcs() const {
    std::int64_t count = 0;
    for (const std::vector<Arc>& arcs : arcs_) count += std::ssize(arcs);
    return count;
  }

  /// Adds the edge ij unless it is there. O(degree of i).
  ///
  /// Throws std::domain_error if it is there with another weight. Otherwise the solver would for
  /// ever repair the edge under one weight and find it violated under the other.
  void add(Vertex i, Vertex j, Weight weight_2x) {
    const auto& arcs = arcs_[i];
    const auto known = std::ranges::find(arcs, j, &Arc::to);
    if (known == arcs.end()) return append(i, j, weight_2x);
    if (known->weight_2x == weight_2x) return;
    refuse_asymmetry(i, j, std::to_string(known->weight_2x / 2), std::to_string(weight_2x / 2));
  }

  /// Makes room for so many more edges of v: to add them takes no memory then.
  void make_room(Vertex v, std::size_t count) { make_room(arcs_[v], count); }

  /// Gives the edge ij a weight, whether it is there or not. O(degrees).
  void set(Vertex i, Vertex j, Weight weight_2x) {
    if (find(i, j) == nullptr) return append(i, j, weight_2x);
    std::ranges::find(arcs_[i], j, &Arc::to)->weight_2x = weight_2x;
    std::ranges::find(arcs_[j], i, &Arc::to)->weight_2x = weight_2x;
  }

  /// Removes the edge ij if it is there. O(degrees).
  void remove(Vertex i, Vertex j) {
    std::erase_if(arcs_[i], [j](const Arc& arc) { return arc.to == j; });
    std::erase_if(arcs_[j], [i](const Arc& arc) { return arc.to == i; });
  }

  /// Removes all edges of v.
  void clear(Vertex v) {
    for (const Arc& arc : arcs_[v]) {
      std::erase_if(arcs_[arc.to], [v](const Arc& back) { return back.to == v; });
    }
    arcs_[v].clear();
  }

  /// Asks for room for so many edges of each vertex.
  void reserve(const PerVertex<std::int32_t>& degrees) {
    for (Vertex v = 0; v < size(); ++v) arcs_[v].reserve(static_cast<std::size_t>(degrees[v]));
  }

  /// Sorts the edges of each vertex, those to the last vertices first, and keeps the heaviest of
  /// those that lead to the same vertex.
  void merge_parallel() {
    for (std::vector<Arc>& arcs : arcs_) {
      std::ranges::sort(arcs, [](const Arc& a, const Arc& b) {
        return a.to != b.to ? a.to > b.to : a.weight_2x > b.weight_2x;
      });
      const auto rest = std::ranges::unique(arcs, {}, [](const Arc& arc) { return arc.to; });
      arcs.erase(rest.begin(), rest.end());
    }
  }

  /// Adds the edge ij, which is not there.
  void append(Vertex i, Vertex j, Weight weight_2x) {
    append(arcs_[i], {j, weight_2x});
    append(arcs_[j], {i, weight_2x});
  }

 private:
  static void append(std::vector<Arc>& arcs, Arc arc) {
    make_room(arcs, 1);
    arcs.push_back(arc);
  }

  /// Lets the memory grow by less than push_back alone would.
  static void make_room(std::vector<Arc>& arcs, std::size_t count) {
    if (arcs.size() + count <= arcs.capacity()) return;
    arcs.reserve(arcs.size() + std::max({count, std::size_t{2}, arcs.size() / 16}));
  }

  PerVertex<std::vector<Arc>> arcs_;
};

}  // namespace fastpair
