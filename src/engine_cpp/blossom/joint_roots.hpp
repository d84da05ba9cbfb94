// The free vertices from which trees grow at once: when the tree of each begins, and when a vertex
// of a tree may be left in place of its root.
//
// In every order the duals of all trees are even together and odd together: half the slack of an
// edge between two S-vertices is an integer, whether they are in one tree or in two.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "blossom/forest.hpp"
#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "blossom/outcome.hpp"

namespace fastpair {

/// The order in which trees begin.
enum class Order : std::uint8_t {
  /// All trees begin together, but for one unit of time. That suits graphs whose edges weigh more
  /// in one region than in another.
  kTogether,
  /// A level falls as time passes, and a vertex begins when the level is its dual. So all roots
  /// have the same dual and reach the ground together. If they came there one by one, each would
  /// leave its tree to the next one, which would walk it again.
  kByDual,
  /// The same, but an S-vertex below its root is left at once in place of the root, and begins when
  /// the level is its dual. So no tree ends on the ground before all do. That suits trees which
  /// will not meet.
  kExchange,
};

template <class Value>
class JointRoots {
 public:
  explicit JointRoots(BlossomForest<Value>& forest) : forest_(forest) {}

  /// `may_wait`: some may begin later than is their order.
  void start(const std::vector<Vertex>& free, Stage stage, Order order, bool may_wait,
             std::optional<Value> ground) {
    stage_ = stage;
    order_ = order;
    may_wait_ = may_wait;
    ground_ = ground;
    highest_ = ground.value_or(-Limits<Value>::kTime);
    roots_.clear();
    for (const Vertex v : free) highest_ = std::max(highest_, forest_.dual_2x[add(v)]);
  }

  /// Makes the lowest vertex of the free node that holds v a root, and returns it.
  Vertex add(Vertex v) {
    Vertex root = v;
    forest_.for_each_vertex(forest_.outer(v), [&](Vertex u) {
      if (forest_.dual_2x[u] < forest_.dual_2x[root]) root = u;
    });
    forest_.make_free(root);
    roots_.push_back(root);
    return root;
  }

  [[nodiscard]] const std::vector<Vertex>& all() const { return roots_; }
  [[nodiscard]] Order order() const { return order_; }

  /// The time when the tree of a root begins; kNever if it lies on the ground.
  [[nodiscard]] Value start_of(Vertex root) const {
    if (forest_.dual_2x[root] == ground_) return kNever;
    const auto wait = waits_until_.find(root);
    if (wait != waits_until_.end()) return wait->second;
    const Value below = highest_ - forest_.dual_2x[root];
    return order_ == Order::kTogether ? below % 2 : below;
  }

  /// Whether a free node will begin a tree: it does not lie on the ground, nor is it an odd cycle
  /// of the fractional stage.
  [[nodiscard]] bool begins(Node b) const {
    if (stage_ == Stage::kFractional && forest_.is_blossom(b)) return false;
    return start_of(forest_.base(b)) < end();
  }

  /// The time from which on an S-vertex may be left, given the time when its dual will be 0.
  [[nodiscard]] Value leave_time(Value reach) const {
    if (!ground_) return kNever;
    if (order_ == Order::kExchange) return reach < highest_ ? 0 : kNever;
    return reach - *ground_;
  }

  /// Lets a root begin again later, given its dual now, and says whether it can: if it could not
  /// reach the ground in time, it can't.
  bool wait(Vertex root, Value dual_2x, Value until) {
    if (!may_wait_ || (ground_ && until + dual_2x - *ground_ > end())) return false;
    waits_until_[root] = until;
    return true;
  }

  /// The time when the last trees reach the ground, and a quarter more if they may wait.
  [[nodiscard]] Value end() const {
    if (!ground_) return kNever;
    const Value end = highest_ - *ground_;
    return may_wait_ ? end + end / 4 : end;
  }

 private:
  static constexpr Value kNever = Limits<Value>::kNever;

  BlossomForest<Value>& forest_;
  std::vector<Vertex> roots_;
  Stage stage_ = Stage::kIntegral;
  Order order_ = Order::kTogether;
  std::optional<Value> ground_;
  bool may_wait_ = false;
  /// When roots begin that wait; few do.
  std::unordered_map<Vertex, Value> waits_until_;
  /// The highest dual of a root at the time 0, or the ground if there is no root above it.
  Value highest_ = 0;
};

}  // namespace fastpair
