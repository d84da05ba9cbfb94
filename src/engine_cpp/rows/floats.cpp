#include "rows/floats.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "rows/parallel.hpp"
#include "rows/vector_types.hpp"

namespace fastpair {
namespace {

constexpr std::uint64_t kMagnitude = ~std::uint64_t{0} >> 1;
constexpr std::uint64_t kHiddenBit = std::uint64_t{1} << 52;
/// A float is a multiple of two to its field of the exponent, less this.
constexpr int kBias = 1075;

FASTPAIR_INLINE Eight as_signed(EightWords words) { return reinterpret_cast<Eight>(words); }
FASTPAIR_INLINE EightWords as_words(Eight eight) { return reinterpret_cast<EightWords>(eight); }

/// Eight floats: ± significand · 2**(exponent - kBias).
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

/// What eight floats at a time are found to be.
struct Extremes {
  FASTPAIR_INLINE void notice(const Apart& apart) {
    using EightDoubles __attribute__((vector_size(64))) = double;
    largest = max(largest, as_signed(apart.magnitude));
    // As a float, the last bit alone shows its place in the field of the exponent. It becomes one
    // as a part of 2**52, which then is taken away.
    const EightWords last = apart.significand & -apart.significand;
    const auto sum = reinterpret_cast<EightDoubles>(last + std::bit_cast<std::uint64_t>(0x1p52));
    const EightWords field = reinterpret_cast<EightWords>(sum - 0x1p52) >> 52;
    finest = min(finest, last == 0 ? Eight{} + FloatRange::kAny
                                   : as_signed(field) - 1023 + apart.exponent - kBias);
  }

  [[nodiscard]] FASTPAIR_INLINE FloatRange range() const {
    const std::int64_t bits = ~least_of(~largest);  // the order of complements is the reverse
    return {std::bit_cast<double>(bits), static_cast<int>(least_of(finest))};
  }

