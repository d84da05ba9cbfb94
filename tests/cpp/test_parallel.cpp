// Work divided among threads.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <thread>
#include <vector>

#include "check.hpp"
#include "fastpair/matching.hpp"
#include "memory.hpp"
#include "rows/parallel.hpp"

namespace {

using namespace fastpair;

TEST(every_item_is_worked_on_once) {
  for (const std::size_t parts : {0U, 1U, 3U}) {
    std::vector<std::atomic<int>> visits(parts == 0 ? 0 : 100);
    in_turn(parts, visits.size(), {}, [&](std::size_t part, std::size_t k, const Interrupt& ask) {
      CHECK(part < parts && !ask());
      ++visits[k];
    });
    for (const auto& count : visits) CHECK_EQUAL(count.load(), 1);
  }
}

TEST(the_caller_is_asked_in_his_thread_and_stops_all) {
  const auto caller = std::this_thread::get_id();
  std::atomic<int> asked = 0;
  const Interrupt interrupt = [&] {
    CHECK(std::this_thread::get_id() == caller);
    return ++asked > 3;
  };
  const auto wait = [](std::size_t part, std::size_t, const Interrupt& ask) {
    while (part != 0 && !ask()) std::this_thread::yield();
    if (part != 0) throw Interrupted{};
  };
  CHECK_THROWS(Interrupted, in_turn(3, 1000, interrupt, wait));
  CHECK_EQUAL(asked.load(), 4);
}

TEST(what_one_part_throws_stops_the_others_and_is_thrown) {
  for (const std::size_t thrower : {0U, 1U}) {
    const auto work = [&](std::size_t part, std::size_t, const Interrupt& ask) {
      if (part == thrower) throw std::logic_error("enough");
      while (!ask()) std::this_thread::yield();
      throw Interrupted{};
    };
    CHECK_THROWS(std::logic_error, in_turn(2, 1000, {}, work));
  }
}

/// Complete graphs, solved one after the other or by two threads, as many small ones are.
TEST(want_of_memory_in_any_part_reaches_the_caller) {
  constexpr Vertex size = 6;
  constexpr std::size_t count = 8;
  std::vector<Edge> edges;
  for (Vertex i = 0; i < size; ++i) {
    for (Vertex j = 0; j < i; ++j) edges.push_back({i, j, i * j % 5});
  }
  const auto solve = [&] {
    return max_weight_matching(SparseGraph{size, edges}, Objective::kCardinality).mate;
  };
  const std::vector<Vertex> mate = solve();
  for (const std::size_t parts : {1U, 2U}) {
    for (const bool returns : {true, false}) {
      std::vector<std::vector<Vertex>> mates(count);
      const auto all = [&] {
        in_turn(parts, count, {},
                [&](std::size_t, std::size_t k, const Interrupt&) { mates[k] = solve(); });
      };
      std::int64_t n = 0;
      while (check::short_of_memory(n, returns, all)) ++n;
      CHECK(n > static_cast<std::int64_t>(count));
      for (const std::vector<Vertex>& each : mates) CHECK(each == mate);
    }
  }
}

}  // namespace
