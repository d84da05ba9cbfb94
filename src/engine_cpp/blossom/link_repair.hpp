// Repairs of a small blossom one of whose links has another weight: the blossom stays, and those
// around it.
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
#include "fastpair/integers.hpp"

namespace fastpair {

/// Of a graph whose edges are all candidates.
template <class Value>
class LinkRepair {
 public:
  LinkRepair(BlossomForest<Value>& forest, const CandidateGraph& candidates)
      : forest_(forest), candidates_(candidates) {}

  /// Makes the edge ij of some slack tight again. Returns false, and changes nothing, if it is no
  /// link of a small blossom, or if another dual would become negative or an edge violated.
  bool run(Vertex i, Vertex j, Value slack) {
    const Node b = forest_.innermost(i, j);
    if (b == kNone || forest_.count(b) > kMost) return false;
    const std::vector<Node>& children = forest_.children(b);
    const std::size_t link = forest_.link_between(b, i, j);
    const Value amount = link % 2 == 1 ? -slack : slack;
    if (link == children.size() || amount < 0 || forest_.blossom_dual_2x(b) < amount) return false;
    rising_.clear();
    resting_.clear();
    const auto rises = [&](std::size_t k) { return (k <= link) == (k % 2 == 1); };
    for (std::size_t k = 0; k < children.size(); ++k) {
      const Node child = children[k];
      const bool falls = rises(k) && forest_.is_blossom(child);
      if (falls && forest_.blossom_dual_2x(child) < amount) return false;
      std::vector<Vertex>& vertices = rises(k) ? rising_ : resting_;
      forest_.for_each_vertex(child, [&](Vertex v) { vertices.push_back(v); });
    }
    if (!leaves_slack(b, amount - forest_.shared_2x(i, j)) || !leaves_outer_links(b)) return false;
    forest_.blossom_dual_2x(b) -= amount;
    for (std::size_t k = 0; k < children.size(); ++k) {
      if (!forest_.is_blossom(children[k])) continue;
      forest_.blossom_dual_2x(children[k]) += rises(k) ? -amount : amount;
    }
    for (const Vertex v : rising_) forest_.raise(v, amount);
    return true;
  }

 private:
  /// Larger blossoms, with more to look at, are rather taken apart.
  static constexpr Vertex kMost = 64;

  [[nodiscard]] bool is_rising(Vertex v) const {
    return std::ranges::find(rising_, v) != rising_.end();
  }

  /// The child of b that holds v, or kNone.
  [[nodiscard]] Node child_with(Node b, Vertex v) const {
    Node child = node_of(v);
    while (child != kNone && forest_.parent(child) != b) child = forest_.parent(child);
    return child;
  }

  /// Whether edges between children that do not rise keep at least a sum of duals less weight.
  [[nodiscard]] bool leaves_slack(Node b, Value least) const {
    return std::ranges::all_of(resting_, [&](Vertex v) {
      return std::ranges::all_of(candidates_.from(v), [&](const Arc& arc) {
        if (forest_.dual_2x(v) + forest_.dual_2x(arc.to) - arc.weight_2x >= least) return true;
        const Node child = child_with(b, arc.to);
        return child == kNone || child == child_with(b, v) || is_rising(arc.to);
      });
    });
  }

  /// Whether no link of an outer blossom ends at a vertex whose dual rises.
  [[nodiscard]] bool leaves_outer_links(Node inner) const {
    for (Node b = forest_.parent(inner); b != kNone; inner = std::exchange(b, forest_.parent(b))) {
      const std::vector<Node>& children = forest_.children(b);
      const std::vector<Link>& links = forest_.links(b);
      const auto at =
          static_cast<std::size_t>(std::ranges::find(children, inner) - children.begin());
      const Vertex before = links[(at + links.size() - 1) % links.size()].to;
      if (is_rising(before) || is_rising(links[at].from)) return false;
    }
    return true;
  }

  BlossomForest<Value>& forest_;
  const CandidateGraph& candidates_;
  /// The vertices in children at an odd distance from the base, and the others.
  std::vector<Vertex> rising_;
  std::vector<Vertex> resting_;
};

}  // namespace fastpair
