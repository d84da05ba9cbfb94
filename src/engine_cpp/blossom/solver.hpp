// The course of a solve: match vertices on the candidates until none is free above the ground;
// price out the edges of the whole graph; repair those that are violated, and begin again. This is
// the method of Derigs and Metz (1991, "Solving (large scale) matching problems combinatorially")
// and of Applegate and Cook (1993, "Solving large-scale matching problems"): candidates are the
// edges of their sparse graph, and to price out and repair is their way to the optimum of all
// edges.
//
// Where there are more edges than candidates, one tree grows at a time, the strategy of a single
// search tree of Ball and Derigs (1983, "An analysis of alternate strategies for implementing
// matching algorithms"). Where all edges are candidates, most vertices are matched by searches near
// by, and the remaining ones by trees that grow at once, the multiple search trees of the same
// authors. A search near by is one from a single vertex that is given up after a share of the arcs.
//
// Reserves are ours. A pass over the edges of a vertex that are no candidates gives it half of
// their least slack; until its dual has fallen by that much, none of them needs to be priced out
// again (candidates.hpp). To secure vertices is to price them out and give them reserves.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/forest.hpp"
#include "blossom/graph_source.hpp"
#include "blossom/indexed.hpp"
#include "blossom/invariants.hpp"
#include "blossom/limits.hpp"
#include "blossom/link_repair.hpp"
#include "blossom/nest_repair.hpp"
#include "blossom/search.hpp"
#include "blossom/solution.hpp"
#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

template <class Value, GraphSource<Value> Source>
class BlossomSolver {
 public:
  /// The ground is that of a state in which vertices stay unmatched though most edges are asked
  /// for.
  BlossomSolver(const Source& source, CandidateGraph& candidates, BlossomForest<Value> forest,
                Objective objective, std::optional<Value> ground = {})
      : source_(source),
        candidates_(candidates),
        objective_(objective),
        forest_(std::move(forest)),
        reserves_(Source::kHasMore ? forest_.size() : 0, 0),
        search_(source_, forest_, candidates_, reserves_),
        ground_(ground) {
    if (objective == Objective::kWeight) ground_ = 0;
  }

  /// The same state in another width of integers, with a ground of its own.
  template <class Other>
  explicit BlossomSolver(const BlossomSolver<Other, Source>& other)
      : BlossomSolver(other.source_, other.candidates_, BlossomForest<Value>(other.forest_),
                      other.objective_) {
    absent_ = other.absent_;
  }

  /// The same state on a source and candidates that are copies of the other's.
  BlossomSolver(const BlossomSolver& other, const Source& source, CandidateGraph& candidates)
      : BlossomSolver(source, candidates, other.forest_, other.objective_) {
    reserves_ = other.reserves_;
    secured_ = other.secured_;
    ground_ = other.ground_;
    absent_ = other.absent_;
  }

  /// Says which vertices have been taken out of the graph, so that they need not be matched. They
  /// have no edges.
  void set_absent(const std::vector<std::uint8_t>& absent) {
    absent_ = PerVertex<std::uint8_t>(forest_.size());
    std::ranges::copy(absent, absent_.begin());
  }

  [[nodiscard]] const Reserves<Value>& reserves() const { return reserves_; }
  [[nodiscard]] const BlossomForest<Value>& state() const& { return forest_; }
  [[nodiscard]] BlossomForest<Value> state() && { return std::move(forest_); }
  [[nodiscard]] Value ground() const { return ground_.value_or(lowest_dual()); }

  /// Matches until the state is optimal for all edges of the source: from nothing, after changes,
  /// or after an interruption.
  ///
  /// Throws WidthExceeded if a value might not fit into Value, and Interrupted; the state is valid
  /// then too.
  void run(const Interrupt& interrupt) { run(interrupt, nullptr); }

