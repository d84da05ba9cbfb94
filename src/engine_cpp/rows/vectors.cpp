#include "rows/vectors.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "rows/vector_types.hpp"

namespace fastpair {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

/// Partial slacks. Cells that are no edges may hold any number, so that the arithmetic is unsigned,
/// which may wrap around.
FASTPAIR_INLINE EightWords slacks_of(const std::int64_t* duals, const Weight* row) {
  return load<EightWords>(duals) - load<EightWords>(row) * 2;
}
FASTPAIR_INLINE std::uint64_t slack_of(std::int64_t dual, Weight weight) {
  return static_cast<std::uint64_t>(dual) - 2 * static_cast<std::uint64_t>(weight);
}

/// Which of eight values are not above a limit, as the lowest bits of a word.
FASTPAIR_INLINE std::uint64_t bits_within(const std::int64_t* values, std::int64_t limit) {
  return word_of(load<Eight>(values) <= limit ? kOwnBits : Eight{});
}

struct TwoEights {
  Eight even;
  Eight odd;
};

FASTPAIR_INLINE void lower(TwoEights& least, const std::int64_t* values) {
  least.even = min(least.even, load<Eight>(values));
  least.odd = min(least.odd, load<Eight>(values + 8));
}

/// Writes the partial slacks of a block. If not `masked`, all of its cells are edges; if not
/// `filtered`, all edges are asked for.
template <bool masked, bool filtered>
FASTPAIR_INLINE void full_block(const Weight* row, const std::uint8_t* allowed,
                                const RowQuery<std::int64_t>& query, Vertex start,
                                std::int64_t* values) {
  for (Vertex j = start; j < start + kBlock; j += 8) {
    const EightWords words = slacks_of(query.duals + j, row + j);
    auto value = reinterpret_cast<Eight>(words);
    if constexpr (filtered) {
      const auto due = reinterpret_cast<Eight>(words + static_cast<std::uint64_t>(query.reach));
      value = due < load<Eight>(query.earliest + j) ? value : Eight{} + kNever;
    }
    if constexpr (masked) {
      value = spread(flags_of_eight(allowed + j)) != 0 ? value : Eight{} + kNever;
    }
    std::memcpy(values + (j - start), &value, sizeof value);
  }
}

/// Writes the partial slacks of the last block of a row, which may have fewer cells.
FASTPAIR_INLINE void short_block(const Weight* row, const std::uint8_t* allowed,
                                 const RowQuery<std::int64_t>& query, Vertex start, Vertex size,
                                 std::int64_t* values) {
  for (Vertex j = start; j < start + kBlock; ++j, ++values) {
    *values = kNever;
    if (j >= size || (allowed != nullptr && allowed[j] == 0)) continue;
    const std::uint64_t words = slack_of(query.duals[j], row[j]);
    const auto due = static_cast<std::int64_t>(words + static_cast<std::uint64_t>(query.reach));
    if (query.earliest == nullptr || due < query.earliest[j])
      *values = static_cast<std::int64_t>(words);
  }
}

template <bool masked, bool filtered>
FASTPAIR_INLINE void all_blocks(const DenseGraph& graph, Vertex i,
                                std::span<const std::size_t> blocks,
                                const RowQuery<std::int64_t>& query, std::int64_t* values,
                                Lanes& least) {
  const Weight* row = graph.weights + i * graph.size;
  const std::uint8_t* allowed = masked ? graph.allowed + i * graph.size : nullptr;
  const auto size = static_cast<Vertex>(graph.size);
  TwoEights lanes{load<Eight>(least.data()), load<Eight>(least.data() + 8)};
  for (const std::size_t block : blocks) {
    const auto start = static_cast<Vertex>(block) * kBlock;
    if (start + kBlock > size) {
      short_block(row, allowed, query, start, size, values);
    } else {
      full_block<masked, filtered>(row, allowed, query, start, values);
    }
    std::fill_n(values, std::clamp(query.start - start, 0, kBlock), kNever);
    if (query.self >= start && query.self < start + kBlock) values[query.self - start] = kNever;
    for (Vertex k = 0; k < kBlock; k += 16) lower(lanes, values + k);
    values += kBlock;
  }
  std::memcpy(least.data(), &lanes, sizeof lanes);
}

}  // namespace

void fetch_blocks(const DenseGraph& graph, Vertex i, std::span<const std::size_t> blocks) {
  const std::int64_t row_start = i * graph.size;
  for (const std::size_t block : blocks) {
    const std::int64_t at = row_start + static_cast<std::int64_t>(block) * kBlock;
    for (Vertex k = 0; k < kBlock; k += 8) __builtin_prefetch(graph.weights + at + k);
    if (graph.allowed != nullptr) __builtin_prefetch(graph.allowed + at);
  }
}

