// The dual variables that make up the slack of the edges in a row: those of the vertices, and those
// of the blossoms that hold both ends.
#pragma once

#include <vector>

#include "blossom/forest.hpp"
#include "blossom/limits.hpp"
#include "fastpair/integers.hpp"
#include "rows/column_duals.hpp"

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

}  // namespace fastpair
