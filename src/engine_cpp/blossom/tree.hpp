// The alternating trees of a search: labels, ways to the root, and the duals of their nodes.
//
// The time `now` passes for all trees alike. The doubled dual of a root falls by as much. Meanwhile
// the doubled duals change at these speeds: those of S-vertices fall and those of T-vertices rise
// by 1, those of surface S-blossoms rise and those of T-blossoms fall by 2, and all others rest.
// So every edge of the tree stays tight. The reach of an S-vertex is its dual plus the time, which
// stays as it is: the time when its dual is 0. An edge is due at reach + other dual - weight.
//
// No dual is updated while time passes (Galil, Micali and Gabow 1986). Each node remembers when it
// entered, and its duals are updated when it changes its label and when the search ends. Blossoms
// may be nested thousands deep, so a child that stays T when its blossom is expanded is not
// touched.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "blossom/forest.hpp"
#include "blossom/indexed.hpp"
#include "fastpair/integers.hpp"

namespace fastpair {

enum class Label : std::uint8_t { kOutside, kS, kT };

template <class Value>
class Tree {
 public:
  explicit Tree(BlossomForest<Value>& forest) : forest_(forest), since_(forest.size(), 0) {}

  Value now = 0;

  void start() {
    now = 0;
    branches_.reserve(forest_.most_nodes());
    labels_.reserve(forest_.most_nodes());
    resize();
  }

  /// The label of a surface node.
  [[nodiscard]] Label label(Node b) const { return labels_[b]; }
  /// The time when a vertex became S. Its dual in the forest is the one of that moment.
  [[nodiscard]] Value since(Vertex v) const { return since_[v]; }
  /// The time at which the dual of an S-vertex is 0.
  [[nodiscard]] Value reach(Vertex v) const { return since_[v] + forest_.dual_2x(v); }
  /// The edge by which a T-node hangs on its parent: `from` in the parent, `to` in the node.
  [[nodiscard]] Link link(Node t) const { return branches_[t].link; }

  /// The time at which the dual of a T-blossom is 0.
  [[nodiscard]] Value expansion(Node t) const {
    return branches_[t].entered + forest_.blossom_dual_2x(t) / 2;
  }

  /// The node after b in its tree; the first one comes after the last one.
  [[nodiscard]] Node next_node(Node b) const { return branches_[b].next; }

  /// Calls visit(b) for all nodes of the tree that holds the node b.
  template <class Visit>
  void for_each_node(Node b, Visit visit) const {
    const Node last = branches_[b].previous;
    for (bool done = false; !done; b = branches_[b].next) {
      done = b == last;
      visit(b);
    }
  }

  /// A node without a mate is the root of a tree, any other node the child of its mate.
  void enter_s(Node b) {
    const Vertex mate = forest_.mate(forest_.base(b));
    enter(b, Label::kS, mate == kNobody ? kNone : forest_.surface(mate));
    forest_.for_each_vertex(b, [&](Vertex v) { since_[v] = now; });
  }

  /// The duals of the vertices of the node have been rising since `rising`. That is now, unless the
  /// node was part of a T-blossom.
  void enter_t(Node b, Link link, Value rising) {
    enter(b, Label::kT, forest_.surface(link.from));
    branches_[b].link = link;
    branches_[b].rising = rising;
  }

  /// Replaces a T-blossom whose dual has reached 0 by its children. The edge by which it hangs on
  /// its parent leads into one of them. Of the two ways from there to the base, the even one is
  /// alternating and stays in the tree: a T-child, the S-child that it is matched with, the next
  /// T-child and so on, the base a T-child. The others leave the tree. Calls become_t(child),
  /// become_s(child), and leave(child, risen) with what the duals of the child have risen by.
  template <class BecomeT, class BecomeS, class Leave>
  void expand(Node b, BecomeT become_t, BecomeS become_s, Leave leave_tree) {
    Link link = branches_[b].link;
    const Value rising = branches_[b].rising;
    const Value risen = now - rising;
    leave(b);
    const Cycle cycle = forest_.expand(b);
    const std::vector<Node>& children = cycle.children;
    const EvenWay way(cycle, forest_.surface(link.to));
    for (std::size_t t = way.start();; t = way.next(way.next(t))) {
      enter_t(children[t], link, rising);
      become_t(children[t]);
      if (t == Cycle::kBase) break;
      const std::size_t s = way.next(t);
      raise(children[s], risen);
      enter_s(children[s]);
      become_s(children[s]);
      link = way.link_after(s);
    }
    for (std::size_t k = way.next(Cycle::kBase); k != way.start(); k = way.next(k)) {
      raise(children[k], risen);
      leave_tree(children[k], risen);
    }
  }

  /// The S-node where the ways from two S-nodes to the root meet, or kNone if they are in two
  /// trees. That takes no longer than to walk the smaller tree.
  [[nodiscard]] Node lowest_common(Node a, Node b) {
    ++mark_;
    Node from_a = a;
    Node from_b = b;
    bool apart = true;
    for (Node walked = kNone; a != kNone || b != kNone;) {
      if (a != kNone) {
        if (branches_[a].mark == mark_) return a;
        branches_[a].mark = mark_;
        a = grandparent(a);
      } else if (apart) {
        // This way has ended at a root: is the other node in the tree there?
        walked = next_node(walked == kNone ? from_a : walked);
        if (walked == from_a) return kNone;
        apart = walked != from_b;
      }
      std::swap(a, b);
      std::swap(from_a, from_b);
    }
    return kNone;
  }

