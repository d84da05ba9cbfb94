// The matching, the dual variables, and the nested blossoms between them.
//
// Invariants between two searches, with every value doubled (suffix _2x):
//   slack_2x(i, j) = dual_2x[i] + dual_2x[j] + sum of blossom_dual_2x over common blossoms - 2 w
//   is >= 0 on all candidate edges, and 0 on matched edges and on the links of blossoms;
//   blossom_dual_2x > 0 for outermost blossoms that are not free, >= 0 for the others;
//   a blossom's base is its only vertex whose mate lies outside of the blossom.
// A blossom's dual is even, because both ends of a link change by equal steps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "fastpair/integers.hpp"

namespace fastpair {

/// An edge between two consecutive children of a blossom: `from` in the first, `to` in the next.
struct Link {
  Vertex from;
  Vertex to;
};

template <class Value>
class Blossoms {
 public:
  explicit Blossoms(Vertex size)
      : mate(at(size), kNobody),
        dual_2x(at(size), 0),
        size_(size),
        parent_(at(size), kNone),
        base_(at(size)),
        blossom_dual_2x_(at(size), 0),
        speaker_(at(size)),
        speaker_of_(at(size)),
        outermost_(at(size)),
        count_(at(size), 1),
        first_(at(size)),
        last_(at(size)),
        next_(at(size), kNobody) {
    // Left to themselves, vectors take twice what they had.
    blossom_dual_2x_.reserve(most_nodes());
    for (auto* of_node : {&parent_, &base_, &speaker_of_, &count_, &first_, &last_}) {
      of_node->reserve(most_nodes());
    }
    for (Vertex v = 0; v < size; ++v) {
      base_[at(v)] = first_[at(v)] = last_[at(v)] = v;
      speaker_[at(v)] = speaker_of_[at(v)] = outermost_[at(v)] = v;
    }
  }

  /// The same state in another width of integers.
  template <class Other>
  explicit Blossoms(const Blossoms<Other>& other)
      : mate(other.mate),
        dual_2x(other.dual_2x.begin(), other.dual_2x.end()),
        size_(other.size_),
        parent_(other.parent_),
        base_(other.base_),
        blossom_dual_2x_(other.blossom_dual_2x_.begin(), other.blossom_dual_2x_.end()),
        unused_(other.unused_),
        speaker_(other.speaker_),
        speaker_of_(other.speaker_of_),
        outermost_(other.outermost_),
        count_(other.count_),
        first_(other.first_),
        last_(other.last_),
        next_(other.next_) {
    for (const auto& body : other.bodies_) bodies_.push_back({body.children, body.links});
  }

  /// Mate of every vertex, or kNobody. Also correct inside of blossoms.
  std::vector<Vertex> mate;
  std::vector<Value> dual_2x;

  [[nodiscard]] Vertex size() const { return size_; }
  /// There are never more nodes: every blossom joins three or more.
  [[nodiscard]] std::size_t most_nodes() const { return at(size_) + at(size_) / 2; }
  /// One more than the largest node in use.
  [[nodiscard]] Node node_end() const { return static_cast<Node>(parent_.size()); }
  [[nodiscard]] bool is_blossom(Node b) const { return b >= size_; }
  /// Outermost node that holds a vertex.
  [[nodiscard]] Node outer(Vertex v) const { return outermost_[at(speaker_[at(v)])]; }
  [[nodiscard]] Node parent(Node b) const { return parent_[at(b)]; }
  [[nodiscard]] Vertex base(Node b) const { return base_[at(b)]; }
  [[nodiscard]] bool is_free(Node b) const { return mate[at(base(b))] == kNobody; }
  [[nodiscard]] Value& blossom_dual_2x(Node b) { return blossom_dual_2x_[at(b)]; }
  [[nodiscard]] const Value& blossom_dual_2x(Node b) const { return blossom_dual_2x_[at(b)]; }
  [[nodiscard]] const std::vector<Node>& children(Node b) const { return body(b).children; }
  [[nodiscard]] const std::vector<Link>& links(Node b) const { return body(b).links; }

  /// Whether a node is in use: blossoms that were dissolved are not, until they are made again.
  [[nodiscard]] bool exists(Node b) const { return !is_blossom(b) || !children(b).empty(); }

  /// Where the vertices of a node begin.
  [[nodiscard]] Vertex first(Node b) const { return first_[at(b)]; }

  /// Calls visit(v) for every vertex in a node: those of a child follow one another, in the same
  /// order as by themselves. O(number of vertices).
  template <class Visit>
  void for_each_vertex(Node b, Visit visit) const {
    const Vertex last = last_[at(b)];
    for (Vertex v = first_[at(b)]; v != last; v = next_[at(v)]) visit(v);
    visit(last);
  }

