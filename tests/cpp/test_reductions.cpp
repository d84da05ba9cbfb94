// Lightest, perfect and rectangular matchings and b-matchings, in C++ and C, against all choices of
// edges.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "c_handles.hpp"
#include "check.hpp"
#include "fastpair.h"
#include "fastpair/matching.hpp"

namespace {

using namespace fastpair;
using namespace fastpair::check;

/// A small graph as a list of edges, with parallel ones and loops, and how many edges each vertex
/// may have.
struct Instance {
  std::int64_t size = 0;
  std::vector<Edge> edges;
  std::vector<std::int64_t> most;

  [[nodiscard]] SparseGraph graph() const { return {size, edges}; }
};

Instance random_instance(std::mt19937_64& random, std::int64_t largest) {
  const auto below = [&](std::int64_t limit) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
  };
  Instance made;
  made.size = 1 + below(6);
  for (std::int64_t k = below(10); k > 0; --k) {
    made.edges.push_back({static_cast<Vertex>(below(made.size)),
                          static_cast<Vertex>(below(made.size)), below(2 * largest) - largest});
  }
  for (std::int64_t v = 0; v < made.size; ++v) made.most.push_back(below(4));
  return made;
}

/// The number of edges and their weight.
struct Worth {
  std::int64_t count = 0;
  Wide weight = 0;
};

bool is_better(const Worth& one, const Worth& other, Objective objective, bool minimize) {
  if (objective == Objective::kCardinality && one.count != other.count) {
    return one.count > other.count;
  }
  return minimize ? one.weight < other.weight : one.weight > other.weight;
}

/// The best choice of edges of which each vertex has at most its number, by all choices.
Worth best_of_all(const Instance& instance, std::span<const std::int64_t> most, Objective objective,
                  bool minimize) {
  Worth best;
  const std::size_t count = instance.edges.size();
  for (std::uint32_t chosen = 1; chosen < (1U << count); ++chosen) {
    std::vector<std::int64_t> left(most.begin(), most.end());
    std::vector<std::pair<Vertex, Vertex>> pairs;
    Worth worth;
    bool valid = true;
    for (std::size_t k = 0; k < count; ++k) {
      if ((chosen >> k & 1U) == 0) continue;
      const auto& [first, second, weight] = instance.edges[k];
      const std::pair<Vertex, Vertex> pair = std::minmax(first, second);
      valid = valid && first != second && std::ranges::find(pairs, pair) == pairs.end() &&
              --left[static_cast<std::size_t>(first)] >= 0 &&
              --left[static_cast<std::size_t>(second)] >= 0;
      pairs.push_back(pair);
      ++worth.count;
      worth.weight += weight;
    }
    if (valid && is_better(worth, best, objective, minimize)) best = worth;
  }
  return best;
}

constexpr std::array kObjectives{Objective::kWeight, Objective::kCardinality};

void check_worth(std::int64_t count, Wide weight, const Worth& best, Objective objective) {
  CHECK(weight == best.weight);
  if (objective == Objective::kCardinality) CHECK_EQUAL(count, best.count);
}

TEST(a_least_weight_is_that_of_all_choices) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 400; ++round) {
    const Instance instance = random_instance(random, round % 2 == 0 ? 5 : std::int64_t{1} << 60);
    const std::vector<std::int64_t> one(static_cast<std::size_t>(instance.size), 1);
    for (const Objective objective : kObjectives) {
      const Solution found = min_weight_matching(instance.graph(), objective);
      check_worth(found.cardinality, found.weight, best_of_all(instance, one, objective, true),
                  objective);
      const auto pairs = [&] { require_perfect(found); };
      if (objective == Objective::kWeight) continue;
      if (2 * found.cardinality == instance.size) {
        pairs();
      } else {
        CHECK_THROWS(Unmatchable, pairs());
      }
    }
  }
}

