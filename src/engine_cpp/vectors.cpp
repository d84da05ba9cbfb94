#include "vectors.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "parallel.hpp"

// A build for newer machines alone has nothing to choose; clang lacks these names, and sanitizers
// are not ready when the choice is made.
#if defined(__x86_64__) && !defined(__AVX2__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define FASTPAIR_CLONES \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define FASTPAIR_CLONES
#endif
#define FASTPAIR_INLINE __attribute__((always_inline)) inline
// Vectors are passed between inlined functions only: no calling convention is involved.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace fastpair {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

/// Four and eight cells of a row.
using Four __attribute__((vector_size(32))) = std::int64_t;
using FourWords __attribute__((vector_size(32))) = std::uint64_t;
using Eight __attribute__((vector_size(64))) = std::int64_t;
using EightWords __attribute__((vector_size(64))) = std::uint64_t;

template <class Vector, class Cell>
FASTPAIR_INLINE Vector load(const Cell* from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}

/// A word whose byte k has all bits set.
consteval std::uint64_t byte(std::size_t k) {
  std::array<std::uint8_t, 8> bytes{};
  bytes[k] = 0xFF;
  return std::bit_cast<std::uint64_t>(bytes);
}

/// All bits set for the cells that are edges. A word of flags in every lane, of which each looks at
/// its own byte, is what compilers make the best of.
FASTPAIR_INLINE Four edges_of_four(const std::uint8_t* allowed) {
  constexpr FourWords own = {byte(0), byte(1), byte(2), byte(3)};
  std::uint64_t flags = 0;
  std::memcpy(&flags, allowed, 4);
  return ((FourWords{} + flags) & own) != 0;
}
FASTPAIR_INLINE Eight edges_of_eight(const std::uint8_t* allowed) {
  constexpr EightWords own = {byte(0), byte(1), byte(2), byte(3),
                              byte(4), byte(5), byte(6), byte(7)};
  std::uint64_t flags = 0;
  std::memcpy(&flags, allowed, 8);
  return ((EightWords{} + flags) & own) != 0;
}

template <class Vector>
FASTPAIR_INLINE Vector max(Vector a, Vector b) {
  return a > b ? a : b;
}
template <class Vector>
FASTPAIR_INLINE Vector min(Vector a, Vector b) {
  return a < b ? a : b;
}

FASTPAIR_INLINE std::int64_t least_of(Eight eight) {
  const Four four = min(__builtin_shufflevector(eight, eight, 0, 1, 2, 3),
                        __builtin_shufflevector(eight, eight, 4, 5, 6, 7));
  const Four two = min(four, __builtin_shufflevector(four, four, 2, 3, 0, 1));
  return std::min(two[0], two[1]);
}

/// key - 2 w. Cells that are no edges may hold anything: unsigned arithmetic lets them wrap.
FASTPAIR_INLINE EightWords values_of(const std::int64_t* key, const Weight* row) {
  return load<EightWords>(key) - load<EightWords>(row) * 2;
}
FASTPAIR_INLINE std::uint64_t value_of(std::int64_t key, Weight weight) {
  return static_cast<std::uint64_t>(key) - 2 * static_cast<std::uint64_t>(weight);
}

template <bool masked, bool filtered>
FASTPAIR_INLINE std::int64_t full_block(const Weight* row, const std::uint8_t* allowed,
                                        const Wish<std::int64_t>& wish, Vertex start,
                                        std::int64_t* values) {
  Eight least = Eight{} + kNever;
  for (Vertex j = start; j < start + kBlock; j += 8) {
    const EightWords words = values_of(wish.key + j, row + j);
    auto value = reinterpret_cast<Eight>(words);
    if constexpr (filtered) {
      const auto due = reinterpret_cast<Eight>(words + static_cast<std::uint64_t>(wish.reach));
      value = due < load<Eight>(wish.best + j) ? value : Eight{} + kNever;
    }
    if constexpr (masked) value = edges_of_eight(allowed + j) ? value : Eight{} + kNever;
    std::memcpy(values + (j - start), &value, sizeof value);
    least = min(least, value);
  }
  return least_of(least);
}

