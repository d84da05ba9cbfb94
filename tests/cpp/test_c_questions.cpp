// Prices, losses and levels of the C interface, against solving other graphs and all matchings.
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "c_handles.hpp"
#include "check.hpp"
#include "fastpair.h"

namespace {

using fastpair::Wide;
using namespace fastpair::check;

constexpr auto kObjectives = {fastpair_objective{FASTPAIR_MAX_WEIGHT},
                              fastpair_objective{FASTPAIR_MAX_CARDINALITY}};

std::size_t at(std::int64_t v) { return static_cast<std::size_t>(v); }

/// A random graph of which some pairs are edges.
struct Graph {
  std::int64_t size;
  std::vector<std::int64_t> weights;
  std::vector<std::uint8_t> allowed;

  Graph(std::int64_t vertices, std::int64_t range, std::mt19937_64& random)
      : size(vertices), weights(at(size * size)), allowed(at(size * size)) {
    for (std::int64_t i = 0; i < size; ++i) {
      for (std::int64_t j = 0; j < i; ++j) {
        const auto weight = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(range));
        const std::uint8_t edge = random() % 4 != 0;
        for (const std::size_t cell : {at(i * size + j), at(j * size + i)}) {
          weights[cell] = weight - range / 3;
          allowed[cell] = edge;
        }
      }
    }
  }

  void make(SolverHandle& handle, fastpair_objective objective) const {
    CHECK_EQUAL(
        fastpair_solver_new(size, weights.data(), allowed.data(), objective, &handle.solver),
        FASTPAIR_OK);
  }
};

/// The number of pairs and the weight of the optimum.
std::pair<std::int64_t, Wide> optimum(fastpair_solver* solver) {
  Handle handle;
  CHECK_EQUAL(fastpair_solver_solve(solver, nullptr, nullptr, &handle.solution), FASTPAIR_OK);
  fastpair_int128 weight{};
  CHECK_EQUAL(fastpair_solution_weight_wide(handle.solution, &weight), FASTPAIR_OK);
  return {fastpair_solution_cardinality(handle.solution), wide(weight)};
}

std::vector<std::int64_t> mates(fastpair_solver* solver, std::int64_t size) {
  Handle handle;
  CHECK_EQUAL(fastpair_solver_solve(solver, nullptr, nullptr, &handle.solution), FASTPAIR_OK);
  std::vector<std::int64_t> result(at(size));
  CHECK_EQUAL(fastpair_solution_mate(handle.solution, result.data(), size), FASTPAIR_OK);
  return result;
}

struct Prices {
  std::vector<std::uint8_t> possible;
  std::vector<std::int64_t> fewer;
  std::vector<fastpair_int128> lighter;

  explicit Prices(std::int64_t count) : possible(at(count)), fewer(at(count)), lighter(at(count)) {}
};

/// The optimum of a copy that was changed.
std::pair<std::int64_t, Wide> optimum_after(const fastpair_solver* solver,
                                            const std::function<void(fastpair_solver*)>& change) {
  SolverHandle copy;
  CHECK_EQUAL(fastpair_solver_copy(solver, &copy.solver), FASTPAIR_OK);
  change(copy.solver);
  return optimum(copy.solver);
}