  /// The same; but if the first trees that grow alone scan much, asks a source once for potentials.
  /// Returns false if it has found some, to begin anew from.
  bool run(const Interrupt& interrupt, Source* source) {
    begin(interrupt);
    secured_ = false;
    asked_ = source;
    given_up_ = false;
    if constexpr (Source::kHasMore) {
      optimize();
    } else {
      match_together();
    }
    ended_ = !given_up_;
    return ended_;
  }

  /// Does so after changes, from a state that was optimal before them, and secures all vertices.
  void rerun(const Interrupt& interrupt) {
    if constexpr (!Source::kHasMore) {
      run(interrupt);
    } else {
      begin(interrupt);
      std::vector<Proposal> violated = secure_all();
      do {
        repair(violated);
        match_alone();
        violated = price_out_and_secure();
      } while (!violated.empty());
      ended_ = true;
    }
  }

  /// Gives every vertex of an optimal state a reserve, which questions need.
  void secure(const Interrupt& interrupt) {
    interrupt_ = &interrupt;
    if constexpr (Source::kHasMore) secure_all();
  }

  /// Announces that the edge ij has come, gone or got another weight in the source or, where all
  /// edges are candidates, among these; and whether that is the last change before the next run.
  void change(Vertex i, Vertex j, bool last) {
    if constexpr (Source::kHasMore) {
      loosen(i, j);
      candidates_.remove(i, j);
      if (!source_.is_edge(i, j)) return;
      candidates_.add(i, j, source_.weight_2x(i, j));
      repair({i, j, source_.weight_2x(i, j)});
    } else {
      const Arc* edge = candidates_.find(i, j);
      const Value slack =
          edge == nullptr ? Limits<Value>::kNever : forest_.slack_2x(i, j, edge->weight_2x);
      if (slack == 0) return;
      if (slack > 0 && forest_.mate(i) != j && !forest_.is_linked(i, j)) return;
      const bool safe = width_.is_within(NestRepair<Value, Source>::kLargest) &&
                        2 * Wide{source_.largest()} <= NestRepair<Value, Source>::kLargest;
      if (last && safe && nest_repair_.run(i, j, ground_)) {
        return width_.grow(nest_repair_.change());
      }
      if (edge != nullptr && link_repair_.run(i, j, slack)) return width_.grow(slack);
      loosen(i, j);
      if (edge != nullptr) repair({i, j, edge->weight_2x});
    }
  }

  /// Announces that all edges of v have changed.
  void change_all(Vertex v) {
    forest_.make_free(v);  // and alone
    raise_free(v, forest_.shared_2x(v, v) / 2);
    const Value before = forest_.dual_2x(v);
    if constexpr (Source::kHasMore) {
      candidates_.clear(v);
      forest_.set_dual_2x(v, lowest_dual());
      Value least = 0;
      for (const auto& [u, weight_2x] : search_.best_edges(v)) {
        candidates_.add(v, u, weight_2x);
        least = std::min(least, forest_.slack_2x(v, u, weight_2x));
      }
      forest_.raise(v, -least);
      reserves_[v] = kUnpriced<Value>;
    } else {
      if (!ground_ && candidates_.from(v).empty()) return;
      lower_and_match(v, candidates_, ground_, forest_);
    }
    width_.grow(Wide{before} - forest_.dual_2x(v));
  }

 private:
  template <class Other, GraphSource<Other> Graph>
  friend class BlossomSolver;

  void begin(const Interrupt& interrupt) {
    interrupt_ = &interrupt;
    from_nothing_ = !std::exchange(ended_, false);
    if (from_nothing_) {
      width_.measure(forest_);
      find_free();
      lone_ = !Source::kHasMore && free_.size() <= 1;
    }
    width_.require(forest_);  // after the changes
    // Weights may have grown since the ground was set.
    if (ground_ && objective_ == Objective::kCardinality && !lone_) lower_ground();
  }

  void ask_interrupt() const {
    if (*interrupt_ && (*interrupt_)()) throw Interrupted{};
  }

