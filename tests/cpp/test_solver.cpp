// The solver that keeps its state, under calls in every order, interruptions, lack of memory, and
// two threads.
#include <atomic>
#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <vector>

#include "check.hpp"
#include "fastpair/matching.hpp"
#include "fastpair/matching_solver.hpp"
#include "memory.hpp"

namespace {

using namespace fastpair;
using fastpair::check::short_of_memory;

std::size_t at(Vertex v) { return static_cast<std::size_t>(v); }

/// A graph in which all pairs are edges.
std::vector<Weight> random_matrix(Vertex size, std::uint64_t range, std::mt19937_64& random) {
  std::vector<Weight> weights(at(size) * at(size));
  for (Vertex i = 0; i < size; ++i) {
    for (Vertex j = 0; j < i; ++j) {
      weights[at(i) * at(size) + at(j)] = weights[at(j) * at(size) + at(i)] =
          static_cast<Weight>(random() % range);
    }
  }
  return weights;
}

MatchingSolver solver_of(Vertex size, const std::vector<Weight>& weights, Objective objective) {
  return {size, weights, std::vector<std::uint8_t>(weights.size(), 1), objective};
}

/// The optimum of the solver's graph, found without the solver. A removed vertex has no edges.
Solution anew(const MatchingSolver& solver, Objective objective) {
  return max_weight_matching(solver.graph(), objective);
}

void check_as_anew(MatchingSolver& solver, Objective objective) {
  const Solution solution = solver.solve();
  const Solution fresh = anew(solver, objective);
  CHECK(solution.weight == fresh.weight);
  CHECK(objective == Objective::kWeight || solution.cardinality == fresh.cardinality);
}

/// Makes one call of any kind, valid or not, which the solver carries out or refuses.
void call(MatchingSolver& solver, std::mt19937_64& random) {
  const auto size = static_cast<Vertex>(solver.size());
  const auto vertex = [&] {
    return static_cast<Vertex>(random() % 8 == 0 ? size : random() % at(size));
  };
  const Vertex i = vertex();
  const Vertex j = vertex();
  try {
    switch (random() % 6) {
      case 0:
        return solver.forbid(i, j);
      case 1:
        return solver.force(i, j);
      case 2:
        return solver.remove(i);
      case 3: {
        std::vector<Weight> row(at(size));
        for (Weight& weight : row) weight = static_cast<Weight>(random() % 10);
        return solver.set_row(i, row, std::vector<std::uint8_t>(at(size), 1));
      }
      default:
        return solver.set(i, j, static_cast<Weight>(random() % 10));
    }
  } catch (const std::invalid_argument&) {
  } catch (const std::out_of_range&) {
    CHECK(i == size || j == size);
  }
}

TEST(every_order_of_calls_leaves_the_optimum) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 3000; ++round) {
    const Objective objective = round % 2 == 0 ? Objective::kWeight : Objective::kCardinality;
    const auto size = static_cast<Vertex>(1 + random() % 7);
    MatchingSolver solver = solver_of(size, random_matrix(size, 10, random), objective);
    for (int k = 0; k < 12; ++k) {
      call(solver, random);
      if (random() % 2 == 0) check_as_anew(solver, objective);
    }
    check_as_anew(solver, objective);
  }
}

TEST(an_odd_one_out_stays_the_same) {
  MatchingSolver solver = solver_of(3, {0, -1, -1, -1, 0, 3, -1, 3, 0}, Objective::kCardinality);
  (void)solver.solve();
  solver.set_row(1, std::vector<Weight>(3, 0), std::vector<std::uint8_t>(3, 1));
  const std::vector<Vertex> mate = solver.solve().mate;
  CHECK(solver.solve().mate == mate);
  for (Vertex v = 0; v < 3; ++v) {
    if (mate[at(v)] != kNobody) (void)solver.losses(std::vector{v}, {0}, 1, 100);
  }
}

TEST(what_is_unchanged_is_returned_again) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 400; ++round) {
    const Objective objective = round % 2 == 0 ? Objective::kWeight : Objective::kCardinality;
    const auto size = static_cast<Vertex>(1 + random() % 7);
    MatchingSolver solver = solver_of(size, random_matrix(size, 4, random), objective);
    for (int k = 0; k < 6; ++k) {
      call(solver, random);
      const bool asked = random() % 2 == 0;
      const auto v = static_cast<Vertex>(random() % at(size));
      const PriceRow prices = asked ? solver.prices(v) : PriceRow{};
      const std::vector<Vertex> mate = solver.solve().mate;
      const Vertex other = mate[at(v)];
      if (asked && other != kNobody) CHECK(prices.lighter[at(other)] == 0);
      (void)solver.price_table();
      for (Vertex u = 0; u < size; ++u) {
        if (mate[at(u)] != kNobody) (void)solver.losses(std::vector{u}, {0}, 1, 100);
      }
      CHECK(solver.solve().mate == mate);
      CHECK(MatchingSolver(solver).solve().mate == mate);
    }
  }
}

