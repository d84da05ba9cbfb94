// The matching, the dual variables, and the forest of nested blossoms.
//
// All values are doubled (suffix _2x). Between two searches these invariants hold, and
// check_invariants() in invariants.hpp tests them:
//   slack_2x(i, j) = dual_2x(i) + dual_2x(j) + sum of blossom_dual_2x over common blossoms - 2 w
//     is 0 or more on all candidate edges, and 0 on matched edges and on the links of blossoms;
//   the dual of a blossom is 0 or more, and even, because both ends of a link change by equal
//   steps; the base of a blossom is its only vertex whose mate lies outside of the blossom.
#pragma once

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <utility>
#include <vector>

#include "blossom/indexed.hpp"
#include "fastpair/integers.hpp"

namespace fastpair {

/// An edge between two consecutive children of a blossom: `from` in the first, `to` in the next.
struct Link {
  Vertex from;
  Vertex to;
};

/// links[k] leads from children[k] to the next child, and the last link back to the first child.
/// The child kBase holds the base. The links of odd number are matched, so that every child but
/// kBase has a matched link.
struct Cycle {
  static constexpr std::size_t kBase = 0;

  std::vector<Node> children;
  std::vector<Link> links;
};

/// Of the two ways around a cycle from a child to the base, the one with an even number of links.
/// It begins with a matched link, and its links are matched and unmatched in turn.
class EvenWay {
 public:
  EvenWay(const Cycle& cycle, Node start)
      : cycle_(cycle),
        start_(static_cast<std::size_t>(std::ranges::find(cycle.children, start) -
                                        cycle.children.begin())),
        forward_(start_ % 2 == 1) {}

  /// The number of the child where the way begins.
  [[nodiscard]] std::size_t start() const { return start_; }

  /// The number of the child that follows child k in the direction of the way.
  [[nodiscard]] std::size_t next(std::size_t k) const {
    const std::size_t last = cycle_.children.size() - 1;
    if (forward_) return k == last ? 0 : k + 1;
    return k == 0 ? last : k - 1;
  }

  /// The link from child k to the one that follows it, in this direction.
  [[nodiscard]] Link link_after(std::size_t k) const {
    if (forward_) return cycle_.links[k];
    const Link back = cycle_.links[next(k)];
    return {.from = back.to, .to = back.from};
  }

 private:
  const Cycle& cycle_;
  std::size_t start_;
  bool forward_;
};

template <class Value>
class BlossomForest {
 public:
  explicit BlossomForest(Vertex size)
      : size_(size),
        mates_(size, kNobody),
        duals_2x_(size, 0),
        representative_(size),
        surface_(size),
        next_(size, kNobody) {
    nodes_.reserve(most_nodes());
    for (Vertex v = 0; v < size; ++v) {
      representative_[v] = v;
      surface_[v] = node_of(v);
      nodes_.push_back({.base = v, .representative = v, .count = 1, .first = v, .last = v});
    }
  }

  /// The same state in another width of integers, with `more` free vertices after the others.
  template <class Other>
  explicit BlossomForest(const BlossomForest<Other>& other, Vertex more = 0)
      : BlossomForest(other.size_ + more) {
    const auto number = [&](Node b) {
      return other.is_blossom(b) ? static_cast<Node>(static_cast<Vertex>(b) + more) : b;
    };
    std::ranges::copy(other.mates_, mates_.begin());
    std::ranges::copy(other.duals_2x_, duals_2x_.begin());
    std::ranges::copy(other.representative_, representative_.begin());
    std::ranges::copy(other.next_, next_.begin());
    std::ranges::transform(other.surface_, surface_.begin(), number);
    nodes_.resize(number(other.node_end()));
    for (Node b{0}; b != other.node_end(); b = static_cast<Node>(static_cast<Vertex>(b) + 1)) {
      const auto& node = other.nodes_[b];
      nodes_[number(b)] = {node.dual_2x, number(node.parent), node.base, node.representative,
                           node.count,   node.first,          node.last};
    }
    cycles_ = other.cycles_;
    for (Cycle& cycle : cycles_) {
      std::ranges::transform(cycle.children, cycle.children.begin(), number);
    }
    for (const Node b : other.unused_) unused_.push_back(number(b));
  }

