// The dual variables of the columns of a matrix, and for each block of columns the least of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "blossom/indexed.hpp"
#include "fastpair/integers.hpp"
#include "rows/vectors.hpp"

namespace fastpair {

template <class Value>
class ColumnDuals {
 public:
  ColumnDuals() = default;
  explicit ColumnDuals(PerVertex<Value> values)
      : values_(std::move(values)), least_(blocks_of(values_.size())) {
    for (std::size_t block = 0; block < least_.size(); ++block) renew(block);
    stale_.resize(least_.size());
  }

  [[nodiscard]] const Value& operator[](Vertex v) const { return values_[v]; }
  [[nodiscard]] const Value* data() const { return values_.data(); }

  /// The least dual of every block.
  [[nodiscard]] const Value* least_of_blocks() {
    for (const std::size_t block : std::exchange(risen_, {})) {
      renew(block);
      stale_[block] = false;
    }
    return least_.data();
  }

  void set(Vertex v, Value value) {
    const std::size_t block = index_of(v) / kBlock;
    const Value old = std::exchange(values_[v], value);
    if (value <= least_[block]) {
      least_[block] = value;
    } else if (old == least_[block] && !stale_[block]) {
      stale_[block] = true;
      risen_.push_back(block);
    }
  }

 private:
  void renew(std::size_t block) {
    const auto start = values_.begin() + static_cast<std::ptrdiff_t>(block * kBlock);
    const auto end = std::min(start + kBlock, values_.end());
    least_[block] = *std::min_element(start, end);
  }

  PerVertex<Value> values_;
  std::vector<Value> least_;
  /// The blocks whose least dual may have risen since it was found.
  std::vector<std::size_t> risen_;
  /// Whether a block is in risen_.
  std::vector<bool> stale_;
};

}  // namespace fastpair
