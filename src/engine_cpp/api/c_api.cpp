// The C interface on top of the C++ one. It checks the arguments that C cannot check by their
// types, and turns every exception into a status.
#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "api/routes.hpp"
#include "fastpair.h"
#include "fastpair/join_solver.hpp"
#include "fastpair/levels.hpp"
#include "fastpair/matching.hpp"
#include "fastpair/matching_solver.hpp"
#include "graphs/sparse.hpp"

struct fastpair_solution {
  static constexpr const char* kName = "solution";
  fastpair::Solution value;
};

struct fastpair_solver {
  static constexpr const char* kName = "solver";
  fastpair::MatchingSolver value;
};

struct fastpair_join_solver {
  static constexpr const char* kName = "solver";
  fastpair::JoinSolver value;
  /// Of the list that the graph was given as.
  std::int64_t edge_count;
};

struct fastpair_join {
  static constexpr const char* kName = "join";
  fastpair::Join value;
  fastpair::JoinCertificate certificate;
};

struct fastpair_sparse_solver {
  static constexpr const char* kName = "solver";
  fastpair::SparseMatchingSolver value;
};

namespace {

using namespace fastpair;

static_assert(FASTPAIR_WEIGHT_LIMIT == kWeightLimit);
static_assert(FASTPAIR_NARROW_LIMIT == kNarrowLimit);
static_assert(FASTPAIR_VERTEX_LIMIT == kVertexLimit);

/// The buffer of the caller is too small for the result.
struct BufferTooSmall : std::length_error {
  using std::length_error::length_error;
};

std::string& last_error() {
  thread_local std::string message;
  return message;
}

fastpair_status failure(fastpair_status status, const char* message) noexcept {
  try {
    last_error() = message;
  } catch (...) {
    last_error().clear();
  }
  return status;
}

/// Runs an action. Returns a status for the exception that ended it, and keeps the message.
template <class Action>
fastpair_status guarded(Action&& action) noexcept {
  try {
    action();
    return FASTPAIR_OK;
  } catch (const BufferTooSmall& error) {
    return failure(FASTPAIR_BUFFER_TOO_SMALL, error.what());
  } catch (const std::invalid_argument& error) {
    return failure(FASTPAIR_INVALID_ARGUMENT, error.what());
  } catch (const std::out_of_range& error) {
    return failure(FASTPAIR_OUT_OF_RANGE, error.what());
  } catch (const SolverBusy& error) {
    return failure(FASTPAIR_BUSY, error.what());
  } catch (const Unmatchable& error) {
    return failure(FASTPAIR_UNMATCHABLE, error.what());
  } catch (const Interrupted& error) {
    return failure(FASTPAIR_INTERRUPTED, error.what());
  } catch (const std::bad_alloc&) {
    return failure(FASTPAIR_OUT_OF_MEMORY, fastpair_status_message(FASTPAIR_OUT_OF_MEMORY));
  } catch (const std::length_error&) {
    return failure(FASTPAIR_OUT_OF_MEMORY, fastpair_status_message(FASTPAIR_OUT_OF_MEMORY));
  } catch (const std::exception& error) {
    return failure(FASTPAIR_INTERNAL_ERROR, error.what());
  } catch (...) {
    return failure(FASTPAIR_INTERNAL_ERROR, "an exception that says nothing");
  }
}

void require_pointer(const void* pointer, const char* name) {
  if (pointer == nullptr) {
    throw std::invalid_argument(std::string{"expected a pointer as "} + name + ", got null");
  }
}

/// An array of the caller, and what it is called.
using Named = std::pair<const void*, const char*>;

/// Arrays of no elements may be null.
void require_arrays(std::int64_t count, std::initializer_list<Named> arrays) {
  if (count == 0) return;
  for (const auto& [array, name] : arrays) require_pointer(array, name);
}

void require_count(std::int64_t count, const char* name) {
  if (count < 0) {
    throw std::invalid_argument(std::string{"expected 0 or more as "} + name + ", got " +
                                std::to_string(count));
  }
}

void require_vertices(std::int64_t size) {
  require_count(size, "size");
  if (size > kVertexLimit) {
    throw std::out_of_range("expected at most 2**24 vertices, got " + std::to_string(size));
  }
}

/// What is asked for, of a matching that is solved once.
struct Wish {
  Objective objective;
  bool perfect;
  bool minimize;

