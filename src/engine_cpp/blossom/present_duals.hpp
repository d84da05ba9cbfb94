// The dual variables, at this moment of a search, of the vertices that an edge may lead to.
#pragma once

#include <vector>

#include "blossom/forest.hpp"
#include "blossom/tree.hpp"
#include "fastpair/integers.hpp"

namespace fastpair {

/// Two kinds of vertices are closed: T-vertices, to which no edge becomes tight, and the vertices
/// of the one S-node whose edges are asked for. The dual of a vertex in another S-node is renewed
/// when edges of that node are asked for. Until then it is too high by the time that has passed
/// since.
template <class Value, class Duals>
class PresentDuals {
 public:
  PresentDuals(const BlossomForest<Value>& forest, const Tree<Value>& tree)
      : forest_(forest), tree_(tree) {}

  /// Begins a new search. The duals are collected when they are first asked for.
  void forget() { known_ = false; }

  /// The duals, for edges that lead out of the S-node `own`.
  Duals& out_of(Node own) {
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
    duals_ = Duals(forest_.duals_2x());
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
  Duals duals_;
  Node hidden_node_ = kNone;
  std::vector<Vertex> hidden_;
};

}  // namespace fastpair
