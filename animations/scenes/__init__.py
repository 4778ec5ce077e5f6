"""The scenes: each module turns its trace into the shots of one film, in one language."""
