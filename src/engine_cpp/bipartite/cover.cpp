#include <cstddef>
#include <utility>
#include <vector>

#include "bipartite/lists.hpp"

namespace fastpair {
namespace {

class HopcroftKarp {
 public:
  explicit HopcroftKarp(const RowLists& graph)
      : graph_(graph),
        cover_(graph.rows(), graph.columns()),
        level_(graph.rows(), kUnreached),
        next_(graph.rows(), 0) {}

  Cover run(const Interrupt& interrupt) {
    match_greedily();
    while (find_levels()) {
      if (interrupt && interrupt()) throw Interrupted{};
      next_.fill(0);
      for (Vertex row = 0; row < graph_.rows(); ++row) {
        if (cover_.row_mate[row] == kNobody) augment(row);
      }
    }
    find_cover();
    return std::move(cover_);
  }

 private:
  static constexpr Vertex kUnreached = -1;

  void match_greedily() {
    for (Vertex row = 0; row < graph_.rows(); ++row) {
      for (const Arc& arc : graph_.from(row)) {
        if (cover_.column_mate[arc.to] != kNobody) continue;
        cover_.match(row, arc.to);
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
      if (cover_.row_mate[row] != kNobody) continue;
      level_[row] = 0;
      queue.push_back(row);
    }
    bool found = false;
    Vertex last = graph_.rows();
    for (std::size_t k = 0; k < queue.size() && level_[queue[k]] < last; ++k) {
      const Vertex level = level_[queue[k]];
      for (const Arc& arc : graph_.from(queue[k])) {
        const Vertex mate = cover_.column_mate[arc.to];
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
      const Vertex mate = cover_.column_mate[arcs[next].to];
      if (mate == kNobody) {
        for (const Vertex each : path_) cover_.match(each, graph_.from(each)[next_[each]++].to);
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
  void find_cover() {
    for (Vertex row = 0; row < graph_.rows(); ++row) {
      cover_.has_row[row] = level_[row] == kUnreached ? 1 : 0;
      if (level_[row] == kUnreached) continue;
      for (const Arc& arc : graph_.from(row)) cover_.has_column[arc.to] = 1;
    }
  }

  const RowLists& graph_;
  Cover cover_;
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
