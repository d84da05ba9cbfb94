#include "graphs/dense.hpp"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "blossom/potentials.hpp"
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

/// Whether weights differ from the potentials by a fifth at most of what those of a row differ
/// by. Prices ten times as large as the noise leave a tenth. Rounds of a tournament, which have a
/// price of players in part, leave more: nearly all are matched fast without, and equal optima stay
/// the same.
bool explains_most(const auto& rows, const Potentials& found) {
  Wide left = 0;
  Wide within = 0;
  for (Vertex row = 0; row < rows.rows(); ++row) {
    Wide sum = 0;
    std::int64_t count = 0;
    rows.for_each_arc(row, [&](Vertex, Weight weight_2x) {
      sum += weight_2x;
      ++count;
    });
    if (count == 0) continue;
    const Wide mean = sum / count;
    rows.for_each_arc(row, [&](Vertex k, Weight weight_2x) {
      const Wide rest = Wide{weight_2x} - found.row_2x[row] - found.column_2x[k];
      left += rest < 0 ? -rest : rest;
      within += weight_2x < mean ? mean - weight_2x : weight_2x - mean;
    });
  }
  return 5 * left <= within;
}

/// Doubled potentials of the vertices by a sample of columns, none larger than `largest_2x`; only
/// such as explain most, if so asked.
std::optional<PerVertex<Weight>> potentials_2x_of(const DenseGraph& graph, Weight largest_2x,
                                                  bool most) {
  const auto size = static_cast<Vertex>(graph.size);
  if (size < kLeastRows) return std::nullopt;
  const SampleRows rows(size, size, [&](Vertex i, Vertex j) {
    return i != j && has_edge(graph, i, j) ? graph.weights[i * graph.size + j] : kNoEdge;
  });
  auto found = most ? potentials_of(rows) : PotentialFit(rows).run();
  if (!found || (most && !explains_most(rows, *found))) return std::nullopt;
  // What is added to all rows and taken from all columns changes no sum.
  Wide apart = 0;
  for (Vertex k = 0; k < rows.columns(); ++k) {
    apart += Wide{found->column_2x[k]} - found->row_2x[rows.sample()[index_of(k)]];
  }
  const Wide shift = apart / rows.columns() / 2;
  for (Weight& potential : found->row_2x) {
    potential = static_cast<Weight>(
        std::clamp<Wide>(potential + shift, -Wide{largest_2x}, Wide{largest_2x}));
  }
  return std::move(found->row_2x);
}

}  // namespace

void require_valid(const DenseGraph& graph, const Survey& found) {
  if (!found.symmetric) refuse(graph, true);
  if (!found.is_within_limit()) refuse(graph, false);
}

DenseSource::DenseSource(const DenseGraph& graph, Survey found) : graph_(graph) {
  require_valid(graph, found);
  largest_ = found.largest();
  heaviest_ = std::move(found.heaviest);
  block_heaviest_ = std::move(found.block_heaviest);
  find_potentials(true);
}

bool DenseSource::find_potentials() {
  return size() >= kLeastToBegin && potentials_2x_.empty() && find_potentials(false);
}

bool DenseSource::find_potentials(bool most) {
  auto found = potentials_2x_of(graph_, 2 * largest_, most);
  if (!found) return false;
  potentials_2x_ = std::move(*found);
  improve_potentials();
  return true;
}

void DenseSource::improve_potentials() {
  const PerVertex<Weight> before_2x = potentials_2x_;
  const std::size_t parts = parts_for(graph_.size * graph_.size);
  // Potentials are no larger than the doubled weights.
  const bool narrow = 4 * Wide{largest_} * graph_.size <= Limits<std::int64_t>::kNever;
  in_parallel(parts, [&](std::size_t part) {
    for (std::size_t i = part; i < index_of(size()); i += parts) {
      const auto row = static_cast<Vertex>(i);
      potentials_2x_[row] =
          narrow ? mean_2x<std::int64_t>(row, before_2x) : mean_2x<Wide>(row, before_2x);
    }
  });
}

template <class Sum>
Weight DenseSource::mean_2x(Vertex row, const PerVertex<Weight>& less_2x) const {
  const Weight* const weights = graph_.weights + row * graph_.size;
  Sum sum = 0;
  Sum count = 0;
  for (Vertex j = 0; j < size(); ++j) {
    if (!is_edge(row, j)) continue;
    sum += 2 * Sum{weights[j]} - less_2x[j];
    ++count;
  }
  const Sum most = 2 * Sum{largest_};
  return count == 0 ? 0 : static_cast<Weight>(std::clamp<Sum>(sum / count, -most, most));
}

void DenseSource::select(CandidateGraph& candidates) const {
  PerVertex<Weight> duals = potentials_2x_.empty() ? heaviest_ : potentials_2x_;
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
