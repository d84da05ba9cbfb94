// The only file that knows both the engine and Python.
#include <pybind11/pybind11.h>

PYBIND11_MODULE(_engine, module) {
  module.attr("__version__") = FASTPAIR_VERSION;
}
