// Floats in vector registers, brought to multiples of a power of two. All steps are exact but one
// addition, which rounds.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "fastpair/integers.hpp"
#include "rows/vector_types.hpp"

namespace fastpair {

using EightDoubles __attribute__((vector_size(64))) = double;

/// What a pass over floats, as multiples of a power of two, finds out.
struct Written {
  /// The largest absolute value. It is not a number if a value is not, and infinite if one is.
  double largest = 0;
  /// Whether all values are multiples.
  bool exact = true;

  /// Takes in what was found in another part.
  void join(const Written& part) {
    // Compared by their bits, what is not a number is larger than infinity, and infinity is larger
    // than all numbers.
    largest = std::bit_cast<double>(
        std::max(std::bit_cast<std::int64_t>(largest), std::bit_cast<std::int64_t>(part.largest)));
    exact = exact && part.exact;
  }
};

/// Finds the multiples of 2**exponent that are nearest to floats, the even one of two. Two factors
/// each way are finite where one would not be. A product that is not exact is near 0.
class Multiples {
 public:
  FASTPAIR_INLINE explicit Multiples(int exponent)
      : down_(std::ldexp(1.0, exponent / 2)),
        down_more_(std::ldexp(1.0, exponent - exponent / 2)),
        up_(1 / down_),
        up_more_(1 / down_more_) {}

  /// What it returns means nothing beyond 2**62.
  FASTPAIR_INLINE Eight of(EightDoubles values) {
    largest_ = max(largest_, reinterpret_cast<Eight>(values) & kMagnitude);
    const EightDoubles scaled = values * up_ * up_more_;
    // The upper part is rounded to a multiple of 2**32; what remains has at most 32 bits before the
    // point. The last bits of both sums are integers.
    const EightDoubles upper = scaled * 0x1p-32 + kPoint;
    const EightDoubles rest = scaled - (upper - kPoint) * 0x1p32;
    const EightDoubles lower = rest + kPoint;
    const EightDoubles rounded = (upper - kPoint) * 0x1p32 + (lower - kPoint);
    inexact_ |= reinterpret_cast<Eight>(rounded * down_ * down_more_ - values);
    return reinterpret_cast<Eight>(
        (reinterpret_cast<EightWords>(upper) << 32) +
        (reinterpret_cast<EightWords>(lower) - std::bit_cast<std::uint64_t>(kPoint)));
  }

  [[nodiscard]] FASTPAIR_INLINE Written written() const {
    return {std::bit_cast<double>(greatest_of(largest_)), any_of(inexact_) == 0};
  }

 private:
  /// The sum of it and a number up to 2**51 in size is rounded to an integer.
  static constexpr double kPoint = 0x1.8p52;
  /// The bits of a float without its sign.
  static constexpr std::int64_t kMagnitude = std::numeric_limits<std::int64_t>::max();

  double down_;
  double down_more_;
  double up_;
  double up_more_;
  Eight largest_{};
  /// Not 0 where one was not a multiple.
  Eight inexact_{};
};

}  // namespace fastpair
