"""The judge: runs a problem's tests on a program and says what came of it.

Standard library only, no clock, no randomness without a seed, nothing that depends on the order of
a set. ``practice/judge.py`` runs it in a child process, the browser in a worker: the same files,
the same verdicts.

    run.py        judge(problem, program): the verdict
    problem.py    what a problem's folder holds
    source.py     bytes to a program, and what is wrong with them
    rewriting.py  tests.py as a program that judges, and as text that is shown
    asserts.py    asserts that say what was called, what came back, what was expected
    compare.py    equality that an object cannot answer for itself
    values.py     any value in a few words
    machine.py    random operations beside a model, shrunk when they differ
    testing.py    what tests.py imports
    guard.py      what a program may not do, and what it may not replace
    output.py     what a program prints, counted and cut
    messages.py   every sentence, in English and Chinese
    child.py      the process around it
"""

SCHEMA = 1
