// The matrix of a graph that is given by its edges, and that may change.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "fastpair/matching.hpp"
#include "graphs/sparse.hpp"
#include "rows/survey.hpp"

namespace fastpair {

/// Of parallel edges it holds the heaviest, and no loops.
class FilledMatrix {
 public:
  /// edge_at(k) is the edge k < count. If one is not valid, calls `refuse`, which throws.
  template <class EdgeAt, class Refuse>
  FilledMatrix(std::int64_t size, std::size_t count, EdgeAt edge_at, Refuse refuse)
      : FilledMatrix(size) {
    if (!write_all_pairs(count, edge_at)) {
      if (!write(count, edge_at)) refuse();
      complete();
    }
    if (!survey_.is_within_limit()) refuse();
  }

  /// Takes a graph whose edges are all candidates.
  explicit FilledMatrix(const CandidateGraph& graph);
  /// All edges as candidates.
  [[nodiscard]] CandidateGraph candidates();

  FilledMatrix(const FilledMatrix& other);
  FilledMatrix(FilledMatrix&&) = default;
  FilledMatrix& operator=(FilledMatrix&&) = default;
  FilledMatrix& operator=(const FilledMatrix&) = delete;
  ~FilledMatrix() = default;

  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(size_); }
  /// As it was when it was made or last surveyed.
  [[nodiscard]] DenseGraph graph() const {
    return {static_cast<std::int64_t>(size_), weights_.get(),
            allowed_.empty() ? nullptr : allowed_.data()};
  }
  /// The largest absolute value of a weight when it was made.
  [[nodiscard]] Weight largest() const { return survey_.largest(); }
  /// What the graph looks like, which takes a pass if it has changed or is asked for again.
  [[nodiscard]] Survey take_survey() {
    if (std::exchange(stale_, true)) complete();
    return std::move(survey_);
  }

  // --- changes, by the names that CandidateGraph has for them ------------------------------------

  /// Twice the number of edges.
  [[nodiscard]] std::int64_t count_arcs() const { return static_cast<std::int64_t>(2 * pairs_); }

  /// The doubled weight of the edge ij, or kNoEdge.
  [[nodiscard]] Weight find_2x(Vertex i, Vertex j) const {
    const std::size_t at = cell(i, j);
    return !allowed_.empty() && allowed_[at] == 0 ? kNoEdge : 2 * weights_[at];
  }

  std::optional<Weight> set(Vertex i, Vertex j, Weight weight_2x) noexcept {
    const Weight before_2x = find_2x(i, j);
    weights_[cell(i, j)] = weight_2x / 2;
    allow(i, j, 1);
    return before_2x == kNoEdge ? std::nullopt : std::optional(before_2x);
  }
  /// Takes memory when the first edge is removed.
  void remove(Vertex i, Vertex j) {
    if (allowed_.empty()) {
      allowed_.resize(size_ * size_, 1);
      for (std::size_t v = 0; v < size_; ++v) allowed_[v * size_ + v] = 0;
    }
    allow(i, j, 0);
  }

  /// Memory that is large lies on large pages, where the system has some.
  static std::unique_ptr<Weight[]> allocate(std::size_t count);

 private:
  explicit FilledMatrix(std::int64_t size)
      : size_(static_cast<std::size_t>(size)), weights_(allocate(size_ * size_)) {}

  /// The cell of an edge above the diagonal; the other one follows when the matrix is completed.
  [[nodiscard]] std::size_t cell(Vertex i, Vertex j) const {
    return index_of(std::min(i, j)) * size_ + index_of(std::max(i, j));
  }

  /// Says whether ij is an edge.
  void allow(Vertex i, Vertex j, std::uint8_t allowed) noexcept {
    stale_ = true;
    if (allowed_.empty()) return;
    std::uint8_t& above = allowed_[cell(i, j)];
    pairs_ += allowed;
    pairs_ -= above;
    above = allowed_[index_of(std::max(i, j)) * size_ + index_of(std::min(i, j))] = allowed;
  }

