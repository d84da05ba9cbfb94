#include "graphs/dense.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rows/parallel.hpp"
#include "rows/survey.hpp"

namespace fastpair {
namespace {

/// Looks for the cells that make a matrix invalid, once it is known that there are some.
class Cells {
 public:
  explicit Cells(const DenseGraph& graph) : graph_(graph) {}

  /// Names the first pair of cells that differ.
  [[noreturn]] void refuse_asymmetry() const {
    for_each_pair([this](std::int64_t i, std::int64_t j) {
      if (cell(i, j) == cell(j, i)) return;
      const std::string matrix = is_edge(i, j) == is_edge(j, i) ? "the matrix" : "allowed";
      throw std::invalid_argument(matrix + " is not symmetric: cells " + name(i, j) + " and " +
                                  name(j, i) + " differ");
    });
    refuse_change();
  }

  /// Names the first weight beyond the limit.
  [[noreturn]] void refuse_size() const {
    for_each_pair([this](std::int64_t i, std::int64_t j) {
      require_size(i, j);
      require_size(j, i);  // the lightest weight stands for no edge: the pair may look symmetric
    });
    refuse_change();
  }

 private:
  [[noreturn]] static void refuse_change() {
    throw std::invalid_argument("the matrix changed while it was read");
  }

  void require_size(std::int64_t i, std::int64_t j) const {
    const Weight weight = graph_.weights[i * graph_.size + j];
    if (!is_edge(i, j) || (weight <= kWeightLimit && weight >= -kWeightLimit)) return;
    throw std::out_of_range("the weight in cell " + name(i, j) +
                            " is beyond 2**60: " + std::to_string(weight));
  }

  template <class Visit>
  void for_each_pair(Visit visit) const {
    for (std::int64_t i = 0; i < graph_.size; ++i) {
      for (std::int64_t j = i + 1; j < graph_.size; ++j) visit(i, j);
    }
  }

  [[nodiscard]] bool is_edge(std::int64_t i, std::int64_t j) const {
    return graph_.allowed == nullptr || graph_.allowed[i * graph_.size + j] != 0;
  }

  [[nodiscard]] Weight cell(std::int64_t i, std::int64_t j) const {
    return is_edge(i, j) ? graph_.weights[i * graph_.size + j] : kNoEdge;
  }

  static std::string name(std::int64_t i, std::int64_t j) {
    return std::string("(").append(std::to_string(i)).append(", ").append(std::to_string(j)) + ")";
  }

  DenseGraph graph_;
};

}  // namespace

DenseSource::DenseSource(const DenseGraph& graph) : graph_(graph) {
  Survey found = survey(graph);
  if (!found.symmetric) Cells(graph).refuse_asymmetry();
  const Weight heaviest = found.heaviest.empty() ? 0 : *std::ranges::max_element(found.heaviest);
  if (heaviest > kWeightLimit || found.lightest < -kWeightLimit) Cells(graph).refuse_size();
  largest_ = std::max({heaviest, -found.lightest, Weight{0}});
  weight_bounds_ = WeightBounds(std::move(found.heaviest), found.block_heaviest);
}

void DenseSource::select(CandidateGraph& candidates) const {
  PerVertex<Weight> duals = heaviest();
  // A vertex without edges may have any dual: no edge leads there.
  std::ranges::replace(duals, kNoEdge, largest_);
  // All threads write to one array, so that they need no memory of their own.
  std::vector<Vertex> chosen(index_of(size()) * kCandidates, kNobody);
  const std::size_t parts = parts_for(graph_.size * graph_.size);
  in_parallel(parts, [&](std::size_t part) {
    RowOffers<std::int64_t> offers(&weight_bounds_);
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
  const auto choice_of = [&](Vertex i) {
    return std::span(chosen).subspan(index_of(i) * kCandidates).first<kCandidates>();
  };
  // An edge that both ends have chosen is added once, when the smaller of them is served.
  PerVertex<std::uint32_t> degrees(size());
  for (Vertex i = 0; i < size(); ++i) {
    for (Vertex& j : choice_of(i)) {
      if (j == kNobody) break;
      const auto others = choice_of(j);
      if (j < i && std::ranges::count(others, i) != 0) {
        j = kNobody;
      } else {
        ++degrees[i];
        ++degrees[j];
      }
    }
  }
  for (Vertex i = 0; i < size(); ++i) candidates.reserve(i, degrees[i]);
  for (Vertex i = 0; i < size(); ++i) {
    for (const Vertex j : choice_of(i)) {
      if (j != kNobody) candidates.append(i, j, weight_2x(i, j));
    }
  }
}

}  // namespace fastpair
