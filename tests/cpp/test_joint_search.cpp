// Trees that grow at once, against the solver, on graphs of many shapes.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "blossom/invariants.hpp"
#include "blossom/joint_search.hpp"
#include "blossom/joint_solver.hpp"
#include "blossom/solution.hpp"
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

/// Mostly up to 81 vertices. One in ten has more, so that some of its vertices count as hubs.
Graph numbered_graph(int number, std::mt19937_64& random) {
  const std::uint64_t most = number % 10 == 0 ? 600 : 80;
  return random_graph(static_cast<Vertex>(2 + random() % most), random);
}

template <class Value>
std::vector<Vertex> free_vertices(const BlossomForest<Value>& forest, std::optional<Value> ground) {
  std::vector<Vertex> free;
  for (Vertex v = 0; v < forest.size(); ++v) {
    if (forest.mate[v] == kNobody && forest.dual_2x[v] != ground) free.push_back(v);
  }
  return free;
}

/// Searches with what they borrow.
template <class Value>
class Joint {
 public:
  Joint(BlossomForest<Value>& forest, const CandidateGraph& candidates)
      : forest_(forest), candidates_(candidates), tree_(forest), first_edges_(forest.size()) {}

  /// Runs a stage, in turns of two orders if it ends early, and returns how many free vertices are
  /// left above the ground.
  std::size_t run(Stage stage, std::optional<Value> ground, std::int64_t most_lost = kAllArcs,
                  const Interrupt& interrupt = {}, Order order = Order::kByDual) {
    Order next = Order::kTogether;
    while (!run_once(stage, order, ground, most_lost, interrupt)) {
      most_lost *= 2;
      std::swap(order, next);
    }
    return free_vertices(forest_, ground).size();
  }

 private:
  bool run_once(Stage stage, Order order, std::optional<Value> ground, std::int64_t most_lost,
                const Interrupt& interrupt) {
    std::vector<Vertex> free = free_vertices(forest_, ground);
    if (stage == Stage::kFractional) {
      std::erase_if(free, [&](Vertex v) { return forest_.is_blossom(forest_.outer(v)); });
    }
    JointSearch<Value> search(forest_, candidates_, tree_, first_edges_);
    const TurnRules rules{order, most_lost, 0, stage == Stage::kFractional};
    const bool done = search.run(stage, rules, free, ground, interrupt);
    check_invariants(forest_, candidates_);
    return done;
  }

  BlossomForest<Value>& forest_;
  const CandidateGraph& candidates_;
  Tree<Value> tree_;
  FirstEdges<Value> first_edges_;
};

/// Matches all vertices by trees that grow at once, with a fractional stage or without, and
/// compares the weight with that of the solver.
template <class Value>
void check_against_solver(const Graph& graph, Objective objective, bool fractional,
                          std::int64_t most_lost = kAllArcs) {
  const Vertex size = graph.candidates.size();
  const SparseGraph list{size, graph.edges};
  const Solution expected = max_weight_matching(list, objective);
  BlossomForest<Value> forest = greedy_start<Value>(graph.heaviest, graph.candidates, objective);
  Joint<Value> search(forest, graph.candidates);
  std::optional<Value> ground;
  if (objective == Objective::kWeight) ground = 0;
  if (fractional) search.run(Stage::kFractional, ground, most_lost);
  const Order order = ground && !fractional ? Order::kExchange : Order::kByDual;
  const std::size_t left = search.run(Stage::kIntegral, ground, most_lost, {}, order);
  if (!ground && left > 0) {
    ground = std::min(-100 * Value{size} - 1, *std::ranges::min_element(forest.dual_2x));
    search.run(Stage::kIntegral, ground, most_lost, {}, Order::kExchange);
  }
  CHECK(free_vertices(forest, ground).empty());
  const Solution solution = solution_of(forest, ground.value_or(0), graph.candidates);
  CHECK(solution.weight == expected.weight);
  CHECK(objective == Objective::kWeight || solution.cardinality == expected.cardinality);
  if (ground) {
    for (const Value dual : forest.dual_2x) CHECK(dual >= *ground);
  }
}

