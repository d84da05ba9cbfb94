#include "graphs/filled.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace fastpair {

FilledMatrix::FilledMatrix(const CandidateGraph& graph) : FilledMatrix(graph.size()) {
  pairs_ = static_cast<std::size_t>(graph.count_arcs()) / 2;
  stale_ = true;
  if (2 * pairs_ < size_ * (size_ - 1)) {
    allowed_.resize(size_ * size_, 0);
    std::fill_n(weights_.get(), size_ * size_, 0);
  }
  for (Vertex v = 0; v < size(); ++v) {
    for (const auto& [u, weight_2x] : graph.from(v)) {
      if (v < u) weights_[cell(v, u)] = weight_2x / 2;
      if (!allowed_.empty()) allowed_[index_of(v) * size_ + index_of(u)] = 1;
    }
  }
}

CandidateGraph FilledMatrix::candidates() {
  if (std::exchange(stale_, false)) complete();
  CandidateGraph graph(size());
  PerVertex<std::int32_t> degrees(size(), size() - 1);
  for (Vertex v = 0; !allowed_.empty() && v < size(); ++v) {
    const auto row = allowed_.begin() + static_cast<std::ptrdiff_t>(index_of(v) * size_);
    degrees[v] = static_cast<std::int32_t>(
        std::count(row, row + static_cast<std::ptrdiff_t>(size_), std::uint8_t{1}));
  }
  graph.reserve(degrees);
  // Row by row, in the order of memory: both directions of an edge at once take twice as long.
  // Edges to the last vertices come first.
  for (Vertex v = 0; v < size(); ++v) {
    const std::size_t row = index_of(v) * size_;
    for (Vertex u = size(); u-- > 0;) {
      const std::size_t at = row + index_of(u);
      if (u != v && (allowed_.empty() || allowed_[at] != 0)) graph.append(v, {u, 2 * weights_[at]});
    }
  }
  return graph;
}

FilledMatrix::FilledMatrix(const FilledMatrix& other)
    : size_(other.size_),
      weights_(allocate(size_ * size_)),
      allowed_(other.allowed_),
      pairs_(other.pairs_),
      survey_(other.survey_),
      stale_(other.stale_) {
  std::copy_n(other.weights_.get(), size_ * size_, weights_.get());
}

std::unique_ptr<Weight[]> FilledMatrix::allocate(std::size_t count) {
  auto weights = std::make_unique_for_overwrite<Weight[]>(count);
#ifdef __linux__
  constexpr std::size_t page = std::size_t{1} << 12;
  constexpr std::size_t large = std::size_t{1} << 22;
  const std::size_t bytes = count * sizeof(Weight);
  if (bytes >= large) {
    // From the first page on that begins in it. If it fails, small pages do.
    const std::size_t before = page - reinterpret_cast<std::uintptr_t>(weights.get()) % page;
    madvise(reinterpret_cast<std::byte*>(weights.get()) + before, bytes - before, MADV_HUGEPAGE);
  }
#endif
  return weights;
}

}  // namespace fastpair
