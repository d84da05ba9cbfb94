// Forests of randomly nested blossoms.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "blossom/forest.hpp"

namespace fastpair::check {

using Forest = BlossomForest<std::int64_t>;

inline std::vector<Vertex> members(const Forest& forest, Node b) {
  std::vector<Vertex> result;
  forest.for_each_vertex(b, [&](Vertex v) { result.push_back(v); });
  return result;
}

/// Shrinks a cycle of surface nodes, none of which is matched. The ends of every link are chosen
/// at random, and every second link is matched.
inline Node shrink(Forest& forest, const std::vector<Node>& children, std::mt19937_64& random) {
  const auto any = [&](Node b) {
    const std::vector<Vertex> in = members(forest, b);
    return in[random() % in.size()];
  };
  std::vector<Link> links;
  for (std::size_t k = 0; k < children.size(); ++k) {
    const Node next = children[(k + 1) % children.size()];
    const Link link{any(children[k]), any(next)};
    links.push_back(link);
    if (k % 2 == 0) continue;
    forest.rotate(children[k], link.from, link.to);
    forest.rotate(next, link.to, link.from);
  }
  return forest.shrink(children, links);
}

/// Some of the surface nodes as a cycle, or no node if there are fewer than three.
inline std::vector<Node> random_cycle(const Forest& forest, std::mt19937_64& random) {
  std::vector<Node> nodes;
  for (Vertex v = 0; v < forest.size(); ++v) {
    if (forest.base(forest.surface(v)) == v) nodes.push_back(forest.surface(v));
  }
  if (nodes.size() < 3) return {};
  std::ranges::shuffle(nodes, random);
  const std::size_t most = (nodes.size() - 1) / 2;
  nodes.resize(3 + 2 * (random() % std::min<std::size_t>(most, 3)));
  return nodes;
}

/// A forest with randomly nested blossoms, in which all matched edges lie inside blossoms.
inline Forest random_forest(std::mt19937_64& random) {
  Forest forest(static_cast<Vertex>(1 + random() % 25));
  for (int k = static_cast<int>(random() % 6); k > 0; --k) {
    const std::vector<Node> cycle = random_cycle(forest, random);
    if (cycle.empty()) break;
    forest.blossom_dual_2x(shrink(forest, cycle, random)) =
        static_cast<std::int64_t>(2 * (random() % 4));
  }
  return forest;
}

}  // namespace fastpair::check