  /// Walks through a node and all nodes in it, children between enter(b) and leave(b) of their
  /// blossom.
  template <class Enter, class Visit, class Leave>
  void walk(Node root, Enter enter, Visit visit, Leave leave) const {
    // A blossom that was entered waits on the stack as its complement, to be left.
    std::vector<Node> open{root};
    while (!open.empty()) {
      const Node node = open.back();
      open.pop_back();
      if (node < 0) {
        leave(~node);
      } else if (!is_blossom(node)) {
        visit(node);
      } else {
        enter(node);
        open.push_back(~node);
        open.insert(open.end(), children(node).rbegin(), children(node).rend());
      }
    }
  }

  /// Makes a blossom with dual 0 of a cycle of outermost nodes; the first holds the base. O(number
  /// of children and of vertices in all but the largest).
  Node shrink(std::vector<Node> children, std::vector<Link> links) {
    const Node b = new_node();
    base_[at(b)] = base(children.front());
    const Node largest = largest_of(children);
    count_[at(b)] = 0;
    for (const Node child : children) {
      parent_[at(child)] = b;
      count_[at(b)] += count_[at(child)];
      if (child != largest) speak(child, speaker_of_[at(largest)]);
    }
    speaker_of_[at(b)] = speaker_of_[at(largest)];
    outermost_[at(speaker_of_[at(b)])] = b;
    first_[at(b)] = first_[at(children.front())];
    last_[at(b)] = last_[at(children.back())];
    for (std::size_t k = 1; k < children.size(); ++k) {
      next_[at(last_[at(children[k - 1])])] = first_[at(children[k])];
    }
    bodies_[at(b - size_)] = {std::move(children), std::move(links)};
    return b;
  }

  /// Replaces an outermost blossom by its children, as they are; duals are the caller's concern. As
  /// fast as shrink.
  std::vector<Node> release(Node b) {
    std::vector<Node> released = std::move(body(b).children);
    body(b) = {};
    blossom_dual_2x(b) = 0;
    unused_.push_back(b);
    for (const Node child : released) {
      parent_[at(child)] = kNone;
      const Vertex speaker = speaker_of_[at(child)];
      if (speaker != speaker_of_[at(b)]) speak(child, speaker);
      outermost_[at(speaker)] = child;
    }
    return released;
  }

  /// Releases an outermost node as far as it and its children have dual 0. A free blossom stays: it
  /// is a half-integral cycle.
  void release_empty(Node b) {
    if (!is_blossom(b) || is_free(b)) return;
    std::vector<Node> open{b};
    while (!open.empty()) {
      const Node node = open.back();
      open.pop_back();
      if (!is_blossom(node) || blossom_dual_2x(node) != 0) continue;
      for (const Node child : release(node)) open.push_back(child);
    }
  }

  /// Makes v free, as the base of the blossoms around it; nobody else is free thereby but the
  /// former mate of the outermost one.
  void release_mate(Vertex v) {
    part(base(outer(v)));
    rotate(outer(v), v);
    mate[at(v)] = kNobody;
  }

  /// Raises the dual of the free vertex v by an amount, and the duals of those in the blossoms
  /// around it as long as these have duals to give: edges inside stay tight, and edges that lead
  /// out are slack. Blossoms that have given all are released. O(number of vertices in the
  /// outermost).
  void lift(Vertex v, Value amount) {
    Value risen = 0;
    const auto raise = [&](Vertex u) { dual_2x[at(u)] += risen; };
    Node b = outer(v);
    for (; is_blossom(b) && risen + blossom_dual_2x(b) / 2 <= amount; b = outer(v)) {
      risen += blossom_dual_2x(b) / 2;
      for (const Node child : release(b)) {
        if (child != outer(v)) for_each_vertex(child, raise);
      }
    }
    if (is_blossom(b)) blossom_dual_2x(b) -= 2 * (amount - risen);
    risen = amount;
    for_each_vertex(b, raise);
  }

  /// Ends the match of the base of an outermost node, if it has one.
  void part(Vertex v) {
    const Vertex other = mate[at(v)];
    if (other == kNobody) return;
    mate[at(v)] = mate[at(other)] = kNobody;
  }

  /// Makes v the base of the blossom b by exchanging matched and unmatched links on the even way
  /// from v's child to the base. The mate of v is the caller's concern. O(number of children).
  void rotate(Node b, Vertex v) {
    if (!is_blossom(b)) return;
    std::vector<std::pair<Node, Vertex>> open{{b, v}};
    while (!open.empty()) {
      const auto [node, vertex] = open.back();
      open.pop_back();
      rotate_children(node, vertex, open);
    }
  }

  /// Slack of an edge with the duals of all blossoms that hold both ends. O(depth).
  [[nodiscard]] Value slack_2x(Vertex i, Vertex j, Weight weight_2x) const {
    return dual_2x[at(i)] + dual_2x[at(j)] + shared_2x(i, j) - weight_2x;
  }

