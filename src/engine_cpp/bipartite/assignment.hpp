// The state of a solve on a bipartite graph: a matching, and the duals of rows and columns.
//
// Between two steps
//   row_2x[i] + column_2x[j] >= weight_2x for every arc ij, with equality where i and j are
//   matched; unless all rows and all columns have to be matched, the dual of no column is below the
//   ground 0; if the state is grounded, no dual of a row is.
// So a state is optimal whose free rows and free columns all lie on the ground. Duals of columns
// may begin anywhere above it: rows are matched first, and then free columns lowered (match_all).
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "bipartite/lists.hpp"
#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"

namespace fastpair {

template <class Value>
struct Assignment : Mates {
  Assignment(Vertex rows, Vertex columns, bool may_leave_rows)
      : Mates(rows, columns), row_2x(rows, 0), column_2x(columns, 0), grounded(may_leave_rows) {}

  PerVertex<Value> row_2x;
  PerVertex<Value> column_2x;
  /// Whether a row may stay unmatched, with a dual of 0. If not, all rows have to be matched.
  bool grounded;

  /// Gives the columns the duals to begin with.
  void begin(const PerVertex<Weight>& duals_2x) {
    column_2x = PerVertex<Value>(duals_2x);
    for (const Value dual : column_2x) require_width(dual);
  }

  [[nodiscard]] bool is_done(Vertex row) const {
    return row_mate[row] != kNobody || (grounded && row_2x[row] == 0);
  }

  [[nodiscard]] std::vector<Vertex> rows_to_match() const {
    return vertices_below(row_mate.size(), [this](Vertex row) { return !is_done(row); });
  }

  /// Whether every free column lies on the ground.
  [[nodiscard]] bool columns_are_done() const {
    for (Vertex j = 0; j < column_2x.size(); ++j) {
      if (column_mate[j] == kNobody && column_2x[j] != 0) return false;
    }
    return true;
  }

  /// Makes rows of the columns and columns of the rows.
  void turn() {
    std::swap(row_mate, column_mate);
    std::swap(row_2x, column_2x);
  }

  /// See limits.hpp.
  void require_width(Value dual) const {
    if (!fits(dual)) throw WidthExceeded{};
  }
};

/// The column that is worth most to a row, the weight of the arc less the dual of the column, and
/// another one that is worth as much, if there is one; and what the second best is worth.
template <class Value>
struct BestTwo {
  static constexpr Value kNone = -Limits<Value>::kNever;
  Vertex column = kNobody;
  Vertex other = kNobody;
  Value worth = kNone;
  Value other_worth = kNone;

  void offer(Vertex to, Value offered) {
    if (offered <= other_worth) return;
    if (offered > worth) {
      column = to;
      other = kNobody;
      other_worth = std::exchange(worth, offered);
    } else {
      if (offered == worth) other = to;
      other_worth = offered;
    }
  }
};

template <class Value, class Rows>
BestTwo<Value> best_two(const Rows& graph, Vertex row, const PerVertex<Value>& column_2x) {
  BestTwo<Value> best;
  graph.for_each_arc(row, [&](Vertex column, Weight weight_2x) {
    best.offer(column, weight_2x - column_2x[column]);
  });
  return best;
}

/// What the best column is worth to a row.
template <class Value, class Rows>
Value most_worth(const Rows& graph, Vertex row, const PerVertex<Value>& column_2x) {
  Value most = BestTwo<Value>::kNone;
  graph.for_each_arc(row, [&](Vertex column, Weight weight_2x) {
    most = std::max(most, weight_2x - column_2x[column]);
  });
  return most;
}

/// Gives a row the dual that its best column leaves it.
template <class Value, class Rows>
void lift(const Rows& graph, Vertex row, Assignment<Value>& state) {
  const Value worth = most_worth(graph, row, state.column_2x);
  state.row_2x[row] = state.grounded ? std::max(worth, Value{0}) : worth;
}

/// Augmenting row reduction [Jonker and Volgenant 1987]: a free row takes its best column, and
/// raises its dual as far as the second best column allows. The row that had it is free again, and
/// goes on at once if something was gained, and in the next of two passes otherwise. Gives each row
/// a dual.
template <class Value, class Rows>
void reduce_rows(const Rows& graph, Assignment<Value>& state, const Interrupt& interrupt) {
  for (Vertex row = 0; state.grounded && row < state.row_2x.size(); ++row) lift(graph, row, state);
  std::vector<Vertex> free = state.rows_to_match();
  for (int pass = 0; pass < 2 && !free.empty(); ++pass) {
    std::vector<Vertex> later;
    auto budget = 8 * std::ssize(free);
    for (const Vertex first : free) {
      if (budget == 0 && pass == 0) lift(graph, first, state);
      for (Vertex row = first; budget > 0; --budget) {
        if (budget % 256 == 0 && interrupt && interrupt()) throw Interrupted{};
        BestTwo<Value> best = best_two(graph, row, state.column_2x);
        if (best.other_worth == best.kNone) best.other_worth = best.worth;
        Value dual = best.other_worth;
        if (state.grounded) dual = std::max(dual, Value{0});
        Vertex column = best.column;
        if (column == kNobody) refuse_changes();
        const Value gain = best.worth - dual;
        if (gain < 0) {  // nothing is worth the ground
          state.row_2x[row] = 0;
          break;
        }
        if (gain == 0 && state.column_mate[column] != kNobody && best.other != kNobody) {
          column = best.other;
        }
        const Vertex displaced = state.column_mate[column];
        state.row_2x[row] = dual;
        state.column_2x[column] += gain;
        state.require_width(state.column_2x[column]);
        if (displaced != kNobody) state.row_mate[displaced] = kNobody;
        state.match(row, column);
        if (displaced == kNobody || state.is_done(displaced)) break;
        if (gain == 0) {
          later.push_back(displaced);
          break;
        }
        row = displaced;
      }
    }
    free = std::move(later);
  }
}

/// What a search for a shortest path finds out, and the change that it leads to.
template <class Value>
class PathSearch {
 protected:
  explicit PathSearch(Vertex columns) : distance_(columns, Limits<Value>::kNever), from_(columns) {}

