// The solver of a list of edges that keeps its state, beside the solver of a matrix and solves from
// nothing.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "check.hpp"
#include "fastpair/matching.hpp"
#include "fastpair/matching_solver.hpp"
#include "memory.hpp"

namespace {

using namespace fastpair;
using fastpair::check::short_of_memory;

std::size_t at(Vertex v) { return static_cast<std::size_t>(v); }

/// Weights of which many tie, of which few do, and powers of 2 up to the limit, or minus them.
enum class Kind { kFew, kMany, kPowers };

/// A solver, and what its graph has to be: a weight for each edge, with the smaller vertex first.
struct Instance {
  Instance(Vertex size, double degree, Kind kind_in, Objective objective_in,
           std::mt19937_64& random_in)
      : kind(kind_in),
        objective(objective_in),
        random(random_in),
        removed(at(size), 0),
        solver(SparseGraph{size, first_edges(size, degree)}, objective) {}

  Instance(Vertex size, std::vector<Edge> first_edges, Objective objective_in,
           std::mt19937_64& random_in)
      : kind(Kind::kFew),
        objective(objective_in),
        random(random_in),
        removed(at(size), 0),
        edges(std::move(first_edges)),
        solver(SparseGraph{size, edges}, objective) {}

  Weight weight() {
    if (kind == Kind::kFew) return static_cast<Weight>(random() % 7) - 2;
    if (kind == Kind::kMany) return static_cast<Weight>(random() % 10000) - 1000;
    const Weight power = Weight{1} << random() % 61;
    return random() % 2 == 0 ? power : -power;
  }

  Vertex vertex() { return static_cast<Vertex>(random() % removed.size()); }

  static Edge ordered(Edge edge) {
    if (edge.second < edge.first) std::swap(edge.first, edge.second);
    return edge;
  }

  std::vector<Edge> first_edges(Vertex size, double degree) {
    std::vector<Edge> list;
    const auto count = size < 2 ? 0 : static_cast<int>(degree * size / 2);
    for (int k = 0; k < count; ++k) list.push_back({vertex(), vertex(), weight()});
    for (const Edge& edge : list) {
      const Weight* known = find(edge.first, edge.second);
      const bool counts = edge.first != edge.second && (known == nullptr || *known < edge.weight);
      if (counts) put(edge);
    }
    return list;
  }

  static bool joins(const Edge& edge, Vertex i, Vertex j) {
    return edge.first == std::min(i, j) && edge.second == std::max(i, j);
  }

  Weight* find(Vertex i, Vertex j) {
    for (Edge& edge : edges) {
      if (joins(edge, i, j)) return &edge.weight;
    }
    return nullptr;
  }

  void put(Edge edge) {
    Weight* known = find(edge.first, edge.second);
    known == nullptr ? edges.push_back(ordered(edge)) : void(*known = edge.weight);
  }

  void clear(Vertex v) {
    std::erase_if(edges, [v](const Edge& edge) { return edge.first == v || edge.second == v; });
  }

  void change() {
    const Vertex i = vertex();
    const Vertex j = vertex();
    switch (random() % 6) {
      case 0:
        if (i == j) return;
        solver.forbid(i, j);
        std::erase_if(edges, [&](const Edge& edge) { return joins(edge, i, j); });
        return;
      case 1:
        solver.remove(i);
        clear(i);
        removed[at(i)] = 1;
        return;
      case 2:
        return insert(i);
      default:
        return set();
    }
  }

  void set() {
    std::vector<Edge> list;
    for (std::size_t k = random() % 4; k > 0; --k) {
      const Edge edge{vertex(), vertex(), weight()};
      const bool present = removed[at(edge.first)] == 0 && removed[at(edge.second)] == 0;
      if (present && edge.first != edge.second) list.push_back(edge);
    }
    if (!edges.empty()) {  // one that is there
      list.push_back(edges[random() % edges.size()]);
      list.back().weight = weight();
    }
    solver.set(list);
    for (const Edge& edge : list) put(edge);
  }

  void insert(Vertex v) {
    std::vector<Edge> list;
    for (std::size_t k = random() % 5; k > 0; --k) {
      const Edge edge{v, vertex(), weight()};
      if (edge.second != v) list.push_back(edge);
    }
    solver.insert(v, list);
    clear(v);
    removed[at(v)] = 0;
    for (const Edge& edge : list) {
      if (removed[at(edge.second)] != 0) continue;
      const Weight* known = find(v, edge.second);
      if (known == nullptr || *known < edge.weight) put(edge);
    }
  }

