"""Queues of messages. What goes in comes out as a copy, so that neither side can rely on shared
memory: a queue between two processes can take this one's place without a change to its users."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class LocalQueue(Generic[T]):
    """First in, first out, within one process; messages are kept as encoded bytes.

    Args:
        encoder: makes a JSON document of a message.
        decoder: makes the message of the document again.
    """

    def __init__(self, encoder: Callable[[T], Any], decoder: Callable[[Any], T]) -> None:
        self._encoder = encoder
        self._decoder = decoder
        self._items: deque[bytes] = deque()

    def put(self, message: T) -> None:
        self._items.append(json.dumps(self._encoder(message)).encode())

    def get(self) -> T:
        """Raises: IndexError if the queue is empty."""
        return self._decoder(json.loads(self._items.popleft()))

    def empty(self) -> bool:
        return not self._items
