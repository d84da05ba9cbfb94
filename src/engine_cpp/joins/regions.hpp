// The regions of a search for a lightest join: balls around the terminals, the blossoms that they
// become part of, and the vertices to which they have come.
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
#include "fastpair/join_solver.hpp"

namespace fastpair {

/// A region, by its place; or none, or what is no region.
enum class RegionId : std::int32_t { kNoRegion = -1, kBoundary = -2 };
constexpr std::size_t index_of(RegionId r) { return static_cast<std::size_t>(r); }

class Regions {
 public:
  using Time = std::int64_t;
  static constexpr Time kNever = std::numeric_limits<Time>::max();

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

  enum class Role : std::uint8_t { kMatched, kS, kT, kWithin };

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
    /// Of an S-region that is no root: the S-region above its mate, and the path from the
    /// mate to it.
    RegionId above = RegionId::kNoRegion;
    Link to_above;
    /// The S-regions below.
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

  explicit Regions(Vertex size) : sites_(index_of(size)) {}

  Time now = 0;

  Site& site(Vertex v) { return sites_[index_of(v)]; }
  Region& operator[](RegionId r) { return regions_[index_of(r)]; }
  [[nodiscard]] std::size_t count() const { return regions_.size(); }
  static RegionId id(std::size_t k) { return static_cast<RegionId>(k); }

  [[nodiscard]] Weight radius(const Region& r) const { return r.radius_at_0 + r.growth * now; }

  /// Region k is the ball around terminal k from now on, and grows.
  ///
  /// Throws std::invalid_argument for a vertex that is none, or is a terminal twice.
  void begin(std::span<const Vertex> terminals) {
    // An odd cycle takes three children at least, so that there are half as many blossoms at most,
    // and no region moves in memory while others refer to it.
    const std::size_t most = terminals.size() + terminals.size() / 2;
    if (regions_.size() < most) regions_.resize(most);
    for (; used_ < most; ++used_) make_new(regions_[used_]);
    for (std::size_t k = most; k > terminals.size(); --k) free_.push_back(id(k - 1));
    for (std::size_t k = 0; k < terminals.size(); ++k) {
      const Vertex v = terminals[k];
      if (v < 0 || v >= std::ssize(sites_)) {
        throw std::invalid_argument("expected terminals below " +
                                    std::to_string(std::ssize(sites_)) + ", got " +
                                    std::to_string(v));
      }
      if (site(v).region != RegionId::kNoRegion) {
        throw std::invalid_argument("the vertex " + std::to_string(v) + " is a terminal twice");
      }
      occupy(v, id(k), v, 0, 0);
      Region& ball = (*this)[id(k)];
      ball.role = Role::kS;
      ball.growth = 1;
    }
  }

  /// No vertex has a region, and no time has passed.
  void clear() {
    stack_.clear();
    for (std::size_t k = 0; k < used_; ++k) {
      for (const Vertex v : regions_[k].shell) site(v) = Site{};
    }
    free_.clear();
    used_ = 0;
    now = 0;
    marks_ = 0;
  }

  /// A blossom without children.
  RegionId new_blossom() {
    require_invariant(!free_.empty(), "there are half as many blossoms as terminals at most");
    const RegionId blossom = free_.back();
    free_.pop_back();
    return blossom;
  }

  /// A blossom that has given its place to its children. An event for it may be queued.
  void free_blossom(RegionId r) {
    const Plan plan = (*this)[r].plan;
    make_new((*this)[r]);
    (*this)[r].plan = plan;
    free_.push_back(r);
  }

  /// A mark that no region has.
  std::int64_t new_mark() { return ++marks_; }

  /// Calls visit(region) for a region and all that lie in it.
  template <class Visit>
  void for_each_within(RegionId r, Visit visit) {
    const std::size_t bottom = stack_.size();
    stack_.push_back(r);
    while (stack_.size() > bottom) {
      const RegionId each = stack_.back();
      stack_.pop_back();
      for (const Child& child : (*this)[each].cycle) stack_.push_back(child.region);
      visit(each);
    }
  }

  /// A region has come to a vertex.
  void occupy(Vertex v, RegionId r, Vertex source, Weight distance, std::uint64_t labels) {
    Site& here = site(v);
    Region& own = (*this)[r];
    own.shell.push_back(v);
    here.region = here.surface = r;
    here.source = source;
    here.arrival = radius(own);
    here.inside = -here.arrival;
    here.distance = distance;
    here.labels = labels;
  }

  void set_growth(RegionId r, int growth) {
    Region& changed = (*this)[r];
    changed.radius_at_0 = radius(changed) - growth * now;
    changed.growth = static_cast<std::int8_t>(growth);
  }

  void match(RegionId a, RegionId b, const Link& link) {
    (*this)[a].mate = b;
    (*this)[a].to_mate = link;
    if (b == RegionId::kBoundary) return;
    (*this)[b].mate = a;
    (*this)[b].to_mate = link.turned();
  }

  /// A region takes over the mate of another one.
  void match_like(RegionId r, RegionId other) {
    const RegionId mate = (*this)[other].mate;
    if (mate == RegionId::kNoRegion) return;
    match(r, mate, (*this)[other].to_mate);
  }

  /// All vertices of a region lie in another surface region.
  void move_sites(RegionId r, RegionId surface, Weight wider) {
    for_each_within(r, [&](RegionId each) {
      for (const Vertex v : (*this)[each].shell) {
        Site& here = site(v);
        here.surface = surface;
        here.inside += wider;
      }
    });
  }

  /// The child of a blossom in which a terminal lies, as a place in its cycle.
  std::size_t child_with(RegionId blossom, Vertex terminal) {
    RegionId r = site(terminal).region;
    while ((*this)[r].blossom != blossom) r = (*this)[r].blossom;
    const auto& cycle = (*this)[blossom].cycle;
    const auto found = std::ranges::find(cycle, r, &Child::region);
    return static_cast<std::size_t>(found - cycle.begin());
  }

 private:
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

  std::vector<Site> sites_;
  std::vector<Region> regions_;
  /// The first regions, among which are all of this search.
  std::size_t used_ = 0;
  /// Places for blossoms.
  std::vector<RegionId> free_;
  std::int64_t marks_ = 0;
  /// Empty between two steps.
  std::vector<RegionId> stack_;
};

}  // namespace fastpair
