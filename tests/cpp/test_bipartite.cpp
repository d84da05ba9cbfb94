// Bipartite graphs: sides, covers, and matchings against exhaustive search.
#include <algorithm>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bipartite/first_duals.hpp"
#include "bipartite/lists.hpp"
#include "bipartite/solver.hpp"
#include "check.hpp"
#include "fastpair/matching.hpp"

namespace {

using namespace fastpair;

struct Rectangle {
  Vertex rows;
  Vertex columns;
  std::vector<Weight> weights;
  std::vector<std::uint8_t> allowed;

  [[nodiscard]] std::size_t cell(Vertex i, Vertex j) const {
    return index_of(i) * index_of(columns) + index_of(j);
  }
  [[nodiscard]] RectangularGraph graph() const {
    return {rows, columns, weights.data(), allowed.data()};
  }
  template <class Visit>
  void for_each_edge(Visit visit) const {
    for (Vertex i = 0; i < rows; ++i) {
      for (Vertex j = 0; j < columns; ++j) {
        if (allowed[cell(i, j)] != 0) visit(i, j, weights[cell(i, j)]);
      }
    }
  }
  [[nodiscard]] std::vector<Edge> edges() const {
    std::vector<Edge> result;
    for_each_edge(
        [&](Vertex i, Vertex j, Weight weight) { result.push_back({rows + j, i, weight}); });
    return result;
  }
  [[nodiscard]] RowLists lists() const {
    return {rows, columns, [&](auto put) {
              for_each_edge([&](Vertex i, Vertex j, Weight weight) { put(i, Arc{j, 2 * weight}); });
            }};
  }
};

Rectangle random_rectangle(std::mt19937_64& random) {
  const auto below = [&](std::uint64_t limit) { return random() % limit; };
  Rectangle result{static_cast<Vertex>(below(6)), static_cast<Vertex>(below(6)), {}, {}};
  const Weight largest = below(3) == 0 ? kWeightLimit : static_cast<Weight>(1 + below(4));
  const std::uint64_t missing = below(3);
  for (Vertex k = 0; k < result.rows * result.columns; ++k) {
    const auto range = 2 * static_cast<std::uint64_t>(largest) + 1;
    result.weights.push_back(static_cast<Weight>(below(range)) - largest);
    result.allowed.push_back(below(4) >= missing ? 1 : 0);
  }
  return result;
}

/// The cardinality and the weight of the best matching of the rows from `row` on.
std::pair<std::int64_t, Wide> best(const Rectangle& graph, Vertex row, std::uint32_t taken,
                                   Objective objective) {
  if (row == graph.rows) return {0, 0};
  auto result = best(graph, row + 1, taken, objective);
  for (Vertex j = 0; j < graph.columns; ++j) {
    if ((taken >> j & 1U) != 0 || graph.allowed[graph.cell(row, j)] == 0) continue;
    auto [count, weight] = best(graph, row + 1, taken | 1U << j, objective);
    ++count;
    weight += graph.weights[graph.cell(row, j)];
    const bool better = objective == Objective::kWeight ? weight > result.second
                                                        : std::pair{count, weight} > result;
    if (better) result = {count, weight};
  }
  return result;
}

void check_proof(const Rectangle& graph, const Solution& solution, Objective objective) {
  const auto& [vertex_2x, blossoms, ground_2x, order] = solution.certificate;
  CHECK(blossoms.empty());
  Wide value_2x = 0;
  for (std::size_t v = 0; v < vertex_2x.size(); ++v) {
    CHECK(vertex_2x[v] >= ground_2x);
    CHECK(solution.mate[v] != kNobody || vertex_2x[v] == ground_2x);
    value_2x += vertex_2x[v];
  }
  graph.for_each_edge([&](Vertex i, Vertex j, Weight weight) {
    CHECK(vertex_2x[index_of(i)] + vertex_2x[index_of(graph.rows + j)] >= 2 * Wide{weight});
  });
  const Wide free = graph.rows + graph.columns - 2 * Wide{solution.cardinality};
  CHECK(value_2x - free * ground_2x == 2 * solution.weight);
  if (objective == Objective::kWeight) CHECK(ground_2x == 0);
}

TEST(every_form_has_the_optimum_of_exhaustive_search) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 3000; ++round) {
    const Rectangle graph = random_rectangle(random);
    const std::vector<Edge> edges = graph.edges();
    for (const Objective objective : {Objective::kWeight, Objective::kCardinality}) {
      const auto [count, weight] = best(graph, 0, 0, objective);
      const SparseGraph list{graph.rows + graph.columns, edges};
      for (const Solution& solution :
           {max_weight_matching(graph.graph(), objective), max_weight_matching(list, objective)}) {
        CHECK(solution.weight == weight);
        CHECK(objective == Objective::kWeight || solution.cardinality == count);
        check_proof(graph, solution, objective);
      }
    }
  }
}

