// The forest of blossoms. Random cycles are shrunk, rotated and expanded, and the invariants of the
// forest are checked after each step.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/forest.hpp"
#include "blossom/indexed.hpp"
#include "blossom/invariants.hpp"
#include "check.hpp"
#include "forests.hpp"

namespace {

using namespace fastpair;

using namespace fastpair::check;

template <class Values, class Index>
concept IsIndexedBy = requires(Values values, Index index) { values[index]; };

TEST(a_node_is_not_taken_for_a_vertex) {
  static_assert(IsIndexedBy<PerVertex<int>, Vertex> && IsIndexedBy<PerNode<int>, Node>);
  static_assert(!IsIndexedBy<PerVertex<int>, Node> && !IsIndexedBy<PerNode<int>, Vertex>);
  static_assert(!IsIndexedBy<PerVertex<int>, std::size_t>);
  PerNode<int> values(Node{2});
  values[node_of(1)] = 7;
  CHECK_EQUAL(values.values().back(), 7);
}

TEST(vertices_are_nodes_of_their_own) {
  const Forest forest(3);
  check_invariants(forest);
  for (Vertex v = 0; v < 3; ++v) {
    const Node node = node_of(v);
    CHECK(forest.surface(v) == node && forest.base(node) == v && forest.is_free(node));
    CHECK(!forest.is_blossom(node) && forest.count(node) == 1 && !forest.is_in_blossom(v));
  }
}

TEST(a_blossom_knows_its_vertices_and_they_know_it) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 2000; ++round) {
    Forest forest = random_forest(random);
    check_invariants(forest);
    const std::vector<Node> cycle = random_cycle(forest, random);
    if (cycle.empty()) continue;
    std::vector<Vertex> expected;
    for (const Node child : cycle) {
      for (const Vertex v : members(forest, child)) expected.push_back(v);
    }
    const Vertex base = forest.base(cycle.front());
    const Node b = shrink(forest, cycle, random);
    check_invariants(forest);
    CHECK(members(forest, b) == expected);
    CHECK_EQUAL(forest.base(b), base);
    for (const Vertex v : expected) CHECK(forest.surface(v) == b && forest.is_in_blossom(v));
  }
}

TEST(every_vertex_can_be_the_base) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 1000; ++round) {
    Forest forest = random_forest(random);
    for (Vertex v = 0; v < forest.size(); ++v) {
      const Node b = forest.surface(v);
      forest.make_free(v);
      check_invariants(forest);
      CHECK(forest.surface(v) == b && forest.base(b) == v && forest.mate(v) == kNobody);
      const auto is_free = [&](Vertex u) { return forest.mate(u) == kNobody; };
      CHECK_EQUAL(std::ranges::count_if(members(forest, b), is_free), 1);
    }
  }
}

TEST(the_even_way_around_a_cycle_ends_in_the_base) {
  // Child k is vertex k, and every link is named by its ends.
  constexpr Vertex length = 7;
  Cycle cycle;
  for (Vertex k = 0; k < length; ++k) {
    cycle.children.push_back(node_of(k));
    cycle.links.push_back({k, (k + 1) % length});
  }
  for (const Node start : cycle.children) {
    const EvenWay way(cycle, start);
    std::size_t k = way.start();
    CHECK(cycle.children[k] == start);
    int links = 0;
    for (; k != Cycle::kBase; k = way.next(k), ++links) {
      const auto [from, to] = way.link_after(k);
      CHECK(index_of(from) == k && index_of(to) == way.next(k));
      // The link from child m to the next child is matched if m is odd.
      const Vertex m = to == (from + 1) % length ? from : to;
      CHECK_EQUAL(m % 2 == 1, links % 2 == 0);
    }
    CHECK(links % 2 == 0 && links < length);
  }
}

TEST(expanding_undoes_shrinking) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 1000; ++round) {
    Forest forest = random_forest(random);
    const std::vector<Node> cycle = random_cycle(forest, random);
    if (cycle.empty()) continue;
    const Node b = shrink(forest, cycle, random);
    const std::vector<Vertex> inside = members(forest, b);
    CHECK(forest.expand(b).children == cycle);
    CHECK(!forest.exists(b));
    check_invariants(forest);
    std::vector<Vertex> outside;
    for (const Node child : cycle) {
      CHECK(forest.parent(child) == kNone);
      for (const Vertex v : members(forest, child)) outside.push_back(v);
    }
    CHECK(outside == inside);
  }
}

TEST(raising_a_free_vertex_keeps_links_tight_and_slacks_of_others_up) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 1000; ++round) {
    Forest forest = random_forest(random);
    // The weights are such that matched edges and links are tight, and all other edges have
    // slack 2.
    CandidateGraph candidates(forest.size());
    for (Vertex i = 0; i < forest.size(); ++i) {
      for (Vertex j = 0; j < i; ++j) {
        const bool tight = forest.mate(i) == j || forest.is_linked(i, j);
        candidates.append(i, j, forest.slack_2x(i, j, 0) - (tight ? 0 : 2));
      }
    }
    const auto v = static_cast<Vertex>(random() % index_of(forest.size()));
    forest.make_free(v);
    const std::int64_t before = forest.dual_2x(v);
    const auto amount = static_cast<std::int64_t>(random() % 10);
    forest.raise_free(v, amount);
    CHECK_EQUAL(forest.dual_2x(v), before + amount);
    check_invariants(forest, candidates);
  }
}

TEST(another_width_holds_the_same_state) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 200; ++round) {
    const Forest forest = random_forest(random);
    const BlossomForest<Wide> wide(forest);
    check_invariants(wide);
    for (Vertex v = 0; v < forest.size(); ++v) {
      CHECK(wide.mate(v) == forest.mate(v) && wide.surface(v) == forest.surface(v));
    }
    forest.for_each_blossom([&](Node b) {
      CHECK(wide.exists(b) && wide.blossom_dual_2x(b) == forest.blossom_dual_2x(b));
    });
  }
}

TEST(a_broken_matching_is_noticed) {
  Forest forest(4);
  forest.rotate(node_of(0), 0, 1);
  CHECK_THROWS(BrokenInvariant, check_invariants(forest));
  forest.match(0, 1);
  check_invariants(forest);
  CandidateGraph candidates(4);
  CHECK_THROWS(BrokenInvariant, check_invariants(forest, candidates));
  candidates.add(0, 1, 2);
  CHECK_THROWS(BrokenInvariant, check_invariants(forest, candidates));
  forest.set_dual_2x(0, 2);
  check_invariants(forest, candidates);
}

}  // namespace
