#include <algorithm>
#include <utility>
#include <vector>

#include "bipartite/assignment.hpp"
#include "bipartite/numbering.hpp"
#include "bipartite/scan_search.hpp"
#include "bipartite/solver.hpp"
#include "blossom/limits.hpp"
#include "blossom/potentials.hpp"

namespace fastpair {
namespace {

/// The doubled mean of each row, without which the same few rows would be the best of all columns;
/// 0 if rows differ no more than chance explains.
PerVertex<Weight> row_potentials_2x(const RowMatrix& matrix) {
  PerVertex<Weight> row_2x(matrix.rows(), 0);
  if (matrix.rows() < kLeastRows) return row_2x;
  const auto cell = [&](Vertex row, Vertex column) { return matrix.row(row)[column]; };
  if (!varies_by_row(SampleRows(matrix.rows(), matrix.columns(), cell))) return row_2x;
  for (Vertex row = 0; row < matrix.rows(); ++row) {
    Wide sum = 0;
    for (Vertex column = 0; column < matrix.columns(); ++column) sum += cell(row, column);
    row_2x[row] = static_cast<Weight>(2 * sum / matrix.columns());
  }
  return row_2x;
}

template <class Value>
Assignment<Value> assign(const RowMatrix& matrix, bool grounded, const Interrupt& interrupt) {
  if (interrupt && interrupt()) throw Interrupted{};
  Assignment<Value> state(matrix.rows(), matrix.columns(), grounded);
  if (!grounded && matrix.rows() == matrix.columns()) {
    // Every column gets the dual that its best row asks for.
    const PerVertex<Weight> most_2x = most_of_columns_2x(matrix, row_potentials_2x(matrix));
    for (Vertex j = 0; j < matrix.columns(); ++j) {
      state.column_2x[j] = most_2x[j];
      state.require_width(state.column_2x[j]);
    }
  }
  match_rows<ScanSearch<Value>>(matrix, state, interrupt);
  return state;
}

std::vector<Weight> transposed(const RectangularGraph& graph) {
  constexpr std::int64_t tile = 32;
  std::vector<Weight> weights(static_cast<std::size_t>(graph.rows * graph.columns));
  for (std::int64_t i = 0; i < graph.rows; i += tile) {
    for (std::int64_t j = 0; j < graph.columns; j += tile) {
      for (std::int64_t a = i; a < std::min(i + tile, graph.rows); ++a) {
        for (std::int64_t b = j; b < std::min(j + tile, graph.columns); ++b) {
          weights[static_cast<std::size_t>(b * graph.rows + a)] =
              graph.weights[a * graph.columns + b];
        }
      }
    }
  }
  return weights;
}

/// The optimum of a complete graph. The flags tell which vertices are the rows.
Solution solve_complete(const RectangularGraph& graph, PerVertex<std::uint8_t> is_row,
                        Objective objective, const Interrupt& interrupt) {
  const bool flat = graph.rows <= graph.columns;
  const std::vector<Weight> turned = flat ? std::vector<Weight>() : transposed(graph);
  const RowMatrix matrix(static_cast<Vertex>(std::min(graph.rows, graph.columns)),
                         static_cast<Vertex>(std::max(graph.rows, graph.columns)),
                         flat ? graph.weights : turned.data());
  if (!flat) std::ranges::transform(is_row, is_row.begin(), [](auto row) { return row ^ 1U; });
  const Numbering numbering(std::move(is_row));
  const Weight largest = largest_of(matrix);
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

Solution solve(const RectangularGraph& graph, PerVertex<std::uint8_t> is_row, Objective objective,
               const Interrupt& interrupt) {
  const auto cells = graph.rows * graph.columns;
  if (graph.allowed == nullptr ||
      std::find(graph.allowed, graph.allowed + cells, 0) == graph.allowed + cells) {
    return solve_complete(graph, std::move(is_row), objective, interrupt);
  }
  return solve_listed(graph, is_row, objective, interrupt);
}

}  // namespace

Solution solve_bipartite(const RectangularGraph& graph, Objective objective,
                         const Interrupt& interrupt) {
  PerVertex<std::uint8_t> is_row(static_cast<Vertex>(graph.rows + graph.columns));
  std::fill_n(is_row.begin(), graph.rows, std::uint8_t{1});
  return solve(graph, std::move(is_row), objective, interrupt);
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
  return solve({row.size(), column.size(), weights.data(), allowed.data()}, sides, objective,
               interrupt);
}

}  // namespace fastpair
