// Shortest augmenting paths where each row has a list of arcs, by Dijkstra's method with a heap.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "bipartite/assignment.hpp"
#include "bipartite/row_lists.hpp"
#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"

namespace fastpair {

template <class Value>
class HeapSearch {
 public:
  explicit HeapSearch(const RowLists& graph)
      : graph_(graph), distance_(graph.columns(), kNever), from_(graph.columns(), kNobody) {}

  /// Matches a free row, or leaves it on the ground. Every row that is not grounded must have a
  /// path to a free column. Throws WidthExceeded with the state as it was.
  void run(Vertex root, Assignment<Value>& state) {
    end_ = Limits<Value>::kTime + 1;
    last_column_ = last_row_ = kNobody;
    reach(root, 0, state);
    for (Vertex column = next(); column != kNobody; column = next()) {
      settled_.push_back(column);
      reach(state.column_mate[column], distance_[column], state);
    }
    if (last_column_ == kNobody && last_row_ == kNobody) throw WidthExceeded{};
    update(root, state);
    for (const Vertex column : touched_) distance_[column] = kNever;
    touched_.clear();
    settled_.clear();
    heap_.clear();
    tight_.clear();
  }

 private:
  static constexpr Value kNever = Limits<Value>::kNever;
  using Entry = std::pair<Value, Vertex>;

  /// Follows the arcs of a row at some distance from the root.
  void reach(Vertex row, Value distance, const Assignment<Value>& state) {
    const Value dual = state.row_2x[row];
    if (state.grounded && distance + dual < end_) {
      end_ = distance + dual;
      last_row_ = row;
      last_column_ = kNobody;
    }
    const Value base = distance + dual;
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

  void update(Vertex root, Assignment<Value>& state) {
    state.descend(root, settled_, distance_, end_);
    if (last_column_ != kNobody) {
      state.augment(root, last_column_, from_);
    } else if (last_row_ != root) {
      const Vertex column = std::exchange(state.row_mate[last_row_], kNobody);
      state.augment(root, column, from_);
    }
  }

  const RowLists& graph_;
  PerVertex<Value> distance_;
  PerVertex<Vertex> from_;
  /// Columns at the distance `now_`, and those further away.
  std::vector<Vertex> tight_;
  std::vector<Entry> heap_;
  std::vector<Vertex> touched_;
  std::vector<Vertex> settled_;
  /// The distance of the nearest end that was found: a free column, or a row that reaches the
  /// ground.
  Value end_ = 0;
  Value now_ = 0;
  Vertex last_column_ = kNobody;
  Vertex last_row_ = kNobody;
};

}  // namespace fastpair