  /// The mate of a vertex, or kNobody. It is also correct inside of blossoms.
  [[nodiscard]] Vertex mate(Vertex v) const { return mates_[v]; }
  [[nodiscard]] const PerVertex<Vertex>& mates() const { return mates_; }
  /// The dual variable u of a vertex.
  [[nodiscard]] Value dual_2x(Vertex v) const { return duals_2x_[v]; }
  [[nodiscard]] const PerVertex<Value>& duals_2x() const { return duals_2x_; }
  void set_dual_2x(Vertex v, Value dual) { duals_2x_[v] = dual; }
  void raise(Vertex v, Value amount) { duals_2x_[v] += amount; }

  [[nodiscard]] Vertex size() const { return size_; }
  /// There are never more nodes than this, because every blossom joins three nodes or more.
  [[nodiscard]] std::size_t most_nodes() const { return index_of(size_) + index_of(size_) / 2; }
  /// The node after the last one that has been used.
  [[nodiscard]] Node node_end() const { return nodes_.size(); }
  [[nodiscard]] bool is_blossom(Node b) const { return b >= first_blossom(); }
  [[nodiscard]] bool is_in_blossom(Vertex v) const { return parent(node_of(v)) != kNone; }
  /// The surface node that holds a vertex: the outermost one, a node of what Cook and Rohe (1999)
  /// call the surface graph.
  [[nodiscard]] Node surface(Vertex v) const { return surface_[representative_[v]]; }
  /// The blossom whose child a node is, or kNone.
  [[nodiscard]] Node parent(Node b) const { return nodes_[b].parent; }
  [[nodiscard]] Vertex base(Node b) const { return nodes_[b].base; }
  /// Whether a surface node holds a vertex without a mate.
  [[nodiscard]] bool is_free(Node b) const { return mate(base(b)) == kNobody; }
  /// The dual variable z of a blossom; 0 for a vertex.
  [[nodiscard]] Value& blossom_dual_2x(Node b) { return nodes_[b].dual_2x; }
  [[nodiscard]] const Value& blossom_dual_2x(Node b) const { return nodes_[b].dual_2x; }
  /// The cycle of a blossom, in order; the first child holds the base.
  [[nodiscard]] const std::vector<Node>& children(Node b) const { return cycle_of(b).children; }
  /// links(b)[k] leads from child k to child k + 1, the last one back to the first child.
  [[nodiscard]] const std::vector<Link>& links(Node b) const { return cycle_of(b).links; }
  /// The number of vertices in a node.
  [[nodiscard]] Vertex count(Node b) const { return nodes_[b].count; }
  /// The vertex at which for_each_vertex begins.
  [[nodiscard]] Vertex first(Node b) const { return nodes_[b].first; }
  /// Whether a node is in use: an expanded blossom is not, until its number is used again.
  [[nodiscard]] bool exists(Node b) const { return !is_blossom(b) || !children(b).empty(); }

  /// Calls visit(b) for every blossom in use, whether it is a surface node or not.
  template <class Visit>
  void for_each_blossom(Visit visit) const {
    for (std::size_t k = 0; k < cycles_.size(); ++k) {
      if (exists(blossom(k))) visit(blossom(k));
    }
  }

  /// Calls visit(v) for every vertex in a node. The vertices of a child follow one another, in the
  /// order in which the child alone is visited. O(number of vertices).
  template <class Visit>
  void for_each_vertex(Node b, Visit visit) const {
    const Vertex last = nodes_[b].last;
    for (Vertex v = nodes_[b].first; v != last; v = next_[v]) visit(v);
    visit(last);
  }

  /// Walks through a node and all nodes in it: visit(v) for vertices; for blossoms enter(b) before
  /// their children and leave(b) after them.
  template <class Enter, class Visit, class Leave>
  void walk(Node root, Enter enter, Visit visit, Leave leave) const {
    // A blossom that was entered waits on the stack until its children are done.
    struct Step {
      Node node;
      bool entered;
    };
    std::vector<Step> stack{{root, false}};
    while (!stack.empty()) {
      const auto [node, entered] = stack.back();
      stack.pop_back();
      if (entered) {
        leave(node);
      } else if (!is_blossom(node)) {
        visit(base(node));
      } else {
        enter(node);
        stack.push_back({node, true});
        for (const Node child : std::views::reverse(children(node))) {
          stack.push_back({child, false});
        }
      }
    }
  }

  /// Makes a blossom with dual 0 of a cycle of surface nodes, the first of which holds the base.
  /// O(number of children and of vertices in all of them but the largest).
  Node shrink(std::vector<Node> children, std::vector<Link> links) {
    const Node largest = largest_of(children);
    const Node b = enclose(largest, std::move(children), std::move(links));
    renew(b);
    return b;
  }

