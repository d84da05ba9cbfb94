// A test frame of one page: cases register themselves, checks report and count failures, and main()
// sums up.
//
//   TEST(empty_graph_has_an_empty_matching) {
//     CHECK_EQUAL(solve({}).size(), 0u);
//   }
//
// A case goes on after a failed check. An exception that escapes ends its own case only.
#pragma once

#include <functional>
#include <iostream>
#include <string_view>
#include <vector>

namespace fastpair::check {

struct Case {
  std::string_view name;
  std::function<void()> run;
};

/// Every case of the executable, in the order of the source.
std::vector<Case>& cases();

/// Reports a failed check and counts it.
void fail(std::string_view what, std::string_view file, int line);

struct Registration {
  Registration(std::string_view name, void (*run)()) { cases().push_back({name, run}); }
};

template <class Left, class Right>
void equal(const Left& left, const Right& right, std::string_view what, std::string_view file,
           int line) {
  if (left == right) return;
  fail(what, file, line);
  if constexpr (requires { std::cerr << left << right; }) {
    std::cerr << "  left:  " << left << "\n  right: " << right << '\n';
  }
}

template <class Exception, class Action>
void throws(Action&& action, std::string_view what, std::string_view file, int line) {
  try {
    action();
  } catch (const Exception&) {
    return;
  }
  fail(what, file, line);
}

}  // namespace fastpair::check

#define TEST(name)                                                             \
  static void name();                                                          \
  static const ::fastpair::check::Registration name##_registered{#name, name}; \
  static void name()

#define CHECK(condition) \
  ((condition) ? void() : ::fastpair::check::fail("CHECK(" #condition ")", __FILE__, __LINE__))

#define CHECK_EQUAL(left, right) \
  ::fastpair::check::equal(left, right, "CHECK_EQUAL(" #left ", " #right ")", __FILE__, __LINE__)

#define CHECK_THROWS(exception, ...)                                                               \
  ::fastpair::check::throws<exception>([&] { static_cast<void>(__VA_ARGS__); },                    \
                                       "CHECK_THROWS(" #exception ", " #__VA_ARGS__ ")", __FILE__, \
                                       __LINE__)
