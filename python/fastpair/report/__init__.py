"""Output for people who are no programmers: pictures, and texts that are safe to show."""

from .plots import quality_plot

__all__ = ["quality_plot"]