  /// Grows the tree of the free vertex v; see Search::run.
  Outcome run_search(Vertex v, std::optional<Value> ground, Stage stage,
                     std::int64_t most_arcs = kAllArcs) {
    ask_interrupt();
    const Outcome outcome = search_.run(v, ground, stage, *interrupt_, most_arcs);
    width_.grow(2 * Wide{search_.end()});
    return outcome;
  }

  /// Puts the ground so low that no gain of weight pays for leaving yet another vertex. Free
  /// vertices that lay on it remain to be matched.
  void lower_ground() {
    const Value penalty = penalty_ground<Value>(forest_.size(), source_.largest());
    if (ground_ && *ground_ <= penalty) return;
    ground_ = std::min({penalty, lowest_dual(), ground_.value_or(Value{0})});
    if (!all_free_) find_free();
  }

  [[nodiscard]] Value lowest_dual() const {
    Value lowest = Limits<Value>::kNever;
    for (Vertex v = 0; v < forest_.size(); ++v) {
      if (!is_absent(v)) lowest = std::min(lowest, forest_.dual_2x(v));
    }
    return lowest == Limits<Value>::kNever ? 0 : lowest;
  }

  [[nodiscard]] bool is_absent(Vertex v) const { return !absent_.empty() && absent_[v] != 0; }
  [[nodiscard]] bool is_free(Vertex v) const { return forest_.mate(v) == kNobody && !is_absent(v); }

  // --- match by trees that grow alone ------------------------------------------------------------

  /// Free vertices wait on a ground if a pass over them leaves half of them, and one of so many
  /// vertices. Of 27 families of bench/hard, 26 leave at most 22 of 1000 vertices in the first
  /// pass.
  static constexpr std::size_t kManyFree = 10;
  /// In matrices of 1,000 whose weights contain a price of each vertex, the first searches scan 2
  /// times all arcs if the prices are 0, 7 times if they are .03 of the other weights, where
  /// potentials bring nothing, 14 times if they are a tenth, and 30 times if they are as much. With
  /// 13, one of 2,000 and .03 takes 34 ms, not 19; with 16, one of 400 and 3 takes 5.1, not 2.6.
  static constexpr std::int64_t kTry = 2;
  static constexpr std::int64_t kMost = 14;

  /// Matches free vertices until the others lie on the ground.
  void match_alone() {
    std::size_t before = index_of(forest_.size());
    do {
      const std::size_t now = free_vertices().size();
      const bool many = now * kManyFree > index_of(forest_.size()) && 2 * now > before;
      if (many && repaired_ && !ground_ && !waited_) wait_on_a_ground();
      before = now;
      repaired_ = false;
      unmatched_.clear();
      for (const Stage stage : {Stage::kFractional, Stage::kIntegral}) {
        const std::vector<Vertex> free = free_vertices();
        for (std::size_t k = 0; k < free.size(); ++k) {
          if constexpr (requires(Source& source) { source.find_potentials(); }) {
            if (asked_ != nullptr && is_slow(k, free.size())) {
              given_up_ = std::exchange(asked_, nullptr)->find_potentials();
              if (given_up_) return;
            }
          }
          const Vertex v = free[k];
          if (v == free.back() && is_odd_one_out(free)) unmatched_.push_back(v);
          match(v, stage);
        }
        asked_ = nullptr;  // later searches have better duals
        if constexpr (kCheckInvariants) check_invariants(forest_, candidates_);
      }
      // The lowest dual is a ground for all, and one vertex stays unmatched because the number is
      // odd.
      if (!ground_ && !unmatched_.empty() && !repaired_) {
        search(unmatched_.front(), Stage::kIntegral, lowest_dual());
      }
    } while (repaired_);
    width_.require(forest_);
  }

  /// Lets free vertices wait on a ground until all others are matched optimally. Where many stay
  /// free, there may be too few partners: a vertex without one lowers its dual below those of its
  /// edges, one after the other, and frees a vertex at each.
  void wait_on_a_ground() {
    waited_ = true;
    ground_ = lowest_dual();
    optimize();
    ground_.reset();
  }

