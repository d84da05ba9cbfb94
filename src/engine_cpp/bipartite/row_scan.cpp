// The pass over a row of weights in a search for a shortest path.
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

}  // namespace

FASTPAIR_CLONES
std::int64_t scan_row(const Weight* weights, Vertex row, std::int64_t base,
                      const ColumnScan<std::int64_t>& scan) {
  return scan_blocks(weights, row, base, scan);
}

Wide scan_row(const Weight* weights, Vertex row, Wide base, const ColumnScan<Wide>& scan) {
  return scan_blocks(weights, row, base, scan);
}

}  // namespace fastpair
