"""A tiny chat model that really answers: the grammar that it learns from, its training, its tests.

README.md beside this file says how the model in ``site/models/tiny-story`` was made.
"""