TEST(a_cover_is_as_large_as_the_matching_and_holds_an_end_of_every_edge) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 3000; ++round) {
    const Rectangle graph = random_rectangle(random);
    const Cover cover = least_cover(graph.lists(), {});
    const auto most = best(graph, 0, 0, Objective::kCardinality).first;
    CHECK_EQUAL(std::ranges::count(cover.has_row, 1) + std::ranges::count(cover.has_column, 1),
                most);
    CHECK_EQUAL(graph.rows - std::ranges::count(cover.row_mate, kNobody), most);
    graph.for_each_edge([&](Vertex i, Vertex j, Weight) {
      CHECK(cover.has_row[i] != 0 || cover.has_column[j] != 0);
    });
  }
}

TEST(ends_of_a_forest_are_matched_before_any_path_is_looked_for) {
  std::mt19937_64 random(3);
  // Rows and columns are the even and the odd vertices of a tree that grows at random vertices.
  std::vector<Edge> edges;
  for (Vertex v = 1; v < 2000; ++v) {
    auto u = static_cast<Vertex>(random() % static_cast<std::uint64_t>(v));
    if (u % 2 == v % 2) u = u == 0 ? 1 - v % 2 : u - 1;
    if (u != v) edges.push_back({u, v, 0});
  }
  const RowLists lists(1000, 1000, [&](auto put) {
    for (const auto& [u, v, weight] : edges) {
      put((u % 2 == 0 ? u : v) / 2, Arc{(u % 2 == 0 ? v : u) / 2, weight});
    }
  });
  int augmented = 0;
  const Cover cover = least_cover(lists, [&] {
    ++augmented;
    return false;
  });
  CHECK_EQUAL(augmented, 0);
  CHECK_EQUAL(std::ranges::count(cover.has_row, 1) + std::ranges::count(cover.has_column, 1),
              1000 - std::ranges::count(cover.row_mate, kNobody));
}

TEST(only_graphs_without_odd_cycles_have_sides) {
  const std::vector<Edge> path{{0, 1, 0}, {2, 1, 0}, {4, 3, 0}};
  const auto sides = sides_of(neighbours_of(SparseGraph{6, path}));
  CHECK(sides.has_value());
  for (const Edge& edge : path) CHECK((*sides)[edge.first] != (*sides)[edge.second]);
  const std::vector<Edge> triangle{{0, 1, 0}, {1, 2, 0}, {2, 0, 0}};
  CHECK(!sides_of(neighbours_of(SparseGraph{3, triangle})));
  const std::vector<std::uint8_t> square{0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0};
  CHECK(sides_of(DenseGraph{4, nullptr, square.data()}).has_value());
  CHECK(!sides_of(DenseGraph{3, nullptr, nullptr}));
  CHECK(sides_of(DenseGraph{2, nullptr, nullptr}).has_value());
}

TEST(an_auction_ends_and_refuses_weights_beyond_its_width) {
  Rectangle graph{2, 2, {1, 2, 3, 5}, {1, 1, 1, 1}};
  CHECK(first_duals(graph.lists(), false, {}).has_value());
  CHECK(!first_duals(graph.lists(), true, {}));
  graph.weights[0] = Weight{1} << 51;
  CHECK(first_duals(graph.lists(), false, {}).has_value());
  ++graph.weights[0];
  CHECK(!first_duals(graph.lists(), false, {}));
}

TEST(an_auction_in_which_rows_only_outbid_each_other_leaves_no_duals) {
  // A path of equal weights, and ever heavier edges from half of its vertices to the first four.
  constexpr Vertex size = 600;
  constexpr auto cells = static_cast<std::size_t>(size) * size;
  Rectangle graph{size, size, std::vector<Weight>(cells), std::vector<std::uint8_t>(cells)};
  const auto join = [&](Vertex u, Vertex v, Weight weight) {
    const auto [row, column] = u % 2 == 0 ? std::pair(u, v) : std::pair(v, u);
    graph.allowed[graph.cell(row / 2, column / 2)] = 1;
    graph.weights[graph.cell(row / 2, column / 2)] = weight;
  };
  for (Vertex v = 0; v + 1 < 2 * size; ++v) join(v, v + 1, 1);
  for (Vertex v = size / 2; v < 3 * size / 2; ++v) join((v + 1) % 4, v, 1 + v - size / 2);
  CHECK(!first_duals(graph.lists(), false, {}));
  const std::vector<Edge> edges = graph.edges();
  const SparseGraph list{2 * size, edges};
  const RectangularGraph matrix = graph.graph();
  CHECK_EQUAL(max_weight_matching(list, Objective::kCardinality).weight,
              max_weight_matching(matrix, Objective::kCardinality).weight);
}

