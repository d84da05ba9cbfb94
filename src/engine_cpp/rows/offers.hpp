// The least values of a row of the matrix, found by vector instructions where integers have 64
// bits.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "blossom/limits.hpp"
#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"
#include "rows/vectors.hpp"
#include "rows/weight_bounds.hpp"

namespace fastpair {

/// How many edges of a vertex are candidates at first.
inline constexpr std::size_t kCandidates = 7;
/// The same where weights are computed: to ask for more edges later takes longer there.
inline constexpr std::size_t kComputedCandidates = 12;
/// How many edges of a vertex are added when its candidates are used up.
inline constexpr std::size_t kMore = 4;
/// How many violated edges of a vertex are proposed at a time.
inline constexpr std::size_t kViolations = 6;

/// An edge of the row that was asked for, with its value.
template <class Value>
struct Offer {
  Value value;
  /// Equal offers are taken in the order of a hash of their vertices: in the order of the vertices
  /// alone, all rows would offer the same few.
  std::uint64_t tie;
  Vertex to;

  bool operator<(const Offer& other) const {
    return std::tie(value, tie, to) < std::tie(other.value, other.tie, other.to);
  }
};

/// A fixed hash of a pair of vertices, symmetric.
inline std::uint64_t tie_of(Vertex i, Vertex j) {
  const auto low = static_cast<std::uint64_t>(std::min(i, j));
  const auto high = static_cast<std::uint64_t>(std::max(i, j));
  std::uint64_t hash = (low << 32 | high) * 0x9E3779B97F4A7C15U;
  hash ^= hash >> 32;
  hash *= 0xD6E8FEB86659FD93U;
  return hash ^ hash >> 32;
}

/// Finds the least edges of a row that a wish asks for. It looks only into those blocks of the row
/// that can hold one. Its buffers are kept between calls.
template <class Value>
class RowOffers {
 public:
  /// The bounds on the weights of a graph tell which blocks need not be looked into; without them,
  /// all blocks are.
  explicit RowOffers(const WeightBounds* weight_bounds = nullptr) : weight_bounds_(weight_bounds) {}

  /// Returns the `count` least offers below `below`, least first. If many edges are equal, not all
  /// of them are looked at: the pass begins at a block that differs from row to row.
  const std::vector<Offer<Value>>& least(const DenseGraph& graph, Vertex i, const Wish<Value>& wish,
                                         Value below, std::size_t count) {
    count_ = count;
    limit_ = below - 1;
    offers_.clear();
    find_bounds(graph, i, wish);
    if constexpr (std::is_same_v<Value, std::int64_t>) {
      look_into_blocks(graph, i, wish);
      for (const auto& [value, to] : found_) take(i, to, value);
    } else {
      choose(i, limit_);
      for (const std::size_t block : chosen_) take_block(graph, i, wish, block);
    }
    return offers_;
  }

 private:
  static constexpr Value kNone = Limits<Value>::kNever;

  void find_bounds(const DenseGraph& graph, Vertex i, const Wish<Value>& wish) {
    bounds_.assign(blocks_of(graph.size), -kNone);
    if (weight_bounds_ != nullptr) {
      const BlockBounds row = weight_bounds_->of(i);
      if constexpr (std::is_same_v<Value, std::int64_t>) {
        block_bounds(row, wish.block_key, bounds_.size(), bounds_.data());
      } else {
        for (std::size_t b = 0; b < bounds_.size(); ++b) {
          const std::uint16_t code = row.depths[b];
          const Value weight = Value{row.heaviest} - BlockBounds::depth(code);
          bounds_[b] = code == BlockBounds::kNone ? kNone : wish.block_key[b] - 2 * weight;
        }
      }
    }
    std::fill_n(bounds_.begin(), wish.start / kBlock, kNone);
  }

