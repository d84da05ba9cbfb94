// Repairs in a large nest of blossoms after the change of one edge: what the change does not reach
// stays, however deep the blossoms are nested.
//
// The nest is read as the record of a search from its core, a vertex. As time passes, the duals in
// the nest fall and those of the vertices outside rest; each blossom around the core is the moment
// when its other children, a shell, joined the nest. The rest of a shell is the time from then
// until now: half the duals of the blossoms that hold it together with the core. Before that moment
// its duals were larger by its rest.
//
// Some shells are taken out into a small graph, with one vertex more for the nest without them. Its
// dual is the time that is left, and the edge to it weighs the most of w(v, y) less the dual of y,
// for all y in the nest. There the change is made as before the search: if the edge is not tight
// any more, its ends are matched again. Then the search from the nest takes place again. The
// blossoms that it makes around the nest are shells, with their times, and take their places
// between those of the record.
//
// Shells whose edges are violated, or whose links to the nest are not tight any more, are taken out
// too, and all is done again, as in updates of a tree of shortest paths [Ramalingam and Reps 1996,
// "On the computational complexity of dynamic graph problems"]. In the end, all other edges have
// the slack that they had: their duals and the rests of their shells have not changed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ranges>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/forest.hpp"
#include "blossom/indexed.hpp"
#include "blossom/invariants.hpp"
#include "blossom/limits.hpp"
#include "blossom/search.hpp"
#include "fastpair/integers.hpp"

namespace fastpair {

/// Of a graph whose edges are all candidates, in an optimal state but for one edge.
template <class Value, class Source>
class NestRepair {
 public:
  NestRepair(const Source& source, BlossomForest<Value>& forest, const CandidateGraph& candidates)
      : source_(source), forest_(forest), candidates_(candidates) {}

  /// Of larger duals and weights no sum is sure to fit.
  static constexpr Value kLargest = Limits<Value>::kTime / 8;

  /// Makes the state optimal again after a change of the edge ij. Returns false, and changes
  /// nothing, if the ends are not in one large nest, or the change reaches too far.
  bool run(Vertex i, Vertex j, std::optional<Value> ground) {
    if constexpr (sizeof(Value) > sizeof(Weight)) return false;
    const Node nest = forest_.surface(i);
    if (nest != forest_.surface(j) || forest_.count(nest) < kFewest) return false;
    core_ = forest_.core(nest);
    if (i == core_ || j == core_) return false;
    base_ = forest_.base(nest);
    ground_ = ground;
    const Vertex mate = forest_.mate(base_);
    if (base_ != core_) forest_.rotate(nest, core_, kNobody);
    read_record(nest);
    const bool repaired = repair(i, j);
    if (repaired) replace_shells();
    for (const Vertex v : vertices_) local_[v] = kNobody;
    if (base_ != core_) forest_.rotate(forest_.surface(core_), base_, mate);
    return repaired;
  }

  /// No dual has risen or fallen by more in the last run.
  [[nodiscard]] Value change() const { return change_; }

 private:
  using Forest = BlossomForest<Value>;

  /// Smaller nests are rather taken apart, but by builds that check invariants.
  static constexpr Vertex kFewest = kCheckInvariants ? 5 : 64;
  /// So many vertices of the nest are taken out, each as often as it is, before it is taken apart.
  static constexpr std::ptrdiff_t kOneOf = kCheckInvariants ? 1 : 16;
  /// The number of the nest in the small graph.
  static constexpr Vertex kNest = 0;

  /// The vertices that are taken out, and the nest without them.
  struct Part {
    Part(const Source& source, Vertex size)
        : forest(size), candidates(size), search(source, forest, candidates, reserves) {}

    Forest forest;
    CandidateGraph candidates;
    Reserves<Value> reserves;
    Search<Value, Source> search;
    /// The edges to the nest during the search. Before it, edges to shells outside the core count
    /// with the duals that they have then, so that they end the searches for mates.
    std::vector<Arc> to_nest;
  };

  /// A blossom of the record, with the rest of its shell.
  struct Shell {
    Node blossom;
    Value rest;
  };

  /// A vertex that is taken out, and the rests of its shells in the record and in the new one; 0 if
  /// it is in none.
  struct Taken {
    Value rest;
    Value new_rest;
  };

  // --- the record -------------------------------------------------------------------------------

