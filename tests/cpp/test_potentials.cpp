// Potentials of weights, and duals that start from them.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "blossom/potentials.hpp"
#include "check.hpp"

namespace {

using namespace fastpair;

constexpr Vertex kSize = 200;

/// A sparse graph with weights x_i + x_j + noise: prices x up to `price`, noise up to `noise`.
CandidateGraph priced_graph(std::uint64_t price, std::uint64_t noise, Weight plus = 0,
                            Vertex size = kSize) {
  std::mt19937_64 random(3);
  const auto up_to = [&](std::uint64_t most) { return static_cast<Weight>(random() % (most + 1)); };
  PerVertex<Weight> prices(size);
  for (Weight& each : prices) each = up_to(price);
  CandidateGraph graph(size);
  for (Vertex k = 0; k < 5 * size; ++k) {
    const auto i = static_cast<Vertex>(random() % static_cast<std::uint64_t>(size));
    const auto j = static_cast<Vertex>(random() % static_cast<std::uint64_t>(size));
    if (i == j || graph.find(i, j) != nullptr) continue;
    graph.append(i, j, 2 * (prices[i] + prices[j] + up_to(noise) + plus));
  }
  return graph;
}

/// Edges between the even and the odd vertices that weigh a price of the even end and noise, and
/// some within the even ones. There are as many vertices of both kinds.
CandidateGraph two_sided_graph(std::uint64_t price, int within) {
  std::mt19937_64 random(5);
  const auto any = [&] { return static_cast<Vertex>(random() % (kSize / 2)) * 2; };
  PerVertex<Weight> prices(kSize, 0);
  for (Vertex v = 0; v < kSize; v += 2) prices[v] = static_cast<Weight>(random() % (price + 1));
  CandidateGraph graph(kSize);
  for (int k = 0; k < 5 * kSize + within; ++k) {
    const Vertex i = any();
    const Vertex j = k < 5 * kSize ? any() + 1 : any();
    if (i == j || graph.find(i, j) != nullptr) continue;
    graph.append(i, j, 2 * std::max(prices[i], prices[j]));
  }
  return graph;
}

bool has_potentials(const CandidateGraph& graph) {
  return potentials_of(CandidateRows(graph)).has_value();
}

/// The most that an edge differs from the potentials of its ends.
Wide most_left(const CandidateGraph& graph) {
  const auto found = potentials_of(CandidateRows(graph));
  CHECK(found.has_value());
  if (!found) return 0;
  Wide most = 0;
  for (Vertex v = 0; v < graph.size(); ++v) {
    for (const auto& [u, weight_2x] : graph.from(v)) {
      const Wide left = Wide{weight_2x} - found->row_2x[v] - found->column_2x[u];
      most = std::max({most, left, -left});
    }
  }
  return most;
}

TEST(prices_are_found_and_chance_is_not) {
  CHECK(!has_potentials(priced_graph(0, 1000)));
  CHECK(!has_potentials(priced_graph(0, 0, 5)));  // equal weights
  CHECK(has_potentials(priced_graph(10'000, 1000)));
  CHECK(has_potentials(priced_graph(1'000'000, 1)));
  CHECK(has_potentials(priced_graph(1'000'000, 1000, -1'000'000)));
}

TEST(few_rows_have_none) {
  CHECK(!has_potentials(priced_graph(1'000'000, 1, 0, kLeastRows - 1)));
  CHECK(has_potentials(priced_graph(1'000'000, 1, 0, kLeastRows)));
  CHECK(!has_potentials(CandidateGraph(0)));
  CHECK(!has_potentials(CandidateGraph(kSize)));  // no edge
}

TEST(what_prices_leave_is_the_noise) {
  CHECK(most_left(priced_graph(1'000'000, 1000)) < 2 * 2000);
  // Beyond what sums of 64 bits hold, too.
  CHECK(most_left(priced_graph(1ULL << 58, 1000)) < Wide{1} << 40);
  CHECK(most_left(priced_graph((1ULL << 59) - 1, 0)) < Wide{1} << 40);
}

TEST(first_duals_leave_no_edge_a_slack_below_0) {
  for (const std::uint64_t price : {0ULL, 1000ULL, 1'000'000ULL, 1ULL << 58, (1ULL << 59) - 1}) {
    for (const Weight plus : {0, -500, -1'000'000}) {
      for (const CandidateGraph& graph :
           {priced_graph(price, 1, plus), two_sided_graph(price, 5)}) {
        const PerVertex<Weight> duals_2x = first_duals_2x(graph);
        for (Vertex v = 0; v < graph.size(); ++v) {
          CHECK((duals_2x[v] == kNoEdge) == graph.from(v).empty());
          for (const auto& [u, weight_2x] : graph.from(v)) {
            CHECK(Wide{duals_2x[v]} + duals_2x[u] >= weight_2x);
          }
        }
      }
    }
  }
}

/// The sum of the duals that are above 0, as a share of the sum of the prices.
double bound_of(const CandidateGraph& graph) {
  const PerVertex<Weight> duals_2x = first_duals_2x(graph);
  double bound = 0;
  double prices = 0;
  for (Vertex v = 0; v < graph.size(); ++v) {
    bound += static_cast<double>(std::max(duals_2x[v], Weight{0}));
    if (v % 2 == 0) prices += static_cast<double>(graph.from(v).front().weight_2x);
  }
  return bound / prices;
}

TEST(prices_of_one_of_two_sides_are_told_from_those_of_the_other) {
  CHECK(bound_of(two_sided_graph(1'000'000, 0)) < 1.001);
  CHECK(bound_of(two_sided_graph(1'000'000, 5)) < 1.1);  // five edges and their ends
  CHECK(bound_of(two_sided_graph(1ULL << 58, 5)) < 1.1);
}

TEST(a_sample_of_columns_lies_within_the_matrix) {
  for (const Vertex columns : {0, 1, 2, 15, 16, 17, 64, 1000}) {
    const SampleRows rows(1, columns, [](Vertex, Vertex column) { return Weight{column}; });
    CHECK(rows.columns() <= 18 && (columns < 2 || rows.columns() >= 2));
    rows.for_each_arc(0, [&](Vertex k, Weight weight_2x) {
      CHECK(k < rows.columns() && weight_2x == 2 * Weight{rows.sample()[index_of(k)]});
      CHECK(weight_2x < 2 * Weight{columns});
    });
  }
}

}  // namespace
