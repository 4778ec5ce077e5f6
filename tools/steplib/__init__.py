"""Builds the tree of each chapter from the finished engine, and checks it."""
