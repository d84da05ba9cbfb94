// The least values of a row of the matrix, found by vector passes where integers have 64 bits.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"
#include "limits.hpp"
#include "vectors.hpp"

namespace fastpair {

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

/// Finds the least edges of a row as they are wished for. Holds the space that it needs between
/// calls.
template <class Value>
class RowOffers {
 public:
  RowOffers() = default;
  explicit RowOffers(const DenseGraph& graph) { look_at(graph); }

  /// From now on, rows are those of another graph.
  void look_at(const DenseGraph& graph) {
    graph_ = graph;
    minima_.resize(static_cast<std::size_t>((graph.size + kBlock - 1) / kBlock));
  }

  /// The `count` least offers below `below`, least first. O(n), vectorised, and O(count * kBlock).
  const std::vector<Offer<Value>>& least(Vertex i, const Wish<Value>& wish, Value below,
                                         std::size_t count) {
    offers_.clear();
    find_minima(i, wish);
    const auto first = minima_.begin() + static_cast<std::ptrdiff_t>(first_block(wish.start));
    if (std::none_of(first, minima_.end(), [below](Value least) { return least < below; })) {
      return offers_;
    }
    const Value limit = limit_of(wish, count, below);
    for (std::size_t b = first_block(wish.start); b < minima_.size(); ++b) {
      if (minima_[b] < limit) gather(i, b, wish, limit);
    }
    if (offers_.size() < count && limit < below) gather_ties(i, wish, limit, count);
    const auto end = offers_.begin() + static_cast<std::ptrdiff_t>(std::min(count, offers_.size()));
    std::partial_sort(offers_.begin(), end, offers_.end());
    offers_.erase(end, offers_.end());
    return offers_;
  }

 private:
  static constexpr Value kNone = Limits<Value>::kNever;

  [[nodiscard]] Value value(Vertex i, Vertex j, const Wish<Value>& wish) const {
    const std::int64_t cell = i * graph_.size + j;
    if (j == wish.self || j < wish.start ||
        (graph_.allowed != nullptr && graph_.allowed[cell] == 0))
      return kNone;
    const Value value = wish.key[j] - 2 * Value{graph_.weights[cell]};
    return wish.best == nullptr || wish.reach + value < wish.best[j] ? value : kNone;
  }

  [[nodiscard]] std::array<Vertex, 2> block(std::size_t b) const {
    const auto start = static_cast<Vertex>(b) * kBlock;
    return {start, std::min(start + kBlock, static_cast<Vertex>(graph_.size))};
  }

  void find_minima(Vertex i, const Wish<Value>& wish) {
    if constexpr (std::is_same_v<Value, std::int64_t>) {
      block_minima(graph_, i, wish, minima_.data());
      // Without its own vertex, and without the cells before the start.
      if (wish.self >= wish.start) find_minimum(i, first_block(wish.self), wish);
      if (wish.start % kBlock != 0) find_minimum(i, first_block(wish.start), wish);
    } else {
      for (std::size_t b = first_block(wish.start); b < minima_.size(); ++b) {
        find_minimum(i, b, wish);
      }
    }
  }

  void find_minimum(Vertex i, std::size_t b, const Wish<Value>& wish) {
    const auto [start, end] = block(b);
    minima_[b] = kNone;
    for (Vertex j = start; j < end; ++j) minima_[b] = std::min(minima_[b], value(i, j, wish));
  }

  /// At least `count` offers, or all below `below`, are not above the limit.
  Value limit_of(const Wish<Value>& wish, std::size_t count, Value below) {
    const auto first = static_cast<std::ptrdiff_t>(first_block(wish.start));
    sorted_.assign(minima_.begin() + first, minima_.end());
    if (sorted_.size() <= count) return below;
    const auto nth = sorted_.begin() + static_cast<std::ptrdiff_t>(count - 1);
    std::ranges::nth_element(sorted_, nth);
    return std::min(*nth, below);
  }

  void gather(Vertex i, std::size_t b, const Wish<Value>& wish, Value limit) {
    const auto [start, end] = block(b);
    for (Vertex j = start; j < end; ++j) {
      const Value offered = value(i, j, wish);
      if (offered < limit) offers_.push_back({offered, tie_of(i, j), j});
    }
  }

  /// Offers of exactly the limit, from a block that differs from row to row onwards.
  void gather_ties(Vertex i, const Wish<Value>& wish, Value limit, std::size_t count) {
    const std::size_t blocks = minima_.size();
    const std::size_t first = tie_of(i, i) % blocks;
    const std::size_t enough = offers_.size() + 4 * count;
    for (std::size_t k = 0; k < blocks && offers_.size() < enough; ++k) {
      const std::size_t b = (first + k) % blocks;
      if (minima_[b] > limit || b < first_block(wish.start)) continue;
      const auto [start, end] = block(b);
      for (Vertex j = start; j < end; ++j) {
        if (value(i, j, wish) == limit) offers_.push_back({limit, tie_of(i, j), j});
      }
    }
  }

  DenseGraph graph_;
  std::vector<Value> minima_;
  std::vector<Value> sorted_;
  std::vector<Offer<Value>> offers_;
};

}  // namespace fastpair
