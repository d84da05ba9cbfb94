// Which of several trees ends, where a node can be matched with any of them at the same time.
//
// The smallest one does. What a tree has held is walked again by the trees beside it, so that a
// large one that ends again and again would make a long way of a short one.
#pragma once

#include <algorithm>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/cycle.hpp"
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

/// Of the tight edges from the node b to S-vertices of other trees one whose tree has the fewest
/// nodes: if no tree has fewer, `preferred`, which is one of them. So vertices are matched along
/// the edges that have become tight first. All edges of b are read. That takes no longer than when
/// its vertices have last been S-vertices.
template <class Value>
Link smallest_partner(const Tree<Value>& tree, const BlossomForest<Value>& forest, Node b,
                      Link preferred, const CandidateGraph& candidates) {
  const auto is_s = [&](Vertex u) { return tree.label(forest.outer(u)) == Label::kS; };
  const auto dual_2x = [&](Vertex u) {
    return is_s(u) ? tree.reach(u) - tree.now : forest.dual_2x[u];
  };
  std::vector<Link> links{preferred};
  std::vector<Vertex> partners{preferred.to};
  forest.for_each_vertex(b, [&](Vertex v) {
    for (const auto& [to, weight_2x] : candidates.from(v)) {
      if (!is_s(to) || dual_2x(v) + dual_2x(to) != weight_2x) continue;
      links.push_back({v, to});
      partners.push_back(to);
    }
  });
  const Vertex partner = in_smallest_tree(tree, forest, partners, b);
  return *std::ranges::find(links, partner, &Link::to);
}

}  // namespace fastpair
