// Work divided among threads.
#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <thread>
#include <vector>

#include "check.hpp"
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

}  // namespace
