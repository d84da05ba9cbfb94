// Solvers of lightest joins, as Python calls them.
#pragma once

#include <pybind11/pybind11.h>

namespace fastpair::python {

/// Adds the classes JoinSolver and Record to the module.
void bind_join_solver(pybind11::module_& module);

}  // namespace fastpair::python
