// Edges in the form that other languages have: three arrays of equal length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fastpair/matching.hpp"

namespace fastpair {

/// The negative of a weight. What is no edge may hold anything, also the least number, which has
/// none.
constexpr Weight negative(Weight weight) {
  return static_cast<Weight>(-static_cast<std::uint64_t>(weight));
}

struct EdgeArrays {
  std::int64_t size;
  std::span<const std::int64_t> first;
  std::span<const std::int64_t> second;
  std::span<const Weight> weights;
  /// Whether the weights of the edges are the negated ones.
  bool negated = false;

  [[nodiscard]] std::size_t count() const { return weights.size(); }

  /// The edge k. An end that is not even a number of a vertex is kNobody.
  [[nodiscard]] Edge edge(std::size_t k) const {
    const auto end = [](std::int64_t v) {
      const auto vertex = static_cast<Vertex>(v);
      return vertex == v ? vertex : kNobody;
    };
    return {end(first[k]), end(second[k]), negated ? negative(weights[k]) : weights[k]};
  }

  /// Throws std::invalid_argument if an edge names no vertex.
  [[nodiscard]] std::vector<Edge> list() const;
};

}  // namespace fastpair
