// The edges of least partial slack in a row of the matrix (see rows/vectors.hpp), found by vector
// instructions where integers have 64 bits.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/limits.hpp"
#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"
#include "rows/vectors.hpp"

namespace fastpair {

/// The number of candidate edges that are selected for each vertex at first.
inline constexpr std::size_t kCandidates = 7;
/// The same where weights are computed, because to ask for more edges later takes longer there: a
/// round of 8385 players is matched in 0.85 s with 64, 0.99 s with 32, and 2.3 s with 16.
inline constexpr std::size_t kComputedCandidates = 64;
/// The number of edges of a vertex that are added when its candidates are used up.
inline constexpr std::size_t kMore = 4;
/// The number of violated edges of a vertex that are proposed at a time, at most.
inline constexpr std::size_t kViolations = 6;

/// An edge from the vertex of the row to the vertex `to`.
template <class Value>
struct Offer {
  Value partial_slack;
  /// Offers of equal partial slack are taken in the order of a hash of their vertices. In the order
  /// of the vertices alone, all rows would offer the same few.
  std::int64_t tie;
  Vertex to;

  auto operator<=>(const Offer&) const = default;
};

/// A fixed hash of a pair of vertices, symmetric, and different for all pairs of a row.
inline std::int64_t tie_of(Vertex i, Vertex j) {
  const auto low = static_cast<std::uint64_t>(std::min(i, j));
  const auto high = static_cast<std::uint64_t>(std::max(i, j));
  std::uint64_t hash = (low << 32 | high) * 0x9E3779B97F4A7C15U;
  hash ^= hash >> 32;
  hash *= 0xD6E8FEB86659FD93U;
  return static_cast<std::int64_t>(hash ^ hash >> 32 ^ 1ULL << 63);
}

/// Finds the edges that a query asks a row for. It looks only into those blocks of the row that can
/// hold one of them. Its buffers are kept between calls.
template <class Value>
class RowOffers {
 public:
  /// The weights that no edge in each block of each row exceeds, row after row, or kNoEdge, tell
  /// which blocks need not be looked into. Without them, the pass looks into all blocks.
  explicit RowOffers(const Weight* block_heaviest = nullptr) : block_heaviest_(block_heaviest) {}

  /// Returns the `count` edges of least partial slack below `below`, least first. If more edges are
  /// equally good, those of some blocks only are considered; the pass begins at a block that
  /// differs from row to row, so that not all rows offer edges to the same vertices.
  const std::vector<Offer<Value>>& least(const DenseGraph& graph, Vertex i,
                                         const RowQuery<Value>& query, Value below,
                                         std::size_t count) {
    count_ = count;
    limit_ = below - 1;
    offers_.clear();
    find_bounds(graph, i, query);
    found_.clear();
    if constexpr (std::is_same_v<Value, std::int64_t>) {
      search_blocks(graph, i, query);
      if (found_.size() <= kLanes) {
        rank(i);
        return offers_;
      }
    } else {
      choose(i, limit_);
      for (const std::size_t block : chosen_) search_block(graph, i, query, block);
    }
    keep_best(i);
    return offers_;
  }

 private:
  static constexpr Value kNone = Limits<Value>::kNever;
  /// So many blocks are searched at a time, so that their values stay in the cache.
  static constexpr std::size_t kBatch = 8;

  /// Finds for each block a lower bound on its partial slacks.
  void find_bounds(const DenseGraph& graph, Vertex i, const RowQuery<Value>& query) {
    bounds_.assign(blocks_of(graph.size), -kNone);
    // A row of one batch is searched whole.
    if (block_heaviest_ != nullptr && bounds_.size() > kBatch) {
      const Weight* const heaviest = block_heaviest_ + index_of(i) * bounds_.size();
      for (std::size_t b = 0; b < bounds_.size(); ++b) {
        const bool has_edges = heaviest[b] != kNoEdge;
        bounds_[b] = has_edges ? query.least_duals[b] - 2 * Value{heaviest[b]} : kNone;
      }
    }
    std::fill_n(bounds_.begin(), query.start / kBlock, kNone);
  }

  /// Chooses the blocks whose bound is not above a limit, from a block on that depends on the row.
  void choose(Vertex i, Value limit) {
    chosen_.clear();
    const std::size_t first =
        bounds_.empty() ? 0 : static_cast<std::uint64_t>(tie_of(i, i)) % bounds_.size();
    for (std::size_t b = first; b < bounds_.size(); ++b) {
      if (bounds_[b] <= limit) chosen_.push_back(b);
    }
    for (std::size_t b = 0; b < first; ++b) {
      if (bounds_[b] <= limit) chosen_.push_back(b);
    }
  }

