// The pass over a row of weights in a search for a shortest path.
#pragma once

#include <cstdint>

#include "fastpair/integers.hpp"

namespace fastpair {

/// Columns are looked at in blocks of so many.
inline constexpr Vertex kColumnBlock = 64;

/// What a search knows of the columns: their duals, their distances, the row before each of them,
/// Limits::kNever where they are settled and 0 elsewhere; and the least distance in each block
/// among the columns that are not settled.
template <class Value>
struct ColumnScan {
  const Value* duals_2x;
  Value* distances;
  Vertex* from;
  const Value* settled;
  Value* block_least;
  Vertex columns;
};

/// Lowers distances to base + dual - doubled weight where that is less than they are. Returns the
/// least distance of the columns that are not settled. Settled columns are nearer than whatever is
/// found now.
std::int64_t scan_row(const Weight* weights, Vertex row, std::int64_t base,
                      const ColumnScan<std::int64_t>& scan);
Wide scan_row(const Weight* weights, Vertex row, Wide base, const ColumnScan<Wide>& scan);

}  // namespace fastpair
