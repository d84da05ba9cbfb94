// The passes over rows and matrices, compared with loops that are obviously right.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/column_duals.hpp"
#include "blossom/limits.hpp"
#include "check.hpp"
#include "rows/offers.hpp"
#include "rows/pricing.hpp"
#include "rows/survey.hpp"
#include "rows/vectors.hpp"

namespace {

using namespace fastpair;

constexpr Weight kScales[] = {2, 1000, Weight{1} << 40, Weight{1} << 58};

/// A random symmetric matrix, with arbitrary cells on its diagonal.
struct Matrix {
  Matrix(Vertex n, Weight scale, std::mt19937_64& random_in) : size(n), random(random_in) {
    weights.resize(cells());
    allowed.resize(cells());
    for (Vertex i = 0; i < size; ++i) {
      weights[cell(i, i)] = static_cast<Weight>(random());
      allowed[cell(i, i)] = random() % 2;
      for (Vertex j = 0; j < i; ++j) {
        weights[cell(i, j)] = weights[cell(j, i)] = draw(scale);
        allowed[cell(i, j)] = allowed[cell(j, i)] = random() % 4 != 0;
      }
    }
  }

  [[nodiscard]] std::size_t cells() const {
    return static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
  }
  [[nodiscard]] std::size_t cell(Vertex i, Vertex j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(size) +
           static_cast<std::size_t>(j);
  }
  [[nodiscard]] Weight draw(Weight scale) {
    return std::uniform_int_distribution<Weight>(-scale, scale)(random);
  }
  /// The graph of the matrix. If it is not masked, all pairs are edges.
  [[nodiscard]] DenseGraph graph(bool masked) const {
    return {size, weights.data(), masked ? allowed.data() : nullptr};
  }
  [[nodiscard]] bool is_edge(Vertex i, Vertex j, bool masked) const {
    return i != j && (!masked || allowed[cell(i, j)] != 0);
  }

