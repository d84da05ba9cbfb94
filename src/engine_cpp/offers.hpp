// The least values of a row of the matrix, found by vector instructions where integers have 64
// bits.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"
#include "limits.hpp"
#include "vectors.hpp"
#include "weight_bounds.hpp"

namespace fastpair {

/// How many edges of a vertex are candidates at first, are added when its candidates are used up,
/// and are proposed when they are violated.
inline constexpr std::size_t kCandidates = 7;
/// The same where weights are computed when they are asked for, which takes longer than to look.
inline constexpr std::size_t kComputedCandidates = 12;
inline constexpr std::size_t kMore = 4;
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

/// Finds the least edges of a row as they are wished for, in those blocks of the row that can hold
/// one. Keeps the space that it needs between calls.
template <class Value>
class RowOffers {
 public:
  /// `weight_bounds`, of the rows of a graph, say which of their blocks to look into.
  explicit RowOffers(const WeightBounds* weight_bounds = nullptr) : weight_bounds_(weight_bounds) {}

  /// The `count` least offers below `below`, least first. Of a row with many equal ones not all are
  /// looked at, but those from a block onwards that differs from row to row.
  const std::vector<Offer<Value>>& least(const DenseGraph& graph, Vertex i, const Wish<Value>& wish,
                                         Value below, std::size_t count) {
    offers_.clear();
    looked_.clear();
    minima_.clear();
    find_bounds(graph, i, wish);
    set_limit(below - 1);
    if (bounds_.empty()) return offers_;
    const std::size_t first = tie_of(i, i) % bounds_.size();
    // Often this block has all: the limit that its offers make spares the others a look.
    look_into(graph, i, most_promising(first), wish, count);
    const std::size_t taken = looked_.size();
    if (taken > 0) take(i, looked_.front(), values_.front(), count);
    for (std::size_t b = first; b < bounds_.size(); ++b) look_into(graph, i, b, wish, count);
    for (std::size_t b = 0; b < first; ++b) look_into(graph, i, b, wish, count);
    for (std::size_t k = taken; k < looked_.size(); ++k) take(i, looked_[k], values_[k], count);
    return offers_;
  }

 private:
  static constexpr Value kNone = Limits<Value>::kNever;

  /// A block whose values have been found.
  struct Looked {
    std::size_t block;
    Value least;
  };

  void find_bounds(const DenseGraph& graph, Vertex i, const Wish<Value>& wish) {
    bounds_.assign(blocks_of(graph.size), -kNone);
    if (weight_bounds_ != nullptr) {
      const BlockBounds row = weight_bounds_->from(static_cast<std::size_t>(i) * bounds_.size());
      if constexpr (std::is_same_v<Value, std::int64_t>) {
        block_bounds(row, wish.block_key, bounds_.size(), bounds_.data());
      } else {
        for (std::size_t b = 0; b < bounds_.size(); ++b) {
          const Value weight_2x =
              2 * Value{row.lightest} + Value{row.bounds[b]} * (Value{2} << row.shift);
          bounds_[b] = row.bounds[b] == BlockBounds::kNone ? kNone : wish.block_key[b] - weight_2x;
        }
      }
    }
    std::fill_n(bounds_.begin(), wish.start / kBlock, kNone);
  }

  /// The block with the least bound; of several the first from a block on.
  [[nodiscard]] std::size_t most_promising(std::size_t first) const {
    const auto start = bounds_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto later = std::min_element(start, bounds_.end());
    const auto earlier = std::min_element(bounds_.begin(), start);
    const auto least = earlier != start && *earlier < *later ? earlier : later;
    return static_cast<std::size_t>(least - bounds_.begin());
  }

  /// Finds the values of a block if one of them can be among the least.
  void look_into(const DenseGraph& graph, Vertex i, std::size_t block, const Wish<Value>& wish,
                 std::size_t count) {
    const Value bound = std::exchange(bounds_[block], kNone);
    if (bound > limit_ || (bound == limit_ && ties_ >= count)) return;
    if (values_.size() == looked_.size()) values_.emplace_back();
    auto& values = values_[looked_.size()];
    const Value least = find_values(graph, i, block, wish, values);
    if (least > limit_) return;
    looked_.push_back({block, least});
    // As many offers as there are minima are not above the last of them.
    minima_.insert(std::ranges::upper_bound(minima_, least), least);
    if (minima_.size() > count) minima_.pop_back();
    if (minima_.size() == count) set_limit(minima_.back());
    if (least == limit_) ties_ += static_cast<std::size_t>(std::ranges::count(values, limit_));
  }

  /// An offer above this is not among the least.
  void set_limit(Value limit) {
    if (limit != limit_) ties_ = 0;
    limit_ = limit;
  }

  /// Returns the least.
  Value find_values(const DenseGraph& graph, Vertex i, std::size_t block, const Wish<Value>& wish,
                    std::array<Value, kBlock>& values) {
    const auto start = static_cast<Vertex>(block) * kBlock;
    const bool whole = wish.start <= start && (wish.self < start || wish.self >= start + kBlock);
    if constexpr (std::is_same_v<Value, std::int64_t>) {
      const Value least = block_values(graph, i, block, wish, values.data());
      if (whole) return least;
    } else {
      for (Vertex k = 0; k < kBlock; ++k) {
        values[static_cast<std::size_t>(k)] = value_of(graph, i, start + k, wish);
      }
    }
    if (!whole) {
      std::fill_n(values.begin(), std::clamp(wish.start - start, 0, kBlock), kNone);
      if (wish.self >= start && wish.self < start + kBlock) {
        values[static_cast<std::size_t>(wish.self - start)] = kNone;
      }
    }
    return *std::ranges::min_element(values);
  }

  [[nodiscard]] static Value value_of(const DenseGraph& graph, Vertex i, Vertex j,
                                      const Wish<Value>& wish) {
    const std::int64_t cell = i * graph.size + j;
    if (j >= graph.size || (graph.allowed != nullptr && graph.allowed[cell] == 0)) return kNone;
    const Value value = wish.key[j] - 2 * Value{graph.weights[cell]};
    return wish.best == nullptr || wish.reach + value < wish.best[j] ? value : kNone;
  }

  /// Takes the cells of a block whose values are among the least so far.
  void take(Vertex i, const Looked& looked, const std::array<Value, kBlock>& values,
            std::size_t count) {
    if (looked.least > limit_) return;
    Vertex to = static_cast<Vertex>(looked.block) * kBlock;
    for (const Value value : values) {
      const Vertex j = to++;
      if (value > limit_) continue;
      const Offer<Value> offer{value, tie_of(i, j), j};
      if (offers_.size() == count) {
        if (!(offer < offers_.back())) continue;
        offers_.pop_back();
      }
      offers_.insert(std::ranges::upper_bound(offers_, offer, std::less{}), offer);
      if (offers_.size() == count) set_limit(std::min(limit_, offers_.back().value));
    }
  }

  const WeightBounds* weight_bounds_;
  /// What no value in a block is below, or kNone if it has been looked into.
  std::vector<Value> bounds_;
  Value limit_ = kNone;
  /// Offers of exactly the limit that have been looked at.
  std::size_t ties_ = 0;
  std::vector<Value> minima_;
  std::vector<Looked> looked_;
  std::vector<std::array<Value, kBlock>> values_;
  std::vector<Offer<Value>> offers_;
};

}  // namespace fastpair
