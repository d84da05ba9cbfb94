// Prices of edges, against the optimum of the graph without their ends.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "fastpair/matching.hpp"
#include "fastpair/matching_solver.hpp"

namespace {

using namespace fastpair;

std::size_t at(Vertex v) { return static_cast<std::size_t>(v); }

/// A random graph of which some pairs are edges.
MatchingSolver random_solver(Vertex size, std::uint64_t range, Objective objective,
                             std::mt19937_64& random) {
  std::vector<Weight> weights(at(size) * at(size), 0);
  std::vector<std::uint8_t> allowed(weights.size(), 0);
  for (Vertex i = 0; i < size; ++i) {
    for (Vertex j = 0; j < i; ++j) {
      const auto weight = static_cast<Weight>(random() % range) - static_cast<Weight>(range / 3);
      const std::uint8_t edge = random() % 4 != 0;
      for (const std::size_t cell : {at(i) * at(size) + at(j), at(j) * at(size) + at(i)}) {
        weights[cell] = weight;
        allowed[cell] = edge;
      }
    }
  }
  return {size, std::move(weights), std::move(allowed), objective};
}

/// Solves without the ends of every `step`-th pair.
void check_prices(MatchingSolver& solver, Objective objective, std::size_t step = 1) {
  const auto size = static_cast<Vertex>(solver.size());
  const Solution best = solver.solve();
  const std::vector<PriceRow> table = solver.price_table();
  for (Vertex i = 0; i < size; ++i) {
    const PriceRow row = solver.prices(i);
    for (Vertex j = 0; j < size; ++j) {
      const std::size_t cell = at(i) * at(size) + at(j);
      const bool edge = i != j && solver.graph().allowed[cell] != 0;
      CHECK_EQUAL(row.possible[at(j)] != 0, edge);
      CHECK(row.possible == table[at(i)].possible);
      CHECK(row.fewer == table[at(i)].fewer);
      CHECK(row.lighter == table[at(i)].lighter);
      if (!edge || cell % step != 0) continue;
      MatchingSolver others(solver);
      others.remove(i);
      others.remove(j);
      const Solution rest = others.solve();
      CHECK(row.lighter[at(j)] == best.weight - rest.weight - solver.graph().weights[cell]);
      CHECK_EQUAL(row.fewer[at(j)],
                  objective == Objective::kWeight ? 0 : best.cardinality - rest.cardinality - 1);
    }
  }
  CHECK(solver.solve().mate == best.mate);
}

TEST(prices_are_those_of_solving_without_the_two) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 600; ++round) {
    const Objective objective = round % 2 == 0 ? Objective::kWeight : Objective::kCardinality;
    const auto size = static_cast<Vertex>(random() % 11);
    MatchingSolver solver = random_solver(size, round % 3 == 0 ? 3 : 1000, objective, random);
    check_prices(solver, objective);
    if (size == 0) continue;
    solver.remove(static_cast<Vertex>(random() % at(size)));
    check_prices(solver, objective);
  }
}

TEST(many_rows_are_divided_among_threads) {
  std::mt19937_64 random(2);
  for (const Vertex size : {70, 71}) {
    MatchingSolver solver = random_solver(size, 1000, Objective::kCardinality, random);
    check_prices(solver, Objective::kCardinality, 23);
  }
}

TEST(prices_go_on_in_128_bits) {
  std::mt19937_64 random(3);
  for (const Objective objective : {Objective::kWeight, Objective::kCardinality}) {
    MatchingSolver solver =
        random_solver(9, static_cast<std::uint64_t>(kWeightLimit), objective, random);
    check_prices(solver, objective);
  }
}

/// Asks what it costs to give up each matched edge, and compares with forbidding it.
void check_losses(MatchingSolver& solver, std::size_t count, Wide limit) {
  const Solution best = solver.solve();
  std::vector<Vertex> ends;
  for (Vertex v = 0; v < static_cast<Vertex>(solver.size()); ++v) {
    if (best.mate[at(v)] > v) ends.push_back(v);
  }
  const Losses losses = solver.losses(ends, std::vector<Wide>(ends.size()), count, limit);
  std::vector<Wide> exact;
  std::vector<Wide> all;
  for (std::size_t k = 0; k < ends.size(); ++k) {
    MatchingSolver others(solver);
    others.forbid(ends[k], best.mate[at(ends[k])]);
    const Solution second = others.solve();
    const bool possible = second.cardinality == best.cardinality;
    const Wide loss = possible ? best.weight - second.weight : kWeightLimit;
    if (loss < limit) all.push_back(loss);
    CHECK(losses.at_least[k] <= loss);
    if (losses.exact[k] == 0) continue;
    CHECK(losses.at_least[k] == loss);
    exact.push_back(loss);
  }
  std::ranges::sort(exact);
  std::ranges::sort(all);
  const std::size_t wanted = std::min(count, all.size());
  CHECK(exact.size() >= wanted);
  CHECK(std::equal(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(wanted), exact.begin()));
  CHECK(solver.solve().mate == best.mate);
}

TEST(questions_are_answered_for_weights_up_to_the_limit) {
  std::mt19937_64 random(6);
  for (int round = 0; round < 300; ++round) {
    const Objective objective = round % 2 == 0 ? Objective::kWeight : Objective::kCardinality;
    const auto size = static_cast<Vertex>(2 + random() % 9);
    const int most = round % 4 < 2 ? 61 : 60;  // in 128 bits from the start, or not
    MatchingSolver solver = random_solver(size, 1000, objective, random);
    for (Vertex i = 0; i < size; ++i) {
      for (Vertex j = 0; j < i; ++j) {
        const Weight power = Weight{1} << random() % static_cast<std::uint64_t>(most);
        if (random() % 8 != 0) solver.set(i, j, random() % 2 == 0 ? power : -power);
      }
    }
    check_prices(solver, objective);
    if (objective == Objective::kCardinality) check_losses(solver, 3, kWeightLimit);
  }
}

TEST(losses_are_those_of_forbidding_an_edge) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 1000; ++round) {
    const auto size = static_cast<Vertex>(random() % 13);
    MatchingSolver solver =
        random_solver(size, round % 3 == 0 ? 3 : 1000, Objective::kCardinality, random);
    check_losses(solver, 1 + random() % 4, round % 2 == 0 ? kWeightLimit : 400);
    if (size == 0) continue;
    const auto v = static_cast<Vertex>(random() % at(size));
    solver.remove(v);
    check_losses(solver, 100, kWeightLimit);
    CHECK_THROWS(std::invalid_argument,
                 (void)solver.losses(std::vector{v}, std::vector<Wide>(1), 1, 1));
    CHECK_THROWS(std::invalid_argument, (void)solver.losses(std::vector{v}, {}, 1, 1));
  }
}

TEST(questions_can_be_interrupted) {
  std::mt19937_64 random(4);
  MatchingSolver solver = random_solver(100, 1000, Objective::kCardinality, random);
  const Solution best = solver.solve();
  // Only the thread of the caller asks, which may get few of the rows.
  int left = 2;
  CHECK_THROWS(Interrupted, (void)solver.price_table([&] { return --left < 0; }));
  CHECK_THROWS(std::runtime_error,
               (void)solver.price_table({}, [](double) { throw std::runtime_error("enough"); }));
  CHECK_THROWS(std::out_of_range, (void)solver.prices(100));
  CHECK(solver.solve().mate == best.mate);
}

}  // namespace
