// Lightest joins by regions that grow on the graph itself: the blossom method of the complete graph
// of distances between the terminals, of which no distance is computed that does not matter.
//
// Each terminal has a region, a ball around it. Where two regions meet, the distance of two
// terminals is tight, and what follows is Edmonds' method: trees grow, cycles become blossoms,
// paths are augmented. Outer regions of trees grow, inner ones shrink, and all others stand still.
// All trees grow at once. The graph is sparse, and regions remember how they came to each vertex
// [Higgott and Gidney 2025, "Sparse blossom: correcting a million errors per core second with
// minimum-weight matching"].
//
// A vertex or an inner region has an event when it is due to be looked at: the first meeting at one
// of its edges, or the next vertex that the region leaves. What is due may turn out to be later,
// but never to have been earlier: a vertex is looked at anew when it, or its region, begins to grow
// or stops to shrink. Lengths are doubled, and so all times are whole: of the radii of two regions
// that touch both are even or both are odd.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "blossom/indexed.hpp"
#include "blossom/invariants.hpp"
#include "joins/join_graph.hpp"
#include "joins/radix_heap.hpp"

namespace fastpair {

/// A region, by its place; or none, or what is no region.
enum class RegionId : std::int32_t { kNoRegion = -1, kBoundary = -2 };
constexpr std::size_t index_of(RegionId r) { return static_cast<std::size_t>(r); }

class RegionSearch {
 public:
  explicit RegionSearch(const JoinGraph& graph) : graph_(&graph), sites_(index_of(graph.size())) {}

  /// Throws as JoinSolver::solve.
  Join solve(std::span<const Vertex> terminals, JoinCertificate* certificate,
             const Interrupt& interrupt) {
    const Reset reset{*this};
    begin(terminals);
    for (std::int64_t count = 1; open_trees_ > 0; ++count) {
      if (events_.empty()) throw_unmatchable(terminals);
      serve(events_.pop());
      if (count % kEventsBetweenQuestions == 0 && interrupt && interrupt()) throw Interrupted();
    }
    if (certificate != nullptr) *certificate = widths(terminals);
    return join(terminals);
  }

 private:
  using Time = std::int64_t;
  static constexpr Time kNever = std::numeric_limits<Time>::max();
  static constexpr int kEventsBetweenQuestions = 4096;

  /// A path between two terminals through the edge at which their regions met.
  struct Link {
    Vertex from = kNobody;
    /// Or kNobody, the boundary.
    Vertex to = kNobody;
    Weight length = 0;
    std::uint64_t labels = 0;

    [[nodiscard]] Link turned() const { return {to, from, length, labels}; }
  };

  /// When something is to be looked at next, and when the event for that is due. An event that is
  /// due earlier is kept, and put off when it comes.
  struct Plan {
    Time wanted = kNever;
    Time queued = kNever;
  };

  /// What a search knows of a vertex.
  struct Site {
    /// The region that came here, and the surface region that holds that one now.
    RegionId region = RegionId::kNoRegion;
    RegionId surface = RegionId::kNoRegion;
    /// The terminal that the region came from.
    Vertex source = kNobody;
    /// The radius of the region when it came.
    Weight arrival = 0;
    /// What is to be added to the radius of the surface region to get how far it reaches beyond.
    Weight inside = 0;
    Weight distance = 0;
    std::uint64_t labels = 0;
    Plan plan;
  };

  enum class Role : std::uint8_t { kMatched, kOuter, kInner, kWithin };

  struct Child {
    RegionId region;
    /// To the next one in the cycle.
    Link next;
  };

  struct Region {
    Role role = Role::kMatched;
    /// 1, 0 or -1.
    std::int8_t growth = 0;
    RegionId blossom = RegionId::kNoRegion;
    /// The region that it is matched with, in a tree, too, and the path to it.
    RegionId mate = RegionId::kNoRegion;
    Link to_mate;
    /// Of an outer region that is no root: the outer region above its mate, and the path from the
    /// mate to it.
    RegionId above = RegionId::kNoRegion;
    Link to_above;
    /// The outer regions below.
    std::vector<RegionId> below;
    /// Its radius at the time 0, had it always grown as it does now.
    Weight radius_at_0 = 0;
    /// The vertices it came to, in this order; those of its children are theirs.
    std::vector<Vertex> shell;
    /// If it is a blossom, an odd cycle.
    std::vector<Child> cycle;
    Plan plan;
    /// The last search for a common ancestor that came by.
    std::int64_t mark = 0;
  };

