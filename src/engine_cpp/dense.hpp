// What the solver asks of a dense graph: rows to choose candidates from, and the price of all
// edges.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

#include "blossoms.hpp"
#include "candidates.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// An edge of negative slack.
struct Violation {
  Vertex first;
  Vertex second;
  Weight weight_2x;
};

class DenseSource {
 public:
  explicit DenseSource(const DenseGraph& graph) : graph_(graph) {}

  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(graph_.size); }
  [[nodiscard]] bool is_edge(Vertex i, Vertex j) const {
    return i != j && (graph_.allowed == nullptr || graph_.allowed[cell(i, j)] != 0);
  }
  [[nodiscard]] Weight weight(Vertex i, Vertex j) const { return graph_.weights[cell(i, j)]; }

  /// Throws std::invalid_argument unless the graph is symmetric, std::out_of_range if a weight is
  /// too large.
  void check() const;

  /// The largest size of a weight.
  [[nodiscard]] Weight largest() const;

  /// The heaviest weight in each row; the smallest Weight for a vertex without edges.
  [[nodiscard]] std::vector<Weight> heaviest() const;

  /// Adds for each vertex the edges of least slack under the duals `heaviest`.
  void select(const std::vector<Weight>& heaviest, CandidateGraph& candidates) const;

  /// Adds the edges of least slack from v to vertices that pass `wanted`; whether there are any.
  template <class Value, class Wanted>
  bool extend(Vertex v, const std::vector<Value>& dual_2x, Wanted wanted,
              CandidateGraph& candidates) const {
    struct Offer {
      Value slack;
      Vertex to;
      bool operator<(const Offer& other) const {
        return std::tie(slack, to) < std::tie(other.slack, other.to);
      }
    };
    std::vector<Offer> offers;
    for (Vertex j = 0; j < size(); ++j) {
      if (!is_edge(v, j) || !wanted(j)) continue;
      offers.push_back({dual_2x[at(j)] - 2 * Value{weight(v, j)}, j});
    }
    const std::size_t count = std::min<std::size_t>(kExtension, offers.size());
    std::partial_sort(offers.begin(), offers.begin() + static_cast<std::ptrdiff_t>(count),
                      offers.end());
    bool added = false;
    for (std::size_t k = 0; k < count; ++k) {
      added |= candidates.add(v, offers[k].to, 2 * weight(v, offers[k].to));
    }
    return added;
  }

  /// The edges of negative slack, at most kViolationsPerRow of each vertex, most violated first.
  template <class Value>
  [[nodiscard]] std::vector<Violation> violations(const Blossoms<Value>& blossoms) const;

 private:
  static constexpr std::size_t kCandidates = 8;
  static constexpr std::size_t kExtension = 4;
  static constexpr std::size_t kViolationsPerRow = 6;

  static std::size_t at(Vertex v) { return static_cast<std::size_t>(v); }
  [[nodiscard]] std::size_t cell(Vertex i, Vertex j) const {
    return at(i) * static_cast<std::size_t>(graph_.size) + at(j);
  }

  DenseGraph graph_;
};

template <class Value>
std::vector<Violation> DenseSource::violations(const Blossoms<Value>& blossoms) const {
  struct Offer {
    Value slack;
    Vertex to;
    bool operator<(const Offer& other) const {
      return std::tie(slack, to) < std::tie(other.slack, other.to);
    }
  };
  std::vector<Violation> found;
  std::vector<Offer> offers;
  std::vector<Value> dual_2x = blossoms.dual_2x;
  for (Vertex i = 0; i < size(); ++i) {
    // Within blossoms of i their duals count: they are lent to the members while the row is priced.
    const auto lend = [&](int sign) {
      for (Node b = blossoms.parent(i); b != kNone; b = blossoms.parent(b)) {
        const Value dual = sign * blossoms.blossom_dual_2x(b);
        blossoms.for_each_vertex(b, [&](Vertex v) { dual_2x[at(v)] += dual; });
      }
    };
    lend(1);
    offers.clear();
    for (Vertex j = i + 1; j < size(); ++j) {
      const Value slack = blossoms.dual_2x[at(i)] + dual_2x[at(j)] - 2 * Value{weight(i, j)};
      if (slack < 0 && is_edge(i, j)) offers.push_back({slack, j});
    }
    lend(-1);
    const std::size_t count = std::min(kViolationsPerRow, offers.size());
    std::partial_sort(offers.begin(), offers.begin() + static_cast<std::ptrdiff_t>(count),
                      offers.end());
    for (std::size_t k = 0; k < count; ++k) {
      found.push_back({i, offers[k].to, 2 * weight(i, offers[k].to)});
    }
  }
  return found;
}

}  // namespace fastpair