FASTPAIR_CLONES
void partial_slacks(const DenseGraph& graph, Vertex i, std::span<const std::size_t> blocks,
                    const RowQuery<std::int64_t>& query, std::int64_t* values, Lanes& least) {
  if (graph.allowed == nullptr) {
    query.earliest == nullptr ? all_blocks<false, false>(graph, i, blocks, query, values, least)
                              : all_blocks<false, true>(graph, i, blocks, query, values, least);
  } else {
    query.earliest == nullptr ? all_blocks<true, false>(graph, i, blocks, query, values, least)
                              : all_blocks<true, true>(graph, i, blocks, query, values, least);
  }
}

FASTPAIR_CLONES
void lower_lanes(std::span<const std::int64_t> values, Lanes& lanes) {
  TwoEights least{load<Eight>(lanes.data()), load<Eight>(lanes.data() + 8)};
  std::size_t k = 0;
  for (; k + kLanes <= values.size(); k += kLanes) lower(least, values.data() + k);
  std::memcpy(lanes.data(), &least, sizeof least);
  for (; k < values.size(); ++k) lanes[k % kLanes] = std::min(lanes[k % kLanes], values[k]);
}

FASTPAIR_CLONES
std::int64_t least_of_rank(const Lanes& lanes, std::size_t rank) {
  const TwoEights all{load<Eight>(lanes.data()), load<Eight>(lanes.data() + 8)};
  // For each lane the number of lanes that do not exceed it, negated: a comparison yields -1.
  TwoEights ranks{};
  for (const std::int64_t lane : lanes) {
    ranks.even += lane <= all.even;
    ranks.odd += lane <= all.odd;
  }
  const auto least_rank = -static_cast<std::int64_t>(rank);
  return least_of(min(ranks.even <= least_rank ? all.even : Eight{} + kNever,
                      ranks.odd <= least_rank ? all.odd : Eight{} + kNever));
}

FASTPAIR_CLONES
std::size_t places_within(std::span<const std::int64_t> values, std::int64_t limit,
                          std::size_t* places) {
  std::size_t count = 0;
  for (std::size_t start = 0; start < values.size(); start += 64) {
    // One loop over the bits of a word is foretold better than one over those of each eight.
    std::uint64_t within = 0;
    const std::size_t end = std::min(start + 64, values.size());
    for (std::size_t k = start; k < end; k += 8) {
      within |= bits_within(values.data() + k, limit) << (k - start);
    }
    for (; within != 0; within &= within - 1) {
      places[count++] = start + static_cast<std::size_t>(std::countr_zero(within));
    }
  }
  return count;
}

FASTPAIR_CLONES
Lanes ranks_of(const Lanes& values, const Lanes& ties, std::size_t count) {
  const TwoEights value{load<Eight>(values.data()), load<Eight>(values.data() + 8)};
  const TwoEights tie{load<Eight>(ties.data()), load<Eight>(ties.data() + 8)};
  // Negated, because a comparison yields -1.
  TwoEights before{};
  for (std::size_t k = 0; k < count; ++k) {
    const TwoEights tied{values[k] == value.even ? tie.even : Eight{} + kLeast,
                         values[k] == value.odd ? tie.odd : Eight{} + kLeast};
    before.even += values[k] < value.even;
    before.odd += values[k] < value.odd;
    before.even += ties[k] < tied.even;
    before.odd += ties[k] < tied.odd;
  }
  before = {-before.even, -before.odd};
  Lanes ranks;
  std::memcpy(ranks.data(), &before, sizeof before);
  return ranks;
}

FASTPAIR_CLONES
std::array<std::int64_t, 2> least_partial_slacks(const Weight* row, const std::uint8_t* wanted,
                                                 const std::array<const std::int64_t*, 2>& duals,
                                                 Vertex size) {
  std::array<Eight, 2> eights{Eight{} + kNever, Eight{} + kNever};
  Vertex j = 0;
  for (; j + 8 <= size; j += 8) {
    const EightWords edges = spread(flags_of_eight(wanted + j));
    for (std::size_t k = 0; k < 2; ++k) {
      const auto values = reinterpret_cast<Eight>(slacks_of(duals[k] + j, row + j));
      eights[k] = min(eights[k], edges != 0 ? values : Eight{} + kNever);
    }
  }
  std::array<std::int64_t, 2> least{least_of(eights[0]), least_of(eights[1])};
  for (; j < size; ++j) {
    if (wanted[j] == 0) continue;
    for (std::size_t k = 0; k < 2; ++k) {
      least[k] = std::min(least[k], static_cast<std::int64_t>(slack_of(duals[k][j], row[j])));
    }
  }
  return least;
}

}  // namespace fastpair