  /// The best matching of a graph.
  template <class Graph>
  [[nodiscard]] Solution solve(const Graph& graph, const Interrupt& interrupt) const {
    Solution solution = minimize ? min_weight_matching(graph, objective, interrupt)
                                 : max_weight_matching(graph, objective, interrupt);
    if (perfect) require_perfect(solution);
    return solution;
  }
};

Objective objective_of(fastpair_objective objective) {
  if (objective == FASTPAIR_MAX_WEIGHT) return Objective::kWeight;
  if (objective == FASTPAIR_MAX_CARDINALITY) return Objective::kCardinality;
  throw std::invalid_argument("expected 0 or 1 as objective, got " + std::to_string(objective));
}

Wish wish_of(fastpair_objective objective) {
  const bool minimize = (objective & FASTPAIR_MINIMIZE) != 0;
  const fastpair_objective most = objective - (minimize ? FASTPAIR_MINIMIZE : 0);
  const bool perfect = most == FASTPAIR_PERFECT;
  if (!perfect && most != FASTPAIR_MAX_WEIGHT && most != FASTPAIR_MAX_CARDINALITY) {
    throw std::invalid_argument("expected 0, 1 or 3 as objective, or 4 more to minimize, got " +
                                std::to_string(objective));
  }
  return {objective_of(perfect ? FASTPAIR_MAX_CARDINALITY : most), perfect, minimize};
}

Interrupt interrupt_of(fastpair_interrupt interrupt, void* context) {
  if (interrupt == nullptr) return {};
  return [interrupt, context] { return interrupt(context) != 0; };
}

template <class Handle>
auto& value_of(Handle* handle) {
  require_pointer(handle, Handle::kName);
  return handle->value;
}

/// Makes what the caller is to free. `target` receives null if that fails.
template <class Handle, class Make>
fastpair_status create(Handle** target, Make make, const char* name = Handle::kName) {
  return guarded([&] {
    require_pointer(target, name);
    *target = nullptr;
    *target = new Handle{make()};
  });
}

EdgeArrays arrays_of(std::int64_t size, std::int64_t edge_count, const std::int64_t* first,
                     const std::int64_t* second, const std::int64_t* weights) {
  require_count(edge_count, "edge_count");
  require_arrays(edge_count, {{first, "first"}, {second, "second"}, {weights, "weights"}});
  const auto count = static_cast<std::size_t>(edge_count);
  return {size, {first, count}, {second, count}, {weights, count}};
}

/// The vertex in the type of the engine. Throws std::out_of_range if the graph has no such vertex.
Vertex vertex_below(std::int64_t size, std::int64_t v) {
  if (v >= 0 && v < size) return static_cast<Vertex>(v);
  throw std::out_of_range("expected a vertex below " + std::to_string(size) + ", got " +
                          std::to_string(v));
}

/// Vertices of the caller, in the type of the engine.
std::vector<Vertex> vertices_below(std::int64_t size, std::int64_t count,
                                   const std::int64_t* vertices, const char* name,
                                   const char* count_name = "count") {
  require_count(count, count_name);
  require_arrays(count, {{vertices, name}});
  std::vector<Vertex> found;
  found.reserve(static_cast<std::size_t>(count));
  for (std::int64_t k = 0; k < count; ++k) found.push_back(vertex_below(size, vertices[k]));
  return found;
}

/// Edges for a solver. Throws std::out_of_range as vertex_below.
std::vector<Edge> edges_in(const SparseMatchingSolver& solver, auto... arguments) {
  const EdgeArrays arrays = arrays_of(solver.size(), arguments...);
  for (std::size_t k = 0; k < arrays.count(); ++k) {
    for (const std::int64_t v : {arrays.first[k], arrays.second[k]}) vertex_below(arrays.size, v);
  }
  return arrays.list();
}

/// Changes the graph of a solver at some vertices.
template <class Handle, class Change>
fastpair_status change(Handle* solver, Change change_at, auto... vertices) {
  return guarded([&] {
    auto& value = value_of(solver);
    change_at(value, vertex_below(value.size(), vertices)...);
  });
}

/// A copy of the caller's flags. If there are none, all pairs are edges.
std::vector<std::uint8_t> flags_of(const std::uint8_t* allowed, std::size_t count) {
  if (allowed == nullptr) return std::vector<std::uint8_t>(count, 1);
  return {allowed, allowed + count};
}

fastpair_int128 int128_of(Wide value) {
  return {static_cast<std::uint64_t>(value), static_cast<std::int64_t>(value >> 64)};
}

const Blossom& blossom_of(const fastpair_solution* solution, std::int64_t blossom) {
  const auto& blossoms = value_of(solution).certificate.blossoms;
  if (blossom < 0 || static_cast<std::size_t>(blossom) >= blossoms.size()) {
    throw std::out_of_range("expected a blossom from 0 to " +
                            std::to_string(static_cast<std::int64_t>(blossoms.size()) - 1) +
                            ", got " + std::to_string(blossom));
  }
  return blossoms[static_cast<std::size_t>(blossom)];
}

template <class Target>
void write(Target value, Target* target) {
  require_pointer(target, "the place for the result");
  *target = value;
}

void require_room(std::int64_t count, std::int64_t capacity) {
  if (capacity < count) {
    throw BufferTooSmall("expected a buffer for " + std::to_string(count) + " elements, got " +
                         std::to_string(capacity));
  }
}

/// Copies values into the buffer of the caller.
template <class Values, class Target, class Convert = std::identity>
void write_all(const Values& values, Target* buffer, std::int64_t capacity, Convert convert = {}) {
  const auto count = static_cast<std::int64_t>(values.size());
  require_room(count, capacity);
  require_arrays(count, {{buffer, "buffer"}});
  std::ranges::transform(values, buffer, convert);
}

/// The buffers of the caller for prices, which have to be there before any are looked for.
struct PriceBuffers {
  std::uint8_t* possible;
  std::int64_t* fewer;
  fastpair_int128* lighter;

