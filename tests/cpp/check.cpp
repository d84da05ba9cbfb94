#include "check.hpp"

#include <cstddef>
#include <exception>
#include <string>

namespace fastpair::check {

namespace {
std::size_t failures = 0;

void run(const Case& test) {
  try {
    test.run();
  } catch (const std::exception& error) {
    fail(std::string{test.name} + " threw: " + error.what(), "", 0);
  } catch (...) {
    fail(std::string{test.name} + " threw something that is no std::exception", "", 0);
  }
}
}  // namespace

std::vector<Case>& cases() {
  static std::vector<Case> all;
  return all;
}

void fail(std::string_view what, std::string_view file, int line) {
  ++failures;
  if (!file.empty()) std::cerr << file << ':' << line << ": ";
  std::cerr << what << " failed\n";
}

}  // namespace fastpair::check

// Runs every case, or those whose names contain the first argument. Fails if there is none.
int main(int argc, char** argv) {
  using namespace fastpair::check;
  const std::string_view wanted = argc > 1 ? argv[1] : "";
  std::size_t ran = 0;
  for (const Case& test : cases()) {
    if (test.name.find(wanted) == std::string_view::npos) continue;
    std::cout << test.name << std::endl;
    run(test);
    ++ran;
  }
  std::cout << ran << " cases, " << failures << " failures\n";
  return ran > 0 && failures == 0 ? 0 : 1;
}
