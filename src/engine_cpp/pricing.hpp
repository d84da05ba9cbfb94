// The duals that count for the edges of a row: those of the vertices, and those of the blossoms
// that hold both ends.
#pragma once

#include <cstddef>
#include <vector>

#include "blossoms.hpp"
#include "fastpair/integers.hpp"
#include "keys.hpp"

namespace fastpair {

/// While a row is visited, its edge ij costs dual_2x[i] - 2 w(i, j) and, of the two keys of j, one
/// is closed and the other counts: outside[j], or inside[j] + shift.
///
/// Blossoms may be nested thousands deep, nearly all vertices of each in one child. So the walk
/// goes down along the largest children: what the members of the blossom have in common is the
/// shift, and a vertex is moved outside when the walk leaves it behind. Within the other children,
/// the duals of blossoms are added to the keys and taken off again.
template <class Value>
class PricingKeys {
 public:
  PricingKeys(const Blossoms<Value>& blossoms, Value closed)
      : outside(blossoms.dual_2x),
        inside(std::vector<Value>(blossoms.dual_2x.size(), closed)),
        b_(blossoms),
        closed_(closed) {}

  Keys<Value> outside;
  Keys<Value> inside;
  Value shift = 0;

  /// Calls visit(v) for all vertices.
  template <class Visit>
  void walk(Visit visit) {
    for (Vertex v = 0; v < b_.size(); ++v) {
      if (b_.base(b_.outer(v)) == v) walk_down(b_.outer(v), visit);
    }
  }

 private:
  template <class Visit>
  void walk_down(Node outermost, Visit visit) {
    b_.for_each_vertex(outermost, [&](Vertex v) { move_inside(v); });
    Node node = outermost;
    while (b_.is_blossom(node)) {
      shift += b_.blossom_dual_2x(node);
      const Node largest = b_.largest_child(node);
      for (const Node child : b_.children(node)) {
        if (child != largest) walk_within(child, visit);
      }
      for (const Node child : b_.children(node)) {
        if (child != largest) b_.for_each_vertex(child, [&](Vertex v) { move_outside(v); });
      }
      node = largest;
    }
    visit(node);
    move_outside(node);
    shift = 0;
    b_.for_each_vertex(outermost, [&](Vertex v) { move_outside(v); });
  }

  template <class Visit>
  void walk_within(Node child, Visit visit) {
    b_.walk(child, [&](Node b) { lend(b, 1); }, visit, [&](Node b) { lend(b, -1); });
  }

  void lend(Node b, int sign) {
    const Value amount = sign * b_.blossom_dual_2x(b);
    b_.for_each_vertex(b, [&](Vertex v) { inside.set(v, inside[v] + amount); });
  }

  void move_inside(Vertex v) {
    inside.set(v, dual(v));
    outside.set(v, closed_);
  }

  void move_outside(Vertex v) {
    inside.set(v, closed_);
    outside.set(v, dual(v) + shift);
  }

  [[nodiscard]] Value dual(Vertex v) const { return b_.dual_2x[static_cast<std::size_t>(v)]; }

  const Blossoms<Value>& b_;
  const Value closed_;
};

}  // namespace fastpair
