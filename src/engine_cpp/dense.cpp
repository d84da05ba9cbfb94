#include "dense.hpp"

#include <stdexcept>
#include <string>

namespace fastpair {

void DenseSource::check() const {
  for (Vertex i = 0; i < size(); ++i) {
    for (Vertex j = 0; j < i; ++j) {
      if (is_edge(i, j) != is_edge(j, i) || (is_edge(i, j) && weight(i, j) != weight(j, i))) {
        throw std::invalid_argument("the matrix is not symmetric: cells (" + std::to_string(j) +
                                    ", " + std::to_string(i) + ") and (" + std::to_string(i) +
                                    ", " + std::to_string(j) + ") differ");
      }
      if (is_edge(i, j) && (weight(i, j) > kWeightLimit || weight(i, j) < -kWeightLimit)) {
        throw std::out_of_range("the weight in cell (" + std::to_string(j) + ", " +
                                std::to_string(i) +
                                ") is beyond 2**60: " + std::to_string(weight(i, j)));
      }
    }
  }
}

Weight DenseSource::largest() const {
  Weight result = 0;
  for (Vertex i = 0; i < size(); ++i) {
    for (Vertex j = 0; j < i; ++j) {
      if (is_edge(i, j)) result = std::max({result, weight(i, j), -weight(i, j)});
    }
  }
  return result;
}

std::vector<Weight> DenseSource::heaviest() const {
  std::vector<Weight> result(at(size()), std::numeric_limits<Weight>::min());
  for (Vertex i = 0; i < size(); ++i) {
    for (Vertex j = 0; j < size(); ++j) {
      if (is_edge(i, j)) result[at(i)] = std::max(result[at(i)], weight(i, j));
    }
  }
  return result;
}

void DenseSource::select(const std::vector<Weight>& heaviest, CandidateGraph& candidates) const {
  struct Offer {
    Weight reduced;
    std::uint64_t tie;
    Vertex to;
    bool operator<(const Offer& other) const {
      return reduced != other.reduced ? reduced > other.reduced : tie < other.tie;
    }
  };
  std::vector<Offer> offers;
  for (Vertex i = 0; i < size(); ++i) {
    offers.clear();
    for (Vertex j = 0; j < size(); ++j) {
      if (!is_edge(i, j)) continue;
      // Equal offers are spread over the row: with the first of them, everybody would choose the
      // same few.
      const std::uint64_t tie = (at(i) * 0x9E3779B97F4A7C15U) ^ (at(j) * 0xC2B2AE3D27D4EB4FU);
      offers.push_back({2 * weight(i, j) - heaviest[at(j)], tie, j});
    }
    const std::size_t count = std::min(kCandidates, offers.size());
    std::partial_sort(offers.begin(), offers.begin() + static_cast<std::ptrdiff_t>(count),
                      offers.end());
    for (std::size_t k = 0; k < count; ++k) {
      candidates.add(i, offers[k].to, 2 * weight(i, offers[k].to));
    }
  }
}

}  // namespace fastpair