  [[nodiscard]] Solution anew() const {
    return max_weight_matching(SparseGraph{solver.size(), edges}, objective);
  }

  Solution check() {
    const Solution solution = solver.solve();
    const Solution fresh = anew();
    CHECK(solution.weight == fresh.weight);
    CHECK(objective == Objective::kWeight || solution.cardinality == fresh.cardinality);
    check_edges();
    check_proof(solution);
    return solution;
  }

  void check_edges() {
    const auto key = [](const Edge& edge) {
      return std::tuple(edge.first, edge.second, edge.weight);
    };
    const std::vector<Edge> held = solver.edges();
    std::ranges::sort(edges, {}, key);
    CHECK(std::ranges::equal(held, edges, {}, key, key));
    for (const Edge& edge : edges) CHECK(solver.weight(edge.second, edge.first) == edge.weight);
    CHECK(std::ranges::equal(solver.removed(), removed));
  }

  /// Checks the certificate as matching.hpp describes it.
  void check_proof(const Solution& solution) const {
    const Certificate& proof = solution.certificate;
    std::vector<std::vector<std::size_t>> around(removed.size());
    for (std::size_t b = 0; b < proof.blossoms.size(); ++b) {
      CHECK(proof.blossoms[b].dual_2x > 0);
      for (const Vertex v : proof.members(proof.blossoms[b])) around[at(v)].push_back(b);
    }
    for (const auto& [i, j, value] : edges) {
      Wide slack = proof.vertex_2x[at(i)] + proof.vertex_2x[at(j)] - 2 * Wide{value};
      for (const std::size_t b : around[at(i)]) {
        if (std::ranges::find(around[at(j)], b) != around[at(j)].end()) {
          slack += proof.blossoms[b].dual_2x;
        }
      }
      CHECK(slack >= 0);
      if (solution.mate[at(i)] == j) CHECK(slack == 0);
    }
    for (std::size_t v = 0; v < removed.size(); ++v) {
      if (removed[v] != 0) {
        CHECK_EQUAL(solution.mate[v], kNobody);
        continue;
      }
      CHECK(proof.vertex_2x[v] >= proof.ground_2x);
      if (solution.mate[v] == kNobody) CHECK(proof.vertex_2x[v] == proof.ground_2x);
    }
    CHECK(objective == Objective::kCardinality || proof.ground_2x == 0);
  }

  Kind kind;
  Objective objective;
  std::mt19937_64& random;
  std::vector<std::uint8_t> removed;
  std::vector<Edge> edges;
  SparseMatchingSolver solver;
};

Instance random_instance(int round, Vertex most, std::mt19937_64& random) {
  const auto size = static_cast<Vertex>(1 + random() % at(most));
  const auto objective = round % 2 == 0 ? Objective::kWeight : Objective::kCardinality;
  const double degree = 1 + static_cast<double>(random() % 5);
  return {size, degree, static_cast<Kind>(round / 2 % 3), objective, random};
}

TEST(every_order_of_changes_leaves_the_optimum) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 3000; ++round) {
    Instance instance = random_instance(round, round % 10 == 0 ? 60 : 12, random);
    for (int k = 0; k < 12; ++k) {
      instance.change();
      if (random() % 2 == 0) instance.check();
    }
    const Solution last = instance.check();
    CHECK(instance.solver.solve().mate == last.mate);
    CHECK(SparseMatchingSolver(instance.solver).solve().mate == last.mate);
  }
}

TEST(many_changes_at_once_leave_the_optimum) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 60; ++round) {
    Instance instance = random_instance(round, 300, random);
    instance.check();
    for (int k = 0; k < 100; ++k) {
      instance.change();
      if (k == 10 || k == 40) instance.check();
    }
    instance.check();
  }
}

TEST(after_a_first_solve_by_another_search_changes_leave_the_optimum) {
  // Forests, which are bipartite, and graphs that are nearly as full as a matrix.
  std::mt19937_64 random(5);
  for (int round = 0; round < 60; ++round) {
    const auto size = static_cast<Vertex>(48 + random() % 12);
    const auto objective = round % 2 == 0 ? Objective::kWeight : Objective::kCardinality;
    const double degree = round % 4 < 2 ? 0.9 : 40;
    Instance instance(size, degree, static_cast<Kind>(round / 4 % 3), objective, random);
    for (int k = 0; k < 12; ++k) {
      instance.check();
      instance.change();
    }
    instance.check();
  }
}

