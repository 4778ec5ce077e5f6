"""Notebooks of the chapters, made from their pages and their programs."""

from __future__ import annotations
