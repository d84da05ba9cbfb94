#include "graphs/dense.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>

#include "rows/parallel.hpp"

namespace fastpair {
namespace {

/// Names what makes a matrix invalid, once it is known that something does: the first pair of cells
/// that differ, or the first weight beyond the limit.
[[noreturn]] void refuse(const DenseGraph& graph, bool asymmetric) {
  const auto cell = [&](std::int64_t i, std::int64_t j) {
    return has_edge(graph, i, j) ? graph.weights[i * graph.size + j] : kNoEdge;
  };
  const auto require_size = [&](std::int64_t i, std::int64_t j) {
    if (!has_edge(graph, i, j)) return;
    require_weight(graph.weights[i * graph.size + j],
                   [=] { return "the weight in cell " + pair_name(i, j); });
  };
  for (std::int64_t i = 0; i < graph.size; ++i) {
    for (std::int64_t j = i + 1; j < graph.size; ++j) {
      if (!asymmetric) {
        require_size(i, j);
        require_size(j, i);  // the lightest weight stands for no edge: the pair may look symmetric
      } else if (cell(i, j) != cell(j, i)) {
        const bool same = has_edge(graph, i, j) == has_edge(graph, j, i);
        throw std::invalid_argument(std::string(same ? "the matrix" : "allowed") +
                                    " is not symmetric: cells " + pair_name(i, j) + " and " +
                                    pair_name(j, i) + " differ");
      }
    }
  }
  refuse_changes();
}

}  // namespace

DenseSource::DenseSource(const DenseGraph& graph, Survey found) : graph_(graph) {
  if (!found.symmetric) refuse(graph, true);
  if (!found.is_within_limit()) refuse(graph, false);
  const Weight heaviest = found.heaviest.empty() ? 0 : *std::ranges::max_element(found.heaviest);
  largest_ = std::max({heaviest, -found.lightest, Weight{0}});
  heaviest_ = std::move(found.heaviest);
  block_heaviest_ = std::move(found.block_heaviest);
}

void DenseSource::select(CandidateGraph& candidates) const {
  PerVertex<Weight> duals = heaviest_;
  // A vertex without edges may have any dual: no edge leads there.
  std::ranges::replace(duals, kNoEdge, largest_);
  // All threads write to one array, so that they need no memory of their own.
  std::vector<Vertex> chosen(index_of(size()) * kCandidates, kNobody);
  const std::size_t parts = parts_for(graph_.size * graph_.size);
  in_parallel(parts, [&](std::size_t part) {
    RowOffers<std::int64_t> offers(block_heaviest_.data());
    ColumnDuals<std::int64_t> column_duals(duals);
    for (std::size_t i = part; i < index_of(size()); i += parts) {
      const auto row = static_cast<Vertex>(i);
      const RowQuery<std::int64_t> query{
          .duals = column_duals.data(), .self = row, .least_duals = column_duals.least_of_blocks()};
      const auto& least =
          offers.least(graph_, row, query, Limits<std::int64_t>::kNever, kCandidates);
      for (std::size_t k = 0; k < least.size(); ++k) chosen[i * kCandidates + k] = least[k].to;
    }
  });
  candidates.reserve(PerVertex<std::int32_t>(size(), 2 * kCandidates));
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    const auto i = static_cast<Vertex>(k / kCandidates);
    if (chosen[k] != kNobody) candidates.add(i, chosen[k], weight_2x(i, chosen[k]));
  }
}

}  // namespace fastpair
