// The passes over rows of weights.
#include <algorithm>
#include <limits>
#include <span>

#include "bipartite/scan_search.hpp"
#include "bipartite/solver.hpp"
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

FASTPAIR_INLINE Eight worths(const Weight* weights, const std::int64_t* duals_2x, Vertex j,
                             Vertex columns) {
  const Eight worth =
      2 * load<Eight>(weights + j, columns - j) - load<Eight>(duals_2x + j, columns - j);
  constexpr Eight lane = {0, 1, 2, 3, 4, 5, 6, 7};
  return lane < columns - j ? worth : Eight{} + BestTwo<std::int64_t>::kNone;
}

/// The first column from a place on that is worth so much, or nobody.
FASTPAIR_INLINE Vertex find_worth(const Weight* weights, const std::int64_t* duals_2x, Vertex start,
                                  Vertex columns, std::int64_t worth) {
  for (Vertex j = start; j < columns; ++j) {
    if (2 * weights[j] - duals_2x[j] == worth) return j;
  }
  return kNobody;
}

}  // namespace

FASTPAIR_CLONES
Weight largest_of(std::span<const Weight> weights) {
  Weight lightest = 0;
  Weight heaviest = 0;
  for (const Weight weight : weights) {
    lightest = std::min(lightest, weight);
    heaviest = std::max(heaviest, weight);
  }
  return std::max(heaviest, -std::max(lightest, -std::numeric_limits<Weight>::max()));
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
  const Weight* const weights = matrix.row(row);
  const std::int64_t* const duals_2x = column_2x.data();
  const Vertex columns = matrix.columns();
  // Of every eighth column the best, its number less that of the lane, and the worth of the second.
  Eight most = Eight{} + BestTwo<std::int64_t>::kNone;
  Eight second = most;
  Eight place{};
  for (Vertex j = 0; j < columns; j += 8) {
    const Eight worth = worths(weights, duals_2x, j, columns);
    place = worth > most ? Eight{} + j : place;
    second = max(second, min(most, worth));
    most = max(most, worth);
  }
  BestTwo<std::int64_t> best{.worth = greatest_of(most)};
  for (Vertex lane = 0; lane < 8; ++lane) {
    if (most[lane] != best.worth) continue;
    const auto at = static_cast<Vertex>(place[lane]) + lane;
    if (best.column == kNobody || at < best.column) best.column = at;
  }
  most[best.column % 8] = BestTwo<std::int64_t>::kNone;
  best.other_worth = greatest_of(max(most, second));
  if (best.other_worth == best.worth) {
    best.other = find_worth(weights, duals_2x, best.column + 1, columns, best.worth);
  }
  return best;
}

FASTPAIR_CLONES
std::int64_t most_worth(const RowMatrix& matrix, Vertex row,
                        const PerVertex<std::int64_t>& column_2x) {
  Eight most = Eight{} + BestTwo<std::int64_t>::kNone;
  for (Vertex j = 0; j < matrix.columns(); j += 8) {
    most = max(most, worths(matrix.row(row), column_2x.data(), j, matrix.columns()));
  }
  return greatest_of(most);
}

FASTPAIR_CLONES
std::int64_t scan_row(const Weight* weights, Vertex row, std::int64_t base,
                      const ColumnScan<std::int64_t>& scan) {
  return scan_blocks(weights, row, base, scan);
}

Wide scan_row(const Weight* weights, Vertex row, Wide base, const ColumnScan<Wide>& scan) {
  return scan_blocks(weights, row, base, scan);
}

FASTPAIR_CLONES
std::uint64_t columns_at(std::int64_t distance, Vertex start, Vertex stop,
                         const std::int64_t* distances, const std::int64_t* settled) {
  std::uint64_t bits = 0;
  for (Vertex j = start; j < stop; j += 8) {
    const Eight off =
        (load<Eight>(distances + j, stop - j) ^ distance) | load<Eight>(settled + j, stop - j);
    bits |= word_of(off == 0 ? kOwnBits : Eight{}) << (j - start);
  }
  // Beyond the last column there are zeros.
  return stop - start == kColumnBlock ? bits : bits & ((std::uint64_t{1} << (stop - start)) - 1);
}

std::uint64_t columns_at(Wide distance, Vertex start, Vertex stop, const Wide* distances,
                         const Wide* settled) {
  std::uint64_t bits = 0;
  for (Vertex j = start; j < stop; ++j) {
    bits |= std::uint64_t{distances[j] == distance && settled[j] == 0} << (j - start);
  }
  return bits;
}

}  // namespace fastpair