  Vertex size;
  std::mt19937_64& random;
  std::vector<Weight> weights;
  std::vector<std::uint8_t> allowed;
};

template <class Visit>
void for_each_matrix(Visit visit) {
  std::mt19937_64 random(1);
  for (Vertex n = 1; n <= 420; n += n < 70 ? 1 : n < 140 ? 7 : 90) {
    for (const Weight scale : kScales) {
      Matrix matrix(n, scale, random);
      for (const bool masked : {false, true}) visit(matrix, masked);
    }
  }
}

TEST(a_survey_finds_the_heaviest_edges_of_rows_and_blocks) {
  for_each_matrix([](const Matrix& matrix, bool masked) {
    const Survey found = survey(matrix.graph(masked));
    CHECK(found.symmetric);
    const std::size_t blocks = blocks_of(matrix.size);
    std::vector<Weight> heaviest(static_cast<std::size_t>(matrix.size), kNoEdge);
    std::vector<Weight> block_heaviest(heaviest.size() * blocks, kNoEdge);
    Weight lightest = ~kNoEdge;
    for (Vertex i = 0; i < matrix.size; ++i) {
      for (Vertex j = 0; j < matrix.size; ++j) {
        if (!matrix.is_edge(i, j, masked)) continue;
        const Weight weight = matrix.weights[matrix.cell(i, j)];
        Weight& row = heaviest[static_cast<std::size_t>(i)];
        Weight& block = block_heaviest[static_cast<std::size_t>(i) * blocks +
                                       static_cast<std::size_t>(j / kBlock)];
        row = std::max(row, weight);
        block = std::max(block, weight);
        lightest = std::min(lightest, weight);
      }
    }
    CHECK(found.heaviest.values() == heaviest);
    CHECK(found.block_heaviest == block_heaviest);
    CHECK_EQUAL(found.lightest, lightest);
  });
}

TEST(a_survey_sees_every_cell_that_differs_from_the_one_across_the_diagonal) {
  for_each_matrix([](Matrix& matrix, bool masked) {
    const auto i = static_cast<Vertex>(matrix.random() % static_cast<std::uint64_t>(matrix.size));
    const auto j = static_cast<Vertex>(matrix.random() % static_cast<std::uint64_t>(matrix.size));
    if (i == j) return;
    matrix.weights[matrix.cell(i, j)] ^= 1;
    CHECK_EQUAL(survey(matrix.graph(masked)).symmetric, !matrix.is_edge(i, j, masked));
    matrix.weights[matrix.cell(i, j)] ^= 1;
    if (!masked) return;
    matrix.allowed[matrix.cell(i, j)] ^= 1;
    CHECK(!survey(matrix.graph(masked)).symmetric);
    matrix.allowed[matrix.cell(i, j)] ^= 1;
  });
}

template <class Value>
void check_offers(Matrix& matrix, bool masked) {
  const auto size = static_cast<std::size_t>(matrix.size);
  const Survey found = survey(matrix.graph(masked));
  PerVertex<Value> duals(matrix.size);
  std::vector<Value> earliest(size);
  for (Value& value : duals) value = matrix.draw(kScales[1]);
  for (Value& value : earliest) value = matrix.draw(kScales[3]);
  ColumnDuals<Value> column_duals(duals);
  RowOffers<Value> offers(found.block_heaviest.data());
  for (const bool filtered : {false, true}) {
    const auto row = static_cast<Vertex>(matrix.random() % size);
    const auto start = static_cast<Vertex>(matrix.random() % size);
    const Value below = filtered ? matrix.draw(kScales[2]) : Value{Limits<Value>::kTime};
    const RowQuery<Value> query{.duals = column_duals.data(),
                                .earliest = filtered ? earliest.data() : nullptr,
                                .reach = 5,
                                .start = start,
                                .self = row,
                                .least_duals = column_duals.least_of_blocks()};
    std::vector<Value> values;
    for (Vertex j = start; j < matrix.size; ++j) {
      const auto at = static_cast<std::size_t>(j);
      if (!matrix.is_edge(row, j, masked)) continue;
      const Value value = duals[j] - 2 * Value{matrix.weights[matrix.cell(row, j)]};
      if (value >= below) continue;
      if (!filtered || value + 5 < earliest[at]) values.push_back(value);
    }
    std::ranges::sort(values);
    const std::size_t count = 1 + matrix.random() % 12;
    values.resize(std::min(values.size(), count));
    std::vector<Value> offered;
    const auto& least = offers.least(matrix.graph(masked), row, query, below, count);
    // Equal ones in the order of their ties, none twice.
    CHECK(std::is_sorted(least.begin(), least.end()));
    CHECK(std::ranges::adjacent_find(least, {}, &Offer<Value>::to) == least.end());
    for (const auto& offer : least) {
      CHECK(matrix.is_edge(row, offer.to, masked) && offer.to >= start);
      offered.push_back(offer.partial_slack);
    }
    CHECK(offered == values);
  }
}

TEST(the_least_offers_of_a_row_are_its_least_edges) {
  for_each_matrix([](Matrix& matrix, bool masked) {
    check_offers<std::int64_t>(matrix, masked);
    check_offers<Wide>(matrix, masked);
  });
}

template <class Value>
void check_prices(Matrix& matrix, bool masked) {
  const auto size = static_cast<std::size_t>(matrix.size);
  std::vector<Value> first(size);
  std::vector<Value> second(size);
  for (Value& value : first) value = matrix.draw(kScales[1]);
  for (Value& value : second) value = matrix.draw(kScales[2]);
  const auto row = static_cast<Vertex>(matrix.random() % size);
  std::vector<Arc> candidates;
  for (Vertex j = 0; j < matrix.size; j += 5) {
    if (matrix.is_edge(row, j, masked)) candidates.push_back({j, 0});
  }
  std::array<Value, 2> least{RowSlacks<Value>::kFar, RowSlacks<Value>::kFar};
  for (Vertex j = 0; j < matrix.size; ++j) {
    if (!matrix.is_edge(row, j, masked) || j % 5 == 0) continue;
    const Value weight_2x = 2 * Value{matrix.weights[matrix.cell(row, j)]};
    least[0] = std::min(least[0], first[static_cast<std::size_t>(j)] - weight_2x);
    least[1] = std::min(least[1], second[static_cast<std::size_t>(j)] - weight_2x);
  }
  RowSlacks<Value> prices(matrix.graph(masked));
  prices.turn_to(row, candidates);
  CHECK(prices.least({first.data(), second.data()}) == least);
  if (least[1] == RowSlacks<Value>::kFar) return;
  const Vertex to = prices.find(second.data(), least[1]);
  CHECK(matrix.is_edge(row, to, masked) && to % 5 != 0);
  CHECK(second[static_cast<std::size_t>(to)] - 2 * Value{matrix.weights[matrix.cell(row, to)]} ==
        least[1]);
}

TEST(the_price_of_a_row_is_that_of_its_cheapest_edge_that_is_no_candidate) {
  for_each_matrix([](Matrix& matrix, bool masked) {
    check_prices<std::int64_t>(matrix, masked);
    check_prices<Wide>(matrix, masked);
  });
}

}  // namespace
