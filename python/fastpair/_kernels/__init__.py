"""Sequential formulas in Cython; the rest of the package checks their arguments."""
