// The dual variables that make up the slack of the edges in a row: those of the vertices, and those
// of the blossoms that hold both ends.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/column_duals.hpp"
#include "blossom/forest.hpp"
#include "blossom/indexed.hpp"
#include "blossom/invariants.hpp"
#include "blossom/limits.hpp"
#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"
#include "rows/vectors.hpp"

namespace fastpair {

/// While the row of i is visited, the slack of an edge ij is dual_2x[i] - 2 w(i, j) plus outside[j]
/// or plus inside[j] + shift. Which of the two it is depends on j; the other one of outside[j] and
/// inside[j] is closed, which means so large that it makes no edge look violated.
///
/// Blossoms may be nested thousands deep, nearly all vertices of each in one child. So the walk
/// goes down along the largest children. The shift is the sum of the duals of the blossoms that the
/// walk is in: all vertices inside have it in common. When the walk goes down into the largest
/// child, the vertices of the other children are moved outside. Within one of the other children,
/// the dual of a blossom is added to `inside` for its vertices when the walk enters it, and taken
/// off again when the walk leaves it.
template <class Value>
class PricingDuals {
 public:
  /// `duals` are those of the vertices, and `rows` the vertices whose rows are visited.
  PricingDuals(const BlossomForest<Value>& forest, const PerVertex<Value>& duals,
               const std::vector<Vertex>& rows)
      : outside(duals),
        inside(PerVertex<Value>(duals.size(), Limits<Value>::kClosed)),
        forest_(forest),
        duals_(duals),
        wanted_(duals.size(), false) {
    for (const Vertex v : rows) wanted_[v] = true;
  }

  ColumnDuals<Value> outside;
  ColumnDuals<Value> inside;
  Value shift = 0;

  /// Calls visit(v) for each of the rows, while the duals stand as the row of v needs them.
  template <class Visit>
  void walk(Visit visit) {
    for (Vertex v = 0; v < forest_.size(); ++v) {
      const Node surface = forest_.surface(v);
      if (forest_.first(surface) != v) continue;
      bool wanted = false;
      forest_.for_each_vertex(surface, [&](Vertex u) { wanted |= wanted_[u]; });
      if (!wanted) continue;
      walk_down(surface, [&](Vertex u) {
        if (wanted_[u]) visit(u);
      });
    }
  }

  /// Calls price(duals, below) for `outside` and for `inside` as far as they count for the row of
  /// v: an edge is violated if its partial slack is less than `below`.
  template <class Price>
  void for_each_list(Vertex v, Price price) {
    const Value below = -forest_.dual_2x(v);
    price(outside, below);
    if (forest_.is_in_blossom(v)) price(inside, below - shift);
  }

 private:
  template <class Visit>
  void walk_down(Node surface, Visit visit) {
    forest_.for_each_vertex(surface, [&](Vertex v) { move_inside(v); });
    Node node = surface;
    while (forest_.is_blossom(node)) {
      shift += forest_.blossom_dual_2x(node);
      const Node largest = forest_.largest_child(node);
      for (const Node child : forest_.children(node)) {
        if (child == largest) continue;
        forest_.walk(child, [&](Node b) { lend(b, 1); }, visit, [&](Node b) { lend(b, -1); });
      }
      for (const Node child : forest_.children(node)) {
        if (child != largest) forest_.for_each_vertex(child, [&](Vertex v) { move_outside(v); });
      }
      node = largest;
    }
    const Vertex innermost = forest_.base(node);
    visit(innermost);
    move_outside(innermost);
    shift = 0;
    forest_.for_each_vertex(surface, [&](Vertex v) { move_outside(v); });
  }

  void lend(Node b, int sign) {
    const Value amount = sign * forest_.blossom_dual_2x(b);
    forest_.for_each_vertex(b, [&](Vertex v) { inside.set(v, inside[v] + amount); });
  }

  void move_inside(Vertex v) {
    inside.set(v, duals_[v]);
    outside.close(v);
  }

  void move_outside(Vertex v) {
    inside.close(v);
    outside.set(v, duals_[v] + shift);
  }

  const BlossomForest<Value>& forest_;
  const PerVertex<Value>& duals_;
  PerVertex<bool> wanted_;
};

/// The least slack among the edges of a row that are no candidates, by a pass over the whole row.
///
/// Bounds on the weights in blocks would spare little here, because most rows have a candidate in
/// most of their blocks. To read a whole row is several times as fast as to choose blocks.
template <class Value>
class RowSlacks {
 public:
  explicit RowSlacks(const DenseGraph& graph)
      : graph_(graph), wanted_(static_cast<Vertex>(graph.size), 1) {}

  /// From now on, the row is that of v, without the edges that are candidates.
  void turn_to(Vertex v, std::span<const Arc> candidates) {
    row_ = graph_.weights + v * graph_.size;
    if (graph_.allowed == nullptr) {
      wanted_.fill(1);
    } else {
      std::copy_n(graph_.allowed + v * graph_.size, graph_.size, wanted_.begin());
    }
    wanted_[v] = 0;
    for (const Arc& arc : candidates) wanted_[arc.to] = 0;
  }

  /// Stands for the least partial slack where there is no edge, or none below it. No dual is so low
  /// that the slack is negative then; see limits.hpp.
  static constexpr Value kFar = 2 * Limits<Value>::kTime;

  /// For each of two lists of duals the least partial slack, or kFar if that is less.
  [[nodiscard]] std::array<Value, 2> least(const std::array<const Value*, 2>& duals) const {
    std::array<Value, 2> least{kFar, kFar};
    if constexpr (std::is_same_v<Value, std::int64_t>) {
      const auto found = least_partial_slacks(row_, wanted_.data(), duals, size());
      for (std::size_t k = 0; k < 2; ++k) least[k] = std::min(least[k], found[k]);
    } else {
      for (Vertex j = 0; j < size(); ++j) {
        if (wanted_[j] == 0) continue;
        for (std::size_t k = 0; k < 2; ++k)
          least[k] = std::min(least[k], partial_slack(duals[k], j));
      }
    }
    return least;
  }

  /// The first vertex j to which the partial slack is this one, of an edge.
  [[nodiscard]] Vertex find(const Value* duals, Value wanted) const {
    for (Vertex j = 0; j < size(); ++j) {
      if (wanted_[j] != 0 && partial_slack(duals, j) == wanted) return j;
    }
    throw BrokenInvariant("broken invariant: the least partial slack is that of an edge");
  }

 private:
  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(graph_.size); }
  [[nodiscard]] Value partial_slack(const Value* duals, Vertex j) const {
    return duals[j] - 2 * Value{row_[j]};
  }

  DenseGraph graph_;
  const Weight* row_ = nullptr;
  PerVertex<std::uint8_t> wanted_;
};

}  // namespace fastpair