  /// Matches v, or makes it part of a cycle matched by halves, or puts it on the ground, or leaves
  /// it.
  void match(Vertex v, Stage stage) {
    while (!is_done(v, stage)) {
      if (search(v, stage, ground_) == Outcome::kStuck) leave_unmatched(v);
    }
  }

  [[nodiscard]] bool is_done(Vertex v, Stage stage) const {
    return forest_.mate(v) != kNobody || forest_.dual_2x(v) == ground_ ||
           (stage == Stage::kFractional && forest_.is_blossom(forest_.surface(v))) ||
           std::ranges::find(unmatched_, v) != unmatched_.end();
  }

  Outcome search(Vertex v, Stage stage, std::optional<Value> ground) {
    const Outcome outcome = run_search(v, ground, stage);
    scans_ += kAllArcs - search_.arcs_left();
    if (outcome == Outcome::kViolated) {
      repair(search_.violation());
      width_.require(forest_);
    }
    return outcome;
  }

  /// Whether so many of the first searches have scanned some times all arcs, and all of them will
  /// scan many times all if they go on so.
  [[nodiscard]] bool is_slow(std::size_t done, std::size_t all) const {
    const Wide arcs = candidates_.count_arcs();
    return scans_ > kTry * arcs && Wide{scans_} * all > kMost * arcs * done;
  }

  /// Free vertices, those of small nodes first, because their trees are small, and of these the
  /// highest dual first: the last one is the cheapest to leave.
  [[nodiscard]] std::vector<Vertex> free_vertices() const {
    std::vector<Vertex> free =
        vertices_below(forest_.size(), [this](Vertex v) { return is_free(v); });
    const auto order = [this](Vertex v) {
      return std::pair(forest_.count(forest_.surface(v)), -forest_.dual_2x(v));
    };
    std::ranges::stable_sort(free, {}, order);
    return free;
  }

  /// Whether only one of the free vertices is still free, and has to remain so, because the number
  /// of vertices is odd.
  [[nodiscard]] bool is_odd_one_out(const std::vector<Vertex>& free) const {
    return !ground_ && unmatched_.empty() && count_present() % 2 == 1 &&
           std::ranges::count_if(free, [this](Vertex v) { return is_free(v); }) == 1;
  }

  /// Leaves v unmatched, because no augmenting path begins at it. If the number of vertices is odd,
  /// one vertex may stay unmatched. As soon as more are, the ground is put so low that no gain of
  /// weight pays for leaving yet another one.
  void leave_unmatched(Vertex v) {
    unmatched_.push_back(v);
    if (unmatched_.size() <= count_present() % 2) return;
    lower_ground();
    for (const Vertex u : std::exchange(unmatched_, {})) match(u, Stage::kIntegral);
  }

  [[nodiscard]] std::size_t count_present() const {
    return index_of(forest_.size()) - static_cast<std::size_t>(std::ranges::count(absent_, 1));
  }

  // --- price out --------------------------------------------------------------------------------

  /// Matches and prices out until no edge of the source is violated.
  void optimize() {
    match_alone();
    if (given_up_) return;
    reserves_.fill(0);
    for (auto violated = source_.violations(forest_); !violated.empty(); violated = price_out()) {
      repair(violated);
      match_alone();
    }
  }

  /// The vertices without a reserve.
  [[nodiscard]] std::vector<Vertex> unpriced() const {
    std::vector<Vertex> vertices = unpriced_vertices(reserves_, forest_.size());
    if (!vertices.empty()) ask_interrupt();
    return vertices;
  }

  /// Prices out the edges of the vertices without a reserve. Returns violated edges.
  std::vector<Proposal> price_out() {
    const std::vector<Vertex> vertices = unpriced();
    for (const Vertex v : vertices) reserves_[v] = 0;
    if (vertices.empty()) return {};
    return source_.violations(forest_, vertices);
  }

  /// Does the same, and gives the vertices without any a reserve.
  std::vector<Proposal> price_out_and_secure() {
    const std::vector<Vertex> vertices = unpriced();
    if (vertices.empty()) return {};
    return source_.secure(forest_, candidates_, vertices, reserves_);
  }