  Eight largest{};
  Eight finest = Eight{} + FloatRange::kAny;
};

FASTPAIR_INLINE Eight multiples_of(const Apart& apart, int exponent) {
  const Eight left = apart.exponent - kBias - exponent;
  const EightWords up = apart.significand << as_words(min(max(left, Eight{}), Eight{} + 63));
  const EightWords right = as_words(min(max(-left, Eight{}), Eight{} + 63));
  const EightWords kept = apart.significand >> right;
  const EightWords half = ((EightWords{} + 1) << right) >> 1;
  const EightWords down = (apart.significand + (half - 1) + (kept & 1)) >> right;
  return (as_signed(left >= 0 ? up : down) ^ apart.negative) - apart.negative;
}

/// The bits of at most eight floats from one place on, 0 for those that do not count.
template <bool masked>
FASTPAIR_INLINE EightWords bits_at(const Floats& floats, std::int64_t at, std::int64_t count) {
  if (count >= 8) {
    const auto bits = load<EightWords>(floats.values + at);
    if constexpr (!masked) return bits;
    return bits & as_words(edges_of_eight(floats.where + at));
  }
  EightWords bits{};
  for (std::int64_t k = 0; k < count; ++k) {
    if (!masked || floats.where[at + k] != 0) {
      bits[k] = std::bit_cast<std::uint64_t>(floats.values[at + k]);
    }
  }
  return bits;
}

FASTPAIR_INLINE void write(Eight eight, std::int64_t count, Weight* to) {
  if (count >= 8) {
    std::memcpy(to, &eight, sizeof eight);
  } else {
    for (std::int64_t k = 0; k < count; ++k) to[k] = eight[k];
  }
}

/// Cells that follow one another: of a matrix those between two cells of the diagonal.
struct Run {
  std::int64_t start;
  std::int64_t count;
};

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

/// Writes the multiples of a part of the runs: one piece, so that memory is used in its order.
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

/// Cells on a side of a tile.
constexpr std::int64_t kSide = 32;

/// Asks for a tile ahead of time: its rows lie far apart, so that the machine cannot guess.
FASTPAIR_INLINE void fetch_tile(const Floats& matrix, std::int64_t i_start, std::int64_t j_start) {
  for (std::int64_t i = i_start; i < std::min(i_start + kSide, matrix.size); ++i) {
    const double* row = matrix.values + i * matrix.size;
    for (std::int64_t j = j_start; j < std::min(j_start + kSide, matrix.size); j += 8) {
      __builtin_prefetch(row + j, 0, 2);
    }
  }
}

/// Whether four by four floats are made of the bits of those across the diagonal.
FASTPAIR_INLINE bool same_bits(const double* here, const double* across, std::int64_t n) {
  const Four a0 = load<Four>(here), a1 = load<Four>(here + n), a2 = load<Four>(here + 2 * n),
             a3 = load<Four>(here + 3 * n);
  const Four even01 = __builtin_shufflevector(a0, a1, 0, 4, 2, 6);
  const Four odd01 = __builtin_shufflevector(a0, a1, 1, 5, 3, 7);
  const Four even23 = __builtin_shufflevector(a2, a3, 0, 4, 2, 6);
  const Four odd23 = __builtin_shufflevector(a2, a3, 1, 5, 3, 7);
  const Four differences =
      (__builtin_shufflevector(even01, even23, 0, 1, 4, 5) ^ load<Four>(across)) |
      (__builtin_shufflevector(odd01, odd23, 0, 1, 4, 5) ^ load<Four>(across + n)) |
      (__builtin_shufflevector(even01, even23, 2, 3, 6, 7) ^ load<Four>(across + 2 * n)) |
      (__builtin_shufflevector(odd01, odd23, 2, 3, 6, 7) ^ load<Four>(across + 3 * n));
  return (differences[0] | differences[1] | differences[2] | differences[3]) == 0;
}

/// Whether some cells have the values of those across the diagonal, where both count.
bool same_values(const Floats& matrix, std::int64_t i_start, std::int64_t j_start,
                 std::int64_t side) {
  const std::int64_t n = matrix.size;
  for (std::int64_t i = i_start; i < std::min(i_start + side, n); ++i) {
    for (std::int64_t j = std::max(j_start, i + 1); j < std::min(j_start + side, n); ++j) {
      const std::int64_t here = i * n + j;
      const std::int64_t across = j * n + i;
      const bool both = matrix.where == nullptr || (matrix.where[here] && matrix.where[across]);
      if (both && matrix.values[here] != matrix.values[across]) return false;
    }
  }
  return true;
}

/// Whether a tile of the matrix is the one across the diagonal, both cut off at its edge.
FASTPAIR_INLINE bool same_across(const Floats& matrix, std::int64_t i_start, std::int64_t j_start) {
  const std::int64_t n = matrix.size;
  for (std::int64_t i = i_start; i < std::min(i_start + kSide, n); i += 4) {
    for (std::int64_t j = j_start; j < std::min(j_start + kSide, n); j += 4) {
      const bool whole = std::max(i, j) + 4 <= n;
      const double* values = matrix.values;
      if (whole && same_bits(values + i * n + j, values + j * n + i, n)) continue;
      // Two zeros may differ in their sign, and cells that do not count in anything.
      if (!same_values(matrix, i, j, 4)) return false;
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

FloatRange range_of_some(const Floats& floats) { return look_at(floats, 16); }

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
    // As bits: what is no number is larger than infinity, and that is larger than all others.
    const auto bits = std::max(std::bit_cast<std::uint64_t>(all.largest),
                               std::bit_cast<std::uint64_t>(part.largest));
    all = {std::bit_cast<double>(bits), std::min(all.finest, part.finest)};
  }
  return all;
}

/// Every parts-th row of tiles from the part-th on.
FASTPAIR_CLONES
bool symmetric_part(const Floats& matrix, std::size_t part, std::size_t parts) {
  const auto step = static_cast<std::int64_t>(parts) * kSide;
  for (auto i = static_cast<std::int64_t>(part) * kSide; i < matrix.size; i += step) {
    for (std::int64_t j = i; j < matrix.size; j += kSide) {
      fetch_tile(matrix, i, j + kSide);
      fetch_tile(matrix, j + kSide, i);
      if (!same_across(matrix, i, j)) return false;
    }
  }
  return true;
}

bool symmetric(const Floats& matrix) {
  std::vector<std::uint8_t> same(parts_of(matrix));
  in_parallel(same.size(), [&](std::size_t part) {
    same[part] = static_cast<std::uint8_t>(symmetric_part(matrix, part, same.size()));
  });
  return std::ranges::all_of(same, [](std::uint8_t part) { return part != 0; });
}

}  // namespace fastpair