/// A rectangle with prices up to `price` of the sides in `sides`, and a weight that fits the limit.
Rectangle priced_rectangle(std::mt19937_64& random, Vertex rows, Vertex columns, Weight price,
                           unsigned sides) {
  const auto below = [&](Weight limit) {
    return static_cast<Weight>(random() % static_cast<std::uint64_t>(limit));
  };
  const Weight noise = 1 + below(price / 8 + 2);
  const std::uint64_t missing = random() % 4;
  std::vector<Weight> prices;
  for (Vertex v = 0; v < rows + columns; ++v) {
    prices.push_back((sides >> (v < rows ? 0U : 1U) & 1U) != 0 ? below(price + 1) : 0);
  }
  const Weight less = random() % 3 == 0 ? price : 0;
  Rectangle result{rows, columns, {}, {}};
  for (Vertex i = 0; i < rows; ++i) {
    for (Vertex j = 0; j < columns; ++j) {
      const Weight weight = prices[index_of(i)] + prices[index_of(rows + j)] + below(noise) - less;
      result.weights.push_back(std::clamp(weight, -kWeightLimit, kWeightLimit));
      result.allowed.push_back(random() % 4 >= missing && (missing == 0 || random() % 4 == 0) ? 1
                                                                                              : 0);
    }
  }
  return result;
}

TEST(prices_of_either_side_leave_a_certificate_at_every_size) {
  std::mt19937_64 random(4);
  const auto size = [&] { return static_cast<Vertex>(63 + random() % 30); };
  for (const Weight price : {Weight{4}, Weight{1000}, kNarrowLimit / 4, kNarrowLimit / 2 - 1,
                             kNarrowLimit / 2 + 1, kNarrowLimit, kWeightLimit / 2, kWeightLimit}) {
    for (unsigned k = 0; k < 32; ++k) {
      const Rectangle graph = priced_rectangle(random, size(), size(), price, k % 4);
      const std::vector<Edge> edges = graph.edges();
      const SparseGraph list{graph.rows + graph.columns, edges};
      const Cover cover = least_cover(graph.lists(), {});
      for (const Objective objective : {Objective::kWeight, Objective::kCardinality}) {
        const Solution solution = max_weight_matching(graph.graph(), objective);
        check_proof(graph, solution, objective);
        CHECK(max_weight_matching(list, objective).weight == solution.weight);
        if (objective == Objective::kWeight) continue;
        CHECK_EQUAL(graph.rows - std::ranges::count(cover.row_mate, kNobody), solution.cardinality);
      }
    }
  }
}

TEST(first_duals_leave_no_column_below_the_ground_and_follow_prices) {
  std::mt19937_64 random(5);
  for (int k = 0; k < 40; ++k) {
    constexpr Weight price = 1'000'000;
    const Rectangle graph = priced_rectangle(random, 80, 120, price, 2);
    const auto duals = first_duals(graph.lists(), false, {});
    CHECK(duals.has_value());
    // As many columns as rows lie above the ground.
    CHECK_EQUAL(std::ranges::count_if(*duals, [](Weight dual) { return dual > 0; }), 80);
    CHECK(std::ranges::min(*duals) == 0);
  }
}

TEST(bad_rectangles_are_refused) {
  const std::vector<Weight> weights{0, kWeightLimit + 1};
  const std::vector<std::uint8_t> allowed{1, 0};
  CHECK_THROWS(std::out_of_range,
               max_weight_matching(RectangularGraph{1, 2, weights.data()}, Objective::kWeight));
  CHECK_THROWS(std::out_of_range,
               max_weight_matching(RectangularGraph{kVertexLimit, 1}, Objective::kWeight));
  CHECK_EQUAL(max_weight_matching(RectangularGraph{1, 2, weights.data(), allowed.data()},
                                  Objective::kCardinality)
                  .cardinality,
              1);
}

TEST(a_solve_ends_when_the_matrix_changes_meanwhile) {
  for (const auto objective : {Objective::kCardinality, Objective::kWeight}) {
    std::mt19937_64 random(1);
    int refused = 0;
    for (int k = 0; k < 100; ++k) {
      constexpr Vertex size = 30;
      std::vector<Weight> weights(std::size_t{size} * size);
      for (Weight& weight : weights) weight = static_cast<Weight>(random() % 1000);
      const auto change = [&] {  // before each search
        for (int cell = 0; cell < 20; ++cell) {
          weights[random() % weights.size()] = random() % 2 == 0 ? kWeightLimit : 0;
        }
        return false;
      };
      try {
        (void)max_weight_matching(RectangularGraph{size, size, weights.data()}, objective, change);
      } catch (const std::invalid_argument&) {
        ++refused;
      }
    }
    CHECK(refused > 0);
  }
}

TEST(a_solve_is_interrupted) {
  const std::vector<Weight> weights{1, 1, 1, 2, 1, 1, 3, 1, 1};
  CHECK_THROWS(Interrupted, max_weight_matching(RectangularGraph{3, 3, weights.data()},
                                                Objective::kCardinality, [] { return true; }));
}

}  // namespace
