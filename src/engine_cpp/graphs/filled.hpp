// The matrix of a graph that is given by its edges.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "blossom/indexed.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// Of parallel edges it holds the heaviest, and no loops.
class FilledMatrix {
 public:
  /// edge_at(k) is the edge k < count, which joins vertices below the size.
  template <class EdgeAt>
  FilledMatrix(std::int64_t size, std::size_t count, EdgeAt edge_at)
      : size_(static_cast<std::size_t>(size)), weights_(allocate(size_ * size_)) {
    // Bits, because a matrix of flags would go through much more memory.
    std::vector<std::uint64_t> known(size_ * size_ / 64 + 1, 0);
    std::size_t pairs = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const Edge edge = edge_at(k);
      if (edge.first == edge.second) continue;
      const auto [i, j] = std::minmax({index_of(edge.first), index_of(edge.second)});
      const std::size_t at = i * size_ + j;
      const std::uint64_t bit = std::uint64_t{1} << at % 64;
      const bool parallel = (known[at / 64] & bit) != 0;
      weights_[at] = parallel ? std::max(weights_[at], edge.weight) : edge.weight;
      known[at / 64] |= bit;
      pairs += parallel ? 0 : 1;
    }
    for (std::size_t i = 0; i < size_; ++i) weights_[i * size_ + i] = 0;
    if (2 * pairs != size_ * (size_ - 1)) mark(known);
    mirror(weights_.get());
  }

  [[nodiscard]] DenseGraph graph() const {
    return {static_cast<std::int64_t>(size_), weights_.get(),
            allowed_.empty() ? nullptr : allowed_.data()};
  }

 private:
  /// Memory that is large lies on large pages, where the system has some.
  static std::unique_ptr<Weight[]> allocate(std::size_t count);

  /// Says which pairs are edges, and gives the others the weight 0.
  void mark(const std::vector<std::uint64_t>& known) {
    allowed_.resize(size_ * size_);
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t at = i * size_ + i + 1; at < (i + 1) * size_; ++at) {
        allowed_[at] = static_cast<std::uint8_t>(known[at / 64] >> at % 64 & 1U);
        if (allowed_[at] == 0) weights_[at] = 0;
      }
    }
    mirror(allowed_.data());
  }

  /// Copies what is above the diagonal to below it, tile by tile: a column lies apart in memory.
  void mirror(auto* cells) const {
    constexpr std::size_t tile = 32;
    for (std::size_t i = 0; i < size_; i += tile) {
      for (std::size_t j = i; j < size_; j += tile) {
        for (std::size_t b = j; b < std::min(j + tile, size_); ++b) {
          for (std::size_t a = i; a < std::min({i + tile, size_, b}); ++a) {
            cells[b * size_ + a] = cells[a * size_ + b];
          }
        }
      }
    }
  }

  std::size_t size_;
  std::unique_ptr<Weight[]> weights_;
  /// Empty if all pairs are edges.
  std::vector<std::uint8_t> allowed_;
};

}  // namespace fastpair
