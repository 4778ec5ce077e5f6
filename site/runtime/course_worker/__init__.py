"""The judge in a worker of the browser: what site/web/source/worker.ts calls.

    judge(…)      judges a program; what becomes of it is told as it happens
    stopped(…)    the verdict on a program that another worker ran, and did not survive

Both take and give JSON texts, so that nothing of JavaScript's gets into a program's reach.
"""

from .judging import MEGABYTES, judge, prepare, stopped

__all__ = ["MEGABYTES", "judge", "prepare", "stopped"]