/// The last block of a row may have fewer cells.
FASTPAIR_INLINE std::int64_t short_block(const Weight* row, const std::uint8_t* allowed,
                                         const Wish<std::int64_t>& wish, Vertex start, Vertex size,
                                         std::int64_t* values) {
  std::int64_t least = kNever;
  for (Vertex j = start; j < start + kBlock; ++j, ++values) {
    *values = kNever;
    if (j >= size || (allowed != nullptr && allowed[j] == 0)) continue;
    const std::uint64_t words = value_of(wish.key[j], row[j]);
    const auto due = static_cast<std::int64_t>(words + static_cast<std::uint64_t>(wish.reach));
    if (wish.best != nullptr && due >= wish.best[j]) continue;
    *values = static_cast<std::int64_t>(words);
    least = std::min(least, *values);
  }
  return least;
}

constexpr std::int64_t kTile = 64;

class Surveyor {
 public:
  /// Fills the rows of `block_heaviest`, which hold kNoEdge.
  FASTPAIR_INLINE Surveyor(const DenseGraph& graph, std::vector<Weight>& block_heaviest)
      : graph_(graph),
        size_(graph.size),
        blocks_(static_cast<std::int64_t>(blocks_of(graph.size))),
        block_heaviest_(block_heaviest) {}

  /// Every parts-th row of tiles from the part-th on.
  FASTPAIR_INLINE void run(std::size_t part, std::size_t parts) {
    const auto step = static_cast<std::int64_t>(parts) * kTile;
    for (std::int64_t i = static_cast<std::int64_t>(part) * kTile; i < size_; i += step) {
      for (std::int64_t j = i; j < size_; j += kTile) tile(i, j);
    }
  }

  [[nodiscard]] FASTPAIR_INLINE bool symmetric() const {
    return differences_[0] == 0 && differences_[1] == 0 && differences_[2] == 0 &&
           differences_[3] == 0;
  }

  [[nodiscard]] FASTPAIR_INLINE Weight lightest() const {
    return std::min({lightest_[0], lightest_[1], lightest_[2], lightest_[3]});
  }

 private:
  FASTPAIR_INLINE void tile(std::int64_t i_start, std::int64_t j_start) {
    const std::int64_t i_end = std::min(i_start + kTile, size_);
    const std::int64_t j_end = std::min(j_start + kTile, size_);
    for (auto& block : rows_) block.fill(kNoEdge);
    for (auto& block : columns_) block.fill(kNoEdge);
    for (std::int64_t i = i_start; i < i_end; i += 4) {
      for (std::int64_t j = std::max(i, j_start); j < j_end; j += 4) {
        if (i == j || i + 4 > size_ || j + 4 > size_) {
          border(i, std::min(i + 4, size_), j, std::min(j + 4, size_));
        } else {
          square(i, j);
        }
      }
    }
    keep(rows_, i_start, i_end, j_start);
    keep(columns_, j_start, j_end, i_start);
  }

  /// Heaviest edges of the 64 rows of a tile in its blocks of columns.
  using Heaviest = std::array<std::array<Weight, kTile>, kTile / kBlock>;

  FASTPAIR_INLINE void keep(const Heaviest& heaviest, std::int64_t start, std::int64_t end,
                            std::int64_t other_start) {
    const std::int64_t first = other_start / kBlock;
    const std::int64_t last = std::min<std::int64_t>(first + kTile / kBlock, blocks_);
    for (std::int64_t v = start; v < end; ++v) {
      for (std::int64_t block = first; block < last; ++block) {
        Weight& kept = block_heaviest_[static_cast<std::size_t>(v * blocks_ + block)];
        kept = std::max(
            kept,
            heaviest[static_cast<std::size_t>(block - first)][static_cast<std::size_t>(v - start)]);
      }
    }
  }

