// The passes over rows of weights.
#include <algorithm>

#include "bipartite/scan_search.hpp"
#include "blossom/limits.hpp"
#include "rows/vector_types.hpp"

namespace fastpair {
namespace {

template <class Value>
FASTPAIR_INLINE Value scan_block(const Weight* weights, Vertex row, Value base,
                                 const ColumnScan<Value>& scan, Vertex start, Vertex stop) {
  Value least = Limits<Value>::kNever;
  for (Vertex j = start; j < stop; ++j) {
    const Value found = base + scan.duals_2x[j] - 2 * Value{weights[j]};
    const bool nearer = found < scan.distances[j];
    const Value distance = nearer ? found : scan.distances[j];
    scan.distances[j] = distance;
    scan.from[j] = nearer ? row : scan.from[j];
    least = std::min(least, distance | scan.settled[j]);
  }
  return least;
}

template <class Value>
FASTPAIR_INLINE Value scan_blocks(const Weight* weights, Vertex row, Value base,
                                  const ColumnScan<Value>& scan) {
  Value least = Limits<Value>::kNever;
  for (Vertex start = 0; start < scan.columns; start += kColumnBlock) {
    const Vertex stop = std::min(start + kColumnBlock, scan.columns);
    const Value found = scan_block(weights, row, base, scan, start, stop);
    scan.block_least[start / kColumnBlock] = found;
    least = std::min(least, found);
  }
  return least;
}

/// Only blocks with a column that is worth more than the second best so far are looked at again.
template <class Value>
FASTPAIR_INLINE BestTwo<Value> best_two_of(const Weight* weights, const Value* duals_2x,
                                           Vertex columns) {
  BestTwo<Value> best;
  for (Vertex start = 0; start < columns; start += kColumnBlock) {
    const Vertex stop = std::min(start + kColumnBlock, columns);
    Value most = BestTwo<Value>::kNone;
    for (Vertex j = start; j < stop; ++j) {
      most = std::max(most, 2 * Value{weights[j]} - duals_2x[j]);
    }
    if (most <= best.other_worth) continue;
    for (Vertex j = start; j < stop; ++j) best.offer(j, 2 * Value{weights[j]} - duals_2x[j]);
  }
  return best;
}

}  // namespace

FASTPAIR_CLONES
Weight largest_of(const RowMatrix& matrix) {
  Weight largest = 0;
  for (const Weight weight : matrix.cells()) largest = std::max({largest, weight, -weight});
  return largest;
}

FASTPAIR_CLONES
PerVertex<Weight> most_of_columns_2x(const RowMatrix& matrix, const PerVertex<Weight>& row_2x) {
  PerVertex<Weight> most_2x(matrix.columns(), kNoEdge);
  Weight* const most = most_2x.data();
  for (Vertex row = 0; row < matrix.rows(); ++row) {
    const Weight* const weights = matrix.row(row);
    const Weight less = row_2x[row];
    for (Vertex j = 0; j < matrix.columns(); ++j) {
      most[j] = std::max(most[j], 2 * weights[j] - less);
    }
  }
  return most_2x;
}

FASTPAIR_CLONES
BestTwo<std::int64_t> best_two(const RowMatrix& matrix, Vertex row,
                               const PerVertex<std::int64_t>& column_2x) {
  return best_two_of(matrix.row(row), column_2x.data(), matrix.columns());
}

BestTwo<Wide> best_two(const RowMatrix& matrix, Vertex row, const PerVertex<Wide>& column_2x) {
  return best_two_of(matrix.row(row), column_2x.data(), matrix.columns());
}

FASTPAIR_CLONES
std::int64_t scan_row(const Weight* weights, Vertex row, std::int64_t base,
                      const ColumnScan<std::int64_t>& scan) {
  return scan_blocks(weights, row, base, scan);
}

Wide scan_row(const Weight* weights, Vertex row, Wide base, const ColumnScan<Wide>& scan) {
  return scan_blocks(weights, row, base, scan);
}

}  // namespace fastpair
