"""The engine as a Python object."""

from .llm import LLM, Generation

__all__ = ["LLM", "Generation"]
