#include "bipartite/cover.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace fastpair {
namespace {

class HopcroftKarp {
 public:
  explicit HopcroftKarp(const RowLists& graph)
      : graph_(graph),
        row_mate_(graph.rows(), kNobody),
        column_mate_(graph.columns(), kNobody),
        level_(graph.rows(), kUnreached),
        next_(graph.rows(), 0) {}

  Cover run(const Interrupt& interrupt) {
    match_greedily();
    while (find_levels()) {
      if (interrupt && interrupt()) throw Interrupted{};
      next_.fill(0);
      for (Vertex row = 0; row < graph_.rows(); ++row) {
        if (row_mate_[row] == kNobody) augment(row);
      }
    }
    return cover();
  }

 private:
  static constexpr Vertex kUnreached = -1;

  void match(Vertex row, Vertex column) {
    row_mate_[row] = column;
    column_mate_[column] = row;
  }

  void match_greedily() {
    for (Vertex row = 0; row < graph_.rows(); ++row) {
      for (const Arc& arc : graph_.from(row)) {
        if (column_mate_[arc.to] != kNobody) continue;
        match(row, arc.to);
        break;
      }
    }
  }

  /// Gives every row its distance from the free rows along alternating paths. Returns whether a
  /// free column was reached; if so, rows that are further away than it have no distance.
  bool find_levels() {
    level_.fill(kUnreached);
    std::vector<Vertex> queue;
    for (Vertex row = 0; row < graph_.rows(); ++row) {
      if (row_mate_[row] != kNobody) continue;
      level_[row] = 0;
      queue.push_back(row);
    }
    bool found = false;
    Vertex last = graph_.rows();
    for (std::size_t k = 0; k < queue.size() && level_[queue[k]] < last; ++k) {
      const Vertex level = level_[queue[k]];
      for (const Arc& arc : graph_.from(queue[k])) {
        const Vertex mate = column_mate_[arc.to];
        if (mate == kNobody) {
          found = true;
          last = level + 1;
        } else if (level_[mate] == kUnreached) {
          level_[mate] = level + 1;
          queue.push_back(mate);
        }
      }
    }
    return found;
  }

  /// Augments along a path whose levels rise by one from row to row, if there is one. No arc is
  /// tried twice between two looks at the levels.
  void augment(Vertex root) {
    path_.assign(1, root);
    while (!path_.empty()) {
      const Vertex row = path_.back();
      const auto arcs = graph_.from(row);
      std::size_t& next = next_[row];
      if (next == arcs.size()) {
        path_.pop_back();
        if (!path_.empty()) ++next_[path_.back()];
        continue;
      }
      const Vertex mate = column_mate_[arcs[next].to];
      if (mate == kNobody) {
        for (const Vertex each : path_) match(each, graph_.from(each)[next_[each]++].to);
        return;
      }
      if (level_[mate] == level_[row] + 1) {
        path_.push_back(mate);
      } else {
        ++next;
      }
    }
  }

  /// The columns that alternating paths from the free rows reach, and the rows that they do not.
  Cover cover() {
    Cover cover{std::move(row_mate_), std::move(column_mate_),
                PerVertex<std::uint8_t>(graph_.rows()), PerVertex<std::uint8_t>(graph_.columns())};
    for (Vertex row = 0; row < graph_.rows(); ++row) {
      cover.has_row[row] = level_[row] == kUnreached ? 1 : 0;
      if (level_[row] == kUnreached) continue;
      for (const Arc& arc : graph_.from(row)) cover.has_column[arc.to] = 1;
    }
    return cover;
  }

  const RowLists& graph_;
  PerVertex<Vertex> row_mate_;
  PerVertex<Vertex> column_mate_;
  PerVertex<Vertex> level_;
  /// The arc of each row that is tried next.
  PerVertex<std::size_t> next_;
  std::vector<Vertex> path_;
};

}  // namespace

Cover least_cover(const RowLists& graph, const Interrupt& interrupt) {
  return HopcroftKarp(graph).run(interrupt);
}

}  // namespace fastpair
