// Searches with many trees, and the solver that uses them, on graphs of many shapes.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "blossom/invariants.hpp"
#include "blossom/search.hpp"
#include "blossom/solution.hpp"
#include "blossom/solver.hpp"
#include "check.hpp"
#include "fastpair/matching.hpp"
#include "graphs/sparse.hpp"

namespace {

using namespace fastpair;

struct Graph {
  CandidateGraph candidates;
  PerVertex<Weight> heaviest;
  std::vector<Edge> edges;

  explicit Graph(Vertex size) : candidates(size), heaviest(size, kNoEdge) {}

  void join(Vertex i, Vertex j, Weight weight) {
    if (i == j || std::ranges::find(candidates.from(i), j, &Arc::to) != candidates.from(i).end()) {
      return;
    }
    candidates.append(i, j, 2 * weight);
    edges.push_back({i, j, weight});
    for (const Vertex v : {i, j}) heaviest[v] = std::max(heaviest[v], weight);
  }
};

/// Hubs of so many leaves each, joined by random edges.
Graph hubs_of_leaves(Vertex hubs, Vertex leaves, std::mt19937_64& random) {
  Graph graph(hubs * (leaves + 1));
  const auto weight = [&] { return static_cast<Weight>(1 + random() % 30); };
  const auto hub = [&] { return static_cast<Vertex>(random() % static_cast<std::uint64_t>(hubs)); };
  for (Vertex leaf = hubs; leaf < hubs * (leaves + 1); ++leaf) {
    graph.join(leaf % hubs, leaf, weight());
    graph.join(hub(), hub(), weight());
  }
  return graph;
}

/// A graph of random edges, with vertices at which many of them meet.
Graph random_graph(Vertex size, std::mt19937_64& random) {
  Graph graph(size);
  const auto below = [&](std::uint64_t end) { return static_cast<Vertex>(random() % end); };
  const std::uint64_t range = 1 + random() % 30;
  const Vertex hubs = 1 + below(4);
  const std::uint64_t count = random() % (3 * static_cast<std::uint64_t>(size)) + 1;
  for (std::uint64_t k = 0; k < count; ++k) {
    const Vertex i = random() % 3 == 0 ? below(static_cast<std::uint64_t>(hubs)) : below(size);
    const auto lift = static_cast<Weight>(random() % 2 * range / 2);
    graph.join(i % size, below(size), static_cast<Weight>(random() % range) - lift);
  }
  return graph;
}

template <class Value>
std::vector<Vertex> free_vertices(const BlossomForest<Value>& forest, std::optional<Value> ground) {
  std::vector<Vertex> free;
  for (Vertex v = 0; v < forest.size(); ++v) {
    if (forest.mate(v) == kNobody && forest.dual_2x(v) != ground) free.push_back(v);
  }
  return free;
}

/// Searches with many trees, and what they borrow.
template <class Value>
class ManyTrees {
 public:
  ManyTrees(BlossomForest<Value>& forest, const CandidateGraph& candidates)
      : forest_(forest),
        candidates_(candidates),
        source_(SparseGraph{forest.size(), {}}),
        search_(source_, forest_, candidates_, reserves_) {}

  /// Runs a stage, and returns how many free vertices are left above the ground.
  std::size_t run(Stage stage, std::optional<Value> ground, Start start = Start::kByDual,
                  const Interrupt& interrupt = {}, std::int64_t may_lose = kAllArcs) {
    std::vector<Vertex> free = free_vertices(forest_, ground);
    if (stage == Stage::kFractional) {
      std::erase_if(free, [&](Vertex v) { return forest_.is_blossom(forest_.surface(v)); });
    }
    const bool done = search_.run_many(free, start, ground, stage, interrupt, may_lose);
    check_invariants(forest_, candidates_);
    const std::vector<Vertex> left = free_vertices(forest_, ground);
    CHECK(done || !left.empty());
    return left.size();
  }