  /// Replaces a surface blossom by its children and returns the cycle that they were. Their
  /// duals are the caller's concern. As fast as shrink.
  Cycle expand(Node b) {
    Cycle expanded = std::exchange(cycle_of(b), {});
    discard(b);
    for (const Node child : expanded.children) {
      nodes_[child].parent = kNone;
      const Vertex representative = nodes_[child].representative;
      if (representative != nodes_[b].representative) represent(child, representative);
      surface_[representative] = child;
    }
    return expanded;
  }

  /// Expands a surface blossom, and its children in turn, as far as their duals are 0. A free
  /// blossom stays: it is a cycle that is matched by halves.
  void expand_empty(Node b) {
    if (!is_blossom(b) || is_free(b)) return;
    std::vector<Node> stack{b};
    while (!stack.empty()) {
      const Node node = stack.back();
      stack.pop_back();
      if (!is_blossom(node) || blossom_dual_2x(node) != 0) continue;
      const Cycle expanded = expand(node);
      stack.insert(stack.end(), expanded.children.begin(), expanded.children.end());
    }
  }

  /// Appends the vertices that have been freed since the last call, and says whether there are any.
  /// Some may be there more than once, or have a mate again.
  bool take_freed(std::vector<Vertex>& vertices) {
    if (freed_.empty()) return false;
    vertices.insert(vertices.end(), freed_.begin(), freed_.end());
    freed_.clear();
    return true;
  }

  /// Frees v, and makes it the base of the blossoms around it. The only other vertex that is freed
  /// is the one that the surface blossom was matched with.
  void make_free(Vertex v) {
    unmatch(base(surface(v)));
    rotate(surface(v), v, kNobody);
  }

  /// Raises the dual of the free vertex v by an amount. The duals of the vertices in the blossoms
  /// around it rise with it as long as these blossoms have duals to give: so edges inside stay
  /// tight, and edges that lead out become slack. Blossoms that have given all are expanded.
  /// O(number of vertices in the surface blossom).
  void raise_free(Vertex v, Value amount) {
    Value risen = 0;
    const auto lift = [&](Vertex u) { raise(u, risen); };
    Node b = surface(v);
    for (; is_blossom(b) && risen + blossom_dual_2x(b) / 2 <= amount; b = surface(v)) {
      risen += blossom_dual_2x(b) / 2;
      const Cycle expanded = expand(b);
      for (const Node child : expanded.children) {
        if (child != surface(v)) for_each_vertex(child, lift);
      }
    }
    if (is_blossom(b)) blossom_dual_2x(b) -= 2 * (amount - risen);
    risen = amount;
    for_each_vertex(b, lift);
  }

  /// The vertex that blossoms which hold one another have in common, down to itself.
  [[nodiscard]] Vertex core(Node b) const { return nodes_[b].representative; }

  /// Makes blossoms as in another forest, where this one has a surface node for each of their
  /// vertices: number(v). Returns the node that is like b.
  template <class Number>
  Node copy(const BlossomForest& other, Node b, Number number) {
    std::vector<Node> done;
    const auto visit = [&](Vertex v) { done.push_back(node_of(number(v))); };
    const auto leave = [&](Node from) {
      const auto first = done.end() - std::ssize(other.children(from));
      std::vector<Node> children(first, done.end());
      done.erase(first, done.end());
      std::vector<Link> links = other.links(from);
      for (Link& link : links) link = {.from = number(link.from), .to = number(link.to)};
      done.push_back(shrink(std::move(children), std::move(links)));
      blossom_dual_2x(done.back()) = other.blossom_dual_2x(from);
    };
    other.walk(b, [](Node) {}, visit, leave);
    return done.back();
  }

  /// Leaves of a blossom the child with the base alone, in the place of the blossom. The vertices
  /// of the others are in no blossom then. The blossoms around have to be renewed.
  void peel(Node b) {
    const Cycle peeled = std::exchange(cycle_of(b), {});
    replace(b, peeled.children.front());
    discard(b);
    for (const Node child : peeled.children | std::views::drop(1)) {
      std::vector<Vertex> vertices;
      std::vector<Node> blossoms;
      walk(
          child, [&](Node c) { blossoms.push_back(c); }, [&](Vertex v) { vertices.push_back(v); },
          [](Node) {});
      for (const Node c : blossoms) {
        cycle_of(c) = {};
        discard(c);
      }
      for (const Vertex v : vertices) {
        nodes_[node_of(v)].parent = kNone;
        representative_[v] = v;
        surface_[v] = node_of(v);
      }
    }
  }

