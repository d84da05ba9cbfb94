// Checks of what has to be true of every structure, for the tests and the fuzzer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/forest.hpp"
#include "blossom/tree.hpp"
#include "fastpair/integers.hpp"

namespace fastpair {

/// Whether every search checks its structures. It does in builds with assertions and for the
/// fuzzer.
#ifdef FASTPAIR_CHECK_INVARIANTS
inline constexpr bool kCheckInvariants = true;
#else
inline constexpr bool kCheckInvariants = false;
#endif

/// An invariant does not hold, so that there is a mistake in the engine.
struct BrokenInvariant : std::logic_error {
  using std::logic_error::logic_error;
};

inline void require_invariant(bool holds, const char* invariant) {
  if (!holds) throw BrokenInvariant(std::string("broken invariant: ") + invariant);
}

/// Checks the cycle of a blossom: consecutive children are linked, and every second link is
/// matched.
template <class Value>
void check_cycle(const BlossomForest<Value>& forest, Node b) {
  const std::vector<Node>& children = forest.children(b);
  const std::vector<Link>& links = forest.links(b);
  const std::size_t length = children.size();
  require_invariant(length >= 3 && length % 2 == 1, "a blossom is an odd cycle");
  require_invariant(links.size() == length, "a blossom has as many links as children");
  Vertex count = 0;
  std::vector<Vertex> members;
  for (std::size_t k = 0; k < length; ++k) {
    const Node child = children[k];
    require_invariant(forest.parent(child) == b, "a child knows its blossom");
    count += forest.count(child);
    forest.for_each_vertex(child, [&](Vertex v) { members.push_back(v); });
    const auto [from, to] = links[k];
    require_invariant(forest.child_with(b, from) == child &&
                          forest.child_with(b, to) == children[(k + 1) % length],
                      "a link leads from a child to the next");
    require_invariant((forest.mate(from) == to) == (k % 2 == 1), "every other link is matched");
  }
  require_invariant(count == forest.count(b), "a blossom counts its vertices");
  require_invariant(forest.base(b) == forest.base(children.front()),
                    "the first child holds the base");
  // A rotation changes which child is the first one, but not the list of vertices.
  std::ranges::rotate(members, std::ranges::find(members, forest.first(b)));
  std::vector<Vertex> list;
  forest.for_each_vertex(b, [&](Vertex v) { list.push_back(v); });
  require_invariant(list == members, "the list of a blossom joins those of its children");
}

/// Checks the structure of the forest and of its matching, which holds at any time.
template <class Value>
void check_invariants(const BlossomForest<Value>& forest) {
  for (Vertex v = 0; v < forest.size(); ++v) {
    const Vertex mate = forest.mate(v);
    require_invariant(mate == kNobody || (mate != v && forest.mate(mate) == v),
                      "a mate has its vertex as mate");
    const std::vector<Node> around = forest.blossoms_around(v);
    require_invariant(forest.surface(v) == (around.empty() ? node_of(v) : around.back()),
                      "a vertex knows its surface node");
  }
  forest.for_each_blossom([&](Node b) { check_cycle(forest, b); });
}

/// Between two searches, the duals are also feasible for the candidates, and matched edges and
/// links of blossoms are tight.
template <class Value>
void check_invariants(const BlossomForest<Value>& forest, const CandidateGraph& candidates) {
  check_invariants(forest);
  forest.for_each_blossom([&](Node b) {
    const Value dual = forest.blossom_dual_2x(b);
    require_invariant(dual % 2 == 0, "the dual of a blossom is even");
    require_invariant(dual >= 0, "the dual of a blossom is not negative");
  });
  for (Vertex i = 0; i < forest.size(); ++i) {
    bool has_mate = forest.mate(i) == kNobody;
    for (const auto& [j, weight_2x] : candidates.from(i)) {
      const Value slack = forest.slack_2x(i, j, weight_2x);
      require_invariant(slack >= 0, "no candidate edge is violated");
      if (forest.mate(i) == j || forest.is_linked(i, j)) {
        require_invariant(slack == 0, "matched edges and links are tight");
      }
      has_mate |= forest.mate(i) == j;
      require_invariant(std::ranges::count(candidates.from(j), i, &Arc::to) == 1,
                        "a candidate edge is known at both ends, once");
    }
    require_invariant(has_mate, "a matched edge is a candidate");
  }
}

/// Checks the tree that holds the node `in` between two events of a search: unmatched edges lead
/// from S-nodes to T-nodes, matched ones from T-nodes to S-nodes, and only the root has no edge to
/// a parent.
template <class Value>
void check_invariants(const Tree<Value>& tree, Node in, const BlossomForest<Value>& forest) {
  const auto label_of = [&](Vertex v) { return tree.label(forest.surface(v)); };
  Node root = kNone;
  tree.for_each_node(in, [&](Node b) {
    require_invariant(forest.exists(b) && forest.parent(b) == kNone,
                      "the nodes of the tree are surface nodes");
    const Vertex mate = forest.mate(forest.base(b));
    if (tree.label(b) == Label::kS) {
      require_invariant(mate == kNobody || label_of(mate) == Label::kT,
                        "the parent of an S-node is the T-node that it is matched with");
      require_invariant(mate != kNobody || root == kNone, "the tree has one root");
      if (mate == kNobody) root = b;
      return;
    }
    require_invariant(mate != kNobody && label_of(mate) == Label::kS,
                      "the child of a T-node is the S-node that it is matched with");
    require_invariant(label_of(tree.link(b).from) == Label::kS,
                      "the parent of a T-node is an S-node");
    require_invariant(forest.surface(tree.link(b).to) == b, "the link of a T-node ends in it");
  });
  require_invariant(root != kNone, "the tree has a root");
}

}  // namespace fastpair