 private:
  BlossomForest<Value>& forest_;
  CandidateGraph candidates_;
  SparseSource source_;
  Reserves<Value> reserves_;
  Search<Value, SparseSource> search_;
};

/// Matches all vertices by trees that grow at once, with a fractional stage or without, and
/// compares the weight with that of the solver.
template <class Value>
void check_against_solver(const Graph& graph, Objective objective, bool fractional,
                          Start start = Start::kByDual) {
  const Vertex size = graph.candidates.size();
  const SparseGraph list{size, graph.edges};
  const Solution expected = max_weight_matching(list, objective);
  BlossomForest<Value> forest = greedy_start<Value>(graph.heaviest, graph.candidates, objective);
  ManyTrees<Value> search(forest, graph.candidates);
  std::optional<Value> ground;
  if (objective == Objective::kWeight) ground = 0;
  if (fractional) search.run(Stage::kFractional, ground, Start::kTogether);
  const std::size_t left = search.run(Stage::kIntegral, ground, start);
  if (!ground && left > 0) {
    ground = std::min(-100 * Value{size} - 1, *std::ranges::min_element(forest.duals_2x()));
    search.run(Stage::kIntegral, ground, start);
  }
  CHECK(free_vertices(forest, ground).empty());
  const Solution solution = solution_of(forest, ground.value_or(0), graph.candidates);
  CHECK(solution.weight == expected.weight);
  CHECK(objective == Objective::kWeight || solution.cardinality == expected.cardinality);
  if (ground) {
    for (const Value dual : forest.duals_2x()) CHECK(dual >= *ground);
  }
}

TEST(trees_that_grow_at_once_find_the_optimum) {
  std::mt19937_64 random(20260);
  for (int k = 0; k < 3000; ++k) {
    const Graph graph = random_graph(static_cast<Vertex>(2 + random() % 80), random);
    for (const Objective objective : {Objective::kWeight, Objective::kCardinality}) {
      const Start start = k % 4 < 2 ? Start::kByDual : Start::kTogether;
      check_against_solver<std::int64_t>(graph, objective, k % 2 == 0, start);
    }
  }
}

/// Solves a graph, and checks the proof.
void check_solver(const Graph& graph, Objective objective) {
  const SparseGraph list{graph.candidates.size(), graph.edges};
  const SparseSource source(list, order_of(neighbours_of(list)));
  CandidateGraph candidates(source.size());
  source.select(candidates);
  BlossomSolver<std::int64_t, SparseSource> solver(
      source, candidates,
      greedy_start<std::int64_t>(source.first_duals_2x(candidates), candidates, objective),
      objective);
  solver.run({});
  check_invariants(solver.state(), candidates);
  for (Vertex v = 0; v < source.size(); ++v) {
    const auto dual = solver.state().dual_2x(v);
    CHECK(dual >= solver.ground());
    CHECK(solver.state().mate(v) != kNobody || dual == solver.ground());
  }
}

TEST(a_solver_proves_the_optimum) {
  std::mt19937_64 random(20261);
  for (int k = 0; k < 1000; ++k) {
    const Graph graph = random_graph(static_cast<Vertex>(2 + random() % 80), random);
    for (const Objective objective : {Objective::kWeight, Objective::kCardinality}) {
      check_solver(graph, objective);
    }
  }
}

/// Four hubs over all vertices, and heavy edges along half of them that weigh more and more: the
TEST(a_solver_proves_the_optimum_however_many_vertices_have_to_stay_free) {
  std::mt19937_64 random(5);
  for (const Vertex leaves : {1, 2, 3, 4, 5, 10}) {
    for (const Vertex hubs : {1, 2, 20, 60}) {
      const Graph graph = hubs_of_leaves(hubs, leaves, random);
      for (const Objective objective : {Objective::kCardinality, Objective::kWeight}) {
        check_solver(graph, objective);
      }
    }
  }
}

/// hubs go from tree to tree.
Graph hubs_and_band(Vertex size) {
  constexpr Vertex hubs = 4;
  Graph graph(size);
  for (Vertex v = hubs; v < size; ++v) {
    graph.join(v % hubs, v, 1056 * Weight{size} - 1024 * Weight{v % hubs});
  }
  for (Vertex v = 0; v + 2 < size / 2; ++v) {
    for (const Vertex step : {1, 2}) {
      graph.join(size / 3 + v, size / 3 + v + step, 512 * Weight{size} + 4 * Weight{v + step});
    }
  }
  return graph;
}

TEST(a_solver_begins_again_where_the_duals_are_bad) {
  for (const Vertex size : {400, 2000}) {
    const Graph graph = hubs_and_band(size);
    for (const Objective objective : {Objective::kWeight, Objective::kCardinality}) {
      check_solver(graph, objective);
      check_against_solver<std::int64_t>(graph, objective, true);
    }
  }
}

TEST(trees_that_have_lost_too_much_end_and_leave_a_valid_state) {
  Graph pairs(4);
  pairs.join(0, 1, 3);
  pairs.join(2, 3, 1);
  for (const std::optional<std::int64_t> ground : {std::optional<std::int64_t>(0), {}}) {
    auto forest = unmatched_start<std::int64_t>(pairs.heaviest, ground);
    ManyTrees<std::int64_t> search(forest, pairs.candidates);
    CHECK_EQUAL(search.run(Stage::kFractional, ground, Start::kTogether, {}, 0), 2U);
    CHECK_EQUAL(search.run(Stage::kFractional, ground, Start::kTogether, {}, 0), 0U);
  }
}

TEST(a_vertex_that_must_stay_unmatched_may_be_any) {
  // A star without a perfect matching, an odd path and a vertex without edges: the ground is that
  // of the penalty, the lowest dual, and the dual of a single vertex.
  Graph star(5);
  for (Vertex v = 1; v < 5; ++v) star.join(0, v, v);
  star.join(1, 2, 1);
  Graph path(5);
  for (Vertex v = 1; v < 5; ++v) path.join(v - 1, v, v * v);
  path.join(0, 2, 1);
  for (const Graph& graph : {star, path, Graph(1), Graph(3)}) {
    for (const Objective objective : {Objective::kWeight, Objective::kCardinality}) {
      check_solver(graph, objective);
      check_against_solver<Wide>(graph, objective, true);
    }
  }
}

TEST(vertices_in_order_keep_their_numbers_and_have_their_last_neighbours_first) {
  Graph band(50);
  for (Vertex v = 0; v < 50; ++v) {
    for (const Vertex step : {1, 2}) {
      if (v + step < 50) band.join(v, v + step, 100 * Weight{v} + step);
    }
  }
  const SparseGraph list{band.candidates.size(), band.edges};
  const SparseSource source(list, order_of(neighbours_of(list)));
  CandidateGraph candidates(source.size());
  source.select(candidates);
  const auto arcs = candidates.from(20);
  CHECK(arcs.size() == 4);
  CHECK(arcs[0].to == 22 && arcs[0].weight_2x == 2 * 2002);
  CHECK(arcs[1].to == 21 && arcs[1].weight_2x == 2 * 2001);
  CHECK(arcs[2].to == 19 && arcs[2].weight_2x == 2 * 1901);
  CHECK(arcs[3].to == 18 && arcs[3].weight_2x == 2 * 1802);
}

/// Five hubs over all vertices with equal weights, and two halves between which weights fall: the
/// hubs go from tree to tree, with all that hangs on them.
Graph hubs_and_halves(Vertex size) {
  constexpr Vertex hubs = 5;
  const Vertex half = size / 2;
  Graph graph(size);
  for (Vertex hub = 0; hub < hubs; ++hub) {
    for (Vertex v = hubs; v < size; ++v) graph.join(hub, v, 12 * Weight{size});
  }
  for (Vertex i = 0; i < half; ++i) {
    for (const Vertex k : {i, i + 1}) graph.join(i, half + k % half, 3 * Weight{size - i});
  }
  return graph;
}

/// A windmill whose pairs weigh less and less, while one of each pair is heavy beside others: it
/// comes to the ground late, and takes the hub from whichever has it.
Graph windmill(Vertex size) {
  constexpr Vertex others = 10;
  Graph graph(size);
  for (Vertex v = 1; v + 1 < size; v += 2) {
    for (const Vertex end : {v, v + 1}) graph.join(0, end, 130 * Weight{size});
    graph.join(v, v + 1, 130 * Weight{size} - 128 * Weight{v});
    graph.join(v, size - others + v % others, 2000 * Weight{size});
  }
  return graph;
}

/// A path whose vertices are matched in pairs, one pair after the other, and single vertices in a
/// zigzag along it, whose edges weigh little.
Graph path_with_zigzag(Vertex size) {
  const Vertex length = size / 2;
  Graph graph(2 * length + 1);
  for (Vertex v = 0; v < length; ++v) {
    if (v + 1 < length) graph.join(v, v + 1, 100'000 + 81 * Weight{v});
    graph.join(v, length + v, 6 * Weight{v} + 3);
    graph.join(v, length + v + 1, 6 * Weight{v} + 6);
  }
  return graph;
}

/// A region of pairs that are joined by tight edges. From both of its sides roots come to it, one
/// after the other.
Graph region_between_roots(Vertex size) {
  const Vertex pairs = size / 4;
  const Weight tight = 64 * Weight{pairs};
  Graph graph(4 * pairs);
  for (Vertex v = 0; v < pairs; ++v) {
    for (const Vertex other : {v, v + 1, v + 7, 3 * v + 1}) {
      graph.join(v, pairs + other % pairs, tight);
    }
    graph.join(v, 2 * pairs + v, tight - 32 * Weight{v} - 2);
    graph.join(pairs + v, 3 * pairs + v, tight - 40 * Weight{v} - 10);
  }
  graph.join(0, 1, 1);  // so that the graph is not bipartite
  return graph;
}

/// Falling weights from each vertex to two in a row; some edges stand out. Trees that begin by dual
/// walk all of it again and again.
Graph falling_rows(Vertex third) {
  const Vertex size = 3 * third;
  const Vertex half = size / 2;
  const Vertex row = 306 * size / 1000;
  Graph graph(size);
  std::int64_t count = 0;
  const auto join = [&](Vertex v, Vertex to) {
    const std::int64_t more = count++ % 331 == 165 ? 64 * std::int64_t{size} : 0;
    graph.join(v, to, 381 * std::int64_t{size} - 128 * v + more);
  };
  for (Vertex v = 0; v + 1 < half; ++v) {
    join(v, row + v);
    join(v, row + v + 1);
    join(half + v, row + v + 1);
  }
  return graph;
}

TEST(trees_that_grow_at_once_do_not_walk_each_others_regions_again_and_again) {
  for (const auto make :
       {hubs_and_halves, windmill, path_with_zigzag, region_between_roots, falling_rows}) {
    for (const Objective objective : {Objective::kWeight, Objective::kCardinality}) {
      const Graph graph = make(2000);
      const SparseGraph list{graph.candidates.size(), graph.edges};
      // The solver asks after every 256 events at least, and before each search near by.
      std::int64_t questions = 0;
      const auto count = [&] { return ++questions < 0; };
      CHECK(max_weight_matching(list, objective, count).cardinality > 0);
      CHECK(questions < 4000);
    }
  }
}

TEST(a_fractional_stage_leaves_odd_cycles_and_no_path_between_two_vertices) {
  // Two triangles that are joined, and a path beside them.
  Graph graph(8);
  for (const Vertex v : {0, 3}) {
    graph.join(v, v + 1, 5);
    graph.join(v + 1, v + 2, 5);
    graph.join(v, v + 2, 5);
  }
  graph.join(2, 3, 1);
  graph.join(6, 7, 1);
  auto forest =
      greedy_start<std::int64_t>(graph.heaviest, graph.candidates, Objective::kCardinality);
  ManyTrees<std::int64_t> search(forest, graph.candidates);
  CHECK_EQUAL(search.run(Stage::kFractional, std::nullopt, Start::kTogether), 2U);
  for (const Vertex v : {0, 3}) CHECK(forest.is_blossom(forest.surface(v)));
  CHECK_EQUAL(search.run(Stage::kIntegral, std::nullopt), 0U);
}

TEST(an_interruption_leaves_a_valid_state) {
  std::mt19937_64 random(4);
  const Graph graph = random_graph(2000, random);
  const auto forest =
      greedy_start<std::int64_t>(graph.heaviest, graph.candidates, Objective::kCardinality);
  auto at_once = forest;
  const std::size_t left =
      ManyTrees<std::int64_t>(at_once, graph.candidates).run(Stage::kIntegral, std::nullopt);

  auto interrupted = forest;
  ManyTrees<std::int64_t> search(interrupted, graph.candidates);
  int asked = 0;
  CHECK_THROWS(Interrupted, search.run(Stage::kIntegral, std::nullopt, Start::kByDual,
                                       [&] { return ++asked == 2; }));
  check_invariants(interrupted, graph.candidates);
  CHECK_EQUAL(search.run(Stage::kIntegral, std::nullopt), left);
}

TEST(duals_that_leave_the_range_end_the_search) {
  const Weight large = Limits<std::int64_t>::kTime / 2;
  Graph graph(5);
  graph.join(0, 1, large);
  graph.join(1, 2, large);
  graph.join(2, 3, -large);
  graph.join(3, 4, large);
  graph.join(4, 1, -large);
  auto forest =
      greedy_start<std::int64_t>(graph.heaviest, graph.candidates, Objective::kCardinality);
  ManyTrees<std::int64_t> search(forest, graph.candidates);
  bool exceeded = false;
  try {
    search.run(Stage::kIntegral, -Limits<std::int64_t>::kTime);
  } catch (const WidthExceeded&) {
    exceeded = true;
  }
  CHECK(exceeded);
  check_invariants(forest, graph.candidates);
  check_against_solver<Wide>(graph, Objective::kCardinality, true);
}

}  // namespace