  /// Finds the blossoms around the core, outermost first, and the rests of their shells.
  void read_record(Node nest) {
    if (local_.empty()) {
      places_.reserve(forest_.most_nodes());
      local_ = PerVertex<Vertex>(forest_.size(), kNobody);
    }
    places_.resize(forest_.node_end());
    record_.clear();
    vertices_.clear();
    rests_.clear();
    Value rest = 0;
    for (const Node b : forest_.blossoms_around(core_) | std::views::reverse) {
      rest += forest_.blossom_dual_2x(b) / 2;
      places_[b] = static_cast<std::int32_t>(record_.size());
      record_.push_back({b, rest});
    }
    taken_.assign(record_.size(), 0);
    left_ = forest_.count(nest) / kOneOf;
  }

  [[nodiscard]] bool is_in_nest(Vertex v) const {
    return forest_.core(forest_.surface(v)) == core_;
  }
  [[nodiscard]] bool is_apart(Vertex v) const { return local_[v] != kNobody; }

  /// The place in the record of the shell that holds a vertex of the nest. The core counts as one
  /// of the innermost shell.
  [[nodiscard]] std::size_t place(Vertex v) const {
    if (v == core_) return record_.size() - 1;
    Node b = forest_.parent(node_of(v));
    while (forest_.core(b) != core_) b = forest_.parent(b);
    return static_cast<std::size_t>(places_[b]);
  }

  /// The children that a blossom of the record adds to the nest.
  [[nodiscard]] auto shell(std::size_t place) const {
    return forest_.children(record_[place].blossom) | std::views::drop(1);
  }

  // --- what is taken out ------------------------------------------------------------------------

  void take(std::size_t place) {
    if (std::exchange(taken_[place], std::uint8_t{1}) != 0) return;
    for (const Node child : shell(place)) {
      forest_.for_each_vertex(child, [&](Vertex v) {
        vertices_.push_back(v);
        rests_.push_back({record_[place].rest, 0});
        local_[v] = static_cast<Vertex>(vertices_.size());
      });
    }
  }

  /// Calls visit(y, weight_2x, place) for the edges of v into the nest that is left, with the
  /// places of the shells that hold y.
  template <class Visit>
  void for_each_edge_to_nest(Vertex v, Visit visit) const {
    for (const auto& [y, weight_2x] : candidates_.from(v)) {
      if (!is_apart(y) && is_in_nest(y)) visit(y, weight_2x, place(y));
    }
  }

  /// Makes the small graph, in the state before the search.
  void take_out() {
    part_.emplace(source_, static_cast<Vertex>(vertices_.size() + 1));
    const auto number = [this](Vertex v) { return local_[v]; };
    const Value all = record_.back().rest;
    part_->forest.set_dual_2x(kNest, all);
    for (Vertex own = 1; own < part_->forest.size(); ++own) {
      const Vertex v = vertex(own);
      part_->forest.set_dual_2x(own, forest_.dual_2x(v) + taken(own).rest);
      if (own < local_[forest_.mate(v)]) part_->forest.match(own, local_[forest_.mate(v)]);
      for (const auto& [y, weight_2x] : candidates_.from(v)) {
        if (own < local_[y]) part_->candidates.append(own, local_[y], weight_2x);
      }
      std::optional<Value> before;
      std::optional<Value> most;
      for_each_edge_to_nest(v, [&](Vertex y, Weight weight_2x, std::size_t place) {
        const Value weight = weight_2x - forest_.dual_2x(y);
        before = std::max(before, std::optional(weight - record_[place].rest + all));
        most = std::max(most, std::optional(weight));
      });
      if (!most) continue;
      part_->candidates.append(own, kNest, static_cast<Weight>(*before));
      part_->to_nest.push_back({own, static_cast<Weight>(*most)});
    }
    for (std::size_t place = 0; place < record_.size(); ++place) {
      if (taken_[place] == 0) continue;
      for (const Node child : shell(place)) part_->forest.copy(forest_, child, number);
    }
  }

  [[nodiscard]] Vertex vertex(Vertex own) const { return vertices_[index_of(own) - 1]; }
  Taken& taken(Vertex own) { return rests_[index_of(own) - 1]; }
  [[nodiscard]] const Taken& taken(Vertex own) const { return rests_[index_of(own) - 1]; }

  // --- the repair -------------------------------------------------------------------------------