  /// Makes a blossom with dual 0 of a cycle in the place of one of its nodes, which may be in a
  /// blossom. The others are surface nodes. It has to be renewed, and those around it.
  Node enclose(Node inner, std::vector<Node> children, std::vector<Link> links) {
    const Node b = new_blossom();
    nodes_[b].representative = core(inner);
    replace(inner, b);
    for (const Node child : children) {
      nodes_[child].parent = b;
      if (child != inner) represent(child, core(inner));
    }
    cycle_of(b) = {std::move(children), std::move(links)};
    return b;
  }

  /// Brings up to date what a blossom knows of its children.
  void renew(Node b) {
    NodeState& blossom = nodes_[b];
    const std::vector<Node>& all = children(b);
    blossom.base = base(all.front());
    blossom.count = count(all.front());
    blossom.first = first(all.front());
    blossom.last = nodes_[all.back()].last;
    for (std::size_t k = 1; k < all.size(); ++k) {
      blossom.count += count(all[k]);
      next_[nodes_[all[k - 1]].last] = first(all[k]);
    }
  }

  void match(Vertex i, Vertex j) {
    mates_[i] = j;
    mates_[j] = i;
  }

  /// Frees the base v of a surface node and its mate, if it has one.
  void unmatch(Vertex v) {
    if (mate(v) == kNobody) return;
    freed_.insert(freed_.end(), {v, mate(v)});
    mates_[mate(v)] = kNobody;
    mates_[v] = kNobody;
  }

  /// Makes v the base of the node b, and gives it a mate, which is given v in turn elsewhere:
  /// exchanges matched and unmatched links on the even way from the child that holds v to the base,
  /// in b and in the blossoms in it. O(number of blossoms whose base changes, and of their
  /// children).
  void rotate(Node b, Vertex v, Vertex mate) {
    std::vector<std::pair<Node, Vertex>> stack;
    if (is_blossom(b)) stack.emplace_back(b, v);
    while (!stack.empty()) {
      const auto [node, vertex] = stack.back();
      stack.pop_back();
      // The blossoms in between have this base too, if the outer one has it. Otherwise one climb
      // serves all of them, because they may be nested thousands deep.
      Node child = node_of(vertex);
      while (child != node && base(node) != vertex) {
        rotate_children(parent(child), child, vertex, stack);
        child = parent(child);
      }
    }
    if (mate == kNobody) freed_.push_back(v);
    mates_[v] = mate;
  }

  /// Slack of an edge, with the duals of all blossoms that hold both ends. O(depth).
  [[nodiscard]] Value slack_2x(Vertex i, Vertex j, Weight weight_2x) const {
    return dual_2x(i) + dual_2x(j) + shared_2x(i, j) - weight_2x;
  }

  /// The sum of the duals of all blossoms that hold both vertices. O(depth).
  [[nodiscard]] Value shared_2x(Vertex i, Vertex j) const {
    Value shared = 0;
    for (Node b = innermost(i, j); b != kNone; b = parent(b)) shared += blossom_dual_2x(b);
    return shared;
  }

  /// The innermost blossom that holds both vertices, or kNone. O(depth).
  [[nodiscard]] Node innermost(Vertex i, Vertex j) const {
    if (surface(i) != surface(j)) return kNone;
    const std::vector<Node> around_i = blossoms_around(i);
    const std::vector<Node> around_j = blossoms_around(j);
    const auto apart =
        std::ranges::mismatch(around_i | std::views::reverse, around_j | std::views::reverse);
    return apart.in1 == around_i.rend() ? parent(node_of(i)) : parent(*apart.in1);
  }

  /// The child of a blossom that has most vertices.
  [[nodiscard]] Node largest_child(Node b) const { return largest_of(children(b)); }

  /// The blossoms that hold v, innermost first. O(depth).
  [[nodiscard]] std::vector<Node> blossoms_around(Vertex v) const {
    std::vector<Node> result;
    for (Node b = parent(node_of(v)); b != kNone; b = parent(b)) result.push_back(b);
    return result;
  }

  /// Whether the edge ij links two children of a blossom. O(depth + number of children).
  [[nodiscard]] bool is_linked(Vertex i, Vertex j) const {
    const Node b = innermost(i, j);
    return b != kNone && link_between(b, i, j) != links(b).size();
  }

