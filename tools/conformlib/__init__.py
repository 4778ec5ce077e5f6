"""How near the browser's torch is to torch: the parts of tools/conformance.py."""