  void require(std::int64_t count, std::int64_t capacity) const {
    require_room(count, capacity);
    require_arrays(count, {{possible, "possible"}, {fewer, "fewer"}, {lighter, "lighter"}});
  }

  /// Copies a row, and steps behind it.
  void write(const PriceRow& row) {
    possible = std::ranges::copy(row.possible, possible).out;
    fewer = std::ranges::copy(row.fewer, fewer).out;
    lighter = std::ranges::transform(row.lighter, lighter, int128_of).out;
  }
};

template <class Handle>
fastpair_status prices(Handle* solver, std::int64_t vertex, const Interrupt& interrupt,
                       PriceBuffers buffers, std::int64_t capacity) {
  return guarded([&] {
    auto& value = value_of(solver);
    buffers.require(value.size(), capacity);
    buffers.write(value.prices(vertex_below(value.size(), vertex), interrupt));
  });
}

template <class Handle>
fastpair_status losses(Handle* solver, std::int64_t count, const std::int64_t* vertices,
                       std::int64_t most, std::int64_t limit, const Interrupt& interrupt,
                       std::int64_t* at_least, std::uint8_t* exact) {
  return guarded([&] {
    auto& value = value_of(solver);
    require_count(most, "most");
    const std::vector<Vertex> ends = vertices_below(value.size(), count, vertices, "vertices");
    require_arrays(count, {{at_least, "at_least"}, {exact, "exact"}});
    const auto found = value.losses(ends, {at_least, at_least + count},
                                    static_cast<std::size_t>(most), limit, interrupt);
    // None of them is found that is beyond the limit, and no bound rises above it.
    std::ranges::transform(found.at_least, at_least,
                           [](Wide cost) { return static_cast<std::int64_t>(cost); });
    std::ranges::copy(found.exact, exact);
  });
}

}  // namespace

int32_t fastpair_abi(void) { return FASTPAIR_ABI; }

const char* fastpair_version(void) { return FASTPAIR_VERSION; }

const char* fastpair_status_message(fastpair_status status) {
  static constexpr std::array messages{"done",
                                       "an argument is not what it has to be",
                                       "a number is beyond its limits",
                                       "the buffer is too small for the result",
                                       "interrupted by the caller",
                                       "there is not enough memory",
                                       "a bug of fastpair, please report it",
                                       "another call to the same solver is under way",
                                       "not all vertices can be matched"};
  static_assert(messages.size() == FASTPAIR_UNMATCHABLE + 1);
  const auto place = static_cast<std::size_t>(status);
  return place < messages.size() ? messages[place] : "no status of this version of fastpair";
}

const char* fastpair_last_error(void) { return last_error().c_str(); }

