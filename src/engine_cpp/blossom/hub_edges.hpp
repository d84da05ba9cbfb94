// The edges of vertices with many neighbours, while trees grow at once.
//
// The first edge to a vertex outside is lost when the tree that it comes from ends, and then the
// next one is wanted. Where a vertex has few neighbours, all its edges are read for that. A hub
// keeps them in a heap, because many trees may end beside it.
//
// Most edges from a hub in a tree are due late, and the tree may end before. So they wait in a heap
// too, instead of being events, which would have to be served.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/forest.hpp"
#include "blossom/indexed.hpp"
#include "blossom/tree.hpp"
#include "fastpair/integers.hpp"

namespace fastpair {

/// A hash. Every number has one of its own.
inline std::uint32_t hashed(std::uint32_t number) { return number * std::uint32_t{0x9E3779B1}; }

/// Visits some arcs, from another one on each `time`. If a hub was always scanned in the order
/// of its arcs, its tree might end each time at the vertex beside which the next one begins that
/// takes the hub and scans it again.
inline void for_each_from(std::uint32_t time, std::span<const Arc> arcs, auto visit) {
  const auto first = static_cast<std::size_t>(std::uint64_t{hashed(time)} * arcs.size() >> 32);
  for (const Arc& arc : arcs.subspan(first)) visit(arc);
  for (const Arc& arc : arcs.first(first)) visit(arc);
}

/// An edge from an S-vertex to a vertex that is no S-vertex.
template <class Value>
struct TreeEdge {
  TreeEdge(const Tree<Value>& tree, Vertex s, Weight weight_2x)
      : base(tree.reach(s) - weight_2x), since(tree.since(s)), from(s) {}

  /// The time when the edge becomes tight, if the dual of the other end were 0.
  Value base;
  /// The time since which the S-vertex is one.
  Value since;
  Vertex from;

  /// The time when the edge becomes tight.
  [[nodiscard]] Value due(Value dual_2x) const { return base + dual_2x; }

  /// Of edges due at the same time the one from the oldest S-vertex is the first: what the end of a
  /// tree has set free goes to a tree that may last, and not to the next one in a chain of trees
  /// that end one after the other, each of which would walk more than the one before. Those of one
  /// age come in the order of a hash, because a chain often follows the numbers of its vertices.
  [[nodiscard]] std::pair<Value, std::uint32_t> rank() const {
    return {since, hashed(static_cast<std::uint32_t>(from))};
  }

  /// A later edge compares as less, because the standard heaps put the greatest element first.
  bool operator<(const TreeEdge& other) const {
    return std::pair(other.base, other.rank()) < std::pair(base, rank());
  }
};

/// An edge from an S-vertex to another vertex, and the time when it becomes tight or is looked at.
template <class Value>
struct WaitingArc {
  Value due;
  Arc arc;

  /// A later edge compares as less, as above.
  bool operator<(const WaitingArc& other) const {
    return other.due < due || (other.due == due && other.arc.to < arc.to);
  }
};

template <class Value>
class HubEdges {
 public:
  explicit HubEdges(const CandidateGraph& graph) : graph_(graph), hub_of_(graph.size(), kNoHub) {
    for (Vertex v = 0; v < graph.size(); ++v) {
      const std::size_t degree = graph.from(v).size();
      if (degree <= kFew) continue;
      hub_of_[v] = static_cast<std::int32_t>(hubs_.size());
      hubs_.push_back({.most = 2 * degree});
    }
  }

  [[nodiscard]] bool is_hub(Vertex v) const { return hub_of_[v] != kNoHub; }

  void forget(Vertex v) {
    if (!is_hub(v)) return;
    hub(v).edges.clear();
    hub(v).has_all = false;
  }

  /// Adds an edge to v, if v is a hub whose edges are known.
  void add(Vertex v, const TreeEdge<Value>& edge) {
    if (!is_hub(v) || !hub(v).has_all) return;
    if (hub(v).edges.size() == hub(v).most) return forget(v);
    std::vector<TreeEdge<Value>>& edges = hub(v).edges;
    edges.push_back(edge);
    std::push_heap(edges.begin(), edges.end());
  }

  /// The first edge from a tree to a vertex that is no S-vertex, if any.
  std::optional<TreeEdge<Value>> first_to(Vertex v, const Tree<Value>& tree,
                                          const BlossomForest<Value>& forest) {
    const auto is_s = [&](Vertex u) { return tree.label(forest.outer(u)) == Label::kS; };
    const auto for_each = [&](auto visit) {
      for (const Arc& arc : graph_.from(v)) {
        if (is_s(arc.to)) visit(TreeEdge<Value>(tree, arc.to, arc.weight_2x));
      }
    };
    std::optional<TreeEdge<Value>> first;
    if (!is_hub(v)) {
      for_each([&](const auto& edge) { first = std::max(first, std::optional(edge)); });
      return first;
    }
    std::vector<TreeEdge<Value>>& edges = hub(v).edges;
    if (!hub(v).has_all) {
      edges.clear();
      for_each([&](const auto& edge) { edges.push_back(edge); });
      std::make_heap(edges.begin(), edges.end());
      hub(v).has_all = true;
    }
    const auto holds = [&](const auto& edge) {
      return is_s(edge.from) && tree.since(edge.from) == edge.since;
    };
    while (!edges.empty() && !holds(edges.front())) {
      std::pop_heap(edges.begin(), edges.end());
      edges.pop_back();
    }
    return edges.empty() ? first : std::optional(edges.front());
  }

  /// Says which edges of a hub wait until they are due, now that it is an S-vertex.
  void set_waiting(Vertex v, std::vector<WaitingArc<Value>> arcs) {
    std::make_heap(arcs.begin(), arcs.end());
    hub(v).waiting = std::move(arcs);
  }

  /// The first of them, or nullptr.
  const WaitingArc<Value>* next_waiting(Vertex v) const {
    return hub(v).waiting.empty() ? nullptr : &hub(v).waiting.front();
  }

  Arc take_waiting(Vertex v) {
    std::vector<WaitingArc<Value>>& waiting = hub(v).waiting;
    std::pop_heap(waiting.begin(), waiting.end());
    const Arc arc = waiting.back().arc;
    waiting.pop_back();
    return arc;
  }

 private:
  struct Hub {
    /// If there are more edges in the heap, most of them are none any more.
    std::size_t most;
    /// Whether all edges to the hub are in the heap. It may hold others that are none any more.
    bool has_all = false;
    std::vector<TreeEdge<Value>> edges = {};
    std::vector<WaitingArc<Value>> waiting = {};
  };

  /// So many edges are read faster than they are kept in a heap.
  static constexpr std::size_t kFew = 128;
  static constexpr std::int32_t kNoHub = -1;

  [[nodiscard]] Hub& hub(Vertex v) { return hubs_[static_cast<std::size_t>(hub_of_[v])]; }
  [[nodiscard]] const Hub& hub(Vertex v) const {
    return hubs_[static_cast<std::size_t>(hub_of_[v])];
  }

  const CandidateGraph& graph_;
  PerVertex<std::int32_t> hub_of_;
  std::vector<Hub> hubs_;
};

}  // namespace fastpair
