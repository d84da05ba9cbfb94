// For every row of a matrix of weights and every block of its columns, what no edge there exceeds.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "fastpair/integers.hpp"
#include "vectors.hpp"

namespace fastpair {

/// Half as large as the weights themselves would be: bounds count in units of a power of two.
class WeightBounds {
 public:
  WeightBounds() = default;

  /// The bounds of `heaviest`, or kNoEdge where there is none.
  explicit WeightBounds(const std::vector<Weight>& heaviest) : bounds_(heaviest.size(), kNone) {
    for (std::size_t k = 0; k < heaviest.size(); ++k) raise(k, heaviest[k]);
  }

  /// Takes notice of the weight of an edge in place k.
  void raise(std::size_t k, Weight weight) {
    if (weight == kNoEdge) return;
    coarsen(shift_for(weight));
    bounds_[k] = std::max(bounds_[k], rounded_up(weight, shift_));
  }

  /// From place k on.
  [[nodiscard]] BlockBounds from(std::size_t k) const { return {bounds_.data() + k, shift_}; }

 private:
  using Bound = BlockBounds::Bound;
  static constexpr Bound kNone = BlockBounds::kNone;

  /// Units in which a weight of this size has 30 bits.
  static int shift_for(Weight weight) {
    const auto size = static_cast<std::uint64_t>(weight < 0 ? -weight : weight);
    return std::max(0, static_cast<int>(std::bit_width(size)) - 30);
  }

  static Bound rounded_up(Weight weight, int shift) {
    return static_cast<Bound>((weight + (Weight{1} << shift) - 1) >> shift);
  }

  void coarsen(int shift) {
    if (shift <= shift_) return;
    for (Bound& bound : bounds_) {
      if (bound != kNone) bound = rounded_up(bound, shift - shift_);
    }
    shift_ = shift;
  }

  std::vector<Bound> bounds_;
  int shift_ = 0;
};

}  // namespace fastpair