TEST(prices_are_those_of_solving_without_the_two) {
  std::mt19937_64 random(1);
  for (const std::int64_t range : {std::int64_t{3}, std::int64_t{1000}, FASTPAIR_WEIGHT_LIMIT}) {
    for (const fastpair_objective objective : kObjectives) {
      const Graph graph(9, range, random);
      SolverHandle handle;
      graph.make(handle, objective);
      Prices table(81);
      CHECK_EQUAL(
          fastpair_solver_price_table(handle.solver, nullptr, nullptr, table.possible.data(),
                                      table.fewer.data(), table.lighter.data(), 81),
          FASTPAIR_OK);
      const auto best = optimum(handle.solver);
      for (std::int64_t i = 0; i < 9; ++i) {
        Prices row(9);
        CHECK_EQUAL(fastpair_solver_prices(handle.solver, i, nullptr, nullptr, row.possible.data(),
                                           row.fewer.data(), row.lighter.data(), 9),
                    FASTPAIR_OK);
        for (std::int64_t j = 0; j < 9; ++j) {
          const std::size_t cell = at(9 * i + j);
          CHECK_EQUAL(row.possible[at(j)], graph.allowed[cell]);
          CHECK_EQUAL(row.possible[at(j)], table.possible[cell]);
          CHECK_EQUAL(row.fewer[at(j)], table.fewer[cell]);
          CHECK(wide(row.lighter[at(j)]) == wide(table.lighter[cell]));
          if (row.possible[at(j)] == 0) {
            CHECK(wide(row.lighter[at(j)]) == 0);
            continue;
          }
          const auto rest = optimum_after(handle.solver, [&](fastpair_solver* others) {
            CHECK_EQUAL(fastpair_solver_remove(others, i), FASTPAIR_OK);
            CHECK_EQUAL(fastpair_solver_remove(others, j), FASTPAIR_OK);
          });
          CHECK(wide(row.lighter[at(j)]) == best.second - rest.second - graph.weights[cell]);
          const bool counts = objective == FASTPAIR_MAX_CARDINALITY;
          CHECK_EQUAL(row.fewer[at(j)], counts ? best.first - rest.first - 1 : 0);
        }
      }
    }
  }
}

TEST(losses_are_those_of_forbidding_an_edge) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 100; ++round) {
    for (const fastpair_objective objective : kObjectives) {
      const Graph graph(8, round % 2 == 0 ? 5 : 1000, random);
      SolverHandle handle;
      graph.make(handle, objective);
      const auto best = optimum(handle.solver);
      const std::vector<std::int64_t> mate = mates(handle.solver, 8);
      std::vector<std::int64_t> ends;
      for (std::int64_t v = 0; v < 8; ++v) {
        if (mate[at(v)] > v) ends.push_back(v);
      }
      const std::int64_t limit = round % 3 == 0 ? 400 : FASTPAIR_WEIGHT_LIMIT;
      std::vector<std::int64_t> at_least(ends.size());
      std::vector<std::uint8_t> exact(ends.size());
      const auto count = static_cast<std::int64_t>(ends.size());
      CHECK_EQUAL(fastpair_solver_losses(handle.solver, count, ends.data(), 100, limit, nullptr,
                                         nullptr, at_least.data(), exact.data()),
                  FASTPAIR_OK);
      for (std::size_t k = 0; k < ends.size(); ++k) {
        const auto second = optimum_after(handle.solver, [&](fastpair_solver* others) {
          CHECK_EQUAL(fastpair_solver_forbid(others, ends[k], mate[at(ends[k])]), FASTPAIR_OK);
        });
        const bool counts = objective == FASTPAIR_MAX_WEIGHT || second.first == best.first;
        const bool found = counts && best.second - second.second < limit;
        CHECK_EQUAL(exact[k] != 0, found);
        CHECK(Wide{at_least[k]} == (found ? best.second - second.second : Wide{limit}));
      }
    }
  }
}

TEST(a_copy_is_a_solver_of_its_own) {
  std::mt19937_64 random(3);
  const Graph graph(10, 1000, random);
  SolverHandle handle;
  graph.make(handle, FASTPAIR_MAX_CARDINALITY);
  const std::vector<std::int64_t> mate = mates(handle.solver, 10);
  SolverHandle copy;
  CHECK_EQUAL(fastpair_solver_copy(handle.solver, &copy.solver), FASTPAIR_OK);
  CHECK_EQUAL(mates(copy.solver, 10), mate);
  CHECK_EQUAL(fastpair_solver_remove(copy.solver, 0), FASTPAIR_OK);
  CHECK_EQUAL(mates(copy.solver, 10)[0], -1);
  CHECK_EQUAL(mates(handle.solver, 10), mate);
  SolverHandle none;
  CHECK_EQUAL(fastpair_solver_copy(nullptr, &none.solver), FASTPAIR_INVALID_ARGUMENT);
  CHECK(none.solver == nullptr);
  CHECK_EQUAL(fastpair_solver_copy(handle.solver, nullptr), FASTPAIR_INVALID_ARGUMENT);
}

