"""Traces: what an object of the engine holds after each operation, as one JSON document.

Each recorder stands before a real object, passes every call on and writes down what came of it:
``trees`` for a prefix cache, ``pages`` for the pool and its page table, ``scheduling`` for the
scheduler, ``requests`` for one request and for a batch. The films of animations/ are drawn from
such traces. trace.schema.json says what stands in them.

Pure Python, and tensors are only asked for ``tolist()``: the same files run in the browser.
"""
