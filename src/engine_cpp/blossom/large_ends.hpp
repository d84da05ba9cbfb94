// Where large trees have ended lately, while trees grow at once.
//
// What a large tree has held is taken at once by whichever root touches it. That becomes a large
// tree, the next root that it meets ends it too, and all of it is walked again for each of them.
// So roots, and trees of a root and one pair, wait there until a common time. Then they take it
// together, and most of them are matched with each other before one of them holds all of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "fastpair/integers.hpp"

namespace fastpair {

template <class Value>
class LargeEnds {
 public:
  /// `arcs` is the number of arcs of the graph.
  LargeEnds(Vertex size, std::int64_t arcs) : arcs_(arcs), last_(size, kNone) {}

  /// Whether a tree is large that has scanned so many arcs.
  [[nodiscard]] bool is_large(std::int64_t scanned) const { return kShare * scanned > arcs_; }

  /// A large tree that held the vertex v ends now.
  void add(Vertex v, Value now) {
    if (times_.empty() || times_.back() != now) times_.push_back(now);
    last_[v] = static_cast<std::int32_t>(times_.size()) - 1;
  }

  /// The time until which roots wait that would take the vertex v now. There is none if no large
  /// tree has left v in the present window. A window takes up to an eighth of the time that has
  /// passed, so that there are few of them. It ends at an even time: the duals of all trees stay
  /// even together and odd together.
  [[nodiscard]] std::optional<Value> wait_end(Vertex v, Value now) const {
    if (last_[v] == kNone) return std::nullopt;
    const int digits = std::max(1, digits_of(now) - kDigitsOfWindows);
    const Value last = times_[static_cast<std::size_t>(last_[v])];
    if (last >> digits != now >> digits) return std::nullopt;
    return (((now >> digits) + 1) << digits) + now % 2;
  }

 private:
  static constexpr std::int64_t kShare = 16;
  static constexpr int kDigitsOfWindows = 3;
  static constexpr std::int32_t kNone = -1;

  std::int64_t arcs_;
  /// The times at which large trees have ended.
  std::vector<Value> times_;
  /// Which of these is that of the last one that held the vertex.
  PerVertex<std::int32_t> last_;
};

}  // namespace fastpair