TEST(matrices_are_minimized_as_their_edges) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 200; ++round) {
    const std::int64_t rows = 1 + static_cast<std::int64_t>(random() % 4);
    const std::int64_t columns = 1 + static_cast<std::int64_t>(random() % 4);
    const std::int64_t size = rows + columns;
    // What is no edge may hold anything.
    std::vector<Weight> cells(static_cast<std::size_t>(rows * columns), INT64_MIN);
    std::vector<std::uint8_t> allowed(cells.size(), 0);
    std::vector<Weight> square(static_cast<std::size_t>(size * size), INT64_MIN);
    std::vector<std::uint8_t> flags(square.size(), 0);
    Instance instance{size, {}, {}};
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < columns; ++j) {
        if (random() % 3 == 0) continue;
        const Weight weight = static_cast<Weight>(random() % 20) - 10;
        const auto cell = static_cast<std::size_t>(i * columns + j);
        cells[cell] = weight;
        allowed[cell] = 1;
        for (const auto& [a, b] : {std::pair{i, rows + j}, std::pair{rows + j, i}}) {
          square[static_cast<std::size_t>(a * size + b)] = weight;
          flags[static_cast<std::size_t>(a * size + b)] = 1;
        }
        instance.edges.push_back({static_cast<Vertex>(i), static_cast<Vertex>(rows + j), weight});
      }
    }
    for (const Objective objective : kObjectives) {
      const Solution expected = min_weight_matching(instance.graph(), objective);
      const Solution matrix =
          min_weight_matching(DenseGraph{size, square.data(), flags.data()}, objective);
      const Solution assigned = min_weight_matching(
          RectangularGraph{rows, columns, cells.data(), allowed.data()}, objective);
      for (const Solution* found : {&matrix, &assigned}) {
        CHECK(found->weight == expected.weight);
        if (objective == Objective::kCardinality) {
          CHECK_EQUAL(found->cardinality, expected.cardinality);
        }
      }
      Handle handle;
      const fastpair_objective wish =
          FASTPAIR_MINIMIZE + (objective == Objective::kCardinality ? 1 : 0);
      CHECK_EQUAL(fastpair_solve_rectangular(rows, columns, cells.data(), allowed.data(), wish,
                                             nullptr, nullptr, &handle.solution),
                  FASTPAIR_OK);
      std::int64_t weight = 0;
      CHECK_EQUAL(fastpair_solution_weight(handle.solution, &weight), FASTPAIR_OK);
      CHECK(weight == expected.weight);
    }
  }
}

/// A call of fastpair_solve_b_matching.
struct Chosen {
  fastpair_status status;
  std::vector<std::uint8_t> edges;
  Wide weight;
};

Chosen choose(const Instance& instance, fastpair_objective objective) {
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> second;
  std::vector<std::int64_t> weights;
  for (const Edge& edge : instance.edges) {
    first.push_back(edge.first);
    second.push_back(edge.second);
    weights.push_back(edge.weight);
  }
  const std::int64_t count = std::ssize(weights);
  std::vector<std::uint8_t> chosen(weights.size(), 9);
  fastpair_int128 weight{};
  const fastpair_status status = fastpair_solve_b_matching(
      instance.size, count, first.data(), second.data(), weights.data(), instance.most.data(),
      objective, nullptr, nullptr, chosen.data(), &weight, count);
  return {status, chosen, wide(weight)};
}

TEST(a_b_matching_is_the_best_of_all_choices) {
  std::mt19937_64 random(3);
  int perfect_ones = 0;
  for (int round = 0; round < 600; ++round) {
    const Instance instance =
        random_instance(random, round % 2 == 0 ? 4 : (std::int64_t{1} << 59) - 1);
    for (const Objective objective : kObjectives) {
      for (const bool minimize : {false, true}) {
        const auto solve = minimize ? min_weight_b_matching : max_weight_b_matching;
        const Subgraph found = solve(instance.graph(), instance.most, objective, {});
        const Worth best = best_of_all(instance, instance.most, objective, minimize);
        check_worth(std::ssize(found.edges), found.weight, best, objective);
        std::vector<std::int64_t> left = instance.most;
        Wide weight = 0;
        for (const std::int64_t k : found.edges) {
          const Edge& edge = instance.edges[static_cast<std::size_t>(k)];
          --left[static_cast<std::size_t>(edge.first)];
          --left[static_cast<std::size_t>(edge.second)];
          weight += edge.weight;
        }
        CHECK(weight == found.weight);
        CHECK(std::ranges::all_of(left, [](std::int64_t number) { return number >= 0; }));
        const fastpair_objective wish =
            (objective == Objective::kCardinality ? 1 : 0) + (minimize ? FASTPAIR_MINIMIZE : 0);
        const Chosen same = choose(instance, wish);
        CHECK_EQUAL(same.status, FASTPAIR_OK);
        CHECK(same.weight == found.weight);
        CHECK_EQUAL(std::ranges::count(same.edges, 1), std::ssize(found.edges));
        for (const std::int64_t k : found.edges) {
          CHECK_EQUAL(same.edges[static_cast<std::size_t>(k)], 1);
        }
        if (objective == Objective::kWeight) continue;
        const bool all = std::ranges::all_of(left, [](std::int64_t number) { return number == 0; });
        perfect_ones += all ? 1 : 0;
        const Chosen full = choose(instance, FASTPAIR_PERFECT + (minimize ? FASTPAIR_MINIMIZE : 0));
        CHECK_EQUAL(full.status, all ? FASTPAIR_OK : FASTPAIR_UNMATCHABLE);
      }
    }
  }
  CHECK(perfect_ones > 20);
}

