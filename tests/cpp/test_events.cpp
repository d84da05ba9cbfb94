// The queue of events, compared with a list from which the least event is taken each time.
#include <algorithm>
#include <cstdint>
#include <random>
#include <tuple>
#include <vector>

#include "blossom/events.hpp"
#include "check.hpp"

namespace {

using namespace fastpair;

using Queue = EventQueue<std::int64_t>;

constexpr EventKind kKinds[] = {EventKind::kGrow, EventKind::kGround, EventKind::kShrink,
                                EventKind::kExpand, EventKind::kExtend};

TEST(an_event_keeps_what_it_is_made_of) {
  constexpr Vertex largest = (1 << 24) - 1;
  constexpr Node blossom{largest + largest / 2};
  for (const EventKind kind : kKinds) {
    const Event<std::int64_t> edge(-5, kind, largest - 1, largest);
    CHECK_EQUAL(edge.at, -5);
    CHECK(edge.kind() == kind);
    CHECK_EQUAL(edge.from(), largest - 1);
    CHECK_EQUAL(edge.to(), largest);
    CHECK_EQUAL((Event<std::int64_t>(0, kind, largest).from()), largest);
    CHECK((Event<std::int64_t>(0, kind, blossom).blossom() == blossom));
  }
}

TEST(events_of_one_time_come_by_kind_then_vertices) {
  Queue queue;
  queue.push({3, EventKind::kExtend, 0});
  queue.push({3, EventKind::kShrink, 2, 1});
  queue.push({3, EventKind::kShrink, 1, 7});
  queue.push({3, EventKind::kGrow, 9, 9});
  CHECK(queue.pop().kind() == EventKind::kGrow);
  CHECK_EQUAL(queue.pop().from(), 1);
  CHECK_EQUAL(queue.pop().from(), 2);
  CHECK(queue.pop().kind() == EventKind::kExtend);
  CHECK(queue.empty());
}

TEST(edges_that_are_tight_already_stand_in_line) {
  Queue queue;
  queue.push({0, EventKind::kGround, 0});
  queue.push({0, EventKind::kShrink, 5, 6});
  queue.push({0, EventKind::kGrow, 4, 3});
  CHECK_EQUAL(queue.pop().from(), 5);
  CHECK_EQUAL(queue.pop().from(), 4);
  CHECK(queue.pop().kind() == EventKind::kGround);
}

TEST(a_cleared_queue_begins_at_0) {
  Queue queue;
  queue.push({8, EventKind::kGround, 0});
  (void)queue.pop();
  queue.push({8, EventKind::kGrow, 1, 2});
  queue.clear(Ties::kTightEdgesFirst);
  CHECK(queue.empty());
  queue.push({0, EventKind::kGrow, 3, 4});
  CHECK_EQUAL(queue.pop().from(), 3);
}

TEST(later_events_come_in_the_order_of_their_time) {
  using Plain = std::tuple<std::int64_t, EventKind, Vertex, Vertex>;
  std::mt19937_64 random(1);
  for (int round = 0; round < 200; ++round) {
    Queue queue;
    std::vector<Plain> waiting;
    std::int64_t now = 0;
    for (int step = 0; step < 100; ++step) {
      if (waiting.empty() || random() % 2 == 0) {
        const Plain event{now + 1 + static_cast<std::int64_t>(random() % 5), kKinds[random() % 5],
                          static_cast<Vertex>(random() % 9), static_cast<Vertex>(random() % 9)};
        const auto [at, kind, from, to] = event;
        queue.push({at, kind, from, to});
        waiting.push_back(event);
      } else {
        const auto first = std::ranges::min_element(waiting);
        const Event<std::int64_t> event = queue.pop();
        CHECK((Plain{event.at, event.kind(), event.from(), event.to()} == *first));
        now = event.at;
        waiting.erase(first);
      }
      CHECK_EQUAL(queue.empty(), waiting.empty());
    }
  }
}

/// Times are multiples of a unit.
template <class Value>
void check_growth_last(Value unit) {
  std::mt19937_64 random(2);
  const auto is_growth = [](const auto& event) { return event.kind() == EventKind::kGrow; };
  for (int round = 0; round < 200; ++round) {
    EventQueue<Value> events;
    events.clear(Ties::kGrowthLast);
    std::vector<Event<Value>> waiting;
    Value now = 0;
    for (int step = 0; step < 100; ++step) {
      if (waiting.empty() || random() % 2 == 0) {
        const auto later = static_cast<Value>(random() % (2ULL << random() % 40));
        waiting.push_back({now + unit * later, kKinds[random() % 5], static_cast<Vertex>(step), 0});
        events.push(waiting.back());
        continue;
      }
      const auto event = events.pop();
      const auto same = [&](const auto& other) { return other.from() == event.from(); };
      const auto before = [&](const auto& other) {
        return other.at < event.at ||
               (other.at == event.at && is_growth(event) && !is_growth(other));
      };
      CHECK_EQUAL(std::erase_if(waiting, same), 1U);
      CHECK(std::ranges::none_of(waiting, before));
      now = event.at;
    }
    CHECK(events.empty() == waiting.empty());
  }
}

TEST(growth_comes_last_of_the_events_of_one_time) {
  check_growth_last<std::int64_t>(1);
  check_growth_last<std::int64_t>(1 << 14);
  check_growth_last<Wide>(1);
  check_growth_last<Wide>(Wide{1} << 70);
}

}  // namespace
