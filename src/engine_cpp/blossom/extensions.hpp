// What a search keeps in order to extend its tree: to ask the graph for more edges of an S-vertex
// than the candidates.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "blossom/column_duals.hpp"
#include "blossom/forest.hpp"
#include "blossom/indexed.hpp"
#include "blossom/tree.hpp"
#include "fastpair/integers.hpp"

namespace fastpair {

/// The dual variables, at this moment of a search, of the vertices that an edge may lead to.
///
/// Two kinds of vertices are closed: T-vertices, to which no edge becomes tight, and the vertices
/// of the one S-node whose edges are asked for. The dual of a vertex in another S-node is renewed
/// when edges of that node are asked for. Until then it is too high by the time that has passed
/// since.
template <class Value>
class PresentDuals {
 public:
  PresentDuals(const BlossomForest<Value>& forest, const Tree<Value>& tree)
      : forest_(forest), tree_(tree) {}

  /// Begins a new search. The duals are collected when they are first asked for.
  void forget() { known_ = false; }

  /// The duals, for edges that lead out of the S-node `own`.
  ColumnDuals<Value>& out_of(Node own) {
    if (!known_) learn(own);
    if (own != hidden_node_) hide(own);
    return duals_;
  }

  /// A node has got another label.
  void update(Node b) {
    if (known_) forest_.for_each_vertex(b, [&](Vertex v) { renew(v, tree_.label(b)); });
  }

  /// A vertex has become S within a blossom.
  void update_s(Vertex v) {
    if (known_) renew(v, Label::kS);
  }

 private:
  void learn(Node in) {
    duals_ = ColumnDuals<Value>(forest_.duals_2x());
    known_ = true;
    hidden_node_ = kNone;
    hidden_.clear();
    tree_.for_each_node(in, [&](Node b) { update(b); });
  }

  void hide(Node own) {
    // Mostly `own` has grown out of the node that was hidden before, whose vertices stay closed.
    std::erase_if(hidden_, [&](Vertex v) {
      const Node b = forest_.surface(v);
      if (b != own) renew(v, tree_.label(b));
      return b != own;
    });
    hidden_node_ = own;
    forest_.for_each_vertex(own, [&](Vertex v) {
      if (duals_.is_closed(v)) return;
      duals_.close(v);
      hidden_.push_back(v);
    });
  }

  void renew(Vertex v, Label label) {
    if (label == Label::kT) return duals_.close(v);
    duals_.set(v, label == Label::kS ? tree_.reach(v) - tree_.now : forest_.dual_2x(v));
  }

  const BlossomForest<Value>& forest_;
  const Tree<Value>& tree_;
  bool known_ = false;
  ColumnDuals<Value> duals_;
  Node hidden_node_ = kNone;
  std::vector<Vertex> hidden_;
};

/// How long a vertex is not extended again after it was extended in vain. Later trees mostly grow
/// the same way, and find as little. So the pause of a vertex doubles each time, until something is
/// found. It is counted in searches that would extend the vertex.
///
/// One dense family needs it, late-bloomers-matrix of bench/worst_instances.py: with 2000 vertices
/// it takes 4.04 s without pauses and 0.12 s with them.
/// tests/matching/test_matching_late_bloomers.py counts what is read. The other dense families take
/// as long either way.
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