  /// The place of the link ij in a blossom, or the number of links.
  [[nodiscard]] std::size_t link_between(Node b, Vertex i, Vertex j) const {
    const auto found = std::ranges::find_if(links(b), [&](const Link& link) {
      return (link.from == i && link.to == j) || (link.from == j && link.to == i);
    });
    return static_cast<std::size_t>(found - links(b).begin());
  }

  /// The child of blossom b that holds v. O(depth).
  [[nodiscard]] Node child_with(Node b, Vertex v) const {
    Node child = node_of(v);
    while (parent(child) != b) child = parent(child);
    return child;
  }

 private:
  template <class Other>
  friend class BlossomForest;

  struct NodeState {
    Value dual_2x = 0;
    Node parent = kNone;
    Vertex base = kNobody;
    /// The vertex under which surface_ holds this node as long as the node is a surface node. A
    /// blossom takes over the representative of its largest child, so that only the vertices of the
    /// other children get a new one.
    Vertex representative = kNobody;
    /// The number of vertices.
    Vertex count = 0;
    /// The vertices are a linked list from `first` along next_ to `last`. The list of a blossom
    /// joins those of its children.
    Vertex first = kNobody;
    Vertex last = kNobody;
  };

  /// The number of the first blossom follows that of the last vertex.
  [[nodiscard]] Node first_blossom() const { return Node{size_}; }
  /// Blossom number k, from 0.
  [[nodiscard]] Node blossom(std::size_t k) const {
    return static_cast<Node>(index_of(first_blossom()) + k);
  }
  Cycle& cycle_of(Node b) { return cycles_[index_of(b) - index_of(first_blossom())]; }
  const Cycle& cycle_of(Node b) const { return cycles_[index_of(b) - index_of(first_blossom())]; }

  [[nodiscard]] Node largest_of(const std::vector<Node>& nodes) const {
    return *std::ranges::max_element(nodes, {}, [this](Node b) { return count(b); });
  }

  void represent(Node b, Vertex representative) {
    for_each_vertex(b, [&](Vertex v) { representative_[v] = representative; });
  }

  /// Puts a node in the place of another one, which is in a blossom or a surface node.
  void replace(Node b, Node by) {
    const Node around = parent(b);
    nodes_[by].parent = around;
    if (around == kNone) {
      surface_[core(by)] = by;
    } else {
      *std::ranges::find(cycle_of(around).children, b) = by;
    }
  }

  /// The number of a blossom without children can be used again.
  void discard(Node b) {
    blossom_dual_2x(b) = 0;
    unused_.push_back(b);
  }

  Node new_blossom() {
    if (unused_.empty()) {
      const Node b = node_end();
      nodes_.push_back({});
      cycles_.emplace_back();
      return b;
    }
    const Node b = unused_.back();
    unused_.pop_back();
    nodes_[b] = {};
    return b;
  }

  /// Rotates the cycle of one blossom to `child`, which holds v, and puts the other children whose
  /// base changes with it on the stack.
  void rotate_children(Node b, Node child, Vertex v, std::vector<std::pair<Node, Vertex>>& stack) {
    if (base(b) == v) return;
    Cycle& cycle = cycle_of(b);
    const EvenWay way(cycle, child);
    for (std::size_t k = way.start(); k != Cycle::kBase;) {
      // The link after the next child is exchanged for the one before it, which was matched.
      const std::size_t first = way.next(k);
      const std::size_t second = way.next(first);
      const auto [from, to] = way.link_after(first);
      if (is_blossom(cycle.children[first])) stack.emplace_back(cycle.children[first], from);
      if (is_blossom(cycle.children[second])) stack.emplace_back(cycle.children[second], to);
      match(from, to);
      k = second;
    }
    const auto shift = static_cast<std::ptrdiff_t>(way.start());
    std::ranges::rotate(cycle.children, cycle.children.begin() + shift);
    std::ranges::rotate(cycle.links, cycle.links.begin() + shift);
    nodes_[b].base = v;
  }

  Vertex size_;
  PerVertex<Vertex> mates_;
  PerVertex<Value> duals_2x_;
  PerNode<NodeState> nodes_;
  /// The cycle of each blossom, that of first_blossom() first.
  std::vector<Cycle> cycles_;
  /// Expanded blossoms, whose numbers can be used again.
  std::vector<Node> unused_;
  /// The representative of the surface node that holds each vertex.
  PerVertex<Vertex> representative_;
  /// The surface node that each representative stands for.
  PerVertex<Node> surface_;
  /// The vertex after each vertex in the lists of the nodes.
  PerVertex<Vertex> next_;
  std::vector<Vertex> freed_;
};

}  // namespace fastpair
