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

/// The columns that are worth most in every so many-th place: the best, its number, and what the
/// second is worth.
template <class Cells>
struct BestOfLanes {
  Cells most = Cells{} + BestTwo<std::int64_t>::kNone;
  Cells second = most;
  Cells place{};

  FASTPAIR_INLINE void offer(const Cells& worth, const Cells& at) {
    const Cells least = min(most, worth);
    place = worth > most ? at : place;
    most = max(most, worth);
    second = max(second, least);
  }

  /// Takes one lane in. Of equal columns the first is the best.
  FASTPAIR_INLINE void put_into(BestTwo<std::int64_t>& best, int lane) const {
    const auto at = static_cast<Vertex>(place[lane]);
    const std::int64_t worth = most[lane];
    const bool above = worth > best.worth || (worth == best.worth && at < best.column);
    best.other_worth = std::max({best.other_worth, above ? best.worth : worth, second[lane]});
    best.column = above ? at : best.column;
    best.worth = above ? worth : best.worth;
  }
};

/// The first column from a place on that is worth so much, or nobody.
FASTPAIR_INLINE Vertex find_worth(const Weight* weights, const std::int64_t* duals_2x, Vertex start,
                                  Vertex columns, std::int64_t worth) {
  for (Vertex j = start; j < columns; ++j) {
    if (2 * weights[j] - duals_2x[j] == worth) return j;
  }
  return kNobody;
}

/// Two vectors at a time: the one need not wait for the other.
template <class Cells>
FASTPAIR_INLINE BestTwo<std::int64_t> find_best_two(const Weight* weights,
                                                    const std::int64_t* duals_2x, Vertex columns) {
  constexpr Vertex lanes = kLanesOf<Cells>;
  const auto worths = [&](Vertex j) {
    return 2 * load<Cells>(weights + j) - load<Cells>(duals_2x + j);
  };
  BestTwo<std::int64_t> best;
  Vertex j = 0;
  if (columns >= 2 * lanes) {
    BestOfLanes<Cells> even;
    BestOfLanes<Cells> odd;
    Cells at = lane_numbers<Cells>();
    for (; j + 2 * lanes <= columns; j += 2 * lanes, at += 2 * lanes) {
      even.offer(worths(j), at);
      odd.offer(worths(j + lanes), at + lanes);
    }
    for (int lane = 0; lane < lanes; ++lane) {
      even.put_into(best, lane);
      odd.put_into(best, lane);
    }
  }
  for (; j < columns; ++j) best.offer(j, 2 * weights[j] - duals_2x[j]);
  if (best.other_worth == best.worth && best.column != kNobody) {
    best.other = find_worth(weights, duals_2x, best.column + 1, columns, best.worth);
  }
  return best;
}

FASTPAIR_BY_WIDTH(BestTwo<std::int64_t> best_two_of(const Weight* weights,
                                                    const std::int64_t* duals_2x, Vertex columns),
                  find_best_two<Cells>(weights, duals_2x, columns))

/// Those of up to 64 columns at a distance that are not settled.
template <class Cells>
FASTPAIR_INLINE std::uint64_t find_bits_at(std::int64_t distance, const std::int64_t* distances,
                                           const std::int64_t* settled, Vertex columns) {
  constexpr Vertex lanes = kLanesOf<Cells>;
  Cells found{};
  Cells own = (Cells{} + 1) << lane_numbers<Cells>();
  Vertex j = 0;
  for (; j + lanes <= columns; j += lanes, own <<= lanes) {
    const Cells off = (load<Cells>(distances + j) ^ distance) | load<Cells>(settled + j);
    found |= off == 0 ? own : Cells{};
  }
  auto bits = static_cast<std::uint64_t>(any_of(found));
  for (; j < columns; ++j) {
    bits |= std::uint64_t{distances[j] == distance && settled[j] == 0} << j;
  }
  return bits;
}

FASTPAIR_BY_WIDTH(std::uint64_t bits_at(std::int64_t distance, const std::int64_t* distances,
                                        const std::int64_t* settled, Vertex columns),
                  find_bits_at<Cells>(distance, distances, settled, columns))

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

BestTwo<std::int64_t> best_two(const RowMatrix& matrix, Vertex row,
                               const PerVertex<std::int64_t>& column_2x) {
  return best_two_of(matrix.row(row), column_2x.data(), matrix.columns());
}

FASTPAIR_CLONES
std::int64_t most_worth(const RowMatrix& matrix, Vertex row,
                        const PerVertex<std::int64_t>& column_2x) {
  const Weight* const weights = matrix.row(row);
  const std::int64_t* const duals_2x = column_2x.data();
  std::int64_t most = BestTwo<std::int64_t>::kNone;
  for (Vertex j = 0; j < matrix.columns(); ++j) {
    most = std::max(most, 2 * weights[j] - duals_2x[j]);
  }
  return most;
}

FASTPAIR_CLONES
std::int64_t scan_row(const Weight* weights, Vertex row, std::int64_t base,
                      const ColumnScan<std::int64_t>& scan) {
  return scan_blocks(weights, row, base, scan);
}

Wide scan_row(const Weight* weights, Vertex row, Wide base, const ColumnScan<Wide>& scan) {
  return scan_blocks(weights, row, base, scan);
}

std::uint64_t columns_at(std::int64_t distance, Vertex start, Vertex stop,
                         const std::int64_t* distances, const std::int64_t* settled) {
  return bits_at(distance, distances + start, settled + start, stop - start);
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