TEST(removed_vertices_are_known) {
  std::mt19937_64 random(2);
  MatchingSolver solver = solver_of(3, random_matrix(3, 10, random), Objective::kWeight);
  const auto removed = solver.removed();
  solver.remove(1);
  CHECK_EQUAL(std::vector<int>(removed.begin(), removed.end()), (std::vector<int>{0, 1, 0}));
  CHECK_THROWS(std::invalid_argument, solver.set(0, 1, 5));
  solver.set_row(1, std::vector<Weight>{7, 0, 8}, std::vector<std::uint8_t>(3, 1));
  CHECK_EQUAL(std::vector<int>(removed.begin(), removed.end()), (std::vector<int>{0, 0, 0}));
}

/// What a caller sees of a solver.
auto seen(const MatchingSolver& solver) {
  const DenseGraph graph = solver.graph();
  const auto cells = static_cast<std::size_t>(graph.size * graph.size);
  const auto removed = solver.removed();
  return std::tuple(std::vector(graph.weights, graph.weights + cells),
                    std::vector(graph.allowed, graph.allowed + cells),
                    std::vector(removed.begin(), removed.end()));
}

TEST(a_call_that_lacks_memory_has_changed_nothing) {
  constexpr Vertex size = 7;
  std::mt19937_64 random(6);
  const std::vector<Weight> row = random_matrix(size, 10, random);
  const std::vector<std::uint8_t> flags(at(size), 1);
  using Call = std::function<void(MatchingSolver&)>;
  const std::vector<Call> changes{
      [](MatchingSolver& solver) { solver.set(0, 1, 9); },
      [](MatchingSolver& solver) { solver.set(0, size, 9); },
      [](MatchingSolver& solver) { solver.forbid(2, 3); },
      [](MatchingSolver& solver) { solver.force(0, 2); },
      [](MatchingSolver& solver) { solver.remove(4); },
      [&](MatchingSolver& solver) { solver.set_row(4, std::span(row).first(size), flags); },
      [](MatchingSolver& solver) { solver.set(5, 6, kWeightLimit); },
  };
  const std::vector<Call> questions{
      [](MatchingSolver& solver) { (void)solver.solve(); },
      [](MatchingSolver& solver) { (void)solver.prices(1); },
      [](MatchingSolver& solver) { (void)solver.price_table(); },
      [](MatchingSolver& solver) {
        std::vector<Vertex> matched;
        const std::vector<Vertex> mate = solver.solve().mate;
        for (Vertex v = 0; v < size; ++v) {
          if (mate[at(v)] > v) matched.push_back(v);
        }
        (void)solver.losses(matched, std::vector<Wide>(matched.size()), 2, 100);
      },
  };
  for (const Objective objective : {Objective::kWeight, Objective::kCardinality}) {
    MatchingSolver solver = solver_of(size, random_matrix(size, 10, random), objective);
    for (const Call& change : changes) {
      for (const bool returns : {true, false}) {
        std::vector<Call> calls = questions;
        calls.push_back(change);
        for (const Call& call : calls) {
          const std::vector<Vertex> mate = solver.solve().mate;
          const auto before = seen(solver);
          for (std::int64_t n = 0; short_of_memory(n, returns, [&] { call(solver); }); ++n) {
            CHECK(seen(solver) == before);
            CHECK(solver.solve().mate == mate);
          }
        }
        // What has changed is solved under want of memory, too.
        bool failed = true;
        for (std::int64_t n = 0; failed; ++n) {
          MatchingSolver changed = solver;
          const auto before = seen(changed);
          failed = short_of_memory(n, returns,
                                   [&] { questions[static_cast<std::size_t>(n) % 4](changed); });
          CHECK(seen(changed) == before);
          check_as_anew(changed, objective);
        }
      }
    }
    check_as_anew(solver, objective);
  }
}

/// How the interrupt function breaks off a solve: it returns true, or it throws.
enum class Stop { kAsked, kThrown };

/// Solves, and breaks off at call number n, from 0, of the interrupt function. Returns whether
/// there was such a call.
bool stopped(MatchingSolver& solver, int n, Stop stop) {
  try {
    (void)solver.solve([&n, stop] {
      if (--n >= 0) return false;
      if (stop == Stop::kThrown) throw std::runtime_error("enough");
      return true;
    });
    return false;
  } catch (const Interrupted&) {
    CHECK(stop == Stop::kAsked);
  } catch (const std::runtime_error&) {
    CHECK(stop == Stop::kThrown);
  }
  return true;
}

