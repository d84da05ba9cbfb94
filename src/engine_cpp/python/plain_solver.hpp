#pragma once

#include <pybind11/pybind11.h>

/// Adds the class PlainSolver to the module.
void bind_plain_solver(pybind11::module_& module);
