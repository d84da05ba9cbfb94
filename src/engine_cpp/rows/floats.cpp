#include "rows/floats.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "rows/parallel.hpp"
#include "rows/tiles.hpp"
#include "rows/vector_types.hpp"

namespace fastpair {

/// What a pass over floats finds out.
struct FloatRange {
  /// The exponent for zeros, which are multiples of every power of two.
  static constexpr int kAny = std::numeric_limits<int>::max();

  /// The largest absolute value. It is not a number if a value is not, and infinite if one is.
  double largest = 0;
  /// The exponent of the largest power of two of which all values are multiples.
  int finest = kAny;
};

namespace {

/// The bits of a float without its sign.
constexpr std::uint64_t kMagnitude = ~std::uint64_t{0} >> 1;
/// The leading bit of a normal significand, which is not stored.
constexpr std::uint64_t kHiddenBit = std::uint64_t{1} << 52;
/// A float is an integer times 2**(e - kBias), where e is the exponent field, or 1 if that is 0.
constexpr int kBias = 1075;

FASTPAIR_INLINE Eight as_signed(EightWords words) { return reinterpret_cast<Eight>(words); }
FASTPAIR_INLINE EightWords as_words(Eight eight) { return reinterpret_cast<EightWords>(eight); }

/// Eight floats, taken apart: each is ± significand · 2**(exponent - kBias).
struct Apart {
  FASTPAIR_INLINE explicit Apart(EightWords bits) : magnitude(bits & kMagnitude) {
    const EightWords field = magnitude >> 52;
    const EightWords normal = as_words(field != 0);
    significand = (magnitude & (kHiddenBit - 1)) | (normal & kHiddenBit);
    exponent = as_signed(field + 1 + normal);
    negative = as_signed(bits) < 0;
  }

  EightWords magnitude;
  EightWords significand;
  Eight exponent;
  Eight negative;
};

/// The range of the floats seen so far, for each of eight lanes.
struct Extremes {
  FASTPAIR_INLINE void notice(const Apart& apart) {
    using EightDoubles __attribute__((vector_size(64))) = double;
    largest = max(largest, as_signed(apart.magnitude));
    // The number of the last bit that is set is the exponent field of that bit as a float. Adding
    // the bit to the significand of 2**52, and then subtracting 2**52, makes it a float.
    const EightWords last = apart.significand & -apart.significand;
    const auto sum = reinterpret_cast<EightDoubles>(last + std::bit_cast<std::uint64_t>(0x1p52));
    const EightWords field = reinterpret_cast<EightWords>(sum - 0x1p52) >> 52;
    finest = min(finest, last == 0 ? Eight{} + FloatRange::kAny
                                   : as_signed(field) - 1023 + apart.exponent - kBias);
  }

  [[nodiscard]] FASTPAIR_INLINE FloatRange range() const {
    const std::int64_t bits = ~least_of(~largest);  // complements are in the reverse order
    return {std::bit_cast<double>(bits), static_cast<int>(least_of(finest))};
  }

