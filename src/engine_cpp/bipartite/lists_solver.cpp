#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "bipartite/assignment.hpp"
#include "bipartite/first_duals.hpp"
#include "bipartite/heap_search.hpp"
#include "bipartite/lists.hpp"
#include "bipartite/numbering.hpp"
#include "bipartite/solver.hpp"
#include "blossom/limits.hpp"

namespace fastpair {
namespace {

/// The edges between rows and columns, without those that a heaviest matching need not have.
RowLists lists_of(const SparseGraph& graph, const Numbering& numbering, Objective objective) {
  return {numbering.row.size(), numbering.column.size(), [&](auto put) {
            for (const Edge& edge : graph.edges) {
              const bool forth = numbering.is_row[edge.first] != 0;
              if (forth == (numbering.is_row[edge.second] != 0)) continue;
              if (objective == Objective::kWeight && edge.weight <= 0) continue;
              put(numbering.number[forth ? edge.first : edge.second],
                  Arc{numbering.number[forth ? edge.second : edge.first], 2 * edge.weight});
            }
          }};
}

template <class Value>
Assignment<Value> assign(const RowLists& lists, bool grounded, const Interrupt& interrupt) {
  Assignment<Value> state(lists.rows(), lists.columns(), grounded);
  if (const auto duals = first_duals(lists, grounded, interrupt)) state.begin(*duals);
  match_all<HeapSearch<Value>>(lists, state, interrupt, kGoOn);
  return state;
}

/// The numbering in which the vertices of a cover are the rows.
Numbering numbering_of(const Cover& cover, const Numbering& numbering,
                       std::span<const Vertex> order) {
  PerVertex<std::uint8_t> is_row(numbering.number.size());
  for (Vertex v = 0; v < is_row.size(); ++v) {
    const Vertex number = numbering.number[v];
    is_row[v] = numbering.is_row[v] != 0 ? cover.has_row[number] : cover.has_column[number];
  }
  return {std::move(is_row), order};
}

/// The solution where all weights are equal: the matching with the most edges.
Assignment<Wide> equal_assignment(const Cover& cover, const Numbering& by_side,
                                  const Numbering& by_cover, Objective objective,
                                  Weight weight_2x) {
  Assignment<Wide> state(by_cover.row.size(), by_cover.column.size(),
                         objective == Objective::kWeight);
  state.row_2x.fill(weight_2x);
  for (Vertex i = 0; i < cover.row_mate.size(); ++i) {
    if (cover.row_mate[i] == kNobody) continue;
    const Vertex v = by_side.row[i];
    const Vertex u = by_side.column[cover.row_mate[i]];
    const bool forth = by_cover.is_row[v] != 0;
    state.match(by_cover.number[forth ? v : u], by_cover.number[forth ? u : v]);
  }
  return state;
}

template <class Value>
Solution solve_in(const SparseGraph& graph, std::span<const Vertex> order, const Numbering& by_side,
                  const RowLists& lists, Objective objective, Weight largest,
                  const Interrupt& interrupt) {
  const auto [least, most] =
      std::ranges::minmax_element(lists.arcs(), {}, [](const Arc& arc) { return arc.weight_2x; });
  const bool equal = lists.arcs().empty() || least->weight_2x == most->weight_2x;
  if (objective == Objective::kWeight && !equal) {
    return solution_of(assign<Value>(lists, true, interrupt), by_side, largest);
  }
  const Cover cover = least_cover(lists, interrupt);
  // Rows that are all matched are the cover, and what has been numbered and listed stays.
  const bool stays = std::ranges::find(cover.row_mate, kNobody) == cover.row_mate.end();
  const auto other = stays ? std::nullopt : std::optional(numbering_of(cover, by_side, order));
  const Numbering& by_cover = stays ? by_side : *other;
  if (equal) {
    const Weight weight_2x = lists.arcs().empty() ? 0 : least->weight_2x;
    return solution_of(equal_assignment(cover, by_side, by_cover, objective, weight_2x), by_cover,
                       largest);
  }
  const auto between = stays ? std::nullopt : std::optional(lists_of(graph, by_cover, objective));
  return solution_of(assign<Value>(stays ? lists : *between, false, interrupt), by_cover, largest);
}

}  // namespace

Solution solve_bipartite(const SparseGraph& graph, const Sides& sides,
                         std::span<const Vertex> order, Objective objective,
                         const Interrupt& interrupt) {
  if (interrupt && interrupt()) throw Interrupted{};
  const Numbering by_side(sides, order);
  const RowLists lists = lists_of(graph, by_side, objective);
  Weight largest = 0;
  for (const Edge& edge : graph.edges) largest = std::max({largest, edge.weight, -edge.weight});
  return solve_narrowest(largest, [&]<class Value>(Value) {
    return solve_in<Value>(graph, order, by_side, lists, objective, largest, interrupt);
  });
}

}  // namespace fastpair