  /// Shrinks the cycle that the edge `tight` closes between the S-nodes a and b, whose ways meet in
  /// `top`, to one S-node. Calls become_s(v) for the T-vertices in it.
  template <class Visit>
  Node shrink(Node a, Node b, Node top, Link tight, Visit become_s) {
    std::vector<Node> nodes{top};
    std::vector<Link> links;
    climb(a, top, nodes, links);
    std::reverse(nodes.begin() + 1, nodes.end());
    std::ranges::reverse(links);
    for (Link& link : links) std::swap(link.from, link.to);
    links.push_back(tight);
    climb(b, top, nodes, links);
    for (const Node node : nodes) {
      update_blossom(node, label(node));
      if (label(node) != Label::kT) continue;
      const Value risen = now - branches_[node].rising;
      forest_.for_each_vertex(node, [&](Vertex v) {
        forest_.raise(v, risen);
        since_[v] = now;
        become_s(v);
      });
    }
    const Node blossom = forest_.shrink(std::move(nodes), std::move(links));
    resize();
    enter(blossom, Label::kS, top);
    for (const Node node : forest_.children(blossom)) leave(node);
    return blossom;
  }

  /// Takes all nodes of the tree that holds the node b out of it and brings their duals up to date.
  /// Calls visit(v, was, change) for every vertex with its label and what its dual fell by as an
  /// S-vertex or has risen by as a T-vertex, and leave(b) for every node when its vertices are
  /// done.
  template <class Visit, class Leave>
  void clear(Node b, Visit visit, Leave leave) {
    for_each_node(b, [&](Node node) {
      const Label was = std::exchange(labels_[node], Label::kOutside);
      update_blossom(node, was);
      const bool s = was == Label::kS;
      const Value risen = now - branches_[node].rising;
      forest_.for_each_vertex(node, [&](Vertex v) {
        const Value change = s ? now - since_[v] : risen;
        forest_.raise(v, s ? -change : change);
        visit(v, was, change);
      });
      leave(node);
    });
  }

  /// Exchanges matched and unmatched edges from the S-vertex `v`, which gets a new mate, to the
  /// root.
  void augment(Vertex v, Vertex mate) {
    while (true) {
      const Node b = forest_.surface(v);
      const Vertex old = forest_.mate(forest_.base(b));
      forest_.rotate(b, v, mate);
      if (old == kNobody) return;
      const Node t = forest_.surface(old);
      const Link up = link(t);
      forest_.rotate(t, up.to, up.from);
      v = up.from;
      mate = up.to;
    }
  }

 private:
  /// Brings the dual of a blossom up to date.
  void update_blossom(Node b, Label label) {
    const Value passed = now - branches_[b].entered;
    if (!forest_.is_blossom(b)) return;
    forest_.blossom_dual_2x(b) += label == Label::kS ? 2 * passed : -2 * passed;
  }

  /// Raises the duals of all vertices of a node by what they have risen as T-vertices.
  void raise(Node b, Value risen) {
    forest_.for_each_vertex(b, [&](Vertex v) { forest_.raise(v, risen); });
  }

  struct Branch {
    Value entered = 0;
    /// For a T-node, the time since which the duals of its vertices have been rising.
    Value rising = 0;
    Link link{kNobody, kNobody};
    std::uint32_t mark = 0;
    /// The nodes of a tree form a ring.
    Node next = kNone;
    Node previous = kNone;
  };

  void resize() {
    branches_.resize(forest_.node_end());
    labels_.resize(forest_.node_end());
  }

  /// The node enters the tree that holds the node `beside`, or becomes a tree of its own.
  void enter(Node b, Label label, Node beside) {
    Branch& branch = branches_[b];
    labels_[b] = label;
    branch.entered = now;
    branch.next = branch.previous = b;
    if (beside == kNone) return;
    branch.previous = beside;
    branch.next = std::exchange(branches_[beside].next, b);
    branches_[branch.next].previous = b;
  }

  void leave(Node b) {
    Branch& branch = branches_[b];
    labels_[b] = Label::kOutside;
    branches_[branch.previous].next = branch.next;
    branches_[branch.next].previous = branch.previous;
  }

  /// The S-node two steps nearer to the root, or kNone.
  [[nodiscard]] Node grandparent(Node b) const {
    const Vertex mate = forest_.mate(forest_.base(b));
    return mate == kNobody ? kNone : forest_.surface(link(forest_.surface(mate)).from);
  }

  /// Appends the nodes on the way from `from` up to `top`, without `top` itself, and the link from
  /// each of them to the next.
  void climb(Node from, Node top, std::vector<Node>& nodes, std::vector<Link>& links) const {
    while (from != top) {
      const Vertex base = forest_.base(from);
      const Node t = forest_.surface(forest_.mate(base));
      nodes.push_back(from);
      links.push_back({base, forest_.mate(base)});
      nodes.push_back(t);
      links.push_back({link(t).to, link(t).from});
      from = forest_.surface(link(t).from);
    }
  }

  BlossomForest<Value>& forest_;
  PerVertex<Value> since_;
  PerNode<Branch> branches_;
  /// Apart from the branches, because every edge that is scanned asks for the label of its end.
  PerNode<Label> labels_;
  std::uint32_t mark_ = 0;
};

}  // namespace fastpair