/// Checks that a call has failed with a status and says why.
void check_refused(fastpair_status status, fastpair_status expected, std::string_view said) {
  CHECK_EQUAL(status, expected);
  CHECK(std::string_view{fastpair_last_error()}.find(said) != std::string_view::npos);
}

TEST(bad_questions_are_refused) {
  std::mt19937_64 random(4);
  const Graph graph(5, 1000, random);  // one of an odd number of vertices has no mate
  SolverHandle handle;
  graph.make(handle, FASTPAIR_MAX_CARDINALITY);
  fastpair_solver* const solver = handle.solver;
  Prices row(5);
  row.possible.assign(5, 7);
  const auto prices = [&](fastpair_solver* asked, std::int64_t v, std::uint8_t* possible,
                          std::int64_t capacity) {
    return fastpair_solver_prices(asked, v, nullptr, nullptr, possible, row.fewer.data(),
                                  row.lighter.data(), capacity);
  };
  std::uint8_t* const possible = row.possible.data();
  check_refused(prices(nullptr, 0, possible, 5), FASTPAIR_INVALID_ARGUMENT, "solver");
  check_refused(prices(solver, 5, possible, 5), FASTPAIR_OUT_OF_RANGE, "5");
  check_refused(prices(solver, -1, possible, 5), FASTPAIR_OUT_OF_RANGE, "-1");
  check_refused(prices(solver, 0, nullptr, 5), FASTPAIR_INVALID_ARGUMENT, "possible");
  check_refused(prices(solver, 0, possible, 4), FASTPAIR_BUFFER_TOO_SMALL, "5");
  check_refused(fastpair_solver_price_table(solver, nullptr, nullptr, possible, row.fewer.data(),
                                            row.lighter.data(), 24),
                FASTPAIR_BUFFER_TOO_SMALL, "25");
  check_refused(fastpair_solver_price_table(solver, nullptr, nullptr, possible, nullptr,
                                            row.lighter.data(), 25),
                FASTPAIR_INVALID_ARGUMENT, "fewer");
  const auto stop = [](void*) -> std::int32_t { return 1; };
  check_refused(fastpair_solver_prices(solver, 0, stop, nullptr, possible, row.fewer.data(),
                                       row.lighter.data(), 5),
                FASTPAIR_INTERRUPTED, "interrupted");
  CHECK_EQUAL(row.possible, (std::vector<std::uint8_t>(5, 7)));  // nothing has been written

  const auto losses = [&](std::int64_t count, const std::int64_t* vertices, std::int64_t most) {
    std::array<std::int64_t, 2> at_least{};
    std::array<std::uint8_t, 2> exact{};
    return fastpair_solver_losses(solver, count, vertices, most, 1000, nullptr, nullptr,
                                  at_least.data(), exact.data());
  };
  const std::vector<std::int64_t> mate = mates(solver, 5);
  const auto free = std::int64_t{std::ranges::find(mate, -1) - mate.begin()};
  const std::int64_t far = 5;
  check_refused(losses(1, &free, 1), FASTPAIR_INVALID_ARGUMENT, "no mate");
  check_refused(losses(1, &far, 1), FASTPAIR_OUT_OF_RANGE, "5");
  check_refused(losses(-1, &far, 1), FASTPAIR_INVALID_ARGUMENT, "count");
  check_refused(losses(1, nullptr, 1), FASTPAIR_INVALID_ARGUMENT, "vertices");
  check_refused(losses(1, mate.data(), -1), FASTPAIR_INVALID_ARGUMENT, "most");
  CHECK_EQUAL(losses(0, nullptr, 0), FASTPAIR_OK);
  const std::int64_t matched = free == 0 ? 1 : 0;
  CHECK_EQUAL(losses(1, &matched, 0), FASTPAIR_OK);
  CHECK_EQUAL(fastpair_solver_remove(solver, matched), FASTPAIR_OK);
  check_refused(losses(1, &matched, 1), FASTPAIR_INVALID_ARGUMENT, "removed");
}