  bool repair(Vertex i, Vertex j) {
    take(std::min(place(i), place(j)));
    try {
      while (std::ssize(vertices_) <= left_) {
        left_ -= std::ssize(vertices_);
        take_out();
        if (const auto reached = match_again(i, j)) {
          if (!take_more(false, *reached + 1)) return false;
        } else if (!take_more(false, 0)) {
          for (const auto& [own, weight] : part_->to_nest) {
            part_->candidates.set(own, kNest, weight);
          }
          part_->search.run_until(record_.back().rest, kNest, {});
          find_new_rests();
          if (!take_more(true, 0)) return keeps_outside();
        }
      }
    } catch (const WidthExceeded&) {
    }
    return false;
  }

  /// Makes the change in the small graph, and matches the ends again. If a search reaches the nest
  /// before, returns when.
  std::optional<Value> match_again(Vertex i, Vertex j) {
    Forest& forest = part_->forest;
    change_ = 4 * record_.back().rest;
    if (!is_apart(i) || !is_apart(j)) return {};
    i = local_[i];
    j = local_[j];
    const Arc* edge = part_->candidates.find(i, j);
    const Value slack =
        edge == nullptr ? Limits<Value>::kNever : forest.slack_2x(i, j, edge->weight_2x);
    const bool tight = forest.mate(i) == j || forest.is_linked(i, j);
    if (slack == 0 || (slack > 0 && !tight)) return {};
    const Value amount = forest.shared_2x(i, j) / 2 + (slack < 0 ? -slack : 0);
    forest.make_free(i);
    forest.raise_free(i, amount);
    change_ += 4 * amount;
    std::vector<Vertex> free;
    forest.take_freed(free);
    for (const Vertex v : free) {
      if (v == kNest || forest.mate(v) != kNobody) continue;
      part_->search.run(v, std::nullopt, Stage::kIntegral, {});
      change_ += 4 * part_->search.end();
      if (forest.mate(v) == kNobody || forest.mate(kNest) != kNobody) return part_->search.end();
    }
    return {};
  }

  /// Finds the rests of the shells that the search has made.
  void find_new_rests() {
    const Forest& forest = part_->forest;
    shells_.clear();
    for (Taken& taken : rests_) taken.new_rest = 0;
    Value rest = 0;
    for (const Node b : forest.blossoms_around(kNest) | std::views::reverse) {
      rest += forest.blossom_dual_2x(b) / 2;
      shells_.push_back({b, rest});
      for (const Node child : forest.children(b) | std::views::drop(1)) {
        forest.for_each_vertex(child, [&](Vertex own) { taken(own).new_rest = rest; });
      }
    }
  }

  /// Takes out the shells, before the search or after it, that have an edge of so little slack to a
  /// vertex whose dual has fallen, or any violated edge, or a link that is not tight any more. Says
  /// whether there are any.
  bool take_more(bool after, Value reached) {
    const std::size_t before = vertices_.size();
    for (std::size_t k = 0; k < before; ++k) {
      const Vertex v = vertices_[k];
      const auto [rest, new_rest] = rests_[k];
      const Value dual = part_->forest.dual_2x(local_[v]);
      const bool stays = after && dual == forest_.dual_2x(v);
      const Value near = dual < forest_.dual_2x(v) + rest ? reached : 0;
      for_each_edge_to_nest(v, [&](Vertex y, Weight weight_2x, std::size_t shell) {
        if (y == core_) return;
        const Value other = record_[shell].rest;
        const Value shared = after ? 2 * std::min(new_rest, other) : other;
        const Value slack = dual + forest_.dual_2x(y) + shared - weight_2x;
        const bool broken = after && !(stays && new_rest > other) && is_linked_by(shell, v);
        if (slack < near || broken) take(shell);
      });
    }
    return vertices_.size() > before;
  }

  /// Whether a shell has a link to the vertex v of the nest.
  [[nodiscard]] bool is_linked_by(std::size_t shell, Vertex v) const {
    const std::vector<Link>& links = forest_.links(record_[shell].blossom);
    return links.front().from == v || links.back().to == v;
  }

