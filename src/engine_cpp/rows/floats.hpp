// Floats as integers, which are the multiples of a power of two (see rows/vector_types.hpp). Every
// instruction set gives equal results.
#pragma once

#include <cstdint>
#include <optional>

#include "fastpair/matching.hpp"
#include "rows/survey.hpp"

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

/// The power of two of which floats are written as multiples.
struct Scale {
  int exponent = 0;
  /// Whether some floats are no multiples of it.
  bool rounded = false;
};

/// Writes each value as a multiple of 2**exponent, and 0 for one that does not count. The multiples
/// are exact if they can be within kWeightLimit; else the exponent is the least with which none
/// exceeds kNarrowLimit, and each value is rounded to the nearest integer, from halfway to the even
/// one. Returns nothing if a value is not finite. One pass, and another one if the scale, which is
/// guessed from some of the values, turns out to be wrong. If not `may_round`, the pass is left out
/// as soon as it is known that it would round, and what is written means nothing. Takes a list.
std::optional<Scale> quantize(const Floats& floats, Weight* multiples, bool may_round = true);

/// The scale of a matrix of floats, and the survey of their multiples.
struct Surveyed {
  Scale scale;
  Survey survey;
};

/// Writes each value of a matrix as quantize does, and 0 on the diagonal. Returns nothing if a
/// value is not finite, or if the matrix is not symmetric.
std::optional<Surveyed> quantize_matrix(const Floats& matrix, Weight* multiples);

}  // namespace fastpair