  /// Completes and surveys the matrix if the edges are all pairs, each once. As many edges as there
  /// are pairs are written without asking which are known, which takes half of the time. A row
  /// whose edges come in the order of its cells needs no mark for no edge either: 2000 vertices
  /// take 1.2 times as long as their matrix then, not 1.25.
  template <class EdgeAt>
  bool write_all_pairs(std::size_t count, EdgeAt edge_at) {
    if (2 * count != size_ * (size_ - 1)) return false;
    std::size_t k = 0;
    std::size_t row = 0;
    while (row < size_ && write_row(row, k, edge_at)) k += size_ - ++row;
    for (; row < size_; ++row) {
      std::fill(&weights_[row * size_ + row], &weights_[row * size_] + size_, kNoEdge);
    }
    for (; k < count; ++k) {
      const Edge edge = edge_at(k);
      const auto [low, high] = std::minmax({index_of(edge.first), index_of(edge.second)});
      if (high >= size_) return false;
      weights_[low * size_ + high] = edge.weight;
    }
    complete();
    pairs_ = count;
    return survey_.lightest > kNoEdge;
  }

  /// Writes the edges from `first` on into a row, and returns whether they are its pairs in order.
  template <class EdgeAt>
  bool write_row(std::size_t row, std::size_t first, EdgeAt edge_at) {
    std::size_t differences = 0;
    for (std::size_t column = row + 1; column < size_; ++column) {
      const Edge edge = edge_at(first + column - row - 1);
      differences |= (index_of(edge.first) ^ row) | (index_of(edge.second) ^ column);
      weights_[row * size_ + column] = edge.weight;
    }
    return differences == 0;
  }

  /// Writes the edges above the diagonal if all are valid.
  template <class EdgeAt>
  bool write(std::size_t count, EdgeAt edge_at) {
    // Bits, because a matrix of flags would go through much more memory.
    std::vector<std::uint64_t> known(size_ * size_ / 64 + 1, 0);
    pairs_ = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const Edge edge = edge_at(k);
      if (!is_valid(edge, static_cast<std::int64_t>(size_))) return false;
      if (is_loop(edge)) continue;
      const std::size_t at = index_of(std::min(edge.first, edge.second)) * size_ +
                             index_of(std::max(edge.first, edge.second));
      const std::uint64_t bit = std::uint64_t{1} << at % 64;
      const bool parallel = (known[at / 64] & bit) != 0;
      weights_[at] = parallel ? std::max(weights_[at], edge.weight) : edge.weight;
      known[at / 64] |= bit;
      pairs_ += parallel ? 0 : 1;
    }
    if (2 * pairs_ != size_ * (size_ - 1)) mark(known);
    return true;
  }

  /// Writes the other cells, and surveys the matrix.
  void complete() {
    for (std::size_t i = 0; i < size_; ++i) weights_[i * size_ + i] = 0;
    survey_ = survey_half(graph(), weights_.get());
  }

  /// Says which pairs are edges, and gives the others the weight 0.
  void mark(const std::vector<std::uint64_t>& known) {
    allowed_.resize(size_ * size_);
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t at = i * size_ + i + 1; at < (i + 1) * size_; ++at) {
        allowed_[at] = static_cast<std::uint8_t>(known[at / 64] >> at % 64 & 1U);
        if (allowed_[at] == 0) weights_[at] = 0;
      }
    }
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = 0; j < i; ++j) allowed_[i * size_ + j] = allowed_[j * size_ + i];
    }
  }

  std::size_t size_;
  std::unique_ptr<Weight[]> weights_;
  /// Empty if all pairs are edges.
  std::vector<std::uint8_t> allowed_;
  std::size_t pairs_ = 0;
  Survey survey_;
  /// Whether the matrix has to be completed and surveyed anew.
  bool stale_ = false;
};

}  // namespace fastpair
