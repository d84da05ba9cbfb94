// Which of several trees ends, where a vertex can be matched with any of them at the same time.
//
// The smallest one does. What a tree has held is walked again by the trees beside it, so that a
// large one that ends again and again would make a long way of a short one.
#pragma once

#include <span>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/forest.hpp"
#include "blossom/indexed.hpp"
#include "blossom/tree.hpp"

namespace fastpair {

/// Of some S-vertices one whose tree has the fewest nodes, leaving out the tree of the node
/// `apart`; kNobody if there is none. The trees are walked side by side, so that it takes no longer
/// for each vertex than to take the smallest tree apart.
template <class Value>
Vertex in_smallest_tree(const Tree<Value>& tree, const BlossomForest<Value>& forest,
                        const std::vector<Vertex>& vertices, Node apart) {
  struct Walk {
    Vertex from;
    Node start;
    Node at;
  };
  std::vector<Walk> walks;
  for (const Vertex v : vertices) walks.push_back({v, forest.outer(v), forest.outer(v)});
  while (!walks.empty()) {
    std::erase_if(walks, [&](const Walk& walk) { return walk.at == apart; });
    for (Walk& walk : walks) {
      walk.at = tree.next_node(walk.at);
      if (walk.at == walk.start) return walk.from;
    }
  }
  return kNobody;
}

/// Of the S-vertices of other trees with a tight edge to v, one whose tree has the fewest nodes: if
/// no tree has fewer, `preferred`, which is one of them. So vertices are matched along the edges
/// that have become tight first. All edges of v are read. That takes no longer than when v has last
/// been an S-vertex.
template <class Value>
Vertex smallest_partner(const Tree<Value>& tree, const BlossomForest<Value>& forest, Vertex v,
                        Vertex preferred, std::span<const Arc> arcs) {
  const auto is_s = [&](Vertex u) { return tree.label(forest.outer(u)) == Label::kS; };
  const auto dual_2x = [&](Vertex u) {
    return is_s(u) ? tree.reach(u) - tree.now : forest.dual_2x[u];
  };
  std::vector<Vertex> partners{preferred};
  for (const Arc& arc : arcs) {
    const bool tight = is_s(arc.to) && dual_2x(v) + dual_2x(arc.to) == arc.weight_2x;
    if (tight) partners.push_back(arc.to);
  }
  return in_smallest_tree(tree, forest, partners, forest.outer(v));
}

}  // namespace fastpair