  /// What is due: at a vertex, or, with the complement of its number, of a region.
  using Item = std::int32_t;

  struct Reset {
    RegionSearch& search;
    ~Reset() { search.reset(); }
    Reset(const Reset&) = delete;
    Reset& operator=(const Reset&) = delete;
    explicit Reset(RegionSearch& of) : search(of) {}
  };

  Site& site(Vertex v) { return sites_[index_of(v)]; }
  Region& region(RegionId r) { return regions_[index_of(r)]; }
  [[nodiscard]] Weight radius(const Region& r) const { return r.radius_at_0 + r.growth * now_; }

  // ---- Beginning and end ----

  void begin(std::span<const Vertex> terminals) {
    // An odd cycle takes three children at least, so that there are half as many blossoms at most,
    // and no region moves in memory while others refer to it.
    const std::size_t most = terminals.size() + terminals.size() / 2;
    if (regions_.size() < most) regions_.resize(most);
    for (; used_ < most; ++used_) make_new(regions_[used_]);
    for (std::size_t k = most; k > terminals.size(); --k) free_.push_back(id(k - 1));
    for (std::size_t k = 0; k < terminals.size(); ++k) {
      const Vertex v = terminals[k];
      if (v < 0 || v >= graph_->size()) {
        throw std::invalid_argument("expected terminals below " + std::to_string(graph_->size()) +
                                    ", got " + std::to_string(v));
      }
      if (site(v).region != RegionId::kNoRegion) {
        throw std::invalid_argument("the vertex " + std::to_string(v) + " is a terminal twice");
      }
      occupy(v, id(k), v, 0, 0);
      Region& ball = region(id(k));
      ball.role = Role::kOuter;
      ball.growth = 1;
    }
    open_trees_ = terminals.size();
    for (const Vertex v : terminals) look_at(v);
  }

  static RegionId id(std::size_t k) { return static_cast<RegionId>(k); }

  /// All that the search has touched is as before, but for the regions.
  void reset() {
    stack_.clear();
    stopped_.clear();
    waiting_.clear();
    for (std::size_t k = 0; k < used_; ++k) {
      for (const Vertex v : regions_[k].shell) site(v) = Site{};
    }
    events_.clear([this](Item item) {
      if (item >= 0) site(item).plan = {};
    });
    free_.clear();
    used_ = open_trees_ = 0;
    now_ = 0;
    marks_ = 0;
  }

  /// A region as new, with the memory it had.
  static void make_new(Region& old) {
    Region fresh;
    fresh.shell.swap(old.shell);
    fresh.below.swap(old.below);
    fresh.cycle.swap(old.cycle);
    fresh.shell.clear();
    fresh.below.clear();
    fresh.cycle.clear();
    old = std::move(fresh);
  }

