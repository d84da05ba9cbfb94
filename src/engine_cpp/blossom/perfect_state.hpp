// An optimal state in which every vertex has a mate, because dummies stand in where one is missing.
//
// A dummy is a vertex after those of the graph, and its edges weigh 0. There is one for each free
// vertex, its mate. The first one is joined to all vertices, the others to the free vertex that the
// first one is matched with too: so any one of the free vertices can change places with any other
// vertex. Its dual is minus the ground, so that its edges are feasible where no dual is below the
// ground. Where the number of pairs may change as well, there are two spare dummies that are
// matched with each other and joined to all vertices and dummies.
#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/forest.hpp"
#include "blossom/limits.hpp"
#include "fastpair/integers.hpp"

namespace fastpair {

template <class Value>
struct PerfectState {
  BlossomForest<Value> forest;
  CandidateGraph candidates;
  Reserves<Value> reserves;

  /// The same state in another width of integers.
  template <class Other>
  explicit operator PerfectState<Other>() const {
    return {BlossomForest<Other>(forest), candidates, Reserves<Other>(reserves)};
  }

  /// Adds vertices without edges, and returns the first of them. They will have no other edges than
  /// candidates, so that the graph is never asked for more.
  Vertex enlarge(Vertex count) {
    const Vertex first = forest.size();
    forest = BlossomForest<Value>(forest, count);
    candidates.enlarge(count);
    for (Vertex k = 0; k < count; ++k) reserves.push_back(Limits<Value>::kTime);
    return first;
  }

  /// Gives each of the vertices that has no mate a dummy. All edges of dummies are candidates.
  void add_dummies(const std::vector<Vertex>& present) {
    std::vector<Vertex> free;
    std::ranges::copy_if(present, std::back_inserter(free),
                         [this](Vertex v) { return forest.mate(v) == kNobody; });
    if (free.empty()) return;
    const Vertex first = enlarge(static_cast<Vertex>(free.size()));
    Vertex dummy = first;
    for (const Vertex v : free) {
      forest.set_dual_2x(dummy, -forest.dual_2x(v));
      forest.match(dummy, v);
      candidates.append(dummy, v, 0);
      if (dummy != first) candidates.append(dummy, free.front(), 0);
      ++dummy;
    }
    for (const Vertex v : present) {
      if (v != free.front()) candidates.append(first, v, 0);
    }
  }

  /// Adds two spare dummies. To part them, which leaves two more vertices free, costs as much as
  /// their dual, `dual_2x`, which makes all their edges feasible.
  void add_spares(const std::vector<Vertex>& present, Vertex size, Value dual_2x) {
    const Vertex dummies = forest.size();
    const Vertex first = enlarge(2);
    for (const Vertex spare : {first, first + 1}) {
      forest.set_dual_2x(spare, dual_2x);
      for (const Vertex v : present) candidates.append(spare, v, 0);
      for (Vertex dummy = size; dummy < dummies; ++dummy) candidates.append(spare, dummy, 0);
    }
    // Their edge is no candidate. It weighs as much as their duals together, which may be more
    // than a weight can be, and no search asks for the weight of a matched edge.
    forest.match(first, first + 1);
  }
};

}  // namespace fastpair
