// The dual variables of the columns of a matrix, and for each block of columns the least of them.
//
// A vertex that no edge shall lead to is closed: its dual is so large that the partial slack of its
// edges is above that of all others (below_closed).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "fastpair/integers.hpp"

namespace fastpair {

/// The number of cells in a block of a row. Block b holds the columns from kBlock * b on.
inline constexpr Vertex kBlock = 32;

/// The number of blocks in a row of this length.
inline std::size_t blocks_of(std::int64_t size) {
  return static_cast<std::size_t>((size + kBlock - 1) / kBlock);
}

template <class Value>
class ColumnDuals {
 public:
  ColumnDuals() = default;
  explicit ColumnDuals(PerVertex<Value> values)
      : values_(std::move(values)), least_(blocks_of(values_.size())) {
    for (std::size_t block = 0; block < least_.size(); ++block) renew(block);
  }

  [[nodiscard]] const Value& operator[](Vertex v) const { return values_[v]; }
  [[nodiscard]] const Value* data() const { return values_.data(); }

  void close(Vertex v) { set(v, kClosed); }
  [[nodiscard]] bool is_closed(Vertex v) const { return values_[v] == kClosed; }
  /// Whether the least of some duals says that all of them are closed.
  [[nodiscard]] static bool all_closed(Value least) { return least == kClosed; }
  /// The partial slack of an edge to a closed vertex is not below this, that of all others is.
  [[nodiscard]] static Value below_closed(Weight largest) { return kClosed - 2 * Value{largest}; }

  /// The least dual of every block.
  [[nodiscard]] const Value* least_of_blocks() const { return least_.data(); }

  void set(Vertex v, Value value) {
    const std::size_t block = index_of(v) / kBlock;
    const Value old = std::exchange(values_[v], value);
    if (value <= least_[block]) {
      least_[block] = value;
    } else if (old == least_[block]) {
      renew(block);
    }
  }

 private:
  static constexpr Value kClosed = Limits<Value>::kClosed;

  void renew(std::size_t block) {
    const auto start = values_.begin() + static_cast<std::ptrdiff_t>(block * kBlock);
    const auto end = std::min(start + kBlock, values_.end());
    least_[block] = *std::min_element(start, end);
  }

  PerVertex<Value> values_;
  std::vector<Value> least_;
};

}  // namespace fastpair
