// For every block of every row of a matrix of weights an upper bound on its weights.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "blossom/indexed.hpp"
#include "fastpair/integers.hpp"
#include "rows/vectors.hpp"

namespace fastpair {

/// A quarter as large as the weights themselves would be: a bound counts down from the heaviest
/// edge of its row, as a floating-point number, which is exact where it matters most.
class WeightBounds {
 public:
  WeightBounds() = default;

  /// The heaviest edges of all rows, and of their blocks, row after row; kNoEdge where there is
  /// none.
  WeightBounds(PerVertex<Weight> heaviest, const std::vector<Weight>& block_heaviest)
      : heaviest_(std::move(heaviest)), depths_(block_heaviest.size(), BlockBounds::kNone) {
    auto depth = depths_.begin();
    auto weight = block_heaviest.begin();
    for (const Weight top : heaviest_) {
      for (const auto end = depth + static_cast<std::ptrdiff_t>(blocks()); depth != end;
           ++depth, ++weight) {
        if (*weight != kNoEdge) *depth = BlockBounds::code_of(top - *weight);
      }
    }
  }

  /// The heaviest edge of each row, or kNoEdge.
  [[nodiscard]] const PerVertex<Weight>& heaviest() const { return heaviest_; }

  /// Raises the bounds as far as an edge of this weight in a block of a row needs it.
  void raise(Vertex row, std::size_t block, Weight weight) {
    Weight& heaviest = heaviest_[row];
    const std::span<std::uint16_t> depths(depths_.data() + index_of(row) * blocks(), blocks());
    if (weight > heaviest) {
      for (std::uint16_t& depth : depths) {
        if (depth == BlockBounds::kNone) continue;
        depth = BlockBounds::code_of(weight - heaviest + BlockBounds::depth(depth));
      }
      heaviest = weight;
    }
    depths[block] = std::min(depths[block], BlockBounds::code_of(heaviest - weight));
  }

  [[nodiscard]] BlockBounds of(Vertex row) const {
    return {depths_.data() + index_of(row) * blocks(), heaviest_[row]};
  }

 private:
  [[nodiscard]] std::size_t blocks() const { return depths_.size() / index_of(heaviest_.size()); }

  PerVertex<Weight> heaviest_;
  std::vector<std::uint16_t> depths_;
};

}  // namespace fastpair