  [[nodiscard]] bool is_edge(std::int64_t i, std::int64_t j) const {
    return i != j && (graph_.allowed == nullptr || graph_.allowed[i * size_ + j] != 0);
  }
  [[nodiscard]] Weight cell(std::int64_t i, std::int64_t j) const {
    return is_edge(i, j) ? graph_.weights[i * size_ + j] : kNoEdge;
  }

  void border(std::int64_t i_start, std::int64_t i_end, std::int64_t j_start, std::int64_t j_end) {
    for (std::int64_t i = i_start; i < i_end; ++i) {
      for (std::int64_t j = j_start; j < j_end; ++j) {
        const Weight weight = cell(i, j);
        differences_[0] |= weight ^ cell(j, i);
        Weight& row = *heaviest_of(rows_, i, j);
        Weight& column = *heaviest_of(columns_, j, i);
        row = std::max(row, weight);
        column = std::max(column, weight);
        if (is_edge(i, j)) lightest_[0] = std::min(lightest_[0], weight);
      }
    }
  }

  /// Where the heaviest edge of row v of a tile is kept that leads to the block of `other`.
  FASTPAIR_INLINE static Weight* heaviest_of(Heaviest& heaviest, std::int64_t v,
                                             std::int64_t other) {
    return heaviest[static_cast<std::size_t>(other % kTile / kBlock)].data() + v % kTile;
  }

  FASTPAIR_INLINE Four cells(std::int64_t i, std::int64_t j) {
    const std::int64_t at = i * size_ + j;
    const Four weights = load<Four>(graph_.weights + at);
    if (graph_.allowed == nullptr) {
      lightest_ = min(lightest_, weights);
      return weights;
    }
    const Four edges = edges_of_four(graph_.allowed + at);
    lightest_ = min(lightest_, edges & weights);
    return edges ? weights : Four{} + kNoEdge;
  }

  /// Compares four by four cells with those across the diagonal.
  FASTPAIR_INLINE void square(std::int64_t i, std::int64_t j) {
    const Four a0 = cells(i, j), a1 = cells(i + 1, j), a2 = cells(i + 2, j), a3 = cells(i + 3, j);
    const Four even01 = __builtin_shufflevector(a0, a1, 0, 4, 2, 6);
    const Four odd01 = __builtin_shufflevector(a0, a1, 1, 5, 3, 7);
    const Four even23 = __builtin_shufflevector(a2, a3, 0, 4, 2, 6);
    const Four odd23 = __builtin_shufflevector(a2, a3, 1, 5, 3, 7);
    differences_ |= __builtin_shufflevector(even01, even23, 0, 1, 4, 5) ^ cells(j, i);
    differences_ |= __builtin_shufflevector(odd01, odd23, 0, 1, 4, 5) ^ cells(j + 1, i);
    differences_ |= __builtin_shufflevector(even01, even23, 2, 3, 6, 7) ^ cells(j + 2, i);
    differences_ |= __builtin_shufflevector(odd01, odd23, 2, 3, 6, 7) ^ cells(j + 3, i);
    // Row maxima of the transposed square are column maxima of this one, and the other way round.
    const Four columns = max(max(a0, a1), max(a2, a3));
    const Four rows = max(max(__builtin_shufflevector(even01, even23, 0, 1, 4, 5),
                              __builtin_shufflevector(odd01, odd23, 0, 1, 4, 5)),
                          max(__builtin_shufflevector(even01, even23, 2, 3, 6, 7),
                              __builtin_shufflevector(odd01, odd23, 2, 3, 6, 7)));
    raise(heaviest_of(columns_, j, i), columns);
    raise(heaviest_of(rows_, i, j), rows);
  }

  FASTPAIR_INLINE static void raise(Weight* four, Four cells) {
    const Four heaviest = max(load<Four>(four), cells);
    std::memcpy(four, &heaviest, sizeof heaviest);
  }

