// The alternating tree, step by step, on graphs that are small enough to draw.
#include <cstdint>
#include <utility>
#include <vector>

#include "blossom/forest.hpp"
#include "blossom/invariants.hpp"
#include "blossom/tree.hpp"
#include "check.hpp"

namespace {

using namespace fastpair;

using Forest = BlossomForest<std::int64_t>;

/// The path 0 - 1 = 2 - 3 = 4, matched where the lines are double, as a tree from the root 0. One
/// unit of time passes before each edge that is not matched.
struct Path {
  [[nodiscard]] Label label(Vertex v) const { return tree.label(forest.surface(v)); }

  Path() : forest(6), tree(forest) {
    forest.match(1, 2);
    forest.match(3, 4);
    tree.start();
    tree.enter_s(node_of(0));
    for (const Vertex v : {1, 3}) {
      ++tree.now;
      tree.enter_t(node_of(v), {v - 1, v}, tree.now);
      tree.enter_s(node_of(v + 1));
    }
  }

  void finish() {
    ++tree.now;
    tree.clear(forest.surface(0), [](Vertex, Label, std::int64_t) {}, [](Node) {});
  }

  Forest forest;
  Tree<std::int64_t> tree;
};

TEST(labels_alternate) {
  const Path path;
  check_invariants(path.tree, path.forest.surface(0), path.forest);
  for (const Vertex v : {0, 2, 4}) CHECK(path.label(v) == Label::kS);
  for (const Vertex v : {1, 3}) CHECK(path.label(v) == Label::kT);
  CHECK(path.label(5) == Label::kOutside);
  CHECK_EQUAL(path.tree.link(node_of(3)).from, 2);
}

TEST(duals_of_s_fall_and_those_of_t_rise) {
  Path path;
  path.finish();
  const std::vector<std::int64_t> expected{-3, 2, -2, 1, -1, 0};
  CHECK(path.forest.duals_2x().values() == expected);
  for (Vertex v = 0; v < 6; ++v) CHECK(path.label(v) == Label::kOutside);
}

TEST(a_path_is_augmented_to_the_root) {
  Path path;
  path.tree.augment(4, 5);
  path.forest.rotate(node_of(5), 5, 4);
  const std::vector<Vertex> expected{1, 0, 3, 2, 5, 4};
  CHECK(path.forest.mates().values() == expected);
  check_invariants(path.forest);
}

TEST(a_cycle_becomes_an_s_blossom) {
  Path path;
  std::vector<Vertex> was_t;
  const Node b = path.tree.shrink(node_of(0), node_of(4), node_of(0), {0, 4},
                                  [&](Vertex v) { was_t.push_back(v); });
  check_invariants(path.forest);
  check_invariants(path.tree, path.forest.surface(0), path.forest);
  CHECK(path.tree.label(b) == Label::kS);
  CHECK_EQUAL(path.forest.count(b), 5);
  CHECK_EQUAL(path.forest.base(b), 0);
  CHECK_EQUAL(was_t.size(), 2U);
  // Its dual rises twice as fast as those of its vertices fall, so that the links stay tight.
  path.finish();
  CHECK_EQUAL(path.forest.blossom_dual_2x(b), 2);
  const std::vector<std::int64_t> expected{-3, 0, -2, -1, -1, 0};
  CHECK(path.forest.duals_2x().values() == expected);
}

TEST(a_cycle_ends_where_two_branches_meet) {
  // 0 is the root, and the branches 0 - 1 = 2 and 0 - 3 = 4 grow from it.
  Forest forest(5);
  forest.match(1, 2);
  forest.match(3, 4);
  Tree<std::int64_t> tree(forest);
  tree.start();
  tree.enter_s(node_of(0));
  for (const Vertex v : {1, 3}) {
    tree.enter_t(node_of(v), {0, v}, 0);
    tree.enter_s(node_of(v + 1));
  }
  const Node b = tree.shrink(node_of(2), node_of(4), node_of(0), {2, 4}, [](Vertex) {});
  check_invariants(forest);
  CHECK_EQUAL(forest.children(b).size(), 5U);
  CHECK(forest.children(b).front() == node_of(0));
  tree.augment(3, kNobody);
  CHECK_EQUAL(forest.base(b), 3);
  CHECK_EQUAL(forest.mate(0), 1);
  CHECK_EQUAL(forest.mate(2), 4);
  check_invariants(forest);
}

TEST(the_dual_of_a_t_blossom_falls) {
  // The triangle 1, 2, 3 is matched to 4 and hangs on the root 0.
  Forest forest(5);
  forest.match(2, 3);
  const Node b = forest.shrink({Node{1}, Node{2}, Node{3}}, {{1, 2}, {2, 3}, {3, 1}});
  forest.blossom_dual_2x(b) = 6;
  forest.match(1, 4);
  Tree<std::int64_t> tree(forest);
  tree.start();
  tree.enter_s(node_of(0));
  tree.enter_t(b, {0, 2}, 0);
  tree.enter_s(node_of(4));
  check_invariants(tree, node_of(0), forest);
  tree.now = 2;
  tree.clear(node_of(0), [](Vertex, Label, std::int64_t) {}, [](Node) {});
  CHECK_EQUAL(forest.blossom_dual_2x(b), 2);
  const std::vector<std::int64_t> expected{-2, 2, 2, 2, -2};
  CHECK(forest.duals_2x().values() == expected);
}

TEST(two_trees_have_no_common_node) {
  Path path;
  path.tree.enter_s(node_of(5));
  for (const Vertex v : {0, 2, 4}) {
    CHECK(path.tree.lowest_common(node_of(v), node_of(5)) == kNone);
    CHECK(path.tree.lowest_common(node_of(5), node_of(v)) == kNone);
    CHECK(path.tree.lowest_common(node_of(v), node_of(2)) == node_of(v < 2 ? v : 2));
  }
}

TEST(a_broken_tree_is_noticed) {
  Path path;
  path.forest.rotate(node_of(0), 0, 5);
  CHECK_THROWS(BrokenInvariant, check_invariants(path.tree, path.forest.surface(0), path.forest));
}

}  // namespace