using Totals = std::vector<std::int64_t>;

/// The best totals of all matchings, by trying them; the number of pairs is the first of them.
Totals best_totals(const std::vector<Graph>& levels, bool counts) {
  const std::int64_t size = levels.front().size;
  std::vector<bool> used(at(size));
  Totals totals(levels.size() + 1);
  std::optional<Totals> best;
  const std::function<void(std::int64_t)> extend = [&](std::int64_t v) {
    if (v == size) {
      Totals found = totals;
      if (!counts) found.front() = 0;
      if (!best || found > *best) best = found;
      return;
    }
    extend(v + 1);
    for (std::int64_t u = 0; u < v; ++u) {
      const std::size_t cell = at(size * u + v);
      if (used[at(u)] || used[at(v)] || levels.front().allowed[cell] == 0) continue;
      used[at(u)] = used[at(v)] = true;
      const Totals before = totals;
      ++totals.front();
      for (std::size_t k = 0; k < levels.size(); ++k) totals[k + 1] += levels[k].weights[cell];
      extend(v + 1);
      totals = before;
      used[at(u)] = used[at(v)] = false;
    }
  };
  extend(0);
  return *best;
}

TEST(folded_levels_have_the_best_totals_of_all) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 200; ++round) {
    for (const fastpair_objective objective : kObjectives) {
      const auto size = static_cast<std::int64_t>(random() % 8);
      std::vector<Graph> levels{{size, 2, random}, {size, 1000, random}, {size, 5, random}};
      for (Graph& level : levels) level.allowed = levels.front().allowed;
      if (round % 4 == 0) levels[1].weights.assign(at(size * size), 6);
      const std::array<const std::int64_t*, 3> rows{
          levels[0].weights.data(), levels[1].weights.data(), levels[2].weights.data()};
      std::vector<std::int64_t> whole(at(size * size));
      std::array<std::int64_t, 3> units{};
      CHECK_EQUAL(
          fastpair_fold_levels(size, 3, size * size, rows.data(), levels.front().allowed.data(),
                               objective, whole.data(), units.data()),
          FASTPAIR_OK);
      Handle handle;
      CHECK_EQUAL(fastpair_solve_dense(size, whole.data(), levels.front().allowed.data(), objective,
                                       nullptr, nullptr, &handle.solution),
                  FASTPAIR_OK);
      std::vector<std::int64_t> mate(at(size));
      CHECK_EQUAL(fastpair_solution_mate(handle.solution, mate.data(), size), FASTPAIR_OK);
      const bool counts = objective == FASTPAIR_MAX_CARDINALITY;
      Totals found(4);
      if (counts) found.front() = fastpair_solution_cardinality(handle.solution);
      for (std::int64_t v = 0; v < size; ++v) {
        if (mate[at(v)] <= v) continue;
        for (std::size_t k = 0; k < 3; ++k) {
          found[k + 1] += levels[k].weights[at(v * size + mate[at(v)])];
        }
      }
      CHECK_EQUAL(found, best_totals(levels, counts));
      if (counts && round % 4 == 0) CHECK_EQUAL(units[1], 0);
    }
  }
}

