// Runs a fuzzer's checks on files, or on bytes by lot, without the fuzzer, so that any compiler can
// build it: replay FILE..., or replay --random COUNT.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

/// Checks so many inputs of up to 1024 bytes, each from its number alone.
int check_random(std::uint64_t count) {
  for (std::uint64_t number = 0; number < count; ++number) {
    std::mt19937_64 random(number);
    std::vector<std::uint8_t> bytes(random() % 1025);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  std::printf("%llu inputs\n", static_cast<unsigned long long>(count));
  return count > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], "--random") == 0) {
    return check_random(std::strtoull(argv[2], nullptr, 10));
  }
  for (int k = 1; k < argc; ++k) {
    std::ifstream file(argv[k], std::ios::binary);
    if (!file) {
      std::fprintf(stderr, "%s: cannot be read\n", argv[k]);
      return 1;
    }
    std::printf("%s\n", argv[k]);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }
  return argc > 1 ? 0 : 1;
}
