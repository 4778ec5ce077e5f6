"""One format for all log lines: time, rank, level, place, message."""

from __future__ import annotations

import logging
import sys

from minisgl.distributed import try_get_tp_info
from minisgl.env import ENV


class _RankFilter(logging.Filter):
    """Adds the rank to a record, once it is known."""

    def filter(self, record: logging.LogRecord) -> bool:
        info = try_get_tp_info()
        record.rank = "-" if info is None else f"{info.rank}/{info.size}"
        return True


def init_logger(name: str) -> logging.Logger:
    """The logger of a module; ``MINISGL_LOG_LEVEL`` sets how much it says (default WARNING).

    Raises:
        ValueError: if the level is none that ``logging`` knows.
    """
    logger = logging.getLogger(name)
    logger.setLevel(ENV.LOG_LEVEL.value)
    if not logger.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.addFilter(_RankFilter())
        line = "[%(asctime)s rank %(rank)s] %(levelname)s %(name)s: %(message)s"
        handler.setFormatter(logging.Formatter(line, "%H:%M:%S"))
        logger.addHandler(handler)
        logger.propagate = False
    return logger
