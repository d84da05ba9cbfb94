// The join that regions prove the lightest when no tree is open any more, and the proof.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "fastpair/join_solver.hpp"
#include "joins/regions.hpp"

namespace fastpair {

/// The pairs of terminals that are joined: surface regions with their mates, and the children of
/// each blossom in pairs around the one that leads out of it.
class JoinReader {
 public:
  explicit JoinReader(Regions& regions) : regions_(regions) {}

  Join read(std::span<const Vertex> terminals) {
    Join found;
    found.pairs.reserve((terminals.size() + 1) / 2);
    const auto add = [&found](const Regions::Link& link) {
      found.pairs.push_back({link.from, link.to, link.length / 2, link.labels});
      found.weight += link.length / 2;
      found.labels ^= link.labels;
    };
    const std::int64_t mark = regions_.new_mark();
    for (std::size_t k = 0; k < terminals.size(); ++k) {
      const RegionId r = regions_.site(terminals[k]).surface;
      if (regions_[r].mark == mark) continue;
      regions_[r].mark = mark;
      const Regions::Link link = regions_[r].to_mate;
      add(link);
      unfold(r, link.from, add);
      const RegionId mate = regions_[r].mate;
      if (mate == RegionId::kBoundary) continue;
      regions_[mate].mark = mark;
      unfold(mate, link.to, add);
    }
    return found;
  }

  /// Forgets what an exception has left.
  void clear() { waiting_.clear(); }

 private:
  /// Adds the pairs in a region one of whose terminals is joined with one outside.
  template <class Add>
  void unfold(RegionId r, Vertex terminal, Add add) {
    waiting_.emplace_back(r, terminal);
    while (!waiting_.empty()) {
      const auto [each, outside] = waiting_.back();
      waiting_.pop_back();
      const std::vector<Regions::Child>& cycle = regions_[each].cycle;
      if (cycle.empty()) continue;
      const std::size_t length = cycle.size();
      const std::size_t base = regions_.child_with(each, outside);
      waiting_.emplace_back(cycle[base].region, outside);
      for (std::size_t k = 1; k < length; k += 2) {
        const Regions::Child& one = cycle[(base + k) % length];
        add(one.next);
        waiting_.emplace_back(one.region, one.next.from);
        waiting_.emplace_back(cycle[(base + k + 1) % length].region, one.next.to);
      }
    }
  }

  Regions& regions_;
  /// Regions with a terminal that is joined with one outside. Empty between two joins.
  std::vector<std::pair<RegionId, Vertex>> waiting_;
};

/// The radii of the regions as moats.
inline JoinCertificate moats_of(Regions& regions, std::span<const Vertex> terminals) {
  JoinCertificate found;
  std::vector<std::int64_t> places(regions.count(), -1);
  std::vector<RegionId> order;
  for (std::size_t k = 0; k < terminals.size(); ++k) order.push_back(Regions::id(k));
  for (std::size_t k = 0; k < terminals.size(); ++k) places[k] = static_cast<std::int64_t>(k);
  // A blossom is listed when the last of its children has been.
  std::vector<std::size_t> missing(regions.count(), 0);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const RegionId whole = regions[order[k]].blossom;
    if (whole == RegionId::kNoRegion) continue;
    std::size_t& remaining = missing[index_of(whole)];
    if (remaining == 0) remaining = regions[whole].cycle.size();
    if (--remaining > 0) continue;
    places[index_of(whole)] = static_cast<std::int64_t>(order.size());
    order.push_back(whole);
  }
  for (const RegionId r : order) {
    found.widths_2x.push_back(regions.radius(regions[r]));
    const RegionId whole = regions[r].blossom;
    found.parents.push_back(whole == RegionId::kNoRegion ? -1 : places[index_of(whole)]);
  }
  return found;
}

}  // namespace fastpair
