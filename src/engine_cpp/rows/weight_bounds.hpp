// Upper bounds on the weights in every block of every row of a matrix.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "fastpair/integers.hpp"
#include "rows/vectors.hpp"

namespace fastpair {

/// A bound is kept as its distance from the heaviest edge of the row, as a floating-point number of
/// 16 bits. That takes a quarter of the memory of a weight, and is exact for small distances, where
/// it matters most.
class WeightBounds {
 public:
  WeightBounds() = default;

  /// Takes the weights of the heaviest edge in each row, and in each block of each row, row after
  /// row. They are kNoEdge where there is no edge.
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

  /// Raises the bounds of a row as far as an edge of this weight in one of its blocks requires.
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