  Eight largest{};
  Eight finest = Eight{} + FloatRange::kAny;
};

/// The multiples of 2**exponent that are nearest, the even one of two. They mean nothing beyond
/// 2**62.
FASTPAIR_INLINE Eight multiples_of(const Apart& apart, int exponent) {
  const Eight left = apart.exponent - kBias - exponent;
  const EightWords up = apart.significand << as_words(min(max(left, Eight{}), Eight{} + 63));
  const EightWords right = as_words(min(max(-left, Eight{}), Eight{} + 63));
  const EightWords kept = apart.significand >> right;
  const EightWords half = ((EightWords{} + 1) << right) >> 1;
  const EightWords down = (apart.significand + (half - 1) + (kept & 1)) >> right;
  return (as_signed(left >= 0 ? up : down) ^ apart.negative) - apart.negative;
}

/// The bits of the next eight floats, or of `count` if there are fewer; 0 for those that do not
/// count.
template <bool masked>
FASTPAIR_INLINE EightWords bits_at(const Floats& floats, std::int64_t at, std::int64_t count) {
  if (count >= 8) {
    const auto bits = load<EightWords>(floats.values + at);
    if constexpr (!masked) return bits;
    return spread(flags_of_eight(floats.where + at)) != 0 ? bits : EightWords{};
  }
  EightWords bits{};
  for (std::int64_t k = 0; k < count; ++k) {
    if (!masked || floats.where[at + k] != 0) {
      bits[k] = std::bit_cast<std::uint64_t>(floats.values[at + k]);
    }
  }
  return bits;
}

/// Writes eight integers, or `count` of them if that is less.
FASTPAIR_INLINE void write(Eight eight, std::int64_t count, Weight* to) {
  if (count >= 8) {
    std::memcpy(to, &eight, sizeof eight);
  } else {
    for (std::int64_t k = 0; k < count; ++k) to[k] = eight[k];
  }
}

/// Cells that follow one another in memory. Those of a matrix lie between two cells of the
/// diagonal, so that no run holds a cell of the diagonal.
struct Run {
  std::int64_t start;
  std::int64_t count;
};

/// The number of cells in a run of a list.
constexpr std::int64_t kRun = 4096;

std::int64_t runs_of(const Floats& floats) {
  return floats.matrix ? floats.size - 1 : (floats.size + kRun - 1) / kRun;
}

Run run_at(const Floats& floats, std::int64_t k) {
  if (floats.matrix) return {k * (floats.size + 1) + 1, floats.size};
  return {k * kRun, std::min(kRun, floats.size - k * kRun)};
}

std::size_t parts_of(const Floats& floats) {
  return parts_for(floats.matrix ? floats.size * floats.size : floats.size);
}

/// The range of the floats in every `step`-th run.
template <bool masked>
FASTPAIR_INLINE FloatRange look(const Floats& floats, std::int64_t step) {
  Extremes extremes;
  for (std::int64_t k = 0; k < runs_of(floats); k += step) {
    const auto [start, count] = run_at(floats, k);
    for (std::int64_t done = 0; done < count; done += 8) {
      extremes.notice(Apart(bits_at<masked>(floats, start + done, count - done)));
    }
  }
  return extremes.range();
}

/// Writes the multiples for one part of the runs. The runs of a part follow one another, so that
/// memory is visited in its order.
template <bool masked>
FASTPAIR_INLINE FloatRange write_part(const Floats& floats, int exponent, Weight* multiples,
                                      std::size_t part, std::size_t parts) {
  const auto first_of = [&](std::size_t p) {
    return runs_of(floats) * static_cast<std::int64_t>(p) / static_cast<std::int64_t>(parts);
  };
  Extremes extremes;
  for (std::int64_t k = first_of(part); k < first_of(part + 1); ++k) {
    const auto [start, count] = run_at(floats, k);
    for (std::int64_t done = 0; done < count; done += 8) {
      const Apart apart(bits_at<masked>(floats, start + done, count - done));
      extremes.notice(apart);
      write(multiples_of(apart, exponent), count - done, multiples + start + done);
    }
  }
  return extremes.range();
}

/// Whether four by four cells are equal to those across the diagonal wherever both count.
bool same_values(const Floats& matrix, std::int64_t i_start, std::int64_t j_start) {
  const std::int64_t n = matrix.size;
  for (std::int64_t i = i_start; i < std::min(i_start + 4, n); ++i) {
    for (std::int64_t j = std::max(j_start, i + 1); j < std::min(j_start + 4, n); ++j) {
      const std::int64_t here = i * n + j;
      const std::int64_t across = j * n + i;
      const bool both = matrix.where == nullptr || (matrix.where[here] && matrix.where[across]);
      if (both && matrix.values[here] != matrix.values[across]) return false;
    }
  }
  return true;
}

/// Whether a tile, as far as it lies in the matrix, is equal to the one across the diagonal.
FASTPAIR_INLINE bool same_across(const Floats& matrix, std::int64_t i_start, std::int64_t j_start) {
  const std::int64_t n = matrix.size;
  for (std::int64_t i = i_start; i < std::min(i_start + kTile, n); i += 4) {
    for (std::int64_t j = j_start; j < std::min(j_start + kTile, n); j += 4) {
      const bool whole = std::max(i, j) + 4 <= n;
      const double* values = matrix.values;
      if (whole && is_zero(difference(values + i * n + j, values + j * n + i, n))) continue;
      // Equal zeros may differ in their sign, and cells that do not count may differ anyhow.
      if (!same_values(matrix, i, j)) return false;
    }
  }
  return true;
}

}  // namespace

FASTPAIR_CLONES
FloatRange look_at(const Floats& floats, std::int64_t step) {
  return floats.where == nullptr ? look<false>(floats, step) : look<true>(floats, step);
}

FASTPAIR_CLONES
FloatRange write_multiples(const Floats& floats, int exponent, Weight* multiples, std::size_t part,
                           std::size_t parts) {
  return floats.where == nullptr ? write_part<false>(floats, exponent, multiples, part, parts)
                                 : write_part<true>(floats, exponent, multiples, part, parts);
}

namespace {

/// Writes each value as a multiple of 2**exponent, or what means nothing if one would exceed 2**62
/// in size. Returns the range of all values. One pass.
FloatRange to_multiples(const Floats& floats, int exponent, Weight* multiples) {
  if (floats.matrix) {
    for (std::int64_t i = 0; i < floats.size; ++i) multiples[i * (floats.size + 1)] = 0;
  }
  std::vector<FloatRange> found(parts_of(floats));
  in_parallel(found.size(), [&](std::size_t part) {
    found[part] = write_multiples(floats, exponent, multiples, part, found.size());
  });
  FloatRange all;
  for (const FloatRange& part : found) {
    // Compared by their bits, what is not a number is larger than infinity, and infinity is larger
    // than all numbers.
    const auto bits = std::max(std::bit_cast<std::uint64_t>(all.largest),
                               std::bit_cast<std::uint64_t>(part.largest));
    all = {std::bit_cast<double>(bits), std::min(all.finest, part.finest)};
  }
  return all;
}

/// Every double is a multiple of 2**-1074.
constexpr int kLeastExponent = -1074;

/// The exponent of the least power of two of which the largest value is at most `limit` times.
int finest_exponent(double largest, Weight limit) {
  int exponent = 0;
  const double fraction = std::frexp(largest, &exponent);
  const auto bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(limit))) - 1;
  return std::max(kLeastExponent, exponent - bits - (fraction == 0.5 ? 1 : 0));
}