/// One cycle of vertices in the order of their numbers.
std::vector<Edge> cycle(Vertex size, Weight weight) {
  std::vector<Edge> edges{{0, size - 1, weight}};
  for (Vertex v = 1; v < size; ++v) edges.push_back({v - 1, v, weight});
  return edges;
}

/// A chain of triangles of triangles, of nine vertices each.
std::vector<Edge> triangles_of_triangles(Vertex count) {
  std::vector<Edge> edges;
  for (Vertex start = 0; start < 9 * count; start += 9) {
    for (const Vertex k : {0, 3, 6}) {
      const Vertex v = start + k;
      edges.insert(edges.end(), {{v, v + 1, 9}, {v + 1, v + 2, 9}, {v, v + 2, 9}});
    }
    edges.insert(edges.end(),
                 {{start, start + 3, 9}, {start + 4, start + 7, 9}, {start + 1, start + 6, 9}});
    if (start > 0) edges.push_back({start - 1, start + 2, 9});
  }
  return edges;
}

/// A blossom that each further pair of vertices encloses in another one.
std::vector<Edge> onion(Vertex layers) {
  std::vector<Edge> edges = cycle(3, 4 * layers);
  for (Vertex v = 3; v < 2 * layers; v += 2) {
    const Weight weight = 4 * layers - v;
    edges.insert(edges.end(), {{v - 1, v, weight}, {v, v + 1, weight}, {v - 3, v + 1, weight}});
  }
  return edges;
}

/// A path of tight edges that each of the late vertices walks before it is left over: the hub 0 is
/// the heaviest partner of them all, but it is taken.
std::vector<Edge> late_bloomers(Vertex late) {
  const Weight top = 10 * late;
  std::vector<Edge> edges{{0, 1, 2 * top + 2}, {1, 2, 3 * top}, {2, 3, 3 * top}};
  for (Vertex v = 5; v < 4 + 2 * late; ++v) edges.push_back({v - 1, v, 2 * top});
  for (Vertex k = 0; k < late; ++k) {
    const Vertex v = 4 + 2 * late + k;
    edges.insert(edges.end(), {{0, v, top - 2 * k}, {4, v, top + 4 + 2 * k}});
  }
  edges.push_back({3, 4 + 2 * late, 1});  // an odd circle
  return edges;
}

TEST(long_sequences_of_changes_in_nests_leave_the_optimum) {
  std::mt19937_64 random(8);
  const std::vector<std::vector<Edge>> graphs{cycle(41, 5), triangles_of_triangles(5), onion(20),
                                              late_bloomers(12)};
  for (const std::vector<Edge>& graph : graphs) {
    for (const auto objective : {Objective::kWeight, Objective::kCardinality}) {
      const Vertex size = 1 + std::ranges::max(graph, {}, &Edge::second).second;
      Instance instance(size, graph, objective, random);
      for (int step = 0; step < 200; ++step) {
        const Edge known = graph[random() % graph.size()];
        if (random() % 8 == 0) {
          instance.solver.forbid(known.first, known.second);
          std::erase_if(instance.edges, [&](const Edge& edge) {
            return Instance::joins(edge, known.first, known.second);
          });
        } else {
          const auto more = static_cast<Weight>(random() % 5) - 2;
          const Edge edge{known.first, known.second, known.weight + more};
          instance.solver.set({{edge}});
          instance.put(edge);
        }
        instance.check();
      }
    }
  }
}

TEST(what_is_as_it_was_changes_nothing) {
  std::mt19937_64 random(9);
  for (const auto objective : {Objective::kWeight, Objective::kCardinality}) {
    Instance instance(41, cycle(41, 5), objective, random);
    const std::vector<Vertex> mate = instance.check().mate;
    for (const Edge& edge : cycle(41, 5)) {
      instance.solver.set({{edge}});
      CHECK(instance.solver.solve().mate == mate);
    }
    instance.solver.forbid(0, 20);
    CHECK(instance.solver.solve().mate == mate);
  }
}