  /// Chooses the blocks whose bound is not above a limit.
  void choose(Vertex i, Value limit) {
    chosen_.clear();
    const std::size_t first = bounds_.empty() ? 0 : tie_of(i, i) % bounds_.size();
    for (std::size_t b = first; b < bounds_.size(); ++b) {
      if (bounds_[b] <= limit) chosen_.push_back(b);
    }
    for (std::size_t b = 0; b < first; ++b) {
      if (bounds_[b] <= limit) chosen_.push_back(b);
    }
  }

  /// Finds all values that can be among the least.
  void look_into_blocks(const DenseGraph& graph, Vertex i, const Wish<Value>& wish) {
    lanes_.fill(kNone);
    found_.clear();
    choose(i, limit_);
    if (chosen_.size() > count_) {
      // The blocks of the least bounds, as many as offers are wanted, mostly hold all of these.
      // They give a limit, and blocks whose bound is above it are not looked into. Once there are
      // enough offers of the limit itself, others of the same value are no better.
      Lanes bounds;
      bounds.fill(kNone);
      lower_lanes(bounds_, bounds);
      choose(i, std::min(limit_, least_of_rank(bounds, count_)));
      chosen_.resize(std::min(chosen_.size(), count_));
      look_into_chosen(graph, i, wish);
      const bool enough = least_of_rank(lanes_, count_) <= limit_;
      choose(i, enough ? limit_ - 1 : limit_);
    }
    look_into_chosen(graph, i, wish);
  }

  /// Looks into a few blocks at a time, so that their values stay in the cache.
  void look_into_chosen(const DenseGraph& graph, Vertex i, const Wish<Value>& wish) {
    constexpr std::size_t most = 8;
    values_.resize(most * kBlock);
    places_.resize(most * kBlock);
    std::span<const std::size_t> rest = chosen_;
    fetch_blocks(graph, i, rest.first(std::min(most, rest.size())));
    while (!rest.empty()) {
      const auto blocks = rest.first(std::min(most, rest.size()));
      rest = rest.subspan(blocks.size());
      fetch_blocks(graph, i, rest.first(std::min(most, rest.size())));
      block_values(graph, i, blocks, wish, values_.data(), lanes_);
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

  void take_block(const DenseGraph& graph, Vertex i, const Wish<Value>& wish, std::size_t block) {
    if (bounds_[block] > limit_) return;
    const auto start = static_cast<Vertex>(block) * kBlock;
    const auto end = static_cast<Vertex>(std::min<std::int64_t>(start + kBlock, graph.size));
    for (Vertex j = std::max(start, wish.start); j < end; ++j) {
      const std::int64_t cell = i * graph.size + j;
      if (j == wish.self || (graph.allowed != nullptr && graph.allowed[cell] == 0)) continue;
      const Value value = wish.key[j] - 2 * Value{graph.weights[cell]};
      if (wish.best == nullptr || wish.reach + value < wish.best[j]) take(i, j, value);
    }
  }

  /// Keeps an offer if it is among the least so far.
  void take(Vertex i, Vertex j, Value value) {
    if (value > limit_) return;
    const Offer<Value> offer{value, tie_of(i, j), j};
    if (offers_.size() == count_) {
      if (!(offer < offers_.back())) return;
      offers_.pop_back();
    }
    offers_.insert(std::ranges::upper_bound(offers_, offer, std::less{}), offer);
    if (offers_.size() == count_) limit_ = std::min(limit_, offers_.back().value);
  }

  const WeightBounds* weight_bounds_;
  std::size_t count_ = 0;
  /// An offer above this is not among the least.
  Value limit_ = kNone;
  /// For each block a number that no value in it is below, or kNone if it has been looked into.
  std::vector<Value> bounds_;
  std::vector<std::size_t> chosen_;
  /// The values of some blocks, one block after the other, and the places of the least of them.
  std::vector<Value> values_;
  std::vector<std::size_t> places_;
  Lanes lanes_{};
  /// Edges that may be among the least.
  std::vector<std::pair<Value, Vertex>> found_;
  std::vector<Offer<Value>> offers_;
};

}  // namespace fastpair
