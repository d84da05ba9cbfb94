// One search with one tree, on graphs that are small enough to draw, for each way to end.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "blossom/invariants.hpp"
#include "blossom/search.hpp"
#include "check.hpp"
#include "graphs/dense.hpp"
#include "graphs/sparse.hpp"

namespace {

using namespace fastpair;

using Value = std::int64_t;

/// A list of edges whose duals are `dual_2x` at first, with nothing matched.
struct Listed {
  Listed(Vertex size, std::vector<Edge> edges_in, Value dual_2x)
      : edges(std::move(edges_in)),
        graph{size, edges},
        source(graph, order_of(neighbours_of(graph))),
        forest(size),
        candidates(size),
        search(source, forest, candidates, reserves) {
    for (const Edge& edge : edges) candidates.append(edge.first, edge.second, 2 * edge.weight);
    for (Vertex v = 0; v < size; ++v) forest.set_dual_2x(v, dual_2x);
  }

  Outcome run(Vertex root, std::optional<Value> ground = {}, Stage stage = Stage::kIntegral) {
    const Outcome outcome = search.run(root, ground, stage, {});
    check_invariants(forest, candidates);
    return outcome;
  }

  std::vector<Edge> edges;
  SparseGraph graph;
  SparseSource source;
  BlossomForest<Value> forest;
  CandidateGraph candidates;
  Reserves<Value> reserves;
  Search<Value, SparseSource> search;
};

TEST(a_search_takes_the_heaviest_edge_and_then_the_path_around_it) {
  Listed path(4, {{0, 1, 2}, {1, 2, 5}, {2, 3, 2}}, 5);
  CHECK(path.run(1) == Outcome::kAugmented);
  CHECK_EQUAL(path.forest.mate(1), 2);
  CHECK_EQUAL(path.search.end(), 0);
  CHECK(path.run(0) == Outcome::kAugmented);
  CHECK(path.forest.mates().values() == (std::vector<Vertex>{1, 0, 3, 2}));
}

TEST(a_search_ends_on_the_ground) {
  Listed path(3, {{0, 1, 5}, {1, 2, 3}}, 5);
  CHECK(path.run(0, 0) == Outcome::kAugmented);
  CHECK(path.run(2, 0) == Outcome::kGrounded);
  CHECK(path.forest.mate(2) == kNobody && path.forest.dual_2x(2) == 0);
  CHECK_EQUAL(path.forest.mate(0), 1);
}

TEST(the_ground_passes_to_the_cheaper_vertex) {
  Listed path(3, {{0, 1, 5}, {1, 2, 6}}, 8);
  path.forest.set_dual_2x(0, 0);
  path.forest.set_dual_2x(1, 10);
  path.forest.match(0, 1);
  CHECK(path.run(2, 0) == Outcome::kGrounded);
  CHECK(path.forest.mates().values() == (std::vector<Vertex>{kNobody, 2, 1}));
  CHECK(path.forest.duals_2x().values() == (std::vector<Value>{0, 10, 2}));
}

TEST(an_odd_cycle_is_halved_or_shrunk) {
  const std::vector<Edge> triangle{{0, 1, 4}, {1, 2, 4}, {2, 0, 4}};
  Listed halves(3, triangle, 4);
  CHECK(halves.run(0) == Outcome::kAugmented);
  CHECK(halves.run(2, {}, Stage::kFractional) == Outcome::kHalved);
  CHECK(halves.forest.is_blossom(halves.forest.surface(2)));
  CHECK(halves.forest.is_free(halves.forest.surface(2)));
  Listed whole(3, triangle, 4);
  CHECK(whole.run(0) == Outcome::kAugmented);
  CHECK(whole.run(2) == Outcome::kStuck);
}

TEST(a_search_is_stuck_where_no_edge_leads_on_or_no_arc_is_left) {
  Listed star(4, {{0, 1, 1}, {0, 2, 1}, {0, 3, 1}}, 1);
  CHECK(star.run(1) == Outcome::kAugmented);
  CHECK(star.run(2) == Outcome::kStuck);
  CHECK(star.run(3, 0) == Outcome::kGrounded);
  Listed path(4, {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}}, 1);
  CHECK(path.run(1) == Outcome::kAugmented);
  CHECK(path.search.run(path.forest.mate(0) == kNobody ? 0 : 2, {}, Stage::kIntegral, {}, 0) ==
        Outcome::kStuck);
}

TEST(a_limit_ends_a_search_and_duals_change_until_then) {
  Listed apart(2, {{0, 1, 3}}, 10);
  CHECK(apart.search.run_until(5, 0, {}) == Outcome::kStuck);
  CHECK_EQUAL(apart.forest.dual_2x(0), 5);
  CHECK(apart.search.run_until(5, 1, {}) == Outcome::kStuck);
  CHECK(apart.search.run_until(5, 0, {}) == Outcome::kAugmented);
  CHECK_EQUAL(apart.search.end(), 4);
}

TEST(exploring_tells_when_the_duals_of_s_vertices_would_be_0) {
  Listed path(3, {{0, 1, 4}, {1, 2, 3}}, 4);
  CHECK(path.run(0) == Outcome::kAugmented);
  std::vector<std::pair<Vertex, Value>> reaches;
  path.search.explore(2, {}, [&](Vertex v, Value reach) { reaches.emplace_back(v, reach); });
  // The edge from 2 is tight after 2, and from then on the dual of 0 falls.
  std::ranges::sort(reaches);
  CHECK(reaches == (std::vector<std::pair<Vertex, Value>>{{0, 6}, {2, 4}}));
}

TEST(a_search_beyond_the_width_leaves_a_valid_state) {
  Listed path(4, {{0, 1, 2}, {1, 2, 5}, {2, 3, 2}}, 5);
  CHECK(path.run(1) == Outcome::kAugmented);
  path.forest.raise(0, Limits<Value>::kTime);
  CHECK_THROWS(WidthExceeded, path.search.run(0, {}, Stage::kIntegral, {}));
  check_invariants(path.forest, path.candidates);
  CHECK_EQUAL(path.forest.mate(1), 2);
}

TEST(a_search_asks_for_more_edges_and_finds_what_is_violated) {
  const std::vector<Weight> weights{0, 1, 2, 1, 1, 0, 1, 2, 2, 1, 0, 1, 1, 2, 1, 0};
  const DenseSource source(DenseGraph{4, weights.data(), nullptr});
  const auto outcome_with = [&](Value dual_2x, Reserves<Value> reserves) {
    BlossomForest<Value> forest(4);
    for (Vertex v = 0; v < 4; ++v) forest.set_dual_2x(v, dual_2x);
    CandidateGraph candidates(4);
    Search<Value, DenseSource> search(source, forest, candidates, reserves);
    const Outcome outcome = search.run(0, {}, Stage::kIntegral, {});
    if (outcome == Outcome::kViolated) CHECK_EQUAL(search.violation().second, 2);
    if (outcome == Outcome::kAugmented) CHECK_EQUAL(forest.mate(0), 2);
    return outcome;
  };
  CHECK(outcome_with(5, Reserves<Value>(4, 0)) == Outcome::kAugmented);
  CHECK(outcome_with(1, Reserves<Value>(4, 0)) == Outcome::kViolated);
}

}  // namespace
