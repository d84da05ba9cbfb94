#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "bipartite/assignment.hpp"
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
/// be the best of all columns. If columns may stay free, nothing where they differ no more than
/// chance explains, since 0 is as good then.
std::optional<PerVertex<Weight>> first_duals(const RowMatrix& matrix, bool grounded) {
  const auto cell = [&](Vertex row, Vertex column) { return matrix.row(row)[column]; };
  const auto turned = [&](Vertex column, Vertex row) { return matrix.row(row)[column]; };
  const bool all = !grounded && matrix.rows() == matrix.columns();
  if (!all && (matrix.columns() < kLeastRows ||
               !varies_by_row(SampleRows(matrix.columns(), matrix.rows(), turned)))) {
    return std::nullopt;
  }
  const bool vary = matrix.rows() >= kLeastRows &&
                    varies_by_row(SampleRows(matrix.rows(), matrix.columns(), cell));
  auto column_2x =
      most_of_columns_2x(matrix, vary ? means_2x(matrix) : PerVertex<Weight>(matrix.rows(), 0));
  if (!all) level(matrix, grounded, column_2x);
  return column_2x;
}

template <class Value>
Assignment<Value> assign(const RowMatrix& matrix, bool grounded, const Interrupt& interrupt) {
  if (interrupt && interrupt()) throw Interrupted{};
  Assignment<Value> state(matrix.rows(), matrix.columns(), grounded);
  if (const auto duals = first_duals(matrix, grounded)) {
    state.column_2x = PerVertex<Value>(*duals);
    for (const Value dual : state.column_2x) state.require_width(dual);
  }
  match_all<ScanSearch<Value>>(matrix, state, interrupt);
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
    return solution_of(assign<Value>(matrix, grounded, interrupt), numbering, largest);
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