TEST(a_blossom_stays_when_an_unmatched_link_of_it_is_lighter) {
  std::mt19937_64 random(11);
  Instance instance(41, cycle(41, 5), Objective::kWeight, random);
  const std::vector<Vertex> mate = instance.check().mate;
  for (Edge edge : cycle(41, 5)) {
    if (mate[at(edge.first)] == edge.second) continue;
    edge.weight -= 2;
    instance.solver.set({{edge}});
    instance.put(edge);
    const Solution solution = instance.check();
    CHECK(solution.mate == mate);
    CHECK(solution.certificate.blossoms.size() == 1);
    break;
  }
}

/// A grid with a diagonal in each cell, and three leaves at the first vertex, of which two have to
/// stay over. If the number of the other vertices is odd, they are one nest of blossoms.
std::vector<Edge> grid_with_leaves(Vertex rows, Vertex columns, std::mt19937_64& random) {
  std::vector<Edge> edges;
  const auto join = [&](Vertex v, Vertex u) {
    edges.push_back({v, u, static_cast<Weight>(1 + random() % 1000)});
  };
  for (Vertex v = 0; v < rows * columns; ++v) {
    const bool last = v % columns == columns - 1;
    if (!last) join(v, v + 1);
    if (v < (rows - 1) * columns) join(v, v + columns);
    if (!last && v < (rows - 1) * columns) join(v, v + columns + 1);
  }
  for (Vertex k = 0; k < 3; ++k) edges.push_back({0, rows * columns + k, 5});
  return edges;
}

TEST(a_nest_stays_when_an_edge_in_it_changes) {
  constexpr Vertex rows = 24;
  constexpr Vertex columns = 25;
  std::mt19937_64 random(12);
  Instance instance(rows * columns + 3, grid_with_leaves(rows, columns, random),
                    Objective::kCardinality, random);
  const Solution first = instance.check();
  const auto in_largest = std::ranges::max(first.certificate.blossoms, {}, &Blossom::count).count;
  CHECK_EQUAL(in_largest, rows * columns - 1);
  // A search from a free vertex would ask whether to go on.
  int asked = 0;
  int without_search = 0;
  std::vector<Vertex> mate = first.mate;
  for (int step = 0; step < 60; ++step) {
    Edge edge;
    do edge = instance.edges[random() % instance.edges.size()];
    while (mate[at(edge.first)] != edge.second);
    edge.weight += step % 2 == 0 ? 300 : -3;
    instance.solver.set({{edge}});
    instance.put(edge);
    asked = 0;
    const Solution solution = instance.solver.solve([&] {
      ++asked;
      return false;
    });
    without_search += asked == 0 ? 1 : 0;
    mate = solution.mate;
    if (step % 6 == 0) CHECK_EQUAL(solution.weight, instance.anew().weight);
  }
  instance.check();
  CHECK(without_search >= 20);
}

TEST(an_optimum_of_another_search_is_found_again_after_many_changes) {
  // A grid, which is bipartite: so many changes that a solve starts from nothing, or few.
  constexpr Vertex side = 12;
  std::mt19937_64 random(10);
  std::vector<Edge> grid;
  for (Vertex v = 0; v < side * side; ++v) {
    if (v % side != 0) grid.push_back({v - 1, v, 50});
    if (v >= side) grid.push_back({v - side, v, 50});
  }
  for (const auto objective : {Objective::kWeight, Objective::kCardinality}) {
    Instance instance(side * side, grid, objective, random);
    for (int step = 0; step < 200; ++step) {
      std::vector<Edge> changed;
      for (int k = step % 4 == 0 ? 60 : 2 + 10 * (step % 4); k > 0; --k) {
        changed.push_back(grid[random() % grid.size()]);
        changed.back().weight += static_cast<Weight>(random() % 100);
      }
      instance.solver.set(changed);
      for (const Edge& edge : changed) instance.put(edge);
      if (step % 50 == 13) {  // an odd cycle comes, and goes
        const Edge diagonal{0, side + 1, 90};
        instance.solver.set({{diagonal}});
        instance.put(diagonal);
      } else if (step % 50 == 33) {
        instance.solver.forbid(0, side + 1);
        std::erase_if(instance.edges,
                      [](const Edge& edge) { return Instance::joins(edge, 0, side + 1); });
      }
      if (step % 3 != 1) instance.check();
    }
    instance.check();
  }
}

/// Many of the pairs of vertices.
std::vector<Edge> full(Vertex size, std::size_t lacking, std::mt19937_64& random) {
  std::vector<Edge> edges;
  for (Vertex i = 0; i < size; ++i) {
    for (Vertex j = i + 1; j < size; ++j) {
      const auto weight = static_cast<Weight>(random() % 1000);
      if (lacking == 0 || random() % lacking != 0) edges.push_back({i, j, weight});
    }
  }
  return edges;
}

