// The odd cycle that a blossom is made of, and the way around it that ends in the base.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "blossom/indexed.hpp"
#include "fastpair/integers.hpp"

namespace fastpair {

/// An edge between two consecutive children of a blossom: `from` in the first, `to` in the next.
struct Link {
  Vertex from;
  Vertex to;
};

/// links[k] leads from children[k] to the next child, and the last link back to the first child.
/// The child kBase holds the base. The links of odd number are matched, so that every child but
/// kBase has a matched link.
struct Cycle {
  static constexpr std::size_t kBase = 0;

  std::vector<Node> children;
  std::vector<Link> links;
};

/// Of the two ways around a cycle from a child to the base, the one with an even number of links.
/// It begins with a matched link, and its links are matched and unmatched in turn.
class EvenWay {
 public:
  EvenWay(const Cycle& cycle, Node start)
      : cycle_(cycle),
        start_(static_cast<std::size_t>(std::ranges::find(cycle.children, start) -
                                        cycle.children.begin())),
        forward_(start_ % 2 == 1) {}

  /// The number of the child where the way begins.
  [[nodiscard]] std::size_t start() const { return start_; }

  /// The number of the child that follows child k in the direction of the way.
  [[nodiscard]] std::size_t next(std::size_t k) const {
    const std::size_t last = cycle_.children.size() - 1;
    if (forward_) return k == last ? 0 : k + 1;
    return k == 0 ? last : k - 1;
  }

  /// The link from child k to the one that follows it, in this direction.
  [[nodiscard]] Link link_after(std::size_t k) const {
    if (forward_) return cycle_.links[k];
    const Link back = cycle_.links[next(k)];
    return {.from = back.to, .to = back.from};
  }

 private:
  const Cycle& cycle_;
  std::size_t start_;
  bool forward_;
};

}  // namespace fastpair