TEST(who_is_left_over_is_named) {
  const std::vector<Edge> star{{0, 1, 4}, {0, 2, 5}, {0, 3, 6}};
  const Solution found = max_weight_matching(SparseGraph{4, star}, Objective::kCardinality);
  try {
    require_perfect(found);
    CHECK(false);
  } catch (const Unmatchable& error) {
    CHECK_EQUAL(error.vertices, (std::vector<Vertex>{1, 2}));
    CHECK(std::string_view(error.what()).find("2 of 4 vertices") != std::string_view::npos);
  }
  const std::vector<std::int64_t> most{3, 1, 1, 2};
  const auto b_matching =
      max_weight_b_matching(SparseGraph{4, star}, most, Objective::kCardinality);
  CHECK_EQUAL(b_matching.edges, (std::vector<std::int64_t>{0, 1, 2}));
  CHECK_THROWS(Unmatchable, require_perfect(SparseGraph{4, star}, most, b_matching));
}

TEST(what_is_refused) {
  const std::vector<Edge> edge{{0, 1, 4}};
  const SparseGraph graph{2, edge};
  const std::vector<std::int64_t> short_one{1};
  const std::vector<std::int64_t> negative{1, -1};
  const std::vector<std::int64_t> ones{1, 1};
  CHECK_THROWS(std::invalid_argument, max_weight_b_matching(graph, short_one, Objective::kWeight));
  CHECK_THROWS(std::invalid_argument, max_weight_b_matching(graph, negative, Objective::kWeight));
  const std::vector<Edge> heavy{{0, 1, kWeightLimit / 2}};
  CHECK_THROWS(std::out_of_range,
               max_weight_b_matching(SparseGraph{2, heavy}, ones, Objective::kWeight));
  const std::vector<Edge> beyond{{0, 1, INT64_MIN}};
  CHECK_THROWS(std::out_of_range, min_weight_matching(SparseGraph{2, beyond}, Objective::kWeight));
  CHECK_THROWS(std::invalid_argument,
               min_weight_matching(SparseGraph{1, edge}, Objective::kWeight));
  CHECK_THROWS(std::out_of_range,
               min_weight_matching(DenseGraph{-1, nullptr, nullptr}, Objective::kWeight));
  const std::array<Weight, 4> asymmetric{0, 1, 2, 0};
  CHECK_THROWS(std::invalid_argument,
               min_weight_matching(DenseGraph{2, asymmetric.data(), nullptr}, Objective::kWeight));
  Handle handle;
  const std::array<std::int64_t, 4> weights{0, 1, 1, 0};
  for (const fastpair_objective objective :
       {2, 6, 8, -1, std::numeric_limits<std::int32_t>::min()}) {
    CHECK_EQUAL(fastpair_solve_dense(2, weights.data(), nullptr, objective, nullptr, nullptr,
                                     &handle.solution),
                FASTPAIR_INVALID_ARGUMENT);
  }
  CHECK_EQUAL(fastpair_solve_rectangular(2, -1, weights.data(), nullptr, FASTPAIR_MAX_WEIGHT,
                                         nullptr, nullptr, &handle.solution),
              FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(fastpair_solve_rectangular(1, 2, weights.data(), nullptr, FASTPAIR_PERFECT, nullptr,
                                         nullptr, &handle.solution),
              FASTPAIR_UNMATCHABLE);
  CHECK(std::string_view(fastpair_last_error()).find("1 of 3 vertices") != std::string_view::npos);
  CHECK(handle.solution == nullptr);
  std::uint8_t chosen = 0;
  fastpair_int128 weight{};
  const std::int64_t zero = 0;
  const std::int64_t one = 1;
  const auto choose_one = [&](const std::int64_t* most, std::int64_t capacity) {
    return fastpair_solve_b_matching(2, 1, &zero, &one, &one, most, FASTPAIR_MAX_WEIGHT, nullptr,
                                     nullptr, &chosen, &weight, capacity);
  };
  CHECK_EQUAL(choose_one(ones.data(), 0), FASTPAIR_BUFFER_TOO_SMALL);
  CHECK_EQUAL(choose_one(nullptr, 1), FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(choose_one(ones.data(), 1), FASTPAIR_OK);
  CHECK_EQUAL(chosen, 1);
}

}  // namespace