fastpair_status fastpair_solve_dense(int64_t size, const int64_t* weights, const uint8_t* allowed,
                                     fastpair_objective objective, fastpair_interrupt interrupt,
                                     void* context, fastpair_solution** solution) {
  return create(solution, [&] {
    require_vertices(size);
    require_arrays(size, {{weights, "weights"}});
    return wish_of(objective).solve(DenseGraph{size, weights, allowed},
                                    interrupt_of(interrupt, context));
  });
}

fastpair_status fastpair_solve_edges(int64_t size, int64_t edge_count, const int64_t* first,
                                     const int64_t* second, const int64_t* weights,
                                     fastpair_objective objective, fastpair_interrupt interrupt,
                                     void* context, fastpair_solution** solution) {
  return create(solution, [&] {
    require_vertices(size);
    return wish_of(objective).solve(arrays_of(size, edge_count, first, second, weights),
                                    interrupt_of(interrupt, context));
  });
}

fastpair_status fastpair_solve_rectangular(int64_t rows, int64_t columns, const int64_t* weights,
                                           const uint8_t* allowed, fastpair_objective objective,
                                           fastpair_interrupt interrupt, void* context,
                                           fastpair_solution** solution) {
  return create(solution, [&] {
    require_vertices(rows);
    require_vertices(columns);
    require_arrays(rows * columns, {{weights, "weights"}});
    return wish_of(objective).solve(RectangularGraph{rows, columns, weights, allowed},
                                    interrupt_of(interrupt, context));
  });
}

fastpair_status fastpair_solve_b_matching(int64_t size, int64_t edge_count, const int64_t* first,
                                          const int64_t* second, const int64_t* weights,
                                          const int64_t* most, fastpair_objective objective,
                                          fastpair_interrupt interrupt, void* context,
                                          uint8_t* chosen, fastpair_int128* weight,
                                          int64_t capacity) {
  return guarded([&] {
    require_vertices(size);
    const auto edges = arrays_of(size, edge_count, first, second, weights).list();
    require_arrays(size, {{most, "most"}});
    require_arrays(edge_count, {{chosen, "chosen"}});
    require_room(edge_count, capacity);
    const SparseGraph graph{size, edges};
    const std::span<const std::int64_t> bounds(most, static_cast<std::size_t>(size));
    const auto [wanted, perfect, minimize] = wish_of(objective);
    const auto solve = minimize ? min_weight_b_matching : max_weight_b_matching;
    const Subgraph found = solve(graph, bounds, wanted, interrupt_of(interrupt, context));
    if (perfect) require_perfect(graph, bounds, found);
    write(int128_of(found.weight), weight);
    std::fill_n(chosen, edge_count, std::uint8_t{0});
    for (const std::int64_t k : found.edges) chosen[k] = 1;
  });
}

void fastpair_solution_free(fastpair_solution* solution) { delete solution; }

int64_t fastpair_solution_size(const fastpair_solution* solution) {
  return solution == nullptr ? 0 : static_cast<int64_t>(solution->value.mate.size());
}

int64_t fastpair_solution_cardinality(const fastpair_solution* solution) {
  return solution == nullptr ? 0 : solution->value.cardinality;
}

fastpair_status fastpair_solution_weight(const fastpair_solution* solution, int64_t* weight) {
  return guarded([&] {
    const Wide value = value_of(solution).weight;
    if (value != static_cast<std::int64_t>(value)) {
      throw std::out_of_range("the weight does not fit into 64 bits");
    }
    write(static_cast<std::int64_t>(value), weight);
  });
}

fastpair_status fastpair_solution_weight_wide(const fastpair_solution* solution,
                                              fastpair_int128* weight) {
  return guarded([&] { write(int128_of(value_of(solution).weight), weight); });
}

fastpair_status fastpair_solution_mate(const fastpair_solution* solution, int64_t* mate,
                                       int64_t capacity) {
  return guarded([&] { write_all(value_of(solution).mate, mate, capacity); });
}

fastpair_status fastpair_solution_vertex_duals_2x(const fastpair_solution* solution,
                                                  fastpair_int128* duals, int64_t capacity) {
  return guarded(
      [&] { write_all(value_of(solution).certificate.vertex_2x, duals, capacity, int128_of); });
}

fastpair_status fastpair_solution_ground_2x(const fastpair_solution* solution,
                                            fastpair_int128* ground) {
  return guarded([&] { write(int128_of(value_of(solution).certificate.ground_2x), ground); });
}

