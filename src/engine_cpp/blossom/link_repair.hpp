// Repairs of a blossom one of whose links has changed: the blossom stays, and those around it.
//
// Without the link, the cycle is two ways to the child that holds the base. If the duals in the
// children at an odd distance from it rise, and that of the blossom falls by the same amount, the
// other links stay tight. So do the edges in a child, if its own dual falls by this amount where
// the duals rise, and rises by it elsewhere. The slack of the link falls if it is unmatched, and
// rises if it is matched. No edge that leads out of the blossom is violated, and the base keeps its
// dual, so that no vertex has to be freed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/forest.hpp"
#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "fastpair/integers.hpp"

namespace fastpair {

/// Of a graph whose edges are all candidates.
template <class Value>
class LinkRepair {
 public:
  LinkRepair(BlossomForest<Value>& forest, const CandidateGraph& candidates)
      : forest_(forest), candidates_(candidates) {}

  /// Makes the link ij of a blossom tight again, or puts another edge between the same children in
  /// its place. Returns false, and changes nothing, if ij is no link, or if that is not enough.
  /// Takes O(vertices and arcs in the blossom, and children of those around it).
  bool run(Vertex i, Vertex j) {
    risen_ = 0;
    if (!find(i, j)) return false;
    const bool matched = link_ % 2 == 1;
    const Arc* edge = candidates_.find(i, j);
    const Value slack =
        edge == nullptr ? Limits<Value>::kNever : forest_.slack_2x(i, j, edge->weight_2x);
    if (slack < 0) return matched && raise(-slack);
    const auto [least, link] = closest();
    if (least != 0 && (matched || !raise(least))) return false;
    forest_.replace_link(blossom_, link_, link);
    return true;
  }

  /// What the last run has raised duals by.
  [[nodiscard]] Value risen() const { return risen_; }

 private:
  /// Finds the blossom of the link ij and its place there.
  bool find(Vertex i, Vertex j) {
    blossom_ = forest_.innermost(i, j);
    if (blossom_ == kNone) return false;
    link_ = forest_.link_between(blossom_, i, j);
    if (link_ == forest_.links(blossom_).size()) return false;
    shared_ = forest_.shared_2x(i, j);
    return true;
  }

  [[nodiscard]] Node child(std::size_t k) const {
    const std::vector<Node>& children = forest_.children(blossom_);
    return children[k % children.size()];
  }

  /// The slack of an edge between two children.
  [[nodiscard]] Value slack_2x(Vertex v, const Arc& arc) const {
    return forest_.dual_2x(v) + forest_.dual_2x(arc.to) + shared_ - arc.weight_2x;
  }

  [[nodiscard]] bool is_in(Vertex v, Node node) const {
    Node b = node_of(v);
    while (b != node && b != kNone) b = forest_.parent(b);
    return b == node;
  }

  /// The least slack of an edge between the children of the link, and the edge.
  [[nodiscard]] std::pair<Value, Link> closest() const {
    Node from = child(link_);
    Node to = child(link_ + 1);
    const bool forth = forest_.count(from) <= forest_.count(to);
    if (!forth) std::swap(from, to);
    std::pair<Value, Link> least{Limits<Value>::kNever, {kNobody, kNobody}};
    forest_.for_each_vertex(from, [&](Vertex v) {
      for (const Arc& arc : candidates_.from(v)) {
        if (forest_.surface(arc.to) != forest_.surface(v)) continue;
        const Value slack = slack_2x(v, arc);
        if (slack >= least.first || !is_in(arc.to, to)) continue;
        least = {slack, forth ? Link{v, arc.to} : Link{arc.to, v}};
      }
    });
    return least;
  }

  /// Whether the duals in child k rise: its distance from the base is odd.
  [[nodiscard]] bool is_rising(std::size_t k) const { return (k <= link_) == (k % 2 == 1); }

  /// Raises duals by an amount, unless another dual would become negative or an edge violated.
  bool raise(Value amount) {
    const std::size_t count = forest_.children(blossom_).size();
    if (amount < 0 || forest_.blossom_dual_2x(blossom_) < amount) return false;
    for (std::size_t k = 0; k < count; ++k) {
      const Node b = child(k);
      const bool falls = is_rising(k) && forest_.is_blossom(b);
      if (falls && forest_.blossom_dual_2x(b) < amount) return false;
    }
    mark();
    const bool allowed = leaves_slack(amount) && leaves_outer_links();
    for_each_vertex([this](Vertex v, std::size_t) { places_[v] = kApart; });
    if (!allowed) return false;
    risen_ = amount;
    forest_.blossom_dual_2x(blossom_) -= amount;
    for (std::size_t k = 0; k < count; ++k) {
      const Node b = child(k);
      if (forest_.is_blossom(b)) forest_.blossom_dual_2x(b) += is_rising(k) ? -amount : amount;
    }
    for_each_vertex([&](Vertex v, std::size_t k) {
      if (is_rising(k)) forest_.raise(v, amount);
    });
    return true;
  }

  /// Calls visit(v, k) for every vertex of child k of the blossom.
  template <class Visit>
  void for_each_vertex(Visit visit) const {
    for (std::size_t k = 0; k < forest_.children(blossom_).size(); ++k) {
      forest_.for_each_vertex(child(k), [&](Vertex v) { visit(v, k); });
    }
  }

  void mark() {
    if (places_.empty()) places_ = PerVertex<Vertex>(forest_.size(), kApart);
    for_each_vertex([this](Vertex v, std::size_t k) {
      places_[v] = is_rising(k) ? kRising : static_cast<Vertex>(k);
    });
  }

  /// Whether the edges between children that do not rise have so much slack.
  [[nodiscard]] bool leaves_slack(Value amount) const {
    bool enough = true;
    for_each_vertex([&](Vertex v, std::size_t k) {
      if (is_rising(k)) return;
      for (const Arc& arc : candidates_.from(v)) {
        const bool between = places_[arc.to] >= 0 && places_[arc.to] != places_[v];
        enough &= !between || slack_2x(v, arc) >= amount;
      }
    });
    return enough;
  }

  /// Whether no link of an outer blossom ends at a vertex whose dual rises.
  [[nodiscard]] bool leaves_outer_links() const {
    Node inner = blossom_;
    for (Node b = forest_.parent(inner); b != kNone; b = forest_.parent(b)) {
      const std::vector<Node>& children = forest_.children(b);
      const std::vector<Link>& links = forest_.links(b);
      const auto at =
          static_cast<std::size_t>(std::ranges::find(children, inner) - children.begin());
      const Vertex before = links[(at + links.size() - 1) % links.size()].to;
      if (places_[before] == kRising || places_[links[at].from] == kRising) return false;
      inner = b;
    }
    return true;
  }

  BlossomForest<Value>& forest_;
  const CandidateGraph& candidates_;
  Node blossom_ = kNone;
  /// The place of the link in the cycle.
  std::size_t link_ = 0;
  /// The duals of the blossoms that hold both ends.
  Value shared_ = 0;
  Value risen_ = 0;
  static constexpr Vertex kApart = -1;
  static constexpr Vertex kRising = -2;
  /// Of the vertices in the blossom the place of the child that holds them, or kRising, while that
  /// is needed; kApart for all others. Empty at first.
  PerVertex<Vertex> places_;
};

}  // namespace fastpair
