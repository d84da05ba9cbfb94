// Lightest joins by regions that grow on the graph itself: the blossom method of the complete graph
// of distances between the terminals, of which no distance is computed that does not matter.
//
// Each terminal has a region, a ball around it. Where two regions meet, the distance of two
// terminals is tight, and what follows is Edmonds' method: trees grow, cycles become blossoms,
// paths are augmented. S-regions of trees grow, T-regions shrink, and all others stand still.
// All trees grow at once. The graph is sparse, and regions remember how they came to each vertex
// [Higgott and Gidney 2025, "Sparse blossom: correcting a million errors per core second with
// minimum-weight matching"].
//
// A vertex or a T-region has an event when it is due to be looked at: the first meeting at one
// of its edges, or the next vertex that the region leaves. What is due may turn out to be later,
// but never to have been earlier: a vertex is looked at anew when it, or its region, begins to grow
// or stops to shrink. Lengths are doubled, and so all times are whole: of the radii of two regions
// that touch both are even or both are odd.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "blossom/indexed.hpp"
#include "blossom/invariants.hpp"
#include "blossom/radix_heap.hpp"
#include "joins/join_graph.hpp"
#include "joins/join_reader.hpp"
#include "joins/regions.hpp"

namespace fastpair {

class RegionSearch {
 public:
  explicit RegionSearch(const JoinGraph& graph) : graph_(graph), regions_(graph.size()) {}
  RegionSearch(const RegionSearch&) = delete;
  RegionSearch& operator=(const RegionSearch&) = delete;

  /// Throws as JoinSolver::solve.
  Join solve(std::span<const Vertex> terminals, JoinCertificate* certificate,
             const Interrupt& interrupt) {
    reset();
    regions_.begin(terminals);
    open_trees_ = terminals.size();
    for (const Vertex v : terminals) look_at(v);
    for (std::int64_t count = 1; open_trees_ > 0; ++count) {
      if (due_.empty() && later_.empty()) throw_unmatchable(terminals);
      serve_next();
      if (count % kEventsBetweenQuestions == 0 && interrupt && interrupt()) throw Interrupted();
    }
    if (certificate != nullptr) *certificate = moats_of(regions_, terminals);
    return reader_.read(terminals);
  }

 private:
  using Time = Regions::Time;
  using Link = Regions::Link;
  using Plan = Regions::Plan;
  using Site = Regions::Site;
  using Role = Regions::Role;
  using Child = Regions::Child;
  using Region = Regions::Region;
  static constexpr Time kNever = Regions::kNever;
  static constexpr int kEventsBetweenQuestions = 4096;

  /// What is due: at a vertex, or, with the complement of its number, of a region.
  using Item = std::int32_t;
  struct Event {
    Time at;
    Item item;
  };

  Site& site(Vertex v) { return regions_.site(v); }
  Region& region(RegionId r) { return regions_[r]; }
  [[nodiscard]] Time now() const { return regions_.now; }

  // ---- The start of a search ----

  /// All that the search before has touched, even if it was broken off, is as new but for the
  /// regions.
  void reset() {
    regions_.clear();
    reader_.clear();
    stack_.clear();
    stopped_.clear();
    const auto forget = [this](const Event& event) {
      if (event.item >= 0) site(event.item).plan = {};
    };
    std::ranges::for_each(due_, forget);
    due_.clear();
    later_.clear(forget);
    open_trees_ = 0;
  }

  [[noreturn]] void throw_unmatchable(std::span<const Vertex> terminals) {
    std::vector<Vertex> unmatched;
    for (std::size_t k = 0; k < terminals.size(); ++k) {
      RegionId r = Regions::id(k);
      while (region(r).blossom != RegionId::kNoRegion) r = region(r).blossom;
      const Region& tree = region(r);
      if (tree.role == Role::kS && tree.mate == RegionId::kNoRegion && root_terminal(r) == k)
        unmatched.push_back(terminals[k]);
    }
    throw Unmatchable("no join exists: it leaves over " + std::to_string(unmatched.size()) +
                          " of " + std::to_string(terminals.size()) +
                          " terminals, the first of which is " + std::to_string(unmatched.front()),
                      unmatched);
  }

  /// The first terminal in a region.
  std::size_t root_terminal(RegionId r) {
    while (!region(r).cycle.empty()) r = region(r).cycle.front().region;
    return index_of(r);
  }

  // ---- Events ----

