// The neighbours of each vertex of a list of edges.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "blossom/indexed.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

class Neighbours {
 public:
  /// The edges have to name vertices of the graph.
  explicit Neighbours(const SparseGraph& graph) : begin_(static_cast<std::size_t>(graph.size) + 2) {
    for (const Edge& edge : graph.edges) {
      ++begin_[index_of(edge.first) + 2];
      ++begin_[index_of(edge.second) + 2];
    }
    for (std::size_t k = 2; k < begin_.size(); ++k) begin_[k] += begin_[k - 1];
    ends_.resize(2 * graph.edges.size());
    for (const Edge& edge : graph.edges) {
      ends_[begin_[index_of(edge.first) + 1]++] = edge.second;
      ends_[begin_[index_of(edge.second) + 1]++] = edge.first;
    }
  }

  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(begin_.size() - 2); }

  [[nodiscard]] std::span<const Vertex> of(Vertex v) const {
    const std::size_t begin = begin_[index_of(v)];
    return std::span(ends_).subspan(begin, begin_[index_of(v) + 1] - begin);
  }

 private:
  /// Where the neighbours of each vertex begin. While they are put there, the place of the next one
  /// of a vertex is kept one further on.
  std::vector<std::size_t> begin_;
  std::vector<Vertex> ends_;
};

}  // namespace fastpair