  void begin() {
    order_.clear();
    end_ = Limits<Value>::kTime + 1;
    last_row_ = kNobody;
  }

  /// A row may stay free where its dual reaches the ground. `base` is the distance of that.
  void reach_ground(Vertex row, Value base) {
    if (base >= end_) return;
    end_ = base;
    last_row_ = row;
  }

  /// Matches the root by the path to a free column or, if that is nobody, to the row that stays
  /// free.
  void take_path(Vertex root, Vertex column, Assignment<Value>& state) {
    descend(root, state);
    if (column == kNobody && last_row_ != root) {
      column = std::exchange(state.row_mate[last_row_], kNobody);
    }
    for (Vertex left = from_.size(); column != kNobody; --left) {
      if (left == 0) refuse_changes();  // a path has each column once
      const Vertex row = from_[column];
      const Vertex next = row == root ? kNobody : state.row_mate[row];
      state.match(row, column);
      column = next;
    }
  }

  PerVertex<Value> distance_;
  /// The row before each column.
  PerVertex<Vertex> from_;
  /// The columns that are settled, in their order.
  std::vector<Vertex> order_;
  /// The distance of the nearest end that was found: a free column, or a row that reaches the
  /// ground.
  Value end_ = 0;
  Vertex last_row_ = kNobody;

 private:
  /// Raises the duals of the settled columns, and lowers those of their rows and of the root, by
  /// how much nearer they are than the end.
  void descend(Vertex root, Assignment<Value>& state) const {
    for (const Vertex column : order_) {
      const Value nearer = end_ - distance_[column];
      state.require_width(state.column_2x[column] += nearer);
      state.require_width(state.row_2x[state.column_mate[column]] -= nearer);
    }
    state.require_width(state.row_2x[root] -= end_);
  }
};

/// Searches a path for each row that has to be matched or lowered to the ground, as long as
/// goes_on(search, done, all) says so after some of all of them. Returns whether none is left.
template <class Search, class Value, class Rows>
bool search_paths(const Rows& graph, Assignment<Value>& state, const Interrupt& interrupt,
                  const auto& goes_on) {
  Search search(graph);
  const std::vector<Vertex> rows = state.rows_to_match();
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (interrupt && interrupt()) throw Interrupted{};
    if (!goes_on(search, k, rows.size())) return false;
    search.run(rows[k], state);
  }
  return true;
}

/// A search is not given up.
inline constexpr auto kGoOn = [](const auto&, std::size_t, std::size_t) { return true; };

/// Matches the rows: all of them, or those that are worth it if the state is grounded. Then lowers
/// the free columns to the ground, or matches them, by the same searches from the other side. These
/// leave no row free whose dual is not 0: rows only rise, and one that is free ends the search.
/// Returns false if goes_on has ended it before; the duals are as valid as ever then.
template <class Search, class Value, class Rows>
bool match_all(const Rows& graph, Assignment<Value>& state, const Interrupt& interrupt,
               const auto& goes_on) {
  reduce_rows(graph, state, interrupt);
  if (!search_paths<Search>(graph, state, interrupt, goes_on)) return false;
  if (state.columns_are_done()) return true;
  const Rows turned = graph.turned();
  const bool grounded = std::exchange(state.grounded, true);
  state.turn();
  search_paths<Search>(turned, state, interrupt, kGoOn);
  state.turn();
  state.grounded = grounded;
  return true;
}

}  // namespace fastpair