  /// Whether the base can stay as it is, no dual is below the ground and no edge that leads out of
  /// the nest violated.
  [[nodiscard]] bool keeps_outside() const {
    const Forest& part = part_->forest;
    return std::ranges::all_of(vertices_, [&](Vertex v) {
      const Vertex own = local_[v];
      const Value dual = part.dual_2x(own);
      const bool moves = dual != forest_.dual_2x(v) || part.surface(own) != part.surface(kNest);
      if ((v == base_ && moves) || (ground_ && dual < *ground_)) return false;
      return std::ranges::all_of(candidates_.from(v), [&](const Arc& arc) {
        return is_in_nest(arc.to) || dual + forest_.dual_2x(arc.to) >= arc.weight_2x;
      });
    });
  }

  // --- the new record ---------------------------------------------------------------------------

  /// Puts what has become of the shells that were taken out into the forest.
  void replace_shells() {
    for (std::size_t place = 0; place < record_.size(); ++place) {
      if (taken_[place] != 0) forest_.peel(record_[place].blossom);
    }
    const Forest& part = part_->forest;
    for (Vertex own = 1; own < part.size(); ++own) {
      forest_.set_dual_2x(vertex(own), part.dual_2x(own));
      if (own < part.mate(own)) forest_.match(vertex(own), vertex(part.mate(own)));
      const Node surface = part.surface(own);
      if (surface != part.surface(kNest) && part.first(surface) == own) put_back(surface);
    }
    // Of the same time, shells that have stayed come first: new links may lead to them.
    std::vector<Shell> record;
    Node inner = node_of(core_);
    auto next = shells_.rbegin();
    const auto enclose_until = [&](Value rest) {
      for (; next != shells_.rend() && next->rest > rest; ++next) {
        inner = enclose(inner, *next);
        record.push_back({inner, next->rest});
      }
    };
    for (std::size_t place = record_.size(); place-- > 0;) {
      if (taken_[place] != 0) continue;
      enclose_until(record_[place].rest);
      inner = record_[place].blossom;
      record.push_back(record_[place]);
    }
    enclose_until(-1);
    for (std::size_t k = 0; k < record.size(); ++k) {
      const Value outer = k + 1 < record.size() ? record[k + 1].rest : 0;
      forest_.blossom_dual_2x(record[k].blossom) = 2 * (record[k].rest - outer);
      forest_.renew(record[k].blossom);
    }
  }

  /// Makes a node of the small graph in the forest.
  Node put_back(Node b) {
    return forest_.copy(part_->forest, b, [this](Vertex own) { return vertex(own); });
  }

  /// Puts a shell of the small graph around a node of the nest.
  Node enclose(Node inner, const Shell& shell) {
    std::vector<Node> children{inner};
    for (const Node child : part_->forest.children(shell.blossom) | std::views::drop(1)) {
      children.push_back(put_back(child));
    }
    std::vector<Link> links = part_->forest.links(shell.blossom);
    for (Link& link : links) {
      const auto [from, to] = link;
      link.from = from == kNest ? neighbor(to, shell.rest) : vertex(from);
      link.to = to == kNest ? neighbor(from, shell.rest) : vertex(to);
    }
    return forest_.enclose(inner, std::move(children), std::move(links));
  }

  /// A vertex within a shell of such a rest to which a tight edge leads.
  [[nodiscard]] Vertex neighbor(Vertex own, Value rest) const {
    const Vertex v = vertex(own);
    Vertex result = kNobody;
    for_each_edge_to_nest(v, [&](Vertex y, Weight weight_2x, std::size_t place) {
      const bool tight = forest_.dual_2x(v) + forest_.dual_2x(y) + 2 * rest == weight_2x;
      if (tight && (y == core_ || record_[place].rest >= rest)) result = y;
    });
    return result;
  }

  const Source& source_;
  Forest& forest_;
  const CandidateGraph& candidates_;
  std::optional<Value> ground_;
  Vertex core_ = kNobody;
  /// The base of the nest, which is the core during a repair.
  Vertex base_ = kNobody;
  Value change_ = 0;
  std::vector<Shell> record_;
  /// The places of blossoms in the record.
  PerNode<std::int32_t> places_;
  /// 1 for the shells that are taken out.
  std::vector<std::uint8_t> taken_;
  std::vector<Vertex> vertices_;
  std::vector<Taken> rests_;
  /// The numbers of vertices in the small graph, or kNobody. Empty at first.
  PerVertex<Vertex> local_;
  /// How many vertices may still be taken out, each as often as it is.
  std::ptrdiff_t left_ = 0;
  std::optional<Part> part_;
  /// The blossoms around the nest in the small graph, outermost first.
  std::vector<Shell> shells_;
};

}  // namespace fastpair
