// Floats as integers, which are the multiples of a power of two. The bits of a float are taken
// apart by integer arithmetic. So every instruction set gives equal results, and only the last step
// rounds.
#pragma once

#include <cstdint>
#include <limits>

#include "fastpair/matching.hpp"

namespace fastpair {

/// A list of floats, or a square matrix of floats whose diagonal does not count.
struct Floats {
  const double* values = nullptr;
  /// The length of the list, or of a side of the matrix.
  std::int64_t size = 0;
  bool matrix = false;
  /// For each float 1 if it counts and else 0; null if all count.
  const std::uint8_t* where = nullptr;
};

struct FloatRange {
  /// The exponent for zeros, which are multiples of every power of two.
  static constexpr int kAny = std::numeric_limits<int>::max();

  /// The largest absolute value. It is not a number if a value is not, and infinite if one is.
  double largest = 0;
  /// The exponent of the largest power of two of which all values are multiples.
  int finest = kAny;
};

/// The range of the values in one row of sixteen, as an estimate for all values.
FloatRange range_of_some(const Floats& floats);

/// Writes each value as a multiple of 2**exponent, rounded to the nearest integer and from halfway
/// to the even one, and 0 for a value that does not count. The integers mean nothing if one of them
/// would exceed 2**62 in size. Returns the range of all values. One pass.
FloatRange to_multiples(const Floats& floats, int exponent, Weight* multiples);

/// Whether any two cells across the diagonal that both count are equal. One pass.
bool symmetric(const Floats& matrix);

}  // namespace fastpair