Scale scale_for(const FloatRange& range) {
  const int finest = range.finest == FloatRange::kAny ? 0 : range.finest;
  const int exact = std::max(finest_exponent(range.largest, kWeightLimit), std::min(finest, 0));
  if (finest >= exact) return {exact, false};
  return {finest_exponent(range.largest, kNarrowLimit), true};
}

}  // namespace

std::optional<Scale> quantize(const Floats& floats, Weight* multiples, bool may_round) {
  // One row of sixteen is an estimate for all.
  const FloatRange some = look_at(floats, 16);
  Scale scale = std::isfinite(some.largest) ? scale_for(some) : Scale{};
  // What some of the values need, all of them need.
  while (may_round || !scale.rounded) {
    const FloatRange all = to_multiples(floats, scale.exponent, multiples);
    if (!std::isfinite(all.largest)) return std::nullopt;
    const int guess = scale.exponent;
    scale = scale_for(all);
    if (scale.exponent == guess) return scale;
  }
  return scale;
}

/// Compares every `parts`-th row of tiles, beginning with row number `part`.
FASTPAIR_CLONES
bool symmetric_part(const Floats& matrix, std::size_t part, std::size_t parts) {
  bool same = true;
  for_each_tile(Square<double>{matrix.size, matrix.values, nullptr}, part, parts,
                [&](std::int64_t i, std::int64_t j)
                    __attribute__((always_inline)) { same = same && same_across(matrix, i, j); });
  return same;
}

bool symmetric(const Floats& matrix) {
  std::vector<std::uint8_t> same(parts_of(matrix));
  in_parallel(same.size(), [&](std::size_t part) {
    same[part] = static_cast<std::uint8_t>(symmetric_part(matrix, part, same.size()));
  });
  return std::ranges::all_of(same, [](std::uint8_t part) { return part != 0; });
}

}  // namespace fastpair