  /// Handles an event that is due now or, if there is none, next.
  void serve_next() {
    if (due_.empty()) later_.pass_time([this](const Event& event) { due_.push_back(event); });
    regions_.now = later_.now();
    const Event event = due_.back();
    due_.pop_back();
    if (event.item >= 0) {
      const Vertex v = event.item;
      if (is_due(site(v).plan, event)) meet(v);
    } else {
      const RegionId r = Regions::id(static_cast<std::size_t>(~event.item));
      if (is_due(region(r).plan, event)) shrink(r);
    }
  }

  bool is_due(Plan& plan, const Event& event) {
    if (plan.queued != event.at) return false;
    plan.queued = kNever;
    if (plan.wanted == event.at) {
      plan.wanted = kNever;
      return true;
    }
    if (plan.wanted != kNever) enqueue(plan, event.item);
    return false;
  }

  void want(Plan& plan, Time at, Item item) {
    plan.wanted = at;
    if (at < plan.queued) enqueue(plan, item);
  }

  void enqueue(Plan& plan, Item item) {
    const Event event{plan.wanted, item};
    event.at == now() ? due_.push_back(event) : later_.push(event);
    plan.queued = plan.wanted;
  }

  /// The first meeting at an edge of a vertex: when, and where.
  std::pair<Time, const JoinArc*> first_meeting(Vertex v) {
    const Site& here = site(v);
    Time first = kNever;
    const JoinArc* where = nullptr;
    Weight reach = 0;
    int growth = 0;
    if (here.surface != RegionId::kNoRegion) {
      const Region& own = region(here.surface);
      reach = here.inside + regions_.radius(own);
      growth = own.growth;
    }
    for (const JoinArc& arc : graph_.arcs(v)) {
      Weight gap = arc.length - reach;
      int closing = growth;
      if (arc.to != kNobody) {
        const Site& there = site(arc.to);
        if (there.surface == here.surface) continue;  // or nobody is at either end
        if (there.surface != RegionId::kNoRegion) {
          const Region& other = region(there.surface);
          gap -= there.inside + regions_.radius(other);
          closing += other.growth;
        }
      }
      if (closing <= 0) continue;
      if constexpr (kCheckInvariants) {
        require_invariant(gap >= 0 && (closing == 1 || gap % 2 == 0),
                          "regions meet at a whole time");
      }
      const Time at = now() + (closing == 2 ? gap / 2 : gap);
      if (at < first) {
        first = at;
        where = &arc;
      }
    }
    return {first, where};
  }

  void look_at(Vertex v) { want(site(v).plan, first_meeting(v).first, v); }

  void look_at_all(RegionId r) {
    regions_.for_each_within(r, [this](RegionId each) {
      for (const Vertex v : region(each).shell) look_at(v);
    });
  }

  void meet(Vertex v) {
    const auto [at, arc] = first_meeting(v);
    if (at > now()) return want(site(v).plan, at, v);
    const Site& here = site(v);
    if (arc->to == kNobody) {
      const Link link{here.source, kNobody, here.distance + arc->length,
                      here.labels ^ graph_.label(*arc)};
      augment(here.surface, RegionId::kBoundary, link);
    } else if (const Site& there = site(arc->to); here.surface == RegionId::kNoRegion) {
      regions_.occupy(v, there.surface, there.source, there.distance + arc->length,
                      there.labels ^ graph_.label(*arc));
    } else if (there.surface == RegionId::kNoRegion) {
      regions_.occupy(arc->to, here.surface, here.source, here.distance + arc->length,
                      here.labels ^ graph_.label(*arc));
      look_at(arc->to);
    } else {
      const Link link{here.source, there.source, here.distance + there.distance + arc->length,
                      here.labels ^ there.labels ^ graph_.label(*arc)};
      collide(here.surface, there.surface, link);
    }
    look_at(v);
  }

  // ---- T-regions ----

  void plan_to_shrink(RegionId r) {
    Region& t = region(r);
    const Weight until = t.shell.empty() ? 0 : site(t.shell.back()).arrival;
    want(t.plan, t.radius_at_0 - until, ~static_cast<Item>(r));
  }

  /// A T-region leaves the last vertex it came to. If there is none but its terminal, it is a
  /// point at which the regions above and below touch; a blossom gives its place to its children.
  void shrink(RegionId r) {
    Region& t = region(r);
    if (t.role != Role::kT) return;
    const bool is_ball = t.cycle.empty();
    if (t.shell.size() > (is_ball ? 1 : 0)) {
      const Vertex v = t.shell.back();
      t.shell.pop_back();
      const Plan plan = site(v).plan;
      site(v) = Site{};
      site(v).plan = plan;
      look_at(v);
      plan_to_shrink(r);
    } else if (is_ball) {
      const RegionId below = t.mate;
      const Link up = region(below).to_above;
      const Link link{up.to, t.to_mate.to, up.length + t.to_mate.length,
                      up.labels ^ t.to_mate.labels};
      shrink_cycle(region(below).above, below, link);
    } else {
      expand(r);
    }
  }