  /// Does so for all vertices, unless that has been done.
  std::vector<Proposal> secure_all() {
    if (secured_) return {};
    reserves_.fill(kUnpriced<Value>);
    std::vector<Proposal> violated = price_out_and_secure();
    secured_ = true;
    return violated;
  }

  // --- match by trees that grow near by, and at once ---------------------------------------------

  /// The searches of a round near by scan so many of all arcs together.
  static constexpr double kRound = 2.0 / 3;
  /// Among so few vertices each search goes on to its end: to grow trees at once takes a third more
  /// time for complete graphs of 16. With 128, late-bloomers of 100 vertices take 2.6 times as
  /// long. Builds that check invariants let trees grow at once in smaller graphs too: their tests
  /// have hardly any others.
  static constexpr Vertex kFew = kCheckInvariants ? 8 : 48;
  /// In a re-solve, so few free vertices search a part of that first: most changes can be mended
  /// near by. Without this, a changed edge of a Delaunay graph takes 1.7 times as long on average.
  static constexpr std::size_t kFewFree = 4;
  static constexpr double kFirstPart = 0.25;
  /// Another round follows if one leaves a smaller share of its vertices. What a weak round leaves
  /// is matched sooner by trees that grow at once.
  static constexpr double kRemaining = 0.6;
  /// No round by halves begins if a larger share of all vertices is free: many have to remain so.
  /// Without this, hubs of ten leaves each take 1.3 times as long; with 0.5, one of 160 mixes does.
  static constexpr double kMostFree = 0.75;
  /// Trees may lose so many times all arcs before they begin anew.
  static constexpr double kLost = 4;

  void match_together() {
    arcs_ = candidates_.count_arcs() + forest_.size();
    match_all();
    update_free();
    if (ground_ && objective_ == Objective::kCardinality && lone_ && free_.size() > 1) {
      // The ground was that of the only vertex that had to stay unmatched.
      ground_.reset();
      match_all();
      update_free();
    }
    if constexpr (kCheckInvariants) check_invariants(forest_, candidates_);
    width_.require(forest_);
    lone_ = all_free_ && free_.size() <= 1;
    if (!lone_) free_.clear();
    all_free_ = lone_;
  }

  /// Matches the remaining vertices until there are none.
  void match_all() {
    match_near_by(Stage::kFractional);
    // A single remaining vertex has no other to be matched with, and would search the whole graph
    // for one.
    if (remaining().size() == 1) set_ground();
    if (!grow_at_once(Stage::kFractional, Start::kTogether, share_of_arcs(kLost))) {
      start_unmatched();
      take_turns(Stage::kFractional);
    }
    match_near_by(Stage::kIntegral);
    if (!remaining(Stage::kFractional).empty()) set_ground();
    take_turns(Stage::kIntegral);
    set_ground();
    take_turns(Stage::kIntegral);
  }

  /// Begins again, with no vertex matched, where the searches near by have made bad duals. Without
  /// this, a band of 6,000 vertices and a ladder of heavier edges take 730 ms, not 15.
  void start_unmatched() {
    set_ground();
    forest_ = unmatched_start<Value>(source_.first_duals_2x(candidates_), ground_);
    find_free();
    width_.measure(forest_);
  }

  /// Matches vertices by searches near by, in rounds. The fewer vertices are free, the farther each
  /// search may go. A search that ends before it has found anything leaves valid duals. There are
  /// O(log n) rounds, which scan O(m log n) arcs; of few vertices each search may scan all.
  void match_near_by(Stage stage) {
    std::vector<Vertex> free = remaining(stage);
    const double most = kMostFree * static_cast<double>(forest_.size());
    if (stage == Stage::kFractional && as_double(free) > most) return;
    const bool few = forest_.size() <= kFew;
    bool first = !from_nothing_ && !few && free.size() <= kFewFree;
    double still_free = 0;
    while (free.size() > 1 && still_free < kRemaining) {
      const double before = as_double(free);
      const double round = first ? kFirstPart * kRound : kRound;
      const std::int64_t share = few ? kAllArcs : share_of_arcs(round / before);
      for (const Vertex v : free) {
        if (!is_remaining(v, stage)) continue;
        run_search(v, ground_, stage, share);
      }
      std::erase_if(free, [&](Vertex v) { return !is_remaining(v, stage); });
      still_free = std::exchange(first, false) ? 0 : as_double(free) / before;
    }
  }

