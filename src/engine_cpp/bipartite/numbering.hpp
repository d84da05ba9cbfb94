// Which vertices are rows and which are columns, and the solution in terms of the vertices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

#include "bipartite/assignment.hpp"
#include "blossom/indexed.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// Rows and columns are numbered from 0 in an order of the vertices, that of their numbers or any.
struct Numbering {
  PerVertex<std::uint8_t> is_row;
  PerVertex<Vertex> number;
  /// The vertex of each row and of each column.
  PerVertex<Vertex> row;
  PerVertex<Vertex> column;

  explicit Numbering(const PerVertex<std::uint8_t>& rows_are)
      : Numbering(rows_are, vertices_below(rows_are.size())) {}
  Numbering(PerVertex<std::uint8_t> rows_are, std::span<const Vertex> order)
      : is_row(std::move(rows_are)), number(is_row.size()) {
    for (const Vertex v : order) {
      PerVertex<Vertex>& side = is_row[v] != 0 ? row : column;
      number[v] = side.size();
      side.push_back(v);
    }
  }
};

/// What the duals of rows are raised by and those of columns lowered by, so that the certificate
/// proves that no matching has more edges. No matched or tight edge notices, because it has an end
/// on either side; an edge between two rows, which form a cover, becomes no longer than it was. The
/// free columns lie on the ground, so low that no gain of weight pays for leaving one more vertex.
template <class Value>
Wide penalty_2x(const Assignment<Value>& state, Wide largest) {
  Wide lowest = 0;
  for (const Value dual : state.row_2x) lowest = std::min(lowest, Wide{dual});
  const Wide size = Wide{state.row_mate.size()} + state.column_mate.size();
  return size * largest + 1 - lowest;
}

/// Takes an optimal state. No weight is larger in size than `largest`.
template <class Value>
Solution solution_of(const Assignment<Value>& state, const Numbering& numbering, Wide largest) {
  const auto& [is_row, number, row, column] = numbering;
  const Vertex size = number.size();
  Solution solution;
  solution.mate.assign(index_of(size), kNobody);
  Certificate& proof = solution.certificate;
  proof.vertex_2x.resize(index_of(size));
  proof.order.resize(index_of(size));
  std::iota(proof.order.begin(), proof.order.end(), 0);
  const bool perfect = row.size() == column.size() &&
                       std::ranges::find(state.row_mate, kNobody) == state.row_mate.end();
  const Wide shift = state.grounded || perfect ? Wide{0} : penalty_2x(state, largest);
  for (Vertex i = 0; i < row.size(); ++i) {
    proof.vertex_2x[index_of(row[i])] = state.row_2x[i] + shift;
    const Vertex j = state.row_mate[i];
    if (j == kNobody) continue;
    solution.mate[index_of(row[i])] = column[j];
    solution.mate[index_of(column[j])] = row[i];
    solution.weight += (Wide{state.row_2x[i]} + state.column_2x[j]) / 2;
    ++solution.cardinality;
  }
  for (Vertex j = 0; j < column.size(); ++j) {
    proof.vertex_2x[index_of(column[j])] = state.column_2x[j] - shift;
  }
  if (!state.grounded && size > 0) proof.ground_2x = *std::ranges::min_element(proof.vertex_2x);
  return solution;
}

}  // namespace fastpair