  // ---- Edmonds' method ----

  void collide(RegionId a, RegionId b, Link link) {
    if (region(a).role != Role::kS) {
      std::swap(a, b);
      link = link.turned();
    }
    Region& other = region(b);
    if (other.role == Role::kMatched && other.mate != RegionId::kBoundary) {
      grow(a, b, link);
    } else if (other.role == Role::kS && root(a) == root(b)) {
      shrink_cycle(a, b, link);
    } else {
      augment(a, b, link);
    }
  }

  RegionId root(RegionId s) {
    while (region(s).above != RegionId::kNoRegion) s = region(s).above;
    return s;
  }

  /// A matched region and its mate go below an S-region.
  void grow(RegionId s, RegionId t, const Link& link) {
    const RegionId below = region(t).mate;
    Region& lowest = region(below);
    lowest.above = s;
    lowest.to_above = link.turned();
    region(s).below.push_back(below);
    region(t).role = Role::kT;
    lowest.role = Role::kS;
    regions_.set_growth(t, -1);
    regions_.set_growth(below, 1);
    plan_to_shrink(t);
    look_at_all(below);
  }

  /// An S-region is matched with one of another tree, or with the boundary, or with a region
  /// that was matched with the boundary.
  void augment(RegionId s, RegionId other, const Link& link) {
    const bool is_tree = other != RegionId::kBoundary && region(other).role == Role::kS;
    const RegionId first = root(s);
    const RegionId second = is_tree ? root(other) : RegionId::kNoRegion;
    if (is_tree) turn(other);
    turn(s);
    regions_.match(s, other, link);
    dissolve(first);
    if (is_tree) dissolve(second);
    for (const RegionId r : stopped_) look_at_all(r);
    stopped_.clear();
  }

  /// Matches every T-region on the way to the root with the S-region above it.
  void turn(RegionId s) {
    RegionId t = region(s).mate;
    while (t != RegionId::kNoRegion) {
      const RegionId above = region(s).above;
      const Link link = region(s).to_above;
      const RegionId next = region(above).mate;
      regions_.match(t, above, link);
      s = above;
      t = next;
    }
  }

  /// The regions of a tree stand still. Those that were T-regions are looked at anew afterwards.
  void dissolve(RegionId tree) {
    --open_trees_;
    const std::size_t bottom = stack_.size();
    stack_.push_back(tree);
    while (stack_.size() > bottom) {
      const RegionId r = stack_.back();
      stack_.pop_back();
      Region& s = region(r);
      for (const RegionId below : s.below) {
        stack_.push_back(below);
        const RegionId t = t_between(below);
        stand_still(t);
        stopped_.push_back(t);
      }
      s.below.clear();
      stand_still(r);
      s.above = RegionId::kNoRegion;
    }
  }

  /// The T-region above an S-region: the surface region with the terminal that its path to the
  /// region above comes from.
  RegionId t_between(RegionId s) { return site(region(s).to_above.from).surface; }

  void stand_still(RegionId r) {
    regions_.set_growth(r, 0);
    region(r).role = Role::kMatched;
    region(r).plan.wanted = kNever;
  }

  RegionId common_ancestor(RegionId a, RegionId b) {
    const std::int64_t mark = regions_.new_mark();
    while (true) {
      if (a != RegionId::kNoRegion) {
        if (region(a).mark == mark) return a;
        region(a).mark = mark;
        a = region(a).above;
      }
      std::swap(a, b);
    }
  }

  /// The cycle that a path between two S-regions of a tree closes becomes a blossom.
  void shrink_cycle(RegionId a, RegionId b, const Link& link) {
    const RegionId top = common_ancestor(a, b);
    const RegionId whole = regions_.new_blossom();
    Region& blossom = region(whole);
    std::vector<Child>& cycle = blossom.cycle;
    for (RegionId r = a; r != top; r = region(r).above) {
      const Region& s = region(r);
      cycle.push_back({r, s.to_mate.turned()});  // from its mate to it
      cycle.push_back({s.mate, s.to_above.turned()});
    }
    // They were found upwards: each has the path that leads to it, and gets that from it.
    std::ranges::reverse(cycle);
    cycle.insert(cycle.begin(), Child{top, {}});
    for (std::size_t k = 0; k + 1 < cycle.size(); ++k) cycle[k].next = cycle[k + 1].next;
    cycle.back().next = link;
    for (RegionId r = b; r != top; r = region(r).above) {
      const Region& s = region(r);
      cycle.push_back({r, s.to_mate});
      cycle.push_back({s.mate, s.to_above});
    }
    enclose(whole, top);
  }

