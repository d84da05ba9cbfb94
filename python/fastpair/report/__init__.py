"""Pictures for people who are no programmers."""

from .quality_plot import quality_plot

__all__ = ["quality_plot"]