  static double as_double(const std::vector<Vertex>& some) {
    return static_cast<double>(some.size());
  }

  /// Lets vertices stay unmatched from now on, if any remain, but no more than have to. If that
  /// is one, the lowest may as well stay.
  void set_ground() {
    if (ground_) return;
    const std::size_t count = remaining().size();
    if (count == 0) return;
    if (count > 1) return lower_ground();
    ground_ = lowest_dual();
  }

  /// Lets trees grow at once until they have ended. Those of one turn may lose twice as much as
  /// those of the turn before. In whole edges, trees that begin together lose much on some graphs,
  /// and trees that begin by dual on others, such as those where many vertices have to stay
  /// unmatched. So they take turns: altogether some times what the better order loses.
  void take_turns(Stage stage) {
    Start start = Start::kTogether;
    for (double lost = kLost; !grow_at_once(stage, start, share_of_arcs(lost)); lost *= 2) {
      const bool together = stage == Stage::kFractional || start == Start::kByDual;
      start = together ? Start::kTogether : Start::kByDual;
    }
  }

  bool grow_at_once(Stage stage, Start start, std::int64_t may_lose) {
    const std::vector<Vertex> roots = stage == Stage::kFractional ? remaining(stage) : remaining();
    if (roots.empty()) return true;
    const bool ended = search_.run_many(roots, start, ground_, stage, *interrupt_, may_lose);
    width_.grow(2 * Wide{search_.end()});
    return ended;
  }

  /// A vertex counts as an arc.
  [[nodiscard]] std::int64_t share_of_arcs(double share) const {
    return static_cast<std::int64_t>(share * static_cast<double>(arcs_));
  }

  /// Whether v is free and above the ground, and for this stage: odd cycles are for the integral
  /// one. When the fractional stage is over, no path leads from the others to free vertices.
  [[nodiscard]] bool is_remaining(Vertex v, Stage stage) const {
    return is_remaining(v) && forest_.is_blossom(forest_.surface(v)) == (stage == Stage::kIntegral);
  }
  [[nodiscard]] bool is_remaining(Vertex v) const {
    return forest_.mate(v) == kNobody && forest_.dual_2x(v) != ground_ && !is_absent(v);
  }

  /// The remaining vertices, for a stage or for any, in the order of their numbers: vertices
  /// with numbers near each other often are neighbours, whose searches read the same memory.
  [[nodiscard]] std::vector<Vertex> remaining(auto... stage) {
    update_free();
    std::vector<Vertex> result;
    std::ranges::copy_if(free_, std::back_inserter(result),
                         [&](Vertex v) { return is_remaining(v, stage...); });
    return result;
  }

  /// Looks for free vertices among all.
  void find_free() {
    free_ = vertices_below(forest_.size(), [this](Vertex v) { return is_free(v); });
    all_free_ = true;
  }

  /// Takes account of the vertices that have been freed and matched since the last call.
  void update_free() {
    if (forest_.take_freed(free_)) {
      std::ranges::sort(free_);
      const auto equal = std::ranges::unique(free_);
      free_.erase(equal.begin(), equal.end());
    }
    std::erase_if(free_, [this](Vertex v) { return !is_free(v); });
  }

  // --- repair -----------------------------------------------------------------------------------

