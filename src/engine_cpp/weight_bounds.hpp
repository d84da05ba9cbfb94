// For every row of a matrix of weights and every block of its columns, what no edge there exceeds.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "fastpair/integers.hpp"
#include "vectors.hpp"

namespace fastpair {

/// Half as large as the weights themselves would be: bounds count in units of a power of two, from
/// the lightest on.
class WeightBounds {
 public:
  WeightBounds() = default;

  /// The bounds of `heaviest`, which is kNoEdge where there is none.
  explicit WeightBounds(const std::vector<Weight>& heaviest)
      : bounds_(heaviest.size(), BlockBounds::kNone) {
    const auto order = [](Weight weight) { return weight == kNoEdge ? kWeightLimit : weight; };
    if (!heaviest.empty()) lightest_ = std::ranges::min(heaviest, {}, order);
    if (lightest_ == kNoEdge) lightest_ = 0;
    if (!heaviest.empty()) shift_ = shift_for(std::ranges::max(heaviest) - lightest_);
    for (std::size_t k = 0; k < heaviest.size(); ++k) {
      if (heaviest[k] != kNoEdge) bounds_[k] = rounded_up(heaviest[k] - lightest_, shift_);
    }
  }

  /// Takes notice of the weight of an edge in place k.
  void raise(std::size_t k, Weight weight) {
    const Weight above = std::max<Weight>(weight - lightest_, 0);
    if (shift_for(above) > shift_) coarsen(shift_for(above) - shift_);
    bounds_[k] = std::max(bounds_[k], rounded_up(above, shift_));
  }

  /// From place k on.
  [[nodiscard]] BlockBounds from(std::size_t k) const {
    return {bounds_.data() + k, shift_, lightest_};
  }

 private:
  static constexpr int kBits = 30;

  /// By how much a weight above the lightest must be shifted.
  static int shift_for(Weight above) {
    const auto size = static_cast<std::uint64_t>(std::max<Weight>(above, 0));
    return std::max(0, static_cast<int>(std::bit_width(size)) - kBits);
  }

  static std::int32_t rounded_up(Weight weight, int shift) {
    return static_cast<std::int32_t>((weight + (Weight{1} << shift) - 1) >> shift);
  }

  void coarsen(int shift) {
    for (std::int32_t& bound : bounds_) {
      if (bound != BlockBounds::kNone) bound = rounded_up(bound, shift);
    }
    shift_ += shift;
  }

  std::vector<std::int32_t> bounds_;
  int shift_ = 0;
  Weight lightest_ = 0;
};

}  // namespace fastpair
