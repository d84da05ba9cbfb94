// How long trees that grow at once go on: until all have ended, or until too much is lost.
//
// What a tree has scanned is lost when it ends, because others may scan it again. Trees that live
// scan each arc once.
#pragma once

#include <cstdint>

#include "blossom/joint_roots.hpp"

namespace fastpair {

struct TurnRules {
  Order order;
  /// How many arcs trees may lose at once,
  std::int64_t at_once;
  /// and how many more with each tree that ends. So trees that match their roots go on, and those
  /// that only walk the same regions again are stopped early.
  std::int64_t per_tree = 0;
  /// Whether roots wait where a large tree has ended (large_ends.hpp).
  bool may_wait = false;
};

class JointTurn {
 public:
  /// If `leaves_one`, the last tree has no other to meet, and does not count.
  JointTurn(const TurnRules& rules, bool leaves_one)
      : left_(leaves_one ? -1 : 0), may_lose_(rules.at_once), per_tree_(rules.per_tree) {}

  void add_tree() { ++left_; }

  /// A tree has ended, or will not begin because its root is matched.
  void end_tree() {
    --left_;
    may_lose_ += per_tree_;
  }

  void lose(std::int64_t arcs) { may_lose_ -= arcs; }

  [[nodiscard]] bool have_all_ended() const { return left_ <= 0; }
  [[nodiscard]] bool is_lost() const { return may_lose_ < 0; }

 private:
  /// The number of trees that grow or are to begin.
  std::int64_t left_;
  std::int64_t may_lose_;
  std::int64_t per_tree_;
};

}  // namespace fastpair