TEST(full_graphs_change_a_little_and_much) {
  std::mt19937_64 random(14);
  constexpr Vertex size = 52;
  for (int round = 0; round < 8; ++round) {
    const auto objective = round % 2 == 0 ? Objective::kWeight : Objective::kCardinality;
    Instance instance(size, full(size, round % 4 < 2 ? 0 : 3, random), objective, random);
    instance.kind = static_cast<Kind>(round % 3);
    std::optional<Instance> before;
    std::shared_ptr<const SparseMatchingSolver::Revision> revision;
    for (int step = 0; step < 40; ++step) {
      // Few changes, so many that a solve starts from nothing, or few among all edges.
      std::vector<Edge> list;
      for (int k = step % 4 == 0 ? 800 : 2 + 30 * (step % 4); k > 0; --k) {
        const Edge edge{instance.vertex(), instance.vertex(), instance.weight()};
        const bool present =
            instance.removed[at(edge.first)] == 0 && instance.removed[at(edge.second)] == 0;
        if (present && edge.first != edge.second) list.push_back(edge);
      }
      if (step % 5 == 3) list.insert(list.end(), instance.edges.begin(), instance.edges.end());
      instance.solver.set(list);
      for (const Edge& edge : list) instance.put(edge);
      if (step % 3 == 1) instance.change();
      if (step % 7 == 2) CHECK_EQUAL(instance.solver.prices(0).possible.size(), at(size));
      if (step % 2 == 0) instance.check();
      if (step % 9 == 4) {
        const Solution matching = instance.solver.solve();
        revision = instance.solver.revision();
        before.emplace(instance);
        CHECK(before->solver.solve().mate == matching.mate);
      } else if (step % 9 == 0 && before) {
        Solution proven = before->solver.solve();
        proven.certificate = instance.solver.certificate(*revision);
        before->check_proof(proven);
      }
    }
    instance.check();
  }
}

TEST(a_full_list_of_edges_is_solved_as_its_matrix) {
  constexpr Vertex size = 60;
  std::mt19937_64 random(6);
  std::vector<Weight> cells(at(size) * at(size), 0);
  std::vector<std::uint8_t> allowed(cells.size(), 0);
  std::vector<Edge> edges;
  for (Vertex i = 0; i < size; ++i) {
    for (Vertex j = 0; j < i; ++j) {
      if (random() % 3 == 0) continue;
      const auto heavier = static_cast<Weight>(1 + random() % 4);  // many optima
      edges.insert(edges.end(), {{i, j, heavier}, {j, i, heavier - 1}, {i, i, 9}});
      for (const std::size_t k : {at(i) * at(size) + at(j), at(j) * at(size) + at(i)}) {
        cells[k] = heavier;
        allowed[k] = 1;
      }
    }
  }
  for (const Objective objective : {Objective::kWeight, Objective::kCardinality}) {
    const auto matrix =
        max_weight_matching(DenseGraph{size, cells.data(), allowed.data()}, objective);
    const SparseGraph list{size, edges};
    CHECK(max_weight_matching(list, objective).mate == matrix.mate);
    CHECK(SparseMatchingSolver(list, objective).solve().mate == matrix.mate);
  }
}

/// The best matching without some vertices.
Solution without(const Instance& instance, std::vector<Vertex> gone) {
  std::vector<Edge> rest;
  std::ranges::copy_if(instance.edges, std::back_inserter(rest), [&](const Edge& edge) {
    return std::ranges::find(gone, edge.first) == gone.end() &&
           std::ranges::find(gone, edge.second) == gone.end();
  });
  return max_weight_matching(SparseGraph{instance.solver.size(), rest}, instance.objective);
}

