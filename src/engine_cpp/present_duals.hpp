// The duals of this moment, for the vertices that a new edge of the tree may lead to.
#pragma once

#include <cstddef>
#include <vector>

#include "blossoms.hpp"
#include "fastpair/integers.hpp"
#include "tree.hpp"

namespace fastpair {

/// Closed are the T-vertices, to which edges never fall due, and the vertices of one S-node, whose
/// edges are asked for. The dual of another S-vertex is renewed when its own node asks; until then
/// it is too high by the time that has passed.
template <class Value>
class PresentDuals {
 public:
  PresentDuals(const Blossoms<Value>& blossoms, const Tree<Value>& tree, Value closed)
      : b_(blossoms), tree_(tree), closed_(closed) {}

  /// A new search has begun: nothing is known until the duals are asked for.
  void forget() { known_ = false; }

  /// One per vertex, for edges that lead out of the S-node `own`.
  const Value* out_of(Node own) {
    if (!known_) learn();
    if (own != hidden_node_) hide(own);
    return duals_.data();
  }

  /// A node has got another label.
  void update(Node b) {
    if (known_) b_.for_each_vertex(b, [&](Vertex v) { renew(v, tree_.label(b)); });
  }

  /// A vertex has become S within a blossom.
  void update_s(Vertex v) {
    if (known_) renew(v, Label::kS);
  }

 private:
  static std::size_t at(Vertex v) { return static_cast<std::size_t>(v); }

  void learn() {
    duals_ = b_.dual_2x;
    known_ = true;
    hidden_node_ = kNone;
    hidden_.clear();
    tree_.for_each_node([&](Node b) { update(b); });
  }

  void hide(Node own) {
    for (const Vertex v : hidden_) renew(v, tree_.label(b_.outer[at(v)]));
    hidden_.clear();
    hidden_node_ = own;
    b_.for_each_vertex(own, [&](Vertex v) {
      duals_[at(v)] = closed_;
      hidden_.push_back(v);
    });
  }

  void renew(Vertex v, Label label) {
    switch (label) {
      case Label::kOutside:
        duals_[at(v)] = b_.dual_2x[at(v)];
        break;
      case Label::kS:
        duals_[at(v)] = tree_.reach(v) - tree_.now;
        break;
      case Label::kT:
        duals_[at(v)] = closed_;
        break;
    }
  }

  const Blossoms<Value>& b_;
  const Tree<Value>& tree_;
  const Value closed_;
  bool known_ = false;
  std::vector<Value> duals_;
  Node hidden_node_ = kNone;
  std::vector<Vertex> hidden_;
};

}  // namespace fastpair
