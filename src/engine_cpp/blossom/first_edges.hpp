// For each vertex the edge that would be the first to lead to it from a tree.
#pragma once

#include <vector>

#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"

namespace fastpair {

/// The time when the edge becomes tight, for a vertex outside the trees. For a T-vertex it is the
/// time when the edge would become tight if the vertex were outside: the slack does not change
/// while it is T, and the edge matters when it leaves its tree.
template <class Value>
class FirstEdges {
 public:
  explicit FirstEdges(Vertex size) : times_(size, kNever), from_(size, kNobody) {}

  /// kNever if no edge is known.
  [[nodiscard]] Value time(Vertex v) const { return times_[v]; }
  [[nodiscard]] const Value* times() const { return times_.data(); }
  /// The end of the edge in a tree.
  [[nodiscard]] Vertex from(Vertex v) const { return from_[v]; }

  /// Takes an edge to v if it is earlier than the one that is known, and says whether it is.
  bool offer(Vertex v, Value time, Vertex from) {
    if (time >= times_[v]) return false;
    if (from_[v] == kNobody) known_.push_back(v);
    times_[v] = time;
    from_[v] = from;
    return true;
  }

  /// The dual of v has risen while v was T.
  void postpone(Vertex v, Value risen) { times_[v] += risen; }

  void forget(Vertex v) { times_[v] = kNever; }

  void forget_all() {
    for (const Vertex v : known_) {
      forget(v);
      from_[v] = kNobody;
    }
    known_.clear();
  }

 private:
  static constexpr Value kNever = Limits<Value>::kNever;

  PerVertex<Value> times_;
  PerVertex<Vertex> from_;
  /// The vertices with a `from`, which they keep when the time is forgotten.
  std::vector<Vertex> known_;
};

}  // namespace fastpair
