// How long a vertex is not extended again after it was extended in vain.
//
// One dense family needs it, late-bloomers-matrix of bench/worst_instances.py: with 2000 vertices
// it takes 4.04 s without pauses and 0.12 s with them.
// tests/matching/test_matching_late_bloomers.py counts what is read. The other dense families take
// as long either way.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "blossom/indexed.hpp"

namespace fastpair {

/// Later trees mostly grow the same way, and find as little. So the pause of a vertex doubles each
/// time, until something is found. It is counted in searches that would extend the vertex.
class Pauses {
 public:
  explicit Pauses(Vertex size) : pauses_(size) {}

  /// Begins a new search.
  void start() { postponed_.clear(); }

  /// Whether v may be extended in this search. If not, it is postponed.
  bool is_over(Vertex v) {
    Pause& pause = pauses_[v];
    if (pause.rest == 0) return true;
    --pause.rest;
    postponed_.push_back(v);
    return false;
  }

  /// Says whether the extension of v found edges.
  void note(Vertex v, bool found) {
    Pause& pause = pauses_[v];
    pause.length = found ? 0 : std::min(2 * pause.length + 1, pauses_.size());
    pause.rest = pause.length;
  }

  /// The vertices that were postponed in this search, once.
  std::vector<Vertex> take_postponed() { return std::exchange(postponed_, {}); }

 private:
  struct Pause {
    Vertex length = 0;
    Vertex rest = 0;
  };
  PerVertex<Pause> pauses_;
  std::vector<Vertex> postponed_;
};

}  // namespace fastpair
