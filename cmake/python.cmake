# What both the bindings and the kernels are compiled with.
find_package(Python COMPONENTS Interpreter Development.Module)
if(NOT Python_Development.Module_FOUND)
  message(FATAL_ERROR "The headers of ${Python_EXECUTABLE} were not found: fastpair needs Python.h. On Debian and Ubuntu: apt install python3-dev. On Fedora: dnf install python3-devel.")
endif()
find_package(pybind11 CONFIG REQUIRED)