  /// Finds the edges that may be among the best: their partial slack is not above the limit.
  ///
  /// If many blocks may hold one, the most promising ones are searched first. They mostly hold all
  /// of the best edges, and lower the limit so far that most other blocks are ruled out.
  void search_blocks(const DenseGraph& graph, Vertex i, const RowQuery<Value>& query) {
    lanes_.fill(kNone);
    choose(i, limit_);
    if (chosen_.size() > kBatch) {
      choose_most_promising(i);
      search_chosen(graph, i, query);
      // Once there are enough edges of the limit itself, more of them are no better.
      const bool enough = least_of_rank(lanes_, count_) <= limit_;
      choose(i, enough ? limit_ - 1 : limit_);
    }
    search_chosen(graph, i, query);
  }

  /// Chooses the blocks of the least bounds, as many as edges are asked for.
  void choose_most_promising(Vertex i) {
    Lanes least_bounds;
    least_bounds.fill(kNone);
    lower_lanes(bounds_, least_bounds);
    choose(i, std::min(limit_, least_of_rank(least_bounds, count_)));
    chosen_.resize(std::min(chosen_.size(), count_));
  }

  /// Searches the chosen blocks, batch by batch, and marks them as searched. It lowers the limit
  /// after each batch: count_ lanes are not above it, and each lane stands for an edge.
  void search_chosen(const DenseGraph& graph, Vertex i, const RowQuery<Value>& query) {
    values_.resize(kBatch * kBlock);
    places_.resize(kBatch * kBlock);
    std::span<const std::size_t> rest = chosen_;
    fetch_blocks(graph, i, rest.first(std::min(kBatch, rest.size())));
    while (!rest.empty()) {
      const auto blocks = rest.first(std::min(kBatch, rest.size()));
      rest = rest.subspan(blocks.size());
      fetch_blocks(graph, i, rest.first(std::min(kBatch, rest.size())));
      partial_slacks(graph, i, blocks, query, values_.data(), lanes_);
      limit_ = std::min(limit_, least_of_rank(lanes_, count_));
      const std::span<const Value> values(values_.data(), blocks.size() * kBlock);
      const std::size_t within = places_within(values, limit_, places_.data());
      for (const std::size_t place : std::span(places_).first(within)) {
        const auto to = static_cast<Vertex>(blocks[place / kBlock] * kBlock + place % kBlock);
        found_.push_back({values_[place], to});
      }
      for (const std::size_t block : blocks) bounds_[block] = kNone;
    }
  }

  /// The same for one block, cell by cell.
  void search_block(const DenseGraph& graph, Vertex i, const RowQuery<Value>& query,
                    std::size_t block) {
    const auto start = static_cast<Vertex>(block) * kBlock;
    const auto end = static_cast<Vertex>(std::min<std::int64_t>(start + kBlock, graph.size));
    for (Vertex j = std::max(start, query.start); j < end; ++j) {
      const std::int64_t cell = i * graph.size + j;
      if (j == query.self || !has_edge(graph, i, j)) continue;
      const Value partial_slack = query.duals[j] - 2 * Value{graph.weights[cell]};
      const bool asked =
          query.earliest == nullptr || query.reach + partial_slack < query.earliest[j];
      if (asked && partial_slack <= limit_) found_.push_back({partial_slack, j});
    }
  }

  /// Keeps the best of the edges found.
  void keep_best(Vertex i) {
    for (const auto& [partial_slack, to] : found_) {
      if (partial_slack <= limit_) offers_.push_back({partial_slack, tie_of(i, to), to});
    }
    const std::size_t kept = std::min(offers_.size(), count_);
    const auto end = offers_.begin() + static_cast<std::ptrdiff_t>(kept);
    std::ranges::nth_element(offers_, end);
    std::sort(offers_.begin(), end);
    offers_.resize(kept);
  }

  /// Keeps the best of few edges found, with a lane for each edge. To insert one after the other
  /// takes longer, because the processor foresees none of the places.
  void rank(Vertex i) {
    for (std::size_t k = 0; k < found_.size(); ++k) {
      lanes_[k] = found_[k].first;
      ties_[k] = tie_of(i, found_[k].second);
    }
    const Lanes ranks = ranks_of(lanes_, ties_, found_.size());
    offers_.resize(found_.size());
    for (std::size_t k = 0; k < found_.size(); ++k) {
      offers_[static_cast<std::size_t>(ranks[k])] = {lanes_[k], ties_[k], found_[k].second};
    }
    offers_.resize(std::min(found_.size(), count_));
  }

  const Weight* block_heaviest_;
  std::size_t count_ = 0;
  /// An edge whose partial slack is above this is not among the best.
  Value limit_ = kNone;
  /// For each block a lower bound on its partial slacks, or kNone if it has been searched.
  std::vector<Value> bounds_;
  /// The blocks to be searched next.
  std::vector<std::size_t> chosen_;
  /// The partial slacks of a batch of blocks, one block after the other, and the places of those
  /// that are within the limit.
  std::vector<Value> values_;
  std::vector<std::size_t> places_;
  /// The least partial slacks so far; then those of the edges found, beside their ties.
  Lanes lanes_{};
  Lanes ties_{};
  /// The partial slacks of the edges that may be among the best, and where the edges lead.
  std::vector<std::pair<Value, Vertex>> found_;
  std::vector<Offer<Value>> offers_;
};

}  // namespace fastpair
