// The sparse graph that the solver works on: the edges found so far that may be matched.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
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
  explicit CandidateGraph(Vertex size) : lists_(size) {}

  [[nodiscard]] Vertex size() const { return lists_.size(); }
  /// Appends vertices without edges.
  void enlarge(Vertex count) { lists_.resize(size() + count); }
  /// Valid until an edge is added, at whatever vertices.
  [[nodiscard]] std::span<const Arc> from(Vertex v) const {
    return {arcs_.data() + lists_[v].begin, lists_[v].count};
  }

  /// The doubled weight of the edge ij, which is there. Takes as long as find().
  [[nodiscard]] Weight weight_2x(Vertex i, Vertex j) const { return find(i, j)->weight_2x; }

  /// The edge ij as an arc of the end with fewer edges, or null. O(log degree) for an edge that was
  /// there when parallel edges were merged, O(degree) for others.
  [[nodiscard]] const Arc* find(Vertex i, Vertex j) const {
    return from(j).size() < from(i).size() ? arc_in(from(j), i) : arc_in(from(i), j);
  }

  /// Twice the number of edges.
  [[nodiscard]] std::int64_t count_arcs() const { return count_; }

  /// Adds the edge ij unless it is there. O(degree of i).
  ///
  /// Throws std::domain_error if it is there with another weight. Otherwise the solver would for
  /// ever repair the edge under one weight and find it violated under the other.
  void add(Vertex i, Vertex j, Weight weight_2x) {
    const auto known = std::ranges::find(from(i), j, &Arc::to);
    if (known == from(i).end()) return append(i, j, weight_2x);
    if (known->weight_2x == weight_2x) return;
    refuse_asymmetry(i, j, std::to_string(known->weight_2x / 2), std::to_string(weight_2x / 2));
  }

  /// Makes room for so many more edges of v: to add them takes no memory then.
  void make_room(Vertex v, std::size_t count) {
    List& list = lists_[v];
    if (list.count + count <= list.capacity) return;
    // A list that has outgrown its place goes on at the end.
    const std::size_t capacity = list.count + std::max({count, std::size_t{2}, list.count / 2UL});
    const std::size_t begin = arcs_.size();
    arcs_.resize(begin + capacity);
    std::ranges::copy(from(v), arcs_.begin() + static_cast<std::ptrdiff_t>(begin));
    list = {begin, list.count, static_cast<std::uint32_t>(capacity)};
  }

  /// Gives the edge ij a weight, whether it is there or not. Returns the one that it had. Takes as
  /// long as find() for both ends.
  std::optional<Weight> set(Vertex i, Vertex j, Weight weight_2x) {
    if (from(j).size() < from(i).size()) std::swap(i, j);
    Arc* arc = arc_in(arcs_of(i), j);
    if (arc == nullptr) {
      append(i, j, weight_2x);
      return std::nullopt;
    }
    const Weight before_2x = arc->weight_2x;
    arc->weight_2x = weight_2x;
    if (before_2x != weight_2x) arc_in(arcs_of(j), i)->weight_2x = weight_2x;
    return before_2x;
  }

  /// Removes the edge ij if it is there. O(degrees).
  void remove(Vertex i, Vertex j) {
    remove_arc(i, j);
    remove_arc(j, i);
  }

  /// Removes all edges of v.
  void clear(Vertex v) {
    for (const Arc& arc : from(v)) remove_arc(arc.to, v);
    count_ -= lists_[v].count;
    lists_[v].count = 0;
  }

  /// Makes room for so many edges of each vertex, none of which has any.
  void reserve(const PerVertex<std::int32_t>& degrees) {
    std::size_t end = 0;
    for (Vertex v = 0; v < size(); ++v) {
      lists_[v] = {end, 0, static_cast<std::uint32_t>(degrees[v])};
      end += lists_[v].capacity;
    }
    arcs_.resize(end);
  }

  /// Sorts the edges of each vertex, those to the last vertices first, and keeps the heaviest of
  /// those that lead to the same vertex.
  void merge_parallel() {
    const auto in_order = [](const Arc& a, const Arc& b) { return a.to > b.to; };
    for (Vertex v = 0; v < size(); ++v) {
      const std::span<Arc> arcs = arcs_of(v);
      if (std::ranges::adjacent_find(arcs, std::not_fn(in_order)) == arcs.end()) continue;
      std::ranges::sort(arcs, [](const Arc& a, const Arc& b) {
        return a.to != b.to ? a.to > b.to : a.weight_2x > b.weight_2x;
      });
      const auto rest = std::ranges::unique(arcs, {}, [](const Arc& arc) { return arc.to; });
      drop(v, rest.size());
    }
  }

  /// Makes all pairs edges of a graph without any, in the order of merge_parallel. The weights are
  /// those of the pairs 01, 02, ..., 12, ...
  void join_all(std::span<const Weight> weights) {
    const std::size_t n = index_of(size());
    arcs_.resize(n * (n - 1));
    count_ = std::ssize(arcs_);
    std::size_t end = 0;
    for (std::size_t v = 0; v < n; ++v) {
      const std::size_t begin = end;
      const auto put = [&](std::size_t u, std::size_t place) {
        arcs_[end++] = {static_cast<Vertex>(u), 2 * weights[place]};
      };
      const std::size_t row = v * (2 * n - v - 1) / 2;
      for (std::size_t u = n; --u > v;) put(u, row + u - v - 1);
      std::size_t place = row - 1;
      for (std::size_t u = v; u-- > 0;) put(u, place -= n - 2 - u);
      lists_[static_cast<Vertex>(v)] = {begin, static_cast<std::uint32_t>(n - 1),
                                        static_cast<std::uint32_t>(n - 1)};
    }
  }

  /// Adds the edge ij, which is not there.
  void append(Vertex i, Vertex j, Weight weight_2x) {
    append(i, {j, weight_2x});
    append(j, {i, weight_2x});
  }

  /// Adds one direction of such an edge; the caller adds the other.
  void append(Vertex v, Arc arc) {
    make_room(v, 1);
    List& list = lists_[v];
    arcs_[list.begin + list.count++] = arc;
    ++count_;
  }

 private:
  /// The edges of a vertex: a part of all arcs, with room for more.
  struct List {
    std::size_t begin = 0;
    std::uint32_t count = 0;
    std::uint32_t capacity = 0;
  };

  /// The arc to v, or null. Lists are in order at first, see merge_parallel. Where one no longer
  /// is, the search by halves may miss the arc, but never takes another one for it.
  template <class EachArc>
  static EachArc* arc_in(std::span<EachArc> arcs, Vertex v) {
    if (arcs.size() > kShortList) {
      const auto place = std::ranges::lower_bound(arcs, v, std::greater{}, &Arc::to);
      if (place != arcs.end() && place->to == v) return &*place;
    }
    const auto found = std::ranges::find(arcs, v, &Arc::to);
    return found == arcs.end() ? nullptr : &*found;
  }
  /// Shorter lists are looked through from the first arc on.
  static constexpr std::size_t kShortList = 16;

  std::span<Arc> arcs_of(Vertex v) { return {arcs_.data() + lists_[v].begin, lists_[v].count}; }

  void remove_arc(Vertex i, Vertex j) {
    drop(i, std::ranges::remove(arcs_of(i), j, &Arc::to).size());
  }

  /// Drops the last arcs of a vertex.
  void drop(Vertex v, std::size_t count) {
    lists_[v].count -= static_cast<std::uint32_t>(count);
    count_ -= static_cast<std::int64_t>(count);
  }

  PerVertex<List> lists_;
  std::vector<Arc> arcs_;
  std::int64_t count_ = 0;
};

}  // namespace fastpair