  /// The duals of all blossoms that hold both vertices. O(depth).
  [[nodiscard]] Value shared_2x(Vertex i, Vertex j) const {
    Value shared = 0;
    if (outer(i) != outer(j)) return shared;
    const std::vector<Node> around_i = around(i);
    const std::vector<Node> around_j = around(j);
    auto a = around_i.rbegin();
    for (auto b = around_j.rbegin(); a != around_i.rend() && b != around_j.rend() && *a == *b;
         ++a, ++b) {
      shared += blossom_dual_2x(*a);
    }
    return shared;
  }

  /// Number of vertices in a node.
  [[nodiscard]] Vertex count(Node b) const { return count_[at(b)]; }

  /// The child of a blossom that has most vertices.
  [[nodiscard]] Node largest_child(Node b) const { return largest_of(children(b)); }

  /// The blossoms that hold v, innermost first. O(depth).
  [[nodiscard]] std::vector<Node> around(Vertex v) const {
    std::vector<Node> result;
    for (Node b = parent(v); b != kNone; b = parent(b)) result.push_back(b);
    return result;
  }

  /// Whether the edge ij links two children of a blossom. O(depth + number of children).
  [[nodiscard]] bool is_linked(Vertex i, Vertex j) const {
    const std::vector<Node> around_j = around(j);
    for (Node b = parent(i); b != kNone; b = parent(b)) {
      if (std::ranges::find(around_j, b) == around_j.end()) continue;
      return std::ranges::any_of(links(b), [&](const Link& link) {
        return (link.from == i && link.to == j) || (link.from == j && link.to == i);
      });
    }
    return false;
  }

  /// The child of blossom b that holds v. O(depth).
  [[nodiscard]] Node child_with(Node b, Vertex v) const {
    Node child = v;
    while (parent(child) != b) child = parent(child);
    return child;
  }

 private:
  template <class Other>
  friend class Blossoms;

  [[nodiscard]] Node largest_of(const std::vector<Node>& nodes) const {
    return *std::ranges::max_element(nodes, {}, [this](Node b) { return count(b); });
  }

  void speak(Node b, Vertex speaker) {
    for_each_vertex(b, [&](Vertex v) { speaker_[at(v)] = speaker; });
  }

  struct Body {
    std::vector<Node> children;
    std::vector<Link> links;
  };

  static std::size_t at(Node node) { return static_cast<std::size_t>(node); }
  Body& body(Node b) { return bodies_[at(b - size_)]; }
  const Body& body(Node b) const { return bodies_[at(b - size_)]; }

  Node new_node() {
    if (!unused_.empty()) {
      const Node b = unused_.back();
      unused_.pop_back();
      parent_[at(b)] = kNone;
      return b;
    }
    const Node b = node_end();
    parent_.push_back(kNone);
    base_.push_back(kNobody);
    blossom_dual_2x_.push_back(0);
    speaker_of_.push_back(kNobody);
    count_.push_back(0);
    first_.push_back(kNobody);
    last_.push_back(kNobody);
    bodies_.emplace_back();
    return b;
  }

  void rotate_children(Node b, Vertex v, std::vector<std::pair<Node, Vertex>>& open) {
    const Node child = child_with(b, v);
    if (is_blossom(child)) open.emplace_back(child, v);
    auto& [children, links] = body(b);
    const std::size_t count = children.size();
    const auto start =
        static_cast<std::size_t>(std::ranges::find(children, child) - children.begin());
    const bool forward = start % 2 == 1;
    for (std::size_t j = start; j != 0 && j != count;) {
      const std::size_t first = forward ? j + 1 : j - 1;
      const std::size_t second = forward ? (j + 2) % count : j - 2;
      const Link link = links[forward ? first : second];
      const Vertex p = forward ? link.from : link.to;
      const Vertex q = forward ? link.to : link.from;
      if (is_blossom(children[first])) open.emplace_back(children[first], p);
      if (is_blossom(children[second])) open.emplace_back(children[second], q);
      mate[at(p)] = q;
      mate[at(q)] = p;
      j = second;
    }
    const auto shift = static_cast<std::ptrdiff_t>(start);
    std::ranges::rotate(children, children.begin() + shift);
    std::ranges::rotate(links, links.begin() + shift);
    base_[at(b)] = v;
  }

  Vertex size_;
  std::vector<Node> parent_;
  std::vector<Vertex> base_;
  std::vector<Value> blossom_dual_2x_;
  std::vector<Body> bodies_;
  std::vector<Node> unused_;
  /// One of the vertices of an outermost node speaks for all of them, and knows the node: a blossom
  /// takes the speaker of its largest child, so that only the others need be told.
  std::vector<Vertex> speaker_;
  std::vector<Vertex> speaker_of_;
  std::vector<Node> outermost_;
  /// Number of vertices in each node.
  std::vector<Vertex> count_;
  /// The vertices of every node are a list from first_ along next_ to last_: the lists of its
  /// children, joined.
  std::vector<Vertex> first_;
  std::vector<Vertex> last_;
  std::vector<Vertex> next_;
};

}  // namespace fastpair