int64_t fastpair_solution_blossom_count(const fastpair_solution* solution) {
  return solution == nullptr ? 0
                             : static_cast<int64_t>(solution->value.certificate.blossoms.size());
}

fastpair_status fastpair_solution_blossom_size(const fastpair_solution* solution, int64_t blossom,
                                               int64_t* size) {
  return guarded([&] { write(blossom_of(solution, blossom).count, size); });
}

fastpair_status fastpair_solution_blossom_members(const fastpair_solution* solution,
                                                  int64_t blossom, int64_t* members,
                                                  int64_t capacity) {
  return guarded([&] {
    const Blossom& found = blossom_of(solution, blossom);
    write_all(solution->value.certificate.members(found), members, capacity);
  });
}

fastpair_status fastpair_solution_blossom_dual_2x(const fastpair_solution* solution,
                                                  int64_t blossom, fastpair_int128* dual) {
  return guarded([&] { write(int128_of(blossom_of(solution, blossom).dual_2x), dual); });
}

fastpair_status fastpair_fold_levels(int64_t size, int64_t level_count, int64_t cell_count,
                                     const int64_t* const* levels, const uint8_t* allowed,
                                     fastpair_objective objective, int64_t* weights,
                                     int64_t* units) {
  return guarded([&] {
    require_vertices(size);
    require_count(level_count, "level_count");
    require_count(cell_count, "cell_count");
    const auto count = static_cast<std::size_t>(cell_count);
    std::vector<std::span<const Weight>> rows;
    for (std::int64_t k = 0; k < level_count; ++k) {
      require_pointer(levels, "levels");
      if (count > 0) require_pointer(levels[k], "one of the levels");
      rows.emplace_back(levels[k], count);
    }
    std::span<const std::uint8_t> flags;
    if (allowed != nullptr) flags = {allowed, count};
    const auto folded = fold_levels(size, rows, flags, objective_of(objective));
    write_all(folded.weights, weights, cell_count);
    if (units != nullptr) std::ranges::copy(folded.units, units);
  });
}

// What both kinds of solvers do. C knows no templates: the same is defined under the names of each.
#define FASTPAIR_SOLVER_FUNCTIONS(kind)                                                         \
  fastpair_status kind##_copy(const kind* solver, kind** copy) {                                \
    return create(copy, [&] { return value_of(solver); }, "copy");                              \
  }                                                                                             \
  void kind##_free(kind* solver) { delete solver; }                                             \
  fastpair_status kind##_forbid(kind* solver, int64_t i, int64_t j) {                           \
    return change(solver, [](auto& value, Vertex a, Vertex b) { value.forbid(a, b); }, i, j);   \
  }                                                                                             \
  fastpair_status kind##_remove(kind* solver, int64_t vertex) {                                 \
    return change(solver, [](auto& value, Vertex v) { value.remove(v); }, vertex);              \
  }                                                                                             \
  fastpair_status kind##_solve(kind* solver, fastpair_interrupt interrupt, void* context,       \
                               fastpair_solution** solution) {                                  \
    return create(solution,                                                                     \
                  [&] { return value_of(solver).solve(interrupt_of(interrupt, context)); });    \
  }                                                                                             \
  fastpair_status kind##_prices(kind* solver, int64_t vertex, fastpair_interrupt interrupt,     \
                                void* context, uint8_t* possible, int64_t* fewer,               \
                                fastpair_int128* lighter, int64_t capacity) {                   \
    return prices(solver, vertex, interrupt_of(interrupt, context), {possible, fewer, lighter}, \
                  capacity);                                                                    \
  }                                                                                             \
  fastpair_status kind##_losses(kind* solver, int64_t count, const int64_t* vertices,           \
                                int64_t most, int64_t limit, fastpair_interrupt interrupt,      \
                                void* context, int64_t* at_least, uint8_t* exact) {             \
    return losses(solver, count, vertices, most, limit, interrupt_of(interrupt, context),       \
                  at_least, exact);                                                             \
  }
FASTPAIR_SOLVER_FUNCTIONS(fastpair_solver)
FASTPAIR_SOLVER_FUNCTIONS(fastpair_sparse_solver)
#undef FASTPAIR_SOLVER_FUNCTIONS

