#include "vectors.hpp"

#include <algorithm>
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

constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

/// Four and eight cells of a row, and whether they are edges.
using Four __attribute__((vector_size(32))) = std::int64_t;
using Eight __attribute__((vector_size(64))) = std::int64_t;
using EightWords __attribute__((vector_size(64))) = std::uint64_t;
using FourFlags __attribute__((vector_size(4))) = std::uint8_t;
using EightFlags __attribute__((vector_size(8))) = std::uint8_t;

template <class Vector, class Cell>
FASTPAIR_INLINE Vector load(const Cell* from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}

/// All bits set for the cells that are edges.
FASTPAIR_INLINE Four edges_of_four(const std::uint8_t* allowed) {
  return __builtin_convertvector(load<FourFlags>(allowed), Four) != 0;
}
FASTPAIR_INLINE Eight edges_of_eight(const std::uint8_t* allowed) {
  return __builtin_convertvector(load<EightFlags>(allowed), Eight) != 0;
}

template <class Vector>
FASTPAIR_INLINE Vector max(Vector a, Vector b) {
  return a > b ? a : b;
}
template <class Vector>
FASTPAIR_INLINE Vector min(Vector a, Vector b) {
  return a < b ? a : b;
}

/// Least value of a block, lane by lane. Cells that are no edges may hold anything: unsigned
/// arithmetic lets them wrap.
template <bool masked, bool filtered>
FASTPAIR_INLINE std::int64_t block_minimum(const Weight* row, const std::uint8_t* allowed,
                                           const Wish<std::int64_t>& wish, Vertex start) {
  Eight least = Eight{} + kNone;
  for (Vertex j = start; j < start + kBlock; j += 8) {
    const EightWords words = load<EightWords>(wish.key + j) - load<EightWords>(row + j) * 2;
    auto value = reinterpret_cast<Eight>(words);
    if constexpr (filtered) {
      const auto due = reinterpret_cast<Eight>(words + static_cast<std::uint64_t>(wish.reach));
      value = due < load<Eight>(wish.best + j) ? value : Eight{} + kNone;
    }
    if constexpr (masked) value = edges_of_eight(allowed + j) ? value : Eight{} + kNone;
    least = min(least, value);
  }
  std::int64_t result = least[0];
  for (int lane = 1; lane < 8; ++lane) result = std::min(result, least[lane]);
  return result;
}

template <bool masked, bool filtered>
FASTPAIR_INLINE void row_minima(const Weight* row, const std::uint8_t* allowed, Vertex size,
                                const Wish<std::int64_t>& wish, std::int64_t* minima) {
  Vertex j = static_cast<Vertex>(first_block(wish.start)) * kBlock;
  minima += first_block(wish.start);
  for (; j + kBlock <= size; j += kBlock) {
    *minima++ = block_minimum<masked, filtered>(row, allowed, wish, j);
  }
  if (j == size) return;
  *minima = kNone;
  for (; j < size; ++j) {
    if (masked && allowed[j] == 0) continue;
    const std::uint64_t words =
        static_cast<std::uint64_t>(wish.key[j]) - 2 * static_cast<std::uint64_t>(row[j]);
    const auto due = static_cast<std::int64_t>(words + static_cast<std::uint64_t>(wish.reach));
    if (filtered && due >= wish.best[j]) continue;
    *minima = std::min(*minima, static_cast<std::int64_t>(words));
  }
}

constexpr std::int64_t kTile = 64;

class Surveyor {
 public:
  FASTPAIR_INLINE explicit Surveyor(const DenseGraph& graph)
      : graph_(graph), size_(graph.size), heaviest_(static_cast<std::size_t>(size_), kNoEdge) {}

  /// Every parts-th row of tiles from the part-th on.
  FASTPAIR_INLINE void run(std::size_t part, std::size_t parts) {
    const auto step = static_cast<std::int64_t>(parts) * kTile;
    for (std::int64_t i = static_cast<std::int64_t>(part) * kTile; i < size_; i += step) {
      for (std::int64_t j = i; j < size_; j += kTile) tile(i, j);
    }
  }

  FASTPAIR_INLINE Survey result() {
    return {differences_[0] == 0 && differences_[1] == 0 && differences_[2] == 0 &&
                differences_[3] == 0,
            std::move(heaviest_),
            std::min({lightest_[0], lightest_[1], lightest_[2], lightest_[3]})};
  }

 private:
  FASTPAIR_INLINE void tile(std::int64_t i_start, std::int64_t j_start) {
    const std::int64_t i_end = std::min(i_start + kTile, size_);
    const std::int64_t j_end = std::min(j_start + kTile, size_);
    for (std::int64_t i = i_start; i < i_end; i += 4) {
      for (std::int64_t j = std::max(i, j_start); j < j_end; j += 4) {
        if (i == j || i + 4 > size_ || j + 4 > size_) {
          border(i, std::min(i + 4, size_), j, std::min(j + 4, size_));
        } else {
          square(i, j);
        }
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
        raise(i, weight);
        raise(j, weight);
        if (is_edge(i, j)) lightest_[0] = std::min(lightest_[0], weight);
      }
    }
  }

  FASTPAIR_INLINE void raise(std::int64_t v, Weight weight) {
    Weight& heaviest = heaviest_[static_cast<std::size_t>(v)];
    heaviest = std::max(heaviest, weight);
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
    raise(j, columns);
    raise(i, rows);
  }

  FASTPAIR_INLINE void raise(std::int64_t v, Four cells) {
    Four heaviest;
    std::memcpy(&heaviest, heaviest_.data() + v, sizeof heaviest);
    heaviest = max(heaviest, cells);
    std::memcpy(heaviest_.data() + v, &heaviest, sizeof heaviest);
  }

  DenseGraph graph_;
  std::int64_t size_;
  Four differences_{};
  Four lightest_{};
  std::vector<Weight> heaviest_;
};

}  // namespace

FASTPAIR_CLONES
void block_minima(const DenseGraph& graph, Vertex i, const Wish<std::int64_t>& wish,
                  std::int64_t* minima) {
  const std::int64_t start = i * graph.size;
  const Weight* row = graph.weights + start;
  const auto size = static_cast<Vertex>(graph.size);
  if (graph.allowed == nullptr && wish.best == nullptr) {
    row_minima<false, false>(row, nullptr, size, wish, minima);
  } else if (graph.allowed == nullptr) {
    row_minima<false, true>(row, nullptr, size, wish, minima);
  } else if (wish.best == nullptr) {
    row_minima<true, false>(row, graph.allowed + start, size, wish, minima);
  } else {
    row_minima<true, true>(row, graph.allowed + start, size, wish, minima);
  }
}

FASTPAIR_CLONES
Survey survey_part(const DenseGraph& graph, std::size_t part, std::size_t parts) {
  Surveyor surveyor(graph);
  surveyor.run(part, parts);
  return surveyor.result();
}

Survey survey(const DenseGraph& graph) {
  std::vector<Survey> found(parts_for(graph.size));
  in_parallel(found.size(),
              [&](std::size_t part) { found[part] = survey_part(graph, part, found.size()); });
  Survey result = std::move(found.front());
  for (std::size_t part = 1; part < found.size(); ++part) {
    result.symmetric &= found[part].symmetric;
    result.lightest = std::min(result.lightest, found[part].lightest);
    for (std::size_t v = 0; v < result.heaviest.size(); ++v) {
      result.heaviest[v] = std::max(result.heaviest[v], found[part].heaviest[v]);
    }
  }
  return result;
}

}  // namespace fastpair
