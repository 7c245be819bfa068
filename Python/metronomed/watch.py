# SPDX-License-Identifier: Apache-2.0
"""What an event loop waits for."""
from __future__ import annotations

import io
import os
import select
import socket
import sys
import threading

from .connection import Deadline


class Watch:
    """A descriptor that stays the same through all connections: readable until `rest`, and then when the socket is, or
    when something is due. A socket alone is not where a request has read what came before its answer."""

    def __init__(self) -> None:
        self._epoll = select.epoll()
        # Always readable: it rings while it is watched.
        self._bell = open(os.eventfd(1), "rb", buffering=0)
        self._epoll.register(self._bell, select.EPOLLIN)
        self._rings = True
        self._socket: socket.socket | None = None
        self._due: Deadline | None = None
        self._alarm: io.FileIO | None = None
        self._is_void = threading.Event()

    def fileno(self) -> int:
        return self._epoll.fileno()

    def ring(self) -> None:
        """Readable until `rest`. The socket may be closed from now on."""
        if self._rings:
            return
        self._rings = True
        self._epoll.modify(self._bell, select.EPOLLIN)
        if self._socket:
            self._epoll.unregister(self._socket)

    def rest(self, socket: socket.socket | None, due: Deadline | None) -> None:
        """Readable when the socket is, or when it is due."""
        if self._due is not due:
            self._set_alarm(due)
        if self._rings:
            self._rings, self._socket = False, socket
            self._epoll.modify(self._bell, 0)
            if socket:
                self._epoll.register(socket, select.EPOLLIN)

    def close(self) -> None:
        self._set_alarm(None)
        self._epoll.close()
        self._bell.close()

    def _set_alarm(self, due: Deadline | None) -> None:
        if self._alarm:
            self._is_void.set()
            self._epoll.unregister(self._alarm)
            self._alarm.close()
            self._alarm = None
        self._due = due
        if due and due.left is not None:
            # Unlike a pipe it raises no SIGPIPE, and a forked child holds no end of it.
            self._alarm = open(os.eventfd(0), "rb", buffering=0)
            self._epoll.register(self._alarm, select.EPOLLIN)
            self._is_void = threading.Event()
            # Before Python 3.13 no timer is a descriptor. The thread owns its own, so it may outlast what waits for it.
            alarm = open(os.dup(self._alarm.fileno()), "wb", buffering=0)
            threading.Thread(target=_sound, args=(alarm, due, self._is_void), daemon=True).start()


def _sound(alarm: io.FileIO, due: Deadline, is_void: threading.Event) -> None:
    """Makes the alarm readable when it is due, unless it is void before."""
    with alarm:
        while left := due.left:
            if is_void.wait(min(left, threading.TIMEOUT_MAX)):
                return
        alarm.write((1).to_bytes(8, sys.byteorder))