TEST(questions_are_answered_as_by_solving_the_rest) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 400; ++round) {
    Instance instance = random_instance(round, 12, random);
    for (int k = 0; k < 4; ++k) {
      instance.change();
      const Vertex v = instance.vertex();
      const PriceRow row = instance.solver.prices(v);
      const Solution best = instance.check();
      std::vector<std::uint8_t> joined(instance.removed.size(), 0);
      for (const auto& [i, j, value] : std::vector(instance.edges)) {
        if (i != v && j != v) continue;
        const std::size_t other = at(i == v ? j : i);
        joined[other] = 1;
        const Solution rest = without(instance, {i, j});
        CHECK(row.lighter[other] == best.weight - rest.weight - value);
        const bool weight = instance.objective == Objective::kWeight;
        CHECK_EQUAL(row.fewer[other], weight ? 0 : best.cardinality - rest.cardinality - 1);
      }
      CHECK(row.possible == joined);
      if (best.mate[at(v)] == kNobody) continue;
      const Losses losses = instance.solver.losses(std::vector{v}, {0}, 1, kWeightLimit);
      Instance second(instance);
      second.solver.forbid(v, best.mate[at(v)]);
      const Solution other = second.solver.solve();
      const bool counts =
          instance.objective == Objective::kWeight || other.cardinality == best.cardinality;
      const Wide loss = counts ? best.weight - other.weight : kWeightLimit;
      CHECK(losses.exact[0] != 0 ? losses.at_least[0] == loss : loss >= kWeightLimit);
    }
  }
}

TEST(a_solve_goes_on_where_it_was_interrupted) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 60; ++round) {
    Instance instance = random_instance(round, 60, random);
    for (int n = 0, stopped = 1; stopped != 0; ++n) {
      for (int k = 0; k < 5; ++k) instance.change();
      stopped = 0;
      int left = n;
      try {
        (void)instance.solver.solve([&left] { return --left < 0; });
      } catch (const Interrupted&) {
        stopped = 1;
      }
      if (random() % 2 == 0) instance.check();
    }
  }
}

/// What a caller sees of a solver.
auto seen(const SparseMatchingSolver& solver) {
  std::vector<std::tuple<Vertex, Vertex, Weight>> edges;
  for (const auto& [i, j, weight] : solver.edges()) edges.emplace_back(i, j, weight);
  const auto removed = solver.removed();
  return std::tuple(edges, std::vector(removed.begin(), removed.end()));
}

TEST(a_call_that_lacks_memory_has_changed_nothing) {
  std::mt19937_64 random(5);
  using Call = std::function<void(SparseMatchingSolver&)>;
  const std::vector<Edge> some{{4, 0, 8}, {4, 1, 3}, {5, 4, 6}, {0, 4, 2}};
  const std::vector<Edge> beyond{{0, 1, 3}, {1, 7, 4}};
  const std::vector<Call> changes{
      [](SparseMatchingSolver& solver) { solver.set(0, 1, 9); },
      [&](SparseMatchingSolver& solver) { solver.set(some); },
      [&](SparseMatchingSolver& solver) { solver.set(beyond); },
      [](SparseMatchingSolver& solver) { solver.forbid(2, 3); },
      [](SparseMatchingSolver& solver) { solver.remove(4); },
      [&](SparseMatchingSolver& solver) { solver.insert(4, some); },
      [](SparseMatchingSolver& solver) { solver.set(5, 6, kWeightLimit); },
  };
  const std::vector<Call> questions{
      [](SparseMatchingSolver& solver) { (void)solver.solve(); },
      [](SparseMatchingSolver& solver) { (void)solver.matching(); },
      [](SparseMatchingSolver& solver) { (void)solver.certificate(*solver.revision()); },
      [](SparseMatchingSolver& solver) { (void)solver.prices(1); },
      [](SparseMatchingSolver& solver) {
        const std::vector<Vertex> mate = solver.solve().mate;
        std::vector<Vertex> matched;
        for (Vertex v = 0; v < solver.size(); ++v) {
          if (mate[at(v)] > v) matched.push_back(v);
        }
        (void)solver.losses(matched, std::vector<Wide>(matched.size()), 2, 100);
      },
      [](SparseMatchingSolver& solver) { (void)SparseMatchingSolver(solver).solve(); },
  };
  for (int round = 0; round < 6; ++round) {
    const auto objective = round % 2 == 0 ? Objective::kWeight : Objective::kCardinality;
    Instance instance(7, 3, static_cast<Kind>(round / 2), objective, random);
    SparseMatchingSolver& solver = instance.solver;
    const auto revision = solver.revision();  // so that changes are remembered
    for (const Call& change : changes) {
      for (const bool returns : {true, false}) {
        std::vector<Call> calls = questions;
        calls.push_back(change);
        for (const Call& call : calls) {
          const std::vector<Vertex> mate = solver.solve().mate;
          const auto before = seen(solver);
          for (std::int64_t n = 0; short_of_memory(n, returns, [&] { call(solver); }); ++n) {
            CHECK(seen(solver) == before);
            CHECK(solver.solve().mate == mate);
          }
        }
        // What has changed is solved under want of memory, too.
        for (const Call& question : questions) {
          bool failed = true;
          for (std::int64_t n = 0; failed; ++n) {
            SparseMatchingSolver changed = solver;
            const auto before = seen(changed);
            failed = short_of_memory(n, returns, [&] { question(changed); });
            CHECK(seen(changed) == before);
            const Solution fresh =
                max_weight_matching(SparseGraph{changed.size(), changed.edges()}, objective);
            CHECK(changed.solve().weight == fresh.weight);
          }
        }
      }
    }
  }
}