TEST(folded_levels_stay_in_64_bits_if_all_matchings_have_as_many_edges) {
  const std::array<std::int64_t, 3> level{0, 1, FASTPAIR_WEIGHT_LIMIT};
  const std::array<const std::int64_t*, 1> levels{level.data()};
  std::array<std::int64_t, 3> whole{};
  CHECK_EQUAL(fastpair_fold_levels(4, 1, 3, levels.data(), nullptr, FASTPAIR_MAX_CARDINALITY,
                                   whole.data(), nullptr),
              FASTPAIR_OK);
  CHECK_EQUAL(whole, (std::array<std::int64_t, 3>{-FASTPAIR_NARROW_LIMIT, 1 - FASTPAIR_NARROW_LIMIT,
                                                  FASTPAIR_NARROW_LIMIT}));
}

TEST(levels_that_have_no_room_are_refused) {
  const std::array<std::int64_t, 3> heavy{0, 1, FASTPAIR_WEIGHT_LIMIT};
  const std::array<std::int64_t, 3> light{0, 1, 2};
  std::array<const std::int64_t*, 2> levels{light.data(), heavy.data()};
  std::array<std::int64_t, 3> whole{};
  std::array<std::int64_t, 2> units{};
  const auto fold = [&](std::int64_t count, fastpair_objective objective, std::int64_t* weights) {
    return fastpair_fold_levels(4, count, 3, levels.data(), nullptr, objective, weights,
                                units.data());
  };
  check_refused(fold(2, FASTPAIR_MAX_WEIGHT, whole.data()), FASTPAIR_OUT_OF_RANGE, "level 0");
  std::swap(levels[0], levels[1]);
  check_refused(fold(2, FASTPAIR_MAX_WEIGHT, whole.data()), FASTPAIR_OUT_OF_RANGE, "level 0");
  CHECK_EQUAL(fold(1, FASTPAIR_MAX_WEIGHT, whole.data()), FASTPAIR_OK);
  CHECK_EQUAL(whole, heavy);
  CHECK_EQUAL(units[0], 1);
  levels = {light.data(), light.data()};
  CHECK_EQUAL(fold(2, FASTPAIR_MAX_WEIGHT, whole.data()), FASTPAIR_OK);
  CHECK_EQUAL(whole, (std::array<std::int64_t, 3>{0, 6, 12}));  // the unit is 1 + 2 pairs of 2
  CHECK_EQUAL(fastpair_fold_levels(4, 2, 3, levels.data(), nullptr, FASTPAIR_MAX_WEIGHT,
                                   whole.data(), nullptr),
              FASTPAIR_OK);
  check_refused(fold(0, FASTPAIR_MAX_WEIGHT, whole.data()), FASTPAIR_INVALID_ARGUMENT, "none");
  check_refused(fold(-1, FASTPAIR_MAX_WEIGHT, whole.data()), FASTPAIR_INVALID_ARGUMENT,
                "level_count");
  check_refused(fold(2, 2, whole.data()), FASTPAIR_INVALID_ARGUMENT, "objective");
  check_refused(fold(2, FASTPAIR_MAX_WEIGHT, nullptr), FASTPAIR_INVALID_ARGUMENT, "buffer");
  levels[1] = nullptr;
  check_refused(fold(2, FASTPAIR_MAX_WEIGHT, whole.data()), FASTPAIR_INVALID_ARGUMENT, "levels");
  check_refused(fastpair_fold_levels(-1, 1, 3, levels.data(), nullptr, FASTPAIR_MAX_WEIGHT,
                                     whole.data(), nullptr),
                FASTPAIR_INVALID_ARGUMENT, "size");
  check_refused(fastpair_fold_levels(4, 1, -1, levels.data(), nullptr, FASTPAIR_MAX_WEIGHT,
                                     whole.data(), nullptr),
                FASTPAIR_INVALID_ARGUMENT, "cell_count");
  check_refused(
      fastpair_fold_levels(4, 1, 3, nullptr, nullptr, FASTPAIR_MAX_WEIGHT, whole.data(), nullptr),
      FASTPAIR_INVALID_ARGUMENT, "levels");
}

}  // namespace