  [[noreturn]] void throw_unmatchable(std::span<const Vertex> terminals) {
    std::vector<Vertex> unmatched;
    for (std::size_t k = 0; k < terminals.size(); ++k) {
      RegionId r = id(k);
      while (region(r).blossom != RegionId::kNoRegion) r = region(r).blossom;
      const Region& tree = region(r);
      if (tree.role == Role::kOuter && tree.mate == RegionId::kNoRegion && root_terminal(r) == k)
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

  void serve(const RadixHeap<Item>::Event& event) {
    now_ = event.at;
    if (event.item >= 0) {
      const Vertex v = event.item;
      if (is_due(site(v).plan, event)) meet(v);
    } else {
      const RegionId r = id(static_cast<std::size_t>(~event.item));
      if (is_due(region(r).plan, event)) shrink(r);
    }
  }

  bool is_due(Plan& plan, const RadixHeap<Item>::Event& event) {
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
    events_.push(plan.wanted, item);
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
      reach = here.inside + radius(own);
      growth = own.growth;
    }
    for (const JoinArc& arc : graph_->arcs(v)) {
      Weight gap = arc.length - reach;
      int closing = growth;
      if (arc.to != kNobody) {
        const Site& there = site(arc.to);
        if (there.surface == here.surface) continue;  // or nobody is at either end
        if (there.surface != RegionId::kNoRegion) {
          const Region& other = region(there.surface);
          gap -= there.inside + radius(other);
          closing += other.growth;
        }
      }
      if (closing <= 0) continue;
      if constexpr (kCheckInvariants) {
        require_invariant(gap >= 0 && (closing == 1 || gap % 2 == 0),
                          "regions meet at a whole time");
      }
      const Time at = now_ + (closing == 2 ? gap / 2 : gap);
      if (at < first) {
        first = at;
        where = &arc;
      }
    }
    return {first, where};
  }

  void look_at(Vertex v) { want(site(v).plan, first_meeting(v).first, v); }

  void look_at_all(RegionId r) {
    for_each_within(r, [this](RegionId each) {
      for (const Vertex v : region(each).shell) look_at(v);
    });
  }

  /// Calls visit(region) for a region and all that lie in it.
  template <class Visit>
  void for_each_within(RegionId r, Visit visit) {
    const std::size_t bottom = stack_.size();
    stack_.push_back(r);
    while (stack_.size() > bottom) {
      const RegionId each = stack_.back();
      stack_.pop_back();
      for (const Child& child : region(each).cycle) stack_.push_back(child.region);
      visit(each);
    }
  }

  void meet(Vertex v) {
    const auto [at, arc] = first_meeting(v);
    if (at > now_) return want(site(v).plan, at, v);
    const Site& here = site(v);
    if (arc->to == kNobody) {
      const Link link{here.source, kNobody, here.distance + arc->length,
                      here.labels ^ graph_->label(*arc)};
      augment(here.surface, RegionId::kBoundary, link);
    } else if (const Site& there = site(arc->to); here.surface == RegionId::kNoRegion) {
      occupy(v, there.surface, there.source, there.distance + arc->length,
             there.labels ^ graph_->label(*arc));
    } else if (there.surface == RegionId::kNoRegion) {
      occupy(arc->to, here.surface, here.source, here.distance + arc->length,
             here.labels ^ graph_->label(*arc));
      look_at(arc->to);
    } else {
      const Link link{here.source, there.source, here.distance + there.distance + arc->length,
                      here.labels ^ there.labels ^ graph_->label(*arc)};
      collide(here.surface, there.surface, link);
    }
    look_at(v);
  }

  void occupy(Vertex v, RegionId r, Vertex source, Weight distance, std::uint64_t labels) {
    Site& here = site(v);
    Region& own = region(r);
    own.shell.push_back(v);
    here.region = here.surface = r;
    here.source = source;
    here.arrival = radius(own);
    here.inside = -here.arrival;
    here.distance = distance;
    here.labels = labels;
  }

  // ---- Inner regions ----

  void plan_to_shrink(RegionId r) {
    Region& inner = region(r);
    const Weight until = inner.shell.empty() ? 0 : site(inner.shell.back()).arrival;
    want(inner.plan, inner.radius_at_0 - until, ~static_cast<Item>(r));
  }

  /// An inner region leaves the last vertex it came to. If there is none but its terminal, it is a
  /// point at which the regions above and below touch; a blossom gives its place to its children.
  void shrink(RegionId r) {
    Region& inner = region(r);
    if (inner.role != Role::kInner) return;
    const bool is_ball = inner.cycle.empty();
    if (inner.shell.size() > (is_ball ? 1 : 0)) {
      const Vertex v = inner.shell.back();
      inner.shell.pop_back();
      const Plan plan = site(v).plan;
      site(v) = Site{};
      site(v).plan = plan;
      look_at(v);
      plan_to_shrink(r);
    } else if (is_ball) {
      const RegionId below = inner.mate;
      const Link up = region(below).to_above;
      const Link link{up.to, inner.to_mate.to, up.length + inner.to_mate.length,
                      up.labels ^ inner.to_mate.labels};
      shrink_cycle(region(below).above, below, link);
    } else {
      expand(r);
    }
  }

  // ---- Edmonds' method ----

  void set_growth(RegionId r, int growth) {
    Region& changed = region(r);
    changed.radius_at_0 = radius(changed) - growth * now_;
    changed.growth = static_cast<std::int8_t>(growth);
  }

  void match(RegionId a, RegionId b, const Link& link) {
    region(a).mate = b;
    region(a).to_mate = link;
    if (b == RegionId::kBoundary) return;
    region(b).mate = a;
    region(b).to_mate = link.turned();
  }

  void collide(RegionId a, RegionId b, Link link) {
    if (region(a).role != Role::kOuter) {
      std::swap(a, b);
      link = link.turned();
    }
    Region& other = region(b);
    if (other.role == Role::kMatched && other.mate != RegionId::kBoundary) {
      grow(a, b, link);
    } else if (other.role == Role::kOuter && root(a) == root(b)) {
      shrink_cycle(a, b, link);
    } else {
      augment(a, b, link);
    }
  }

  RegionId root(RegionId outer) {
    while (region(outer).above != RegionId::kNoRegion) outer = region(outer).above;
    return outer;
  }

  /// A matched region and its mate go below an outer one.
  void grow(RegionId outer, RegionId inner, const Link& link) {
    const RegionId below = region(inner).mate;
    Region& lowest = region(below);
    lowest.above = outer;
    lowest.to_above = link.turned();
    region(outer).below.push_back(below);
    region(inner).role = Role::kInner;
    lowest.role = Role::kOuter;
    set_growth(inner, -1);
    set_growth(below, 1);
    plan_to_shrink(inner);
    look_at_all(below);
  }

  /// An outer region is matched with one of another tree, or with the boundary, or with a region
  /// that was matched with the boundary.
  void augment(RegionId outer, RegionId other, const Link& link) {
    const bool is_tree = other != RegionId::kBoundary && region(other).role == Role::kOuter;
    const RegionId first = root(outer);
    const RegionId second = is_tree ? root(other) : RegionId::kNoRegion;
    if (is_tree) turn(other);
    turn(outer);
    match(outer, other, link);
    dissolve(first);
    if (is_tree) dissolve(second);
    for (const RegionId r : stopped_) look_at_all(r);
    stopped_.clear();
  }

  /// Matches every inner region on the way to the root with the outer one above it.
  void turn(RegionId outer) {
    RegionId inner = region(outer).mate;
    while (inner != RegionId::kNoRegion) {
      const RegionId above = region(outer).above;
      const Link link = region(outer).to_above;
      const RegionId next = region(above).mate;
      match(inner, above, link);
      outer = above;
      inner = next;
    }
  }

  /// The regions of a tree stand still. Those that were inner are looked at anew afterwards.
  void dissolve(RegionId tree) {
    --open_trees_;
    const std::size_t bottom = stack_.size();
    stack_.push_back(tree);
    while (stack_.size() > bottom) {
      const RegionId r = stack_.back();
      stack_.pop_back();
      Region& outer = region(r);
      for (const RegionId below : outer.below) {
        stack_.push_back(below);
        const RegionId inner = inner_between(below);
        stand_still(inner);
        stopped_.push_back(inner);
      }
      outer.below.clear();
      stand_still(r);
      outer.above = RegionId::kNoRegion;
    }
  }

  /// The inner region above an outer one: the surface region with the terminal that its path to the
  /// region above comes from.
  RegionId inner_between(RegionId outer) { return site(region(outer).to_above.from).surface; }

  void stand_still(RegionId r) {
    set_growth(r, 0);
    region(r).role = Role::kMatched;
    region(r).plan.wanted = kNever;
  }

  RegionId common_ancestor(RegionId a, RegionId b) {
    ++marks_;
    while (true) {
      if (a != RegionId::kNoRegion) {
        if (region(a).mark == marks_) return a;
        region(a).mark = marks_;
        a = region(a).above;
      }
      std::swap(a, b);
    }
  }

  /// The cycle that a path between two outer regions of a tree closes becomes a blossom.
  void shrink_cycle(RegionId a, RegionId b, const Link& link) {
    const RegionId top = common_ancestor(a, b);
    require_invariant(!free_.empty(), "there are half as many blossoms as terminals at most");
    const RegionId whole = free_.back();
    free_.pop_back();
    Region& blossom = region(whole);
    std::vector<Child>& cycle = blossom.cycle;
    for (RegionId r = a; r != top; r = region(r).above) {
      const Region& outer = region(r);
      cycle.push_back({r, outer.to_mate.turned()});  // from its mate to it
      cycle.push_back({outer.mate, outer.to_above.turned()});
    }
    // They were found upwards: each has the path that leads to it, and gets that from it.
    std::ranges::reverse(cycle);
    cycle.insert(cycle.begin(), Child{top, {}});
    for (std::size_t k = 0; k + 1 < cycle.size(); ++k) cycle[k].next = cycle[k + 1].next;
    cycle.back().next = link;
    for (RegionId r = b; r != top; r = region(r).above) {
      const Region& outer = region(r);
      cycle.push_back({r, outer.to_mate});
      cycle.push_back({outer.mate, outer.to_above});
    }
    enclose(whole, top);
  }

  /// A new blossom takes the place of the first of its children in the tree.
  void enclose(RegionId whole, RegionId top) {
    Region& blossom = region(whole);
    blossom.role = Role::kOuter;
    blossom.growth = 1;
    blossom.radius_at_0 = -now_;
    match_like(whole, top);
    blossom.above = region(top).above;
    blossom.to_above = region(top).to_above;
    if (blossom.above != RegionId::kNoRegion) {
      std::ranges::replace(region(blossom.above).below, top, whole);
    }
    for (const Child& child : blossom.cycle) region(child.region).blossom = whole;
    for (const Child& child : blossom.cycle) {
      Region& part = region(child.region);
      const bool was_inner = part.role == Role::kInner;
      for (const RegionId below : part.below) {
        if (region(below).blossom == whole) continue;
        region(below).above = whole;
        blossom.below.push_back(below);
      }
      part.below.clear();
      part.above = RegionId::kNoRegion;
      part.role = Role::kWithin;
      part.plan.wanted = kNever;
      set_growth(child.region, 0);
      move_sites(child.region, whole, part.radius_at_0);
      if (was_inner) stopped_.push_back(child.region);
    }
    for (const RegionId r : stopped_) look_at_all(r);
    stopped_.clear();
  }

  /// A region takes over the mate of another one.
  void match_like(RegionId r, RegionId other) {
    const RegionId mate = region(other).mate;
    if (mate == RegionId::kNoRegion) return;
    match(r, mate, region(other).to_mate);
  }

  /// All vertices of a region lie in another surface region.
  void move_sites(RegionId r, RegionId surface, Weight wider) {
    for_each_within(r, [&](RegionId each) {
      for (const Vertex v : region(each).shell) {
        Site& here = site(v);
        here.surface = surface;
        here.inside += wider;
      }
    });
  }

  /// The child of a blossom in which a terminal lies, as a place in its cycle.
  std::size_t child_with(RegionId blossom, Vertex terminal) {
    RegionId r = site(terminal).region;
    while (region(r).blossom != blossom) r = region(r).blossom;
    const auto& cycle = region(blossom).cycle;
    const auto found = std::ranges::find(cycle, r, &Child::region);
    return static_cast<std::size_t>(found - cycle.begin());
  }

  /// The children of an inner blossom of radius 0 take its place: those on the even way between its
  /// neighbours in the tree stay in it, and the others are matched in pairs.
  void expand(RegionId whole) {
    Region& blossom = region(whole);
    const RegionId below = blossom.mate;
    const Link down = blossom.to_mate;
    const RegionId above = region(below).above;
    const Link up = region(below).to_above;
    const std::size_t first = child_with(whole, up.from);
    const std::size_t last = child_with(whole, down.from);
    std::vector<Child>& cycle = blossom.cycle;
    const std::size_t length = cycle.size();
    for (const Child& child : cycle) {
      Region& part = region(child.region);
      part.blossom = RegionId::kNoRegion;
      part.role = Role::kMatched;
      part.mate = RegionId::kNoRegion;
      move_sites(child.region, child.region, -part.radius_at_0);
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
      const RegionId inner = child(k);
      const RegionId outer = child(k + 1);
      match(inner, outer, path(k));
      region(inner).role = Role::kInner;
      set_growth(inner, -1);
      region(outer).role = Role::kOuter;
      set_growth(outer, 1);
      region(outer).above = over;
      region(outer).to_above = to_over;
      region(over).below.push_back(outer);
      over = outer;
      to_over = path(k + 1).turned();
      stopped_.push_back(outer);
    }
    const RegionId inner = child(even);
    match(inner, below, down);
    region(inner).role = Role::kInner;
    set_growth(inner, -1);
    region(below).above = over;
    region(below).to_above = to_over;
    region(over).below.push_back(below);
    for (std::size_t k = even + 1; k < length; k += 2) {
      match(child(k), child(k + 1), path(k));
      stopped_.push_back(child(k));
      stopped_.push_back(child(k + 1));
    }
    for (std::size_t k = 0; k <= even; k += 2) plan_to_shrink(child(k));
    const Plan plan = blossom.plan;
    make_new(blossom);
    blossom.plan = plan;  // of which an event may be queued
    free_.push_back(whole);
    for (const RegionId r : stopped_) look_at_all(r);
    stopped_.clear();
  }

  // ---- The join ----

  Join join(std::span<const Vertex> terminals) {
    Join found;
    found.pairs.reserve((terminals.size() + 1) / 2);
    const auto add = [&found](const Link& link) {
      found.pairs.push_back({link.from, link.to, link.length / 2, link.labels});
      found.weight += link.length / 2;
      found.labels ^= link.labels;
    };
    ++marks_;
    for (std::size_t k = 0; k < terminals.size(); ++k) {
      const RegionId r = site(terminals[k]).surface;
      if (region(r).mark == marks_) continue;
      region(r).mark = marks_;
      const Link link = region(r).to_mate;
      add(link);
      unfold(r, link.from, add);
      const RegionId mate = region(r).mate;
      if (mate == RegionId::kBoundary) continue;
      region(mate).mark = marks_;
      unfold(mate, link.to, add);
    }
    return found;
  }

  /// Adds the pairs in a region one of whose terminals is joined with one outside.
  template <class Add>
  void unfold(RegionId r, Vertex terminal, Add add) {
    std::vector<std::pair<RegionId, Vertex>>& waiting = waiting_;
    waiting.emplace_back(r, terminal);
    while (!waiting.empty()) {
      const auto [each, outside] = waiting.back();
      waiting.pop_back();
      const std::vector<Child>& cycle = region(each).cycle;
      if (cycle.empty()) continue;
      const std::size_t length = cycle.size();
      const std::size_t base = child_with(each, outside);
      waiting.emplace_back(cycle[base].region, outside);
      for (std::size_t k = 1; k < length; k += 2) {
        const Child& one = cycle[(base + k) % length];
        add(one.next);
        waiting.emplace_back(one.region, one.next.from);
        waiting.emplace_back(cycle[(base + k + 1) % length].region, one.next.to);
      }
    }
  }

  JoinCertificate widths(std::span<const Vertex> terminals) {
    JoinCertificate found;
    std::vector<std::int64_t> places(regions_.size(), -1);
    std::vector<RegionId> order;
    for (std::size_t k = 0; k < terminals.size(); ++k) order.push_back(id(k));
    for (std::size_t k = 0; k < terminals.size(); ++k) places[k] = static_cast<std::int64_t>(k);
    // A blossom is listed when the last of its children has been.
    std::vector<std::size_t> missing(regions_.size(), 0);
    for (std::size_t k = 0; k < order.size(); ++k) {
      const RegionId whole = region(order[k]).blossom;
      if (whole == RegionId::kNoRegion) continue;
      std::size_t& remaining = missing[index_of(whole)];
      if (remaining == 0) remaining = region(whole).cycle.size();
      if (--remaining > 0) continue;
      places[index_of(whole)] = static_cast<std::int64_t>(order.size());
      order.push_back(whole);
    }
    for (const RegionId r : order) {
      found.widths_2x.push_back(radius(region(r)));
      const RegionId whole = region(r).blossom;
      found.parents.push_back(whole == RegionId::kNoRegion ? -1 : places[index_of(whole)]);
    }
    return found;
  }

  const JoinGraph* graph_;
  std::vector<Site> sites_;
  std::vector<Region> regions_;
  /// The first regions, among which are all of this search.
  std::size_t used_ = 0;
  /// Places for blossoms.
  std::vector<RegionId> free_;
  RadixHeap<Item> events_;
  Time now_ = 0;
  std::size_t open_trees_ = 0;
  std::int64_t marks_ = 0;
  // Empty between two steps.
  std::vector<RegionId> stack_;
  std::vector<RegionId> stopped_;
  std::vector<std::pair<RegionId, Vertex>> waiting_;
};

}  // namespace fastpair