/// An optimum that is to be proven later.
struct Unproven {
  Instance instance;
  std::shared_ptr<const SparseMatchingSolver::Revision> revision;
  Matching matching;
};

TEST(a_matching_is_proven_after_changes_too) {
  std::mt19937_64 random(8);
  for (int round = 0; round < 200; ++round) {
    Instance instance = random_instance(round, 20, random);
    std::vector<Unproven> all;
    for (int k = 0; k < 30; ++k) {
      const Matching& matching = instance.solver.matching();
      const Solution fresh = instance.anew();
      CHECK(matching.weight == fresh.weight);
      CHECK(instance.objective == Objective::kWeight || matching.cardinality == fresh.cardinality);
      all.push_back({instance, instance.solver.revision(), matching});
      instance.change();
      if (random() % 4 == 0) instance.change();
      Unproven& some = all[random() % all.size()];
      some.instance.check_proof({some.matching, instance.solver.certificate(*some.revision)});
      if (random() % 8 == 0) all.clear();
    }
    CHECK(instance.solver.solve().mate == instance.solver.matching().mate);
  }
}

TEST(many_changes_are_remembered_once_for_each_edge) {
  std::mt19937_64 random(9);
  Instance instance(30, 4, Kind::kMany, Objective::kWeight, random);
  const Unproven first{instance, instance.solver.revision(), instance.solver.matching()};
  std::deque<Unproven> later;
  for (int k = 0; k < 5000; ++k) {
    instance.change();
    if (k % 500 != 7) continue;
    later.push_back({instance, instance.solver.revision(), instance.solver.matching()});
    if (k % 1000 == 7) later.pop_front();
  }
  first.instance.check_proof({first.matching, instance.solver.certificate(*first.revision)});
  for (const auto& [past, revision, matching] : later) {
    past.check_proof({matching, instance.solver.certificate(*revision)});
  }
}

TEST(what_is_no_change_is_refused) {
  const std::vector<Edge> edges{{0, 1, 5}, {1, 2, 7}};
  SparseMatchingSolver solver({4, edges}, Objective::kWeight);
  solver.remove(3);
  CHECK_THROWS(std::invalid_argument, solver.set(1, 1, 1));
  CHECK_THROWS(std::invalid_argument, solver.set(1, 3, 1));
  CHECK_THROWS(std::invalid_argument, solver.insert(1, std::vector<Edge>{{0, 2, 1}}));
  CHECK_THROWS(std::out_of_range, solver.set(1, 4, 1));
  CHECK_THROWS(std::out_of_range, solver.set(0, 1, kWeightLimit + 1));
  CHECK_THROWS(std::out_of_range, solver.set(std::vector<Edge>{{0, 2, 1}, {0, -1, 1}}));
  CHECK_THROWS(std::out_of_range, solver.insert(0, std::vector<Edge>{{0, 1, -kWeightLimit - 1}}));
  CHECK_THROWS(std::out_of_range, solver.remove(4));
  CHECK_THROWS(std::out_of_range, (void)solver.prices(-1));
  CHECK_THROWS(std::invalid_argument,
               SparseMatchingSolver(SparseGraph{1, edges}, Objective::kWeight));
  CHECK_THROWS(std::out_of_range,
               SparseMatchingSolver(SparseGraph{kVertexLimit + 1, edges}, Objective::kWeight));
  CHECK_EQUAL(solver.edges().size(), 2u);
  CHECK(solver.solve().weight == 7);
  (void)solver.solve([&] {
    CHECK_THROWS(SolverBusy, solver.set(0, 1, 5));
    return false;
  });
}

}  // namespace