TEST(trees_that_grow_at_once_find_the_optimum) {
  std::mt19937_64 random(20260);
  for (int k = 0; k < 3000; ++k) {
    const Graph graph = numbered_graph(k, random);
    for (const Objective objective : {Objective::kWeight, Objective::kCardinality}) {
      check_against_solver<std::int64_t>(graph, objective, k % 2 == 0, k % 4 < 2 ? kAllArcs : 1);
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
  const SparseSource source(list, Neighbours(list));
  CandidateGraph candidates(source.size());
  source.select(candidates);
  const auto arcs = candidates.from(20);
  CHECK(arcs.size() == 4);
  CHECK(arcs[0].to == 22 && arcs[0].weight_2x == 2 * 2002);
  CHECK(arcs[1].to == 21 && arcs[1].weight_2x == 2 * 2001);
  CHECK(arcs[2].to == 19 && arcs[2].weight_2x == 2 * 1901);
  CHECK(arcs[3].to == 18 && arcs[3].weight_2x == 2 * 1802);
}

TEST(a_solve_whose_turns_are_short_begins_again_and_finds_the_optimum) {
  std::mt19937_64 random(20261);
  for (int k = 0; k < 1000; ++k) {
    const Graph graph = numbered_graph(k, random);
    const SparseGraph list{graph.candidates.size(), graph.edges};
    const SparseSource source(list, Neighbours(list));
    for (const Objective objective : {Objective::kWeight, Objective::kCardinality}) {
      CandidateGraph candidates(source.size());
      source.select(candidates);
      JointSolver<std::int64_t, SparseSource> solver(
          source, candidates, greedy_start<std::int64_t>(source.heaviest(), candidates, objective),
          objective, std::int64_t{1} << k % 8);
      solver.run({});
      check_invariants(solver.state(), candidates);
      for (Vertex v = 0; v < source.size(); ++v) {
        const auto dual = solver.state().dual_2x[v];
        CHECK(dual >= solver.ground());
        CHECK(solver.state().mate[v] != kNobody || dual == solver.ground());
      }
      const Solution found = solution_of(solver.state(), solver.ground(), candidates);
      const Solution expected = max_weight_matching(list, objective);
      CHECK(found.weight == expected.weight);
      CHECK(objective == Objective::kWeight || found.cardinality == expected.cardinality);
    }
  }
}

TEST(a_root_that_waits_and_is_matched_does_not_begin_again_in_an_odd_cycle) {
  Graph graph(10);
  graph.join(6, 8, 902);
  graph.join(6, 7, 901);
  graph.join(6, 5, 901);
  graph.join(7, 5, 946);
  graph.join(8, 4, 991);
  graph.join(9, 2, 1036);
  graph.join(9, 8, 1037);
  graph.join(0, 1, 1051);
  graph.join(0, 3, 1191);
  graph.join(0, 4, 1262);
  auto forest = greedy_start<std::int64_t>(graph.heaviest, graph.candidates, Objective::kWeight);
  Joint<std::int64_t>(forest, graph.candidates).run(Stage::kFractional, 0);
  for (const auto dual : forest.dual_2x) CHECK(dual >= 0);
  check_against_solver<std::int64_t>(graph, Objective::kWeight, true);
}

/// Whether trees that grow from the start lose no more.
bool ends_with(const Graph& graph, std::optional<std::int64_t> ground, const TurnRules& rules) {
  auto forest = unmatched_start<std::int64_t>(graph.heaviest, ground);
  Tree<std::int64_t> tree(forest);
  FirstEdges<std::int64_t> first_edges(forest.size());
  JointSearch<std::int64_t> search(forest, graph.candidates, tree, first_edges);
  return search.run(Stage::kFractional, rules, free_vertices(forest, ground), ground, {});
}

/// The same, measured in passes over the graph.
bool ends_within(const Graph& graph, std::optional<std::int64_t> ground, std::int64_t passes,
                 bool may_wait = false) {
  const std::int64_t pass = graph.candidates.count_arcs() + graph.candidates.size();
  return ends_with(graph, ground, {Order::kTogether, passes * pass, 0, may_wait});
}

TEST(trees_that_have_all_ended_are_done_whatever_they_have_lost) {
  Graph pair(2);
  pair.join(0, 1, 3);
  Graph pairs(4);
  pairs.join(0, 1, 3);
  pairs.join(2, 3, 1);
  for (const std::optional<std::int64_t> ground : {std::optional<std::int64_t>(0), {}}) {
    CHECK(ends_within(pair, ground, 0));
    CHECK(!ends_within(pairs, ground, 0));
    CHECK(ends_with(pairs, ground, {Order::kTogether, 0, 1}));
  }
}

TEST(trees_that_end_one_after_the_other_do_not_walk_each_others_regions_again) {
  // Five hubs over all vertices with equal weights, and two halves between which weights fall: the
  // hubs go from tree to tree, with all that hangs on them.
  constexpr Vertex size = 3000;
  constexpr Vertex hubs = 5;
  constexpr Vertex half = size / 2;
  Graph graph(size);
  for (Vertex hub = 0; hub < hubs; ++hub) {
    for (Vertex v = hubs; v < size; ++v) graph.join(hub, v, 12 * Weight{size});
  }
  for (Vertex i = 0; i < half; ++i) {
    for (const Vertex k : {i, i + 1}) graph.join(i, half + k % half, 3 * Weight{size - i});
  }
  for (const std::optional<std::int64_t> ground : {std::optional<std::int64_t>(0), {}}) {
    CHECK(ends_within(graph, ground, 4));
  }
}

TEST(a_hub_does_not_go_from_tree_to_tree) {
  // A windmill whose pairs weigh less and less, while one of each pair is heavy beside others: it
  // comes to the ground late, and takes the hub from whichever has it.
  constexpr Vertex size = 2000;
  constexpr Vertex others = 10;
  Graph graph(size);
  for (Vertex v = 1; v + 1 < size; v += 2) {
    for (const Vertex end : {v, v + 1}) graph.join(0, end, 130 * Weight{size});
    graph.join(v, v + 1, 130 * Weight{size} - 128 * Weight{v});
    graph.join(v, size - others + v % others, 2000 * Weight{size});
  }
  CHECK(ends_within(graph, 0, 40));
}

TEST(what_a_small_tree_can_end_does_not_end_a_large_one) {
  // A path whose vertices are matched in pairs, one pair after the other, and single vertices in a
  // zigzag along it, whose edges weigh little. A small tree that meets the next pair makes an odd
  // cycle. Both the next single vertex and the large tree behind can be matched there.
  constexpr Vertex length = 400;
  Graph graph(2 * length + 1);
  for (Vertex v = 0; v < length; ++v) {
    if (v + 1 < length) graph.join(v, v + 1, 100'000 + 81 * Weight{v});
    graph.join(v, length + v, 6 * Weight{v} + 3);
    graph.join(v, length + v + 1, 6 * Weight{v} + 6);
  }
  CHECK(ends_within(graph, -1'000'000, 3));
}

TEST(roots_that_come_one_after_the_other_to_a_large_region_wait_for_each_other) {
  // A region of pairs that are joined by tight edges. From both of its sides roots come to it, one
  // after the other. Each takes all of it and is matched with the next one.
  constexpr Vertex pairs = 500;
  constexpr Weight tight = 64 * Weight{pairs};
  Graph graph(4 * pairs);
  for (Vertex v = 0; v < pairs; ++v) {
    for (const Vertex other : {v, v + 1, v + 7, 3 * v + 1}) {
      graph.join(v, pairs + other % pairs, tight);
    }
    graph.join(v, 2 * pairs + v, tight - 32 * Weight{v} - 2);
    graph.join(pairs + v, 3 * pairs + v, tight - 40 * Weight{v} - 10);
  }
  CHECK(!ends_within(graph, 0, 40, false));
  CHECK(ends_within(graph, 0, 20, true));
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
  Joint<std::int64_t> search(forest, graph.candidates);
  CHECK_EQUAL(search.run(Stage::kFractional, std::nullopt), 2U);
  for (const Vertex v : {0, 3}) CHECK(forest.is_blossom(forest.outer(v)));
  CHECK_EQUAL(search.run(Stage::kIntegral, std::nullopt), 0U);
}

TEST(an_interruption_leaves_a_valid_state) {
  std::mt19937_64 random(4);
  const Graph graph = random_graph(2000, random);
  const auto forest =
      greedy_start<std::int64_t>(graph.heaviest, graph.candidates, Objective::kCardinality);
  auto at_once = forest;
  const std::size_t left =
      Joint<std::int64_t>(at_once, graph.candidates).run(Stage::kIntegral, std::nullopt);

  auto interrupted = forest;
  Joint<std::int64_t> search(interrupted, graph.candidates);
  int asked = 0;
  CHECK_THROWS(Interrupted,
               search.run(Stage::kIntegral, std::nullopt, kAllArcs, [&] { return ++asked == 2; }));
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
  Joint<std::int64_t> search(forest, graph.candidates);
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