  void repair(const std::vector<Proposal>& violations) {
    for (const Proposal& edge : violations) {
      for (const Vertex v : {edge.first, edge.second}) ++violated_[v];
    }
    for (const Proposal& edge : violations) {
      // Only a few edges of a vertex are proposed at a time, so that more may be violated.
      reserves_[edge.first] = kUnpriced<Value>;
      candidates_.add(edge.first, edge.second, edge.weight_2x);
      repair(edge);
    }
    violated_.fill(0);
    width_.require(forest_);
  }

  /// Raises the dual of one end until the slack is not negative. This end becomes free, and so does
  /// the vertex that the surface blossom around it was matched with.
  void repair(const Proposal& edge) {
    const Value missing = -forest_.slack_2x(edge.first, edge.second, edge.weight_2x);
    require_within<Value>(missing, 28);
    if (missing <= 0) return;
    repaired_ = true;
    separate(edge.first, edge.second, missing);
  }

  /// Undoes what requires the edge ij to be tight: its being matched, and the blossoms that hold
  /// both ends.
  void loosen(Vertex i, Vertex j) {
    if (forest_.mate(i) == j || forest_.is_linked(i, j)) separate(i, j, 0);
  }

  void raise_free(Vertex v, Value amount) {
    forest_.raise_free(v, amount);
    width_.grow(amount);
  }

  /// Frees one end, expands the blossoms that it shares with the other, and raises its dual.
  void separate(Vertex i, Vertex j, Value amount) {
    // Preferred is the end in the smaller node, then the one with more violated edges, then the one
    // that is free already.
    const auto cost = [this](Vertex v) {
      return std::tuple(forest_.count(forest_.surface(v)), -violated_[v],
                        forest_.mate(v) != kNobody);
    };
    const Vertex raised = cost(j) < cost(i) ? j : i;
    forest_.make_free(raised);
    raise_free(raised, forest_.shared_2x(i, j) / 2 + amount);
    require_within<Value>(forest_.dual_2x(raised), 16);
  }

  const Source& source_;
  CandidateGraph& candidates_;
  Objective objective_;
  BlossomForest<Value> forest_;
  /// Empty where all edges are candidates.
  Reserves<Value> reserves_;
  /// Whether every vertex has a reserve, which a solve that goes on from the state needs.
  bool secured_ = false;
  Search<Value, Source> search_;
  const Interrupt* interrupt_ = nullptr;
  /// The level that no dual may fall below, and on which a vertex may stay unmatched; none as long
  /// as all vertices are to be matched, but for one if their number is odd.
  std::optional<Value> ground_;
  /// 1 for vertices that are not in the graph; empty if all are.
  PerVertex<std::uint8_t> absent_;
  /// Whether an edge has been repaired, so that there are free vertices again.
  bool repaired_ = false;
  /// How many of the violated edges that are being repaired end at each vertex.
  PerVertex<int> violated_{forest_.size(), 0};
  Width<Value> width_;
  NestRepair<Value, Source> nest_repair_{source_, forest_, candidates_};
  LinkRepair<Value> link_repair_{forest_, candidates_};
  /// Whether the last run has come to its end, and this one goes on from no such state.
  bool ended_ = false;
  bool from_nothing_ = true;
  /// Free vertices, in the order of their numbers. Between two runs those on the ground are left
  /// out, unless there is one only: a re-solve looks at no vertices but those that changes free.
  std::vector<Vertex> free_;
  /// Whether these are all free vertices.
  bool all_free_ = false;
  /// Whether one at most was free when the last run ended. If most edges are asked for, the next
  /// one tries the ground that it lies on first: without it, its tree would reach as far as any
  /// other.
  bool lone_ = false;
  /// The number of arcs and of vertices.
  std::int64_t arcs_ = 0;
  /// What is asked for potentials, once, if not null; and whether it has found some.
  Source* asked_ = nullptr;
  bool given_up_ = false;
  /// The arcs that trees which grow alone have scanned.
  std::int64_t scans_ = 0;
  /// Whether free vertices of trees that grow alone have waited on a ground.
  bool waited_ = false;
  /// Vertices without an augmenting path, while there is no ground.
  std::vector<Vertex> unmatched_;
};

}  // namespace fastpair