TEST(a_solver_goes_on_wherever_it_was_stopped) {
  std::mt19937_64 random(3);
  const Objective objective = Objective::kCardinality;
  for (const Stop stop : {Stop::kAsked, Stop::kThrown}) {
    const std::vector<Weight> weights = random_matrix(41, 1000, random);
    for (int n = 0;; ++n) {
      MatchingSolver solver = solver_of(41, weights, objective);
      bool was_stopped = stopped(solver, n, stop);
      check_as_anew(solver, objective);
      solver.remove(static_cast<Vertex>(2 + random() % 39));
      solver.set(0, 1, 0);
      for (Vertex v = 2; v < 30; ++v) solver.forbid(v, v + 1);
      was_stopped |= stopped(solver, n, stop);
      solver.forbid(1, 5);
      check_as_anew(solver, objective);
      if (!was_stopped) break;
    }
  }
}

/// A path of an even number of vertices, in which every second edge, beginning with the second one,
/// is the heavier one. Only the lighter edges match all vertices, so that the last search leads
/// from one end of the path to the other.
std::vector<Edge> long_search(Vertex size) {
  std::vector<Edge> edges;
  for (Vertex v = 0; v + 1 < size; ++v) edges.push_back({v, v + 1, v % 2 == 0 ? 1 : 2});
  return edges;
}

TEST(a_solver_goes_on_from_within_a_search) {
  constexpr Vertex size = 1400;
  std::vector<Weight> weights(at(size) * at(size), 0);
  std::vector<std::uint8_t> allowed(weights.size(), 0);
  std::vector<Edge> edges = long_search(size);
  edges.push_back({0, 2, 0});  // an odd cycle: a bipartite graph is solved without long searches
  for (const auto& [i, j, weight] : edges) {
    for (const std::size_t cell : {at(i) * at(size) + at(j), at(j) * at(size) + at(i)}) {
      weights[cell] = weight;
      allowed[cell] = 1;
    }
  }
  for (const Stop stop : {Stop::kAsked, Stop::kThrown}) {
    int n = 0;
    for (bool was_stopped = true; was_stopped; ++n) {
      MatchingSolver solver(size, weights, allowed, Objective::kCardinality);
      was_stopped = stopped(solver, n, stop);
      const Solution solution = solver.solve();
      CHECK_EQUAL(solution.cardinality, size / 2);
      CHECK(solution.weight == size / 2);
    }
    CHECK(n > size / 512);
  }
}

TEST(a_long_search_can_be_interrupted) {
  constexpr Vertex size = 20'000;
  std::vector<Edge> edges = long_search(size);
  edges.push_back({0, 2, 0});  // an odd cycle: a bipartite graph is solved without long searches
  int asked = 0;
  const Solution solution =
      max_weight_matching(SparseGraph{size, edges}, Objective::kCardinality, [&] {
        ++asked;
        return false;
      });
  CHECK_EQUAL(solution.cardinality, size / 2);
  CHECK(asked > size / 1000);
}

TEST(an_interrupt_function_cannot_use_its_solver) {
  std::mt19937_64 random(4);
  const std::vector<Weight> weights = random_matrix(6, 10, random);
  MatchingSolver solver = solver_of(6, weights, Objective::kCardinality);
  int refused = 0;
  (void)solver.solve([&] {
    CHECK_EQUAL(solver.graph().size, 6);
    CHECK_THROWS(SolverBusy, solver.set(0, 1, 5));
    CHECK_THROWS(SolverBusy, solver.forbid(0, 1));
    CHECK_THROWS(SolverBusy, solver.force(0, 1));
    CHECK_THROWS(SolverBusy, solver.remove(0));
    CHECK_THROWS(SolverBusy, solver.set_row(0, {}, {}));
    CHECK_THROWS(SolverBusy, (void)solver.solve());
    ++refused;
    return false;
  });
  CHECK(refused > 0);
  CHECK(solver.solve().weight ==
        max_weight_matching(DenseGraph{6, weights.data()}, Objective::kCardinality).weight);
}

TEST(two_threads_do_not_break_a_solver) {
  std::mt19937_64 random(5);
  const Objective objective = Objective::kCardinality;
  MatchingSolver solver = solver_of(24, random_matrix(24, 100, random), objective);
  std::atomic<int> done = 0;
  std::atomic<int> refused = 0;
  const auto work = [&](std::uint64_t seed) {
    std::mt19937_64 own(seed);
    for (int k = 0; k < 300; ++k) {
      try {
        if (k % 3 == 0) {
          (void)solver.solve([] {
            std::this_thread::yield();
            return false;
          });
        } else {
          call(solver, own);
        }
        ++done;
      } catch (const SolverBusy&) {
        ++refused;
      }
    }
  };
  {
    const std::jthread other(work, 6);
    work(7);
  }
  CHECK_EQUAL(done + refused, 600);
  CHECK(done > 0);
  check_as_anew(solver, objective);
}

}  // namespace