fastpair_status fastpair_solver_new(int64_t size, const int64_t* weights, const uint8_t* allowed,
                                    fastpair_objective objective, fastpair_solver** solver) {
  return create(solver, [&] {
    require_vertices(size);
    require_arrays(size, {{weights, "weights"}});
    return MatchingSolver(DenseGraph{size, weights, allowed}, objective_of(objective));
  });
}

fastpair_status fastpair_solver_set(fastpair_solver* solver, int64_t i, int64_t j, int64_t weight) {
  return change(solver, [&](auto& value, Vertex a, Vertex b) { value.set(a, b, weight); }, i, j);
}

fastpair_status fastpair_solver_force(fastpair_solver* solver, int64_t i, int64_t j) {
  return change(solver, std::mem_fn(&MatchingSolver::force), i, j);
}

fastpair_status fastpair_solver_set_row(fastpair_solver* solver, int64_t vertex,
                                        const int64_t* weights, const uint8_t* allowed) {
  return guarded([&] {
    auto& value = value_of(solver);
    require_pointer(weights, "weights");
    const auto count = static_cast<std::size_t>(value.size());
    value.set_row(vertex_below(value.size(), vertex), {weights, count}, flags_of(allowed, count));
  });
}

fastpair_status fastpair_solver_price_table(fastpair_solver* solver, fastpair_interrupt interrupt,
                                            void* context, uint8_t* possible, int64_t* fewer,
                                            fastpair_int128* lighter, int64_t capacity) {
  return guarded([&] {
    auto& value = value_of(solver);
    PriceBuffers buffers{possible, fewer, lighter};
    buffers.require(value.size() * value.size(), capacity);
    for (const auto& row : value.price_table(interrupt_of(interrupt, context))) buffers.write(row);
  });
}

fastpair_status fastpair_join_solver_new(int64_t size, int64_t edge_count, const int64_t* first,
                                         const int64_t* second, const int64_t* weights,
                                         int64_t boundary_count, const int64_t* boundary,
                                         const uint64_t* labels, fastpair_join_solver** solver) {
  return create(solver, [&] {
    require_vertices(size);
    const auto edges = arrays_of(size, edge_count, first, second, weights).list();
    const auto free_ends =
        vertices_below(size, boundary_count, boundary, "boundary", "boundary_count");
    std::span<const std::uint64_t> digits;
    if (labels != nullptr) digits = {labels, edges.size()};
    return fastpair_join_solver{JoinSolver({size, edges}, free_ends, digits), edge_count};
  });
}

fastpair_status fastpair_join_solver_copy(const fastpair_join_solver* solver,
                                          fastpair_join_solver** copy) {
  return create(
      copy, [&] { return fastpair_join_solver{value_of(solver), solver->edge_count}; }, "copy");
}

void fastpair_join_solver_free(fastpair_join_solver* solver) { delete solver; }

fastpair_status fastpair_join_solver_solve(fastpair_join_solver* solver, int64_t count,
                                           const int64_t* terminals, fastpair_interrupt interrupt,
                                           void* context, fastpair_join** join) {
  return create(join, [&] {
    auto& value = value_of(solver);
    const auto odd = vertices_below(value.size(), count, terminals, "terminals");
    fastpair_join found;
    found.value = value.solve(odd, &found.certificate, interrupt_of(interrupt, context));
    return found;
  });
}

fastpair_status fastpair_join_solver_solve_all(fastpair_join_solver* solver, int64_t list_count,
                                               const int64_t* starts, const int64_t* terminals,
                                               int64_t threads, fastpair_interrupt interrupt,
                                               void* context, int64_t* weights, uint64_t* labels,
                                               int64_t capacity) {
  return guarded([&] {
    auto& value = value_of(solver);
    require_count(list_count, "list_count");
    if (list_count == 0) return;
    require_arrays(list_count, {{starts, "starts"}, {weights, "weights"}, {labels, "labels"}});
    require_room(list_count, capacity);
    const std::span<const std::int64_t> places(starts, static_cast<std::size_t>(list_count) + 1);
    const auto odd = vertices_below(value.size(), places.back(), terminals, "terminals");
    const auto answers = value.solve_all(places, odd, threads, interrupt_of(interrupt, context));
    std::ranges::transform(answers, weights, &JoinSolver::Answer::weight);
    std::ranges::transform(answers, labels, &JoinSolver::Answer::labels);
  });
}