  DenseGraph graph_;
  std::int64_t size_;
  std::int64_t blocks_;
  Four differences_{};
  Four lightest_{};
  Heaviest rows_;
  Heaviest columns_;
  std::vector<Weight>& block_heaviest_;
};

}  // namespace

FASTPAIR_CLONES
std::int64_t block_values(const DenseGraph& graph, Vertex i, std::size_t block,
                          const Wish<std::int64_t>& wish, std::int64_t* values) {
  const std::int64_t row_start = i * graph.size;
  const Weight* row = graph.weights + row_start;
  const std::uint8_t* allowed = graph.allowed == nullptr ? nullptr : graph.allowed + row_start;
  const auto start = static_cast<Vertex>(block) * kBlock;
  const auto size = static_cast<Vertex>(graph.size);
  if (start + kBlock > size) return short_block(row, allowed, wish, start, size, values);
  if (allowed == nullptr) {
    return wish.best == nullptr ? full_block<false, false>(row, nullptr, wish, start, values)
                                : full_block<false, true>(row, nullptr, wish, start, values);
  }
  return wish.best == nullptr ? full_block<true, false>(row, allowed, wish, start, values)
                              : full_block<true, true>(row, allowed, wish, start, values);
}

FASTPAIR_CLONES
std::int64_t least_value(const Weight* row, const std::uint8_t* wanted, const std::int64_t* key,
                         Vertex size) {
  Eight eight = Eight{} + kNever;
  Vertex j = 0;
  for (; j + 8 <= size; j += 8) {
    const auto values = reinterpret_cast<Eight>(values_of(key + j, row + j));
    eight = min(eight, edges_of_eight(wanted + j) ? values : Eight{} + kNever);
  }
  std::int64_t least = least_of(eight);
  for (; j < size; ++j) {
    if (wanted[j] != 0)
      least = std::min(least, static_cast<std::int64_t>(value_of(key[j], row[j])));
  }
  return least;
}

FASTPAIR_CLONES
void block_bounds(const BlockBounds& weights, const std::int64_t* block_key, std::size_t blocks,
                  std::int64_t* bounds) {
  const auto lightest_2x = 2 * static_cast<std::uint64_t>(weights.lightest);
  for (std::size_t b = 0; b < blocks; ++b) {
    const auto above = static_cast<std::uint64_t>(std::int64_t{weights.bounds[b]});
    const std::uint64_t weight_2x = lightest_2x + (above << (weights.shift + 1));
    const auto key = static_cast<std::uint64_t>(block_key[b]);
    bounds[b] = weights.bounds[b] == BlockBounds::kNone
                    ? kNever
                    : static_cast<std::int64_t>(key - weight_2x);
  }
}

struct Part {
  bool symmetric;
  Weight lightest;
};

FASTPAIR_CLONES
Part survey_part(const DenseGraph& graph, std::size_t part, std::size_t parts,
                 std::vector<Weight>& block_heaviest) {
  Surveyor surveyor(graph, block_heaviest);
  surveyor.run(part, parts);
  return {surveyor.symmetric(), surveyor.lightest()};
}

Survey survey(const DenseGraph& graph) {
  const std::size_t blocks = blocks_of(graph.size);
  const auto size = static_cast<std::size_t>(graph.size);
  Survey result;
  result.block_heaviest.assign(size * blocks, kNoEdge);
  std::vector<Part> found(parts_for(graph.size));
  in_parallel(found.size(), [&](std::size_t part) {
    found[part] = survey_part(graph, part, found.size(), result.block_heaviest);
  });
  for (const Part& part : found) {
    result.symmetric &= part.symmetric;
    result.lightest = std::min(result.lightest, part.lightest);
  }
  for (std::size_t v = 0; v < size; ++v) {
    const auto row = result.block_heaviest.begin() + static_cast<std::ptrdiff_t>(v * blocks);
    result.heaviest.push_back(*std::max_element(row, row + static_cast<std::ptrdiff_t>(blocks)));
  }
  return result;
}

}  // namespace fastpair
