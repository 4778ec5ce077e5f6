"""Parts of benchmarks/radix.py: the classes that are measured, and what is done to them."""
