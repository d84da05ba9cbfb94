// Floats as integers: multiples of a power of two. A float is taken apart into the bits that it is
// made of, so that nothing is rounded on the way and every set of instructions gives equal results.
#pragma once

#include <cstdint>
#include <limits>

#include "fastpair/matching.hpp"

namespace fastpair {

/// Floats of which some count: a list, or a square matrix, the diagonal of which does not.
struct Floats {
  const double* values = nullptr;
  /// How many they are in a list, or on a side of a matrix.
  std::int64_t size = 0;
  bool matrix = false;
  /// Which of them count; null: all.
  const std::uint8_t* where = nullptr;
};

struct FloatRange {
  /// Stands for the power of two of which zeros are multiples.
  static constexpr int kAny = std::numeric_limits<int>::max();

  /// The largest size; infinite or no number if a value is.
  double largest = 0;
  /// Exponent of the largest power of two of which all values are multiples.
  int finest = kAny;
};

/// A guess at the range of all values: that of one row in sixteen.
FloatRange range_of_some(const Floats& floats);

/// Writes the multiples of 2**exponent that are nearest, the even one of two, and 0 where a value
/// does not count. They mean nothing if a value is larger than 2**62 of them. One pass.
FloatRange to_multiples(const Floats& floats, int exponent, Weight* multiples);

/// Whether the values that count are those across the diagonal. One pass.
bool symmetric(const Floats& matrix);

}  // namespace fastpair
