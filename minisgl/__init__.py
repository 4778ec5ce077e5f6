"""minisgl: a small LLM inference engine in PyTorch, written by hand, one chapter at a time."""

__version__ = "0.1.0"
