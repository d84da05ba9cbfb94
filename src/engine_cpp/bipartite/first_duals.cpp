// Potentials of lists.
#include "bipartite/first_duals.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "bipartite/auction.hpp"
#include "blossom/potentials.hpp"

namespace fastpair {
namespace {

/// Some columns with all their arcs.
RowLists sample_columns(const RowLists& graph) {
  const auto step =
      std::bit_floor(static_cast<std::uint32_t>(graph.columns() / sample_of(graph.columns())));
  return {(graph.columns() - 1) / static_cast<Vertex>(step) + 1, graph.rows(), [&](auto put) {
            for (Vertex row = 0; row < graph.rows(); ++row) {
              for (const auto& [to, weight_2x] : graph.from(row)) {
                if ((static_cast<std::uint32_t>(to) & (step - 1)) != 0) continue;
                put(to / static_cast<Vertex>(step), Arc{row, weight_2x});
              }
            }
          }};
}

bool columns_vary(const RowLists& graph) {
  if (graph.columns() < kLeastRows) return false;
  const RowLists columns = sample_columns(graph);
  return varies_by_row(columns, columns.rows());
}

/// The mean of each column.
PerVertex<Weight> means_2x(const RowLists& columns) {
  PerVertex<Weight> prices(columns.rows(), 0);
  for (Vertex column = 0; column < prices.size(); ++column) {
    Wide sum = 0;
    for (const Arc& arc : columns.from(column)) sum += arc.weight_2x;
    const std::int64_t count = std::ssize(columns.from(column));
    if (count > 0) prices[column] = static_cast<Weight>(sum / count);
  }
  return prices;
}

/// Prices of the columns that explain the weights of a breadth-first forest, where rows have prices
/// too. Sweeps that begin with 0 bring each of them on by one arc only; what chance adds along a
/// path of the forest they take off.
PerVertex<Weight> forest_prices_2x(const RowLists& graph, const RowLists& columns) {
  Weight largest = 0;
  for (const Arc& arc : graph.arcs()) {
    largest = std::max({largest, arc.weight_2x, -arc.weight_2x});
  }
  const auto rest = [&](Weight weight_2x, Weight price) {
    return std::clamp(weight_2x - price, -largest, largest);
  };
  PerVertex<Weight> prices(graph.columns(), 0);
  const PerVertex<Weight> none(graph.rows(), 0);
  PerVertex<std::uint8_t> has_row(graph.rows(), 0);
  PerVertex<std::uint8_t> has_column(graph.columns(), 0);
  std::vector<Vertex> queue;
  std::size_t next = 0;
  for (Vertex root = 0; root < graph.columns(); ++root) {
    if (has_column[root] != 0 || columns.from(root).empty()) continue;
    prices[root] = most_worth(columns, root, none) / 2;
    has_column[root] = 1;
    queue.push_back(root);
    for (; next < queue.size(); ++next) {
      for (const auto& [row, weight_2x] : columns.from(queue[next])) {
        if (has_row[row] != 0) continue;
        has_row[row] = 1;
        const Weight price = rest(weight_2x, prices[queue[next]]);
        for (const Arc& arc : graph.from(row)) {
          if (has_column[arc.to] != 0) continue;
          has_column[arc.to] = 1;
          prices[arc.to] = rest(arc.weight_2x, price);
          queue.push_back(arc.to);
        }
      }
    }
  }
  return prices;
}

}  // namespace

std::optional<PerVertex<Weight>> first_duals(const RowLists& graph, bool grounded,
                                             const Interrupt& interrupt) {
  if (graph.arcs().empty()) return std::nullopt;
  std::optional<PerVertex<Weight>> duals;
  const bool all = !grounded && graph.rows() == graph.columns();
  const bool rows_vary = varies_by_row(graph);
  if (columns_vary(graph)) {
    const RowLists columns = graph.turned();
    duals = rows_vary ? forest_prices_2x(graph, columns) : means_2x(columns);
  } else if (rows_vary && graph.rows() > graph.columns()) {
    duals.emplace(graph.columns(), 0);
  }
  if (duals) {
    duals = PotentialFit<RowLists>(graph).run(std::move(*duals)).column_2x;
    if (!all) level(graph, grounded, *duals);
  }
  const auto fits = [](const Arc& arc) {
    return arc.weight_2x <= kMostOfAuction && arc.weight_2x >= -kMostOfAuction;
  };
  if (!all || !std::ranges::all_of(graph.arcs(), fits)) return duals;
  auto sold = Auction(graph, duals ? *duals : PerVertex<Weight>(graph.columns(), 0)).run(interrupt);
  return sold ? sold : duals;
}

}  // namespace fastpair