fastpair_status fastpair_join_solver_edges(fastpair_join_solver* solver, const fastpair_join* join,
                                           uint8_t* chosen, int64_t capacity) {
  return guarded([&] {
    auto& value = value_of(solver);
    const Join& wanted = value_of(join);
    require_room(solver->edge_count, capacity);
    require_arrays(solver->edge_count, {{chosen, "chosen"}});
    const auto places = value.edges(wanted);
    std::fill_n(chosen, solver->edge_count, std::uint8_t{0});
    for (const std::int64_t k : places) chosen[k] = 1;
  });
}

void fastpair_join_free(fastpair_join* join) { delete join; }

fastpair_status fastpair_join_weight(const fastpair_join* join, int64_t* weight) {
  return guarded([&] { write(value_of(join).weight, weight); });
}

fastpair_status fastpair_join_labels(const fastpair_join* join, uint64_t* labels) {
  return guarded([&] { write(value_of(join).labels, labels); });
}

int64_t fastpair_join_pair_count(const fastpair_join* join) {
  return join == nullptr ? 0 : static_cast<int64_t>(join->value.pairs.size());
}

fastpair_status fastpair_join_pairs(const fastpair_join* join, int64_t* first, int64_t* second,
                                    int64_t* lengths, int64_t capacity) {
  return guarded([&] {
    const auto& pairs = value_of(join).pairs;
    write_all(pairs, first, capacity, &JoinPair::first);
    write_all(pairs, second, capacity, &JoinPair::second);
    write_all(pairs, lengths, capacity, &JoinPair::length);
  });
}

int64_t fastpair_join_moat_count(const fastpair_join* join) {
  return join == nullptr ? 0 : static_cast<int64_t>(join->certificate.parents.size());
}

fastpair_status fastpair_join_moats(const fastpair_join* join, int64_t* widths_2x, int64_t* parents,
                                    int64_t capacity) {
  return guarded([&] {
    require_pointer(join, fastpair_join::kName);
    write_all(join->certificate.widths_2x, widths_2x, capacity);
    write_all(join->certificate.parents, parents, capacity);
  });
}

fastpair_status fastpair_sparse_solver_new(int64_t size, int64_t edge_count, const int64_t* first,
                                           const int64_t* second, const int64_t* weights,
                                           fastpair_objective objective,
                                           fastpair_sparse_solver** solver) {
  return create(solver, [&] {
    require_vertices(size);
    return SparseMatchingSolver(arrays_of(size, edge_count, first, second, weights),
                                objective_of(objective));
  });
}

fastpair_status fastpair_sparse_solver_set(fastpair_sparse_solver* solver, int64_t edge_count,
                                           const int64_t* first, const int64_t* second,
                                           const int64_t* weights) {
  return guarded([&] {
    auto& value = value_of(solver);
    value.set(edges_in(value, edge_count, first, second, weights));
  });
}

fastpair_status fastpair_sparse_solver_insert(fastpair_sparse_solver* solver, int64_t vertex,
                                              int64_t edge_count, const int64_t* others,
                                              const int64_t* weights) {
  return guarded([&] {
    auto& value = value_of(solver);
    const Vertex v = vertex_below(value.size(), vertex);
    auto edges = edges_in(value, edge_count, others, others, weights);
    for (Edge& edge : edges) edge.first = v;
    value.insert(v, edges);
  });
}

fastpair_status fastpair_sparse_solver_weight(const fastpair_sparse_solver* solver, int64_t i,
                                              int64_t j, int64_t* weight, uint8_t* is_edge) {
  return guarded([&] {
    const auto& value = value_of(solver);
    const auto found = value.weight(vertex_below(value.size(), i), vertex_below(value.size(), j));
    write(found.value_or(0), weight);
    write(static_cast<std::uint8_t>(found ? 1 : 0), is_edge);
  });
}

fastpair_status fastpair_sparse_solver_mate(fastpair_sparse_solver* solver,
                                            fastpair_interrupt interrupt, void* context,
                                            int64_t* mate, fastpair_int128* weight,
                                            int64_t capacity) {
  return guarded([&] {
    auto& value = value_of(solver);
    require_room(value.size(), capacity);
    require_arrays(value.size(), {{mate, "mate"}});
    const Matching& matching = value.matching(interrupt_of(interrupt, context));
    write(int128_of(matching.weight), weight);
    write_all(matching.mate, mate, capacity);
  });
}
