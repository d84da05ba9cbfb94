// Shortest augmenting paths where each row has a list of arcs, by Dijkstra's method with a heap.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "bipartite/assignment.hpp"
#include "bipartite/lists.hpp"
#include "blossom/limits.hpp"

namespace fastpair {

template <class Value>
class HeapSearch : PathSearch<Value> {
  using Base = PathSearch<Value>;
  using Base::distance_, Base::from_, Base::order_, Base::end_, Base::last_row_;

 public:
  explicit HeapSearch(const RowLists& graph) : Base(graph.columns()), graph_(graph) {}

  /// Matches a free row, or leaves it on the ground. Every row that is not grounded must have a
  /// path to a free column. After WidthExceeded the state is of no use any more.
  void run(Vertex root, Assignment<Value>& state) {
    this->begin();
    last_column_ = kNobody;
    reach(root, 0, state);
    for (Vertex column = next(); column != kNobody; column = next()) {
      order_.push_back(column);
      reach(state.column_mate[column], distance_[column], state);
    }
    if (last_column_ == kNobody && last_row_ == kNobody) throw WidthExceeded{};
    this->take_path(root, last_column_, state);
    for (const Vertex column : touched_) distance_[column] = kNever;
    touched_.clear();
    heap_.clear();
    tight_.clear();
  }

 private:
  static constexpr Value kNever = Limits<Value>::kNever;
  using Entry = std::pair<Value, Vertex>;

  /// Follows the arcs of a row at some distance from the root.
  void reach(Vertex row, Value distance, const Assignment<Value>& state) {
    const Value base = distance + state.row_2x[row];
    if (state.grounded && base < end_) {
      this->reach_ground(row, base);
      last_column_ = kNobody;
    }
    for (const Arc& arc : graph_.from(row)) {
      const Value found = base + state.column_2x[arc.to] - arc.weight_2x;
      Value& known = distance_[arc.to];
      if (found >= end_ || found >= known) continue;
      if (known == kNever) touched_.push_back(arc.to);
      known = found;
      from_[arc.to] = row;
      if (state.column_mate[arc.to] == kNobody) {
        end_ = found;
        last_column_ = arc.to;
        last_row_ = kNobody;
      } else if (found == distance) {
        tight_.push_back(arc.to);
      } else {
        heap_.emplace_back(found, arc.to);
        std::ranges::push_heap(heap_, std::greater{});
      }
    }
    now_ = distance;
  }

  /// The nearest column that is not settled, if it is nearer than the end.
  Vertex next() {
    if (now_ >= end_) return kNobody;
    if (!tight_.empty()) {
      const Vertex column = tight_.back();
      tight_.pop_back();
      return column;
    }
    while (!heap_.empty()) {
      const auto [distance, column] = heap_.front();
      if (distance >= end_) return kNobody;
      std::ranges::pop_heap(heap_, std::greater{});
      heap_.pop_back();
      if (distance == distance_[column]) return column;  // else it was found nearer since
    }
    return kNobody;
  }

  const RowLists& graph_;
  /// Columns at the distance `now_`, and those further away.
  std::vector<Vertex> tight_;
  std::vector<Entry> heap_;
  std::vector<Vertex> touched_;
  Value now_ = 0;
  Vertex last_column_ = kNobody;
};

}  // namespace fastpair
