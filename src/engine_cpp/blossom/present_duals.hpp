// The duals of this moment, for the vertices that a new edge of the tree may lead to.
#pragma once

#include <cstddef>
#include <vector>

#include "blossom/forest.hpp"
#include "blossom/tree.hpp"
#include "fastpair/integers.hpp"
#include "rows/keys.hpp"

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
  Keys<Value>& out_of(Node own) {
    if (!known_) learn();
    if (own != hidden_node_) hide(own);
    return duals_;
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
    duals_ = Keys<Value>(b_.dual_2x);
    known_ = true;
    hidden_node_ = kNone;
    hidden_.clear();
    tree_.for_each_node([&](Node b) { update(b); });
  }

  void hide(Node own) {
    // Mostly the node has grown since: what it had hidden stays so.
    std::erase_if(hidden_, [&](Vertex v) {
      const Node b = b_.outer(v);
      if (b != own) renew(v, tree_.label(b));
      return b != own;
    });
    hidden_node_ = own;
    b_.for_each_vertex(own, [&](Vertex v) {
      if (duals_[v] == closed_) return;
      duals_.set(v, closed_);
      hidden_.push_back(v);
    });
  }

  void renew(Vertex v, Label label) {
    switch (label) {
      case Label::kOutside:
        duals_.set(v, b_.dual_2x[at(v)]);
        break;
      case Label::kS:
        duals_.set(v, tree_.reach(v) - tree_.now);
        break;
      case Label::kT:
        duals_.set(v, closed_);
        break;
    }
  }

  const Blossoms<Value>& b_;
  const Tree<Value>& tree_;
  const Value closed_;
  bool known_ = false;
  Keys<Value> duals_;
  Node hidden_node_ = kNone;
  std::vector<Vertex> hidden_;
};

}  // namespace fastpair
