#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "bipartite/assignment.hpp"
#include "bipartite/auction.hpp"
#include "bipartite/first_duals.hpp"
#include "bipartite/numbering.hpp"
#include "bipartite/scan_search.hpp"
#include "bipartite/solver.hpp"
#include "blossom/limits.hpp"
#include "blossom/potentials.hpp"

namespace fastpair {
namespace {

/// The doubled mean of each row.
PerVertex<Weight> means_2x(const RowMatrix& matrix) {
  PerVertex<Weight> row_2x(matrix.rows());
  for (Vertex row = 0; row < matrix.rows(); ++row) {
    Wide sum = 0;
    for (Vertex column = 0; column < matrix.columns(); ++column) sum += matrix.row(row)[column];
    row_2x[row] = static_cast<Weight>(2 * sum / matrix.columns());
  }
  return row_2x;
}

/// What the best row of each column asks for above its mean, without which the same few rows would
/// be the best of all columns. If columns may stay free, 0 where they differ no more than chance
/// explains.
PerVertex<Weight> first_duals(const RowMatrix& matrix, bool grounded) {
  const auto cell = [&](Vertex row, Vertex column) { return matrix.row(row)[column]; };
  const auto turned = [&](Vertex column, Vertex row) { return matrix.row(row)[column]; };
  const bool all = !grounded && matrix.rows() == matrix.columns();
  if (!all && !varies_by_row(SampleRows(matrix.columns(), matrix.rows(), turned))) {
    return PerVertex<Weight>(matrix.columns(), 0);
  }
  const bool vary = varies_by_row(SampleRows(matrix.rows(), matrix.columns(), cell));
  auto column_2x =
      most_of_columns_2x(matrix, vary ? means_2x(matrix) : PerVertex<Weight>(matrix.rows(), 0));
  if (!all) level(matrix, grounded, column_2x);
  return column_2x;
}

/// Searches that have scanned kTry times all rows, and by the share that is done will scan kMost
/// times all, are given up for an auction, which scans about 19 times all. Without prices, matrices
/// of 1,000 scan 5 times all if every row is matched, and 12 if weight alone counts; with prices of
/// a tenth of the other weights 32 and 182. Of 36 matrices of 1,000 and 2,500, each with three
/// questions, limits of 8, 24 and 32 take 1.11, 1.05 and 1.12 times as long in the mean. Where
/// there are fewer rows, the columns that an auction leaves free have to be lowered, too: 1,750 ×
/// 2,500 with values and prices below 30 takes 64 ms with twice the limit, not 113.
constexpr std::int64_t kTry = 4;
constexpr std::int64_t kMost = 16;

template <class Value>
Assignment<Value> assign(const RowMatrix& matrix, bool grounded, Weight largest,
                         const Interrupt& interrupt) {
  if (interrupt && interrupt()) throw Interrupted{};
  Assignment<Value> state(matrix.rows(), matrix.columns(), grounded);
  const bool square = matrix.rows() == matrix.columns();
  if (square) state.begin(first_duals(matrix, grounded));
  const bool patient = std::is_same_v<Value, Wide> || 2 * largest > kMostOfAuction;
  const std::int64_t most = square ? kMost : 2 * kMost;
  const auto goes_on = [&](const ScanSearch<Value>& search, std::size_t done, std::size_t all) {
    const Wide scans = search.scans();
    return patient || scans < kTry * matrix.rows() || scans * all < most * matrix.rows() * done;
  };
  if (match_all<ScanSearch<Value>>(matrix, state, interrupt, goes_on)) return state;
  PerVertex<Weight> duals = first_duals(matrix, grounded);
  if (auto found = Auction(matrix, duals).run(interrupt)) duals = std::move(*found);
  if (grounded || !square) level(matrix, grounded, duals);
  state = Assignment<Value>(matrix.rows(), matrix.columns(), grounded);
  state.begin(duals);
  match_all<ScanSearch<Value>>(matrix, state, interrupt, kGoOn);
  return state;
}

/// The optimum of a complete graph. The flags tell which vertices are the rows.
Solution solve_complete(const RectangularGraph& graph, PerVertex<std::uint8_t> is_row,
                        Weight largest, Objective objective, const Interrupt& interrupt) {
  const bool flat = graph.rows <= graph.columns;
  RowMatrix matrix(static_cast<Vertex>(graph.rows), static_cast<Vertex>(graph.columns),
                   graph.weights);
  if (!flat) matrix = matrix.turned();
  if (!flat) std::ranges::transform(is_row, is_row.begin(), [](auto row) { return row ^ 1U; });
  const Numbering numbering(std::move(is_row));
  const bool grounded = objective == Objective::kWeight;
  return solve_narrowest(largest, [&]<class Value>(Value) {
    return solution_of(assign<Value>(matrix, grounded, largest, interrupt), numbering, largest);
  });
}

/// The same of a graph that lacks some edges.
Solution solve_listed(const RectangularGraph& graph, const PerVertex<std::uint8_t>& is_row,
                      Objective objective, const Interrupt& interrupt) {
  const Numbering numbering(is_row);
  std::vector<Edge> edges;
  std::size_t cell = 0;
  for (const Vertex i : numbering.row) {
    for (const Vertex j : numbering.column) {
      if (graph.allowed[cell] != 0) edges.push_back({i, j, graph.weights[cell]});
      ++cell;
    }
  }
  const std::vector<Vertex> order = vertices_below(is_row.size());
  return solve_bipartite(SparseGraph{is_row.size(), edges}, is_row, order, objective, interrupt);
}

Solution solve(const RectangularGraph& graph, PerVertex<std::uint8_t> is_row, Weight largest,
               Objective objective, const Interrupt& interrupt) {
  const auto cells = graph.rows * graph.columns;
  if (graph.allowed == nullptr ||
      std::find(graph.allowed, graph.allowed + cells, 0) == graph.allowed + cells) {
    return solve_complete(graph, std::move(is_row), largest, objective, interrupt);
  }
  return solve_listed(graph, is_row, objective, interrupt);
}

}  // namespace

Solution solve_bipartite(const RectangularGraph& graph, Weight largest, Objective objective,
                         const Interrupt& interrupt) {
  PerVertex<std::uint8_t> is_row(static_cast<Vertex>(graph.rows + graph.columns));
  std::fill_n(is_row.begin(), graph.rows, std::uint8_t{1});
  return solve(graph, std::move(is_row), largest, objective, interrupt);
}

Solution solve_bipartite(const DenseGraph& graph, const Sides& sides, Objective objective,
                         const Interrupt& interrupt) {
  const Numbering numbering(sides);
  const PerVertex<Vertex>& row = numbering.row;
  const PerVertex<Vertex>& column = numbering.column;
  std::vector<Weight> weights;
  std::vector<std::uint8_t> allowed;
  weights.reserve(index_of(row.size()) * index_of(column.size()));
  allowed.reserve(weights.capacity());
  for (const Vertex i : row) {
    for (const Vertex j : column) {
      allowed.push_back(has_edge(graph, i, j) ? 1 : 0);
      weights.push_back(graph.weights[i * graph.size + j]);
    }
  }
  return solve({row.size(), column.size(), weights.data(), allowed.data()}, sides,
               largest_of(weights), objective, interrupt);
}

}  // namespace fastpair
