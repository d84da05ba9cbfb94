// The free vertices from which trees grow at once, and when each of them begins.
//
// There are two orders. All trees may begin together, but for one unit of time: that suits graphs
// whose edges weigh more in one region than in another. Or a level falls as time passes, and a
// vertex begins when the level is its dual. So all roots have the same dual and reach the ground
// together. If they came there one by one, each would leave its tree to the next one, which would
// walk it again.
//
// Either way the duals of all trees are even together and odd together: half the slack of an edge
// between two S-vertices is an integer, whether they are in one tree or in two.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "blossom/forest.hpp"
#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"

namespace fastpair {

enum class Order : std::uint8_t { kTogether, kByDual };

template <class Value>
class JointRoots {
 public:
  explicit JointRoots(BlossomForest<Value>& forest) : forest_(forest) {}

  /// Begins with one root for each of the free vertices: the lowest vertex of its node.
  void start(std::vector<Vertex> free, Order order, std::optional<Value> ground) {
    roots_ = std::move(free);
    order_ = order;
    ground_ = ground;
    highest_ = ground.value_or(-Limits<Value>::kTime);
    for (Vertex& root : roots_) {
      root = lowest_base(root);
      highest_ = std::max(highest_, forest_.dual_2x[root]);
    }
    std::ranges::stable_sort(roots_, {}, [this](Vertex root) { return start_of(root); });
    begun_ = 0;
  }

  [[nodiscard]] const std::vector<Vertex>& all() const { return roots_; }
  /// The highest dual of a root at the time 0, or the ground if there is no root above it.
  [[nodiscard]] Value highest() const { return highest_; }

  /// Whether there is a root that has not begun, and has neither been matched nor lies on the
  /// ground.
  [[nodiscard]] bool has_next() {
    const auto done = [this](Vertex root) {
      return forest_.mate[root] != kNobody || forest_.dual_2x[root] == ground_;
    };
    while (begun_ < roots_.size() && done(roots_[begun_])) ++begun_;
    return begun_ < roots_.size();
  }

  /// The time when the next root begins.
  [[nodiscard]] Value next_start() const { return start_of(roots_[begun_]); }

  Vertex take() { return roots_[begun_++]; }

 private:
  [[nodiscard]] Value start_of(Vertex root) const {
    const Value below = highest_ - forest_.dual_2x[root];
    return order_ == Order::kTogether ? below % 2 : below;
  }

  /// Makes the lowest vertex the base of the free node that holds v.
  Vertex lowest_base(Vertex v) {
    const Node b = forest_.outer(v);
    Vertex lowest = v;
    forest_.for_each_vertex(b, [&](Vertex u) {
      if (forest_.dual_2x[u] < forest_.dual_2x[lowest]) lowest = u;
    });
    forest_.make_free(lowest);
    return lowest;
  }

  BlossomForest<Value>& forest_;
  /// In the order in which they begin; the first begun_ have begun.
  std::vector<Vertex> roots_;
  std::size_t begun_ = 0;
  Value highest_ = 0;
  std::optional<Value> ground_;
  Order order_ = Order::kTogether;
};

}  // namespace fastpair