  /// A new blossom takes the place of the first of its children in the tree.
  void enclose(RegionId whole, RegionId top) {
    Region& blossom = region(whole);
    blossom.role = Role::kS;
    blossom.growth = 1;
    blossom.radius_at_0 = -now();
    regions_.match_like(whole, top);
    blossom.above = region(top).above;
    blossom.to_above = region(top).to_above;
    if (blossom.above != RegionId::kNoRegion) {
      std::ranges::replace(region(blossom.above).below, top, whole);
    }
    for (const Child& child : blossom.cycle) region(child.region).blossom = whole;
    for (const Child& child : blossom.cycle) {
      Region& part = region(child.region);
      const bool was_t = part.role == Role::kT;
      for (const RegionId below : part.below) {
        if (region(below).blossom == whole) continue;
        region(below).above = whole;
        blossom.below.push_back(below);
      }
      part.below.clear();
      part.above = RegionId::kNoRegion;
      part.role = Role::kWithin;
      part.plan.wanted = kNever;
      regions_.set_growth(child.region, 0);
      regions_.move_sites(child.region, whole, part.radius_at_0);
      if (was_t) stopped_.push_back(child.region);
    }
    for (const RegionId r : stopped_) look_at_all(r);
    stopped_.clear();
  }

  /// The children of a T-blossom of radius 0 take its place: those on the even way between its
  /// neighbours in the tree stay in it, and the others are matched in pairs.
  void expand(RegionId whole) {
    Region& blossom = region(whole);
    const RegionId below = blossom.mate;
    const Link down = blossom.to_mate;
    const RegionId above = region(below).above;
    const Link up = region(below).to_above;
    const std::size_t first = regions_.child_with(whole, up.from);
    const std::size_t last = regions_.child_with(whole, down.from);
    std::vector<Child>& cycle = blossom.cycle;
    const std::size_t length = cycle.size();
    for (const Child& child : cycle) {
      Region& part = region(child.region);
      part.blossom = RegionId::kNoRegion;
      part.role = Role::kMatched;
      part.mate = RegionId::kNoRegion;
      regions_.move_sites(child.region, child.region, -part.radius_at_0);
    }
    const std::size_t steps = (last + length - first) % length;
    const bool forwards = steps % 2 == 0;
    const std::size_t even = forwards ? steps : length - steps;
    const auto place = [&](std::size_t k) {  // the k-th child from the first one on this way
      return forwards ? (first + k) % length : (first + length - k % length) % length;
    };
    const auto path = [&](std::size_t k) {  // from the k-th child to the next
      return forwards ? cycle[place(k)].next : cycle[place(k + 1)].next.turned();
    };
    const auto child = [&](std::size_t k) { return cycle[place(k)].region; };
    RegionId over = above;
    Link to_over = up;
    std::erase(region(above).below, below);
    for (std::size_t k = 0; k < even; k += 2) {
      const RegionId t = child(k);
      const RegionId s = child(k + 1);
      regions_.match(t, s, path(k));
      region(t).role = Role::kT;
      regions_.set_growth(t, -1);
      region(s).role = Role::kS;
      regions_.set_growth(s, 1);
      region(s).above = over;
      region(s).to_above = to_over;
      region(over).below.push_back(s);
      over = s;
      to_over = path(k + 1).turned();
      stopped_.push_back(s);
    }
    const RegionId t = child(even);
    regions_.match(t, below, down);
    region(t).role = Role::kT;
    regions_.set_growth(t, -1);
    region(below).above = over;
    region(below).to_above = to_over;
    region(over).below.push_back(below);
    for (std::size_t k = even + 1; k < length; k += 2) {
      regions_.match(child(k), child(k + 1), path(k));
      stopped_.push_back(child(k));
      stopped_.push_back(child(k + 1));
    }
    for (std::size_t k = 0; k <= even; k += 2) plan_to_shrink(child(k));
    regions_.free_blossom(whole);
    for (const RegionId r : stopped_) look_at_all(r);
    stopped_.clear();
  }

  const JoinGraph& graph_;
  Regions regions_;
  JoinReader reader_{regions_};
  /// The events that are due now.
  std::vector<Event> due_;
  RadixHeap<Event> later_;
  std::size_t open_trees_ = 0;
  // Empty between two steps.
  std::vector<RegionId> stack_;
  std::vector<RegionId> stopped_;
};

}  // namespace fastpair
