// The sparse graph that the solver works on: the edges that may matter, found so far.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "fastpair/integers.hpp"

namespace fastpair {

/// One direction of an edge, with its doubled weight. Packed, because there are many.
#pragma pack(push, 4)
struct Arc {
  Vertex to;
  Weight weight_2x;
};
#pragma pack(pop)

/// An edge that is to become a candidate.
struct Proposal {
  Vertex first;
  Vertex second;
  Weight weight_2x;
};

/// Shares of slack that the vertices hold back: an edge ij that is no candidate has a slack of
/// reserves[i] + reserves[j] or more, unless one of them is negative. The edges of such a vertex
/// have to be priced.
template <class Value>
using Reserves = std::vector<Value>;
template <class Value>
inline constexpr Value kUnpriced = -1;

/// Throws std::domain_error for an edge that was read twice, with different results.
[[noreturn]] inline void refuse_asymmetry(Vertex i, Vertex j, const std::string& one,
                                          const std::string& other) {
  const std::string first = std::to_string(i);
  const std::string second = std::to_string(j);
  throw std::domain_error("cells (" + first + ", " + second + ") and (" + second + ", " + first +
                          ") are one edge, but hold " + one + " and " + other +
                          ": a graph has to be symmetric, and to stay as it is during a solve");
}

class CandidateGraph {
 public:
  explicit CandidateGraph(Vertex size) : arcs_(static_cast<std::size_t>(size)) {}

  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(arcs_.size()); }
  [[nodiscard]] std::span<const Arc> from(Vertex v) const { return arcs_[index(v)]; }

  /// Adds the edge ij unless it is there. O(degree of i).
  ///
  /// Throws std::domain_error if it is there with another weight: the solver would mend the edge by
  /// one weight and break it by the other, for ever.
  void add(Vertex i, Vertex j, Weight weight_2x) {
    const auto& arcs = arcs_[index(i)];
    const auto known = std::ranges::find(arcs, j, &Arc::to);
    if (known == arcs.end()) return append(i, j, weight_2x);
    if (known->weight_2x == weight_2x) return;
    refuse_asymmetry(i, j, std::to_string(known->weight_2x / 2), std::to_string(weight_2x / 2));
  }

  /// Removes the edge ij if it is there. O(degrees).
  void remove(Vertex i, Vertex j) {
    std::erase_if(arcs_[index(i)], [j](const Arc& arc) { return arc.to == j; });
    std::erase_if(arcs_[index(j)], [i](const Arc& arc) { return arc.to == i; });
  }

  /// Removes all edges of v.
  void clear(Vertex v) {
    for (const Arc& arc : arcs_[index(v)]) {
      std::erase_if(arcs_[index(arc.to)], [v](const Arc& back) { return back.to == v; });
    }
    arcs_[index(v)].clear();
  }

  /// Adds the edge ij, which is not there.
  void append(Vertex i, Vertex j, Weight weight_2x) {
    append(arcs_[index(i)], {j, weight_2x});
    append(arcs_[index(j)], {i, weight_2x});
  }

 private:
  /// Grows by less than push_back alone would.
  static void append(std::vector<Arc>& arcs, Arc arc) {
    if (arcs.size() == arcs.capacity())
      arcs.reserve(arcs.size() + std::max<std::size_t>(2, arcs.size() / 16));
    arcs.push_back(arc);
  }

  static std::size_t index(Vertex v) { return static_cast<std::size_t>(v); }

  std::vector<std::vector<Arc>> arcs_;
};

}  // namespace fastpair
