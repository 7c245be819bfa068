# SPDX-License-Identifier: Apache-2.0
"""One connection to the daemon: lines that are sent, and messages that come."""
from __future__ import annotations

import json
import math
import select
import socket
import time
from typing import Any

from .errors import Error, Lost, NotRunning, Timeout, WrongProtocol

# As the protocol has it: a timeline with every lane at its limit has 9 MiB.
_LONGEST_LINE = 16 << 20
# The longest time that poll waits.
_LONGEST_MS = (1 << 31) - 1
# What the members of a message may be, where they are there.
_KINDS = {"id": int | str | None, "method": str, "params": dict | None, "error": dict}


class Deadline:
    """When a wait is over; one of None never is."""

    def __init__(self, seconds: float | None) -> None:
        self._end = math.inf if seconds is None else time.monotonic() + seconds

    @property
    def left(self) -> float | None:
        return None if self._end == math.inf else max(0.0, self._end - time.monotonic())

    def or_earlier(self, other: Deadline) -> Deadline:
        """The one of both that is over first."""
        return self if self._end <= other._end else other


class Connection:
    def __init__(self, path: str, deadline: Deadline) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.setblocking(False)
        self._received = bytearray()
        self._scanned = 0
        while True:
            try:
                self.socket.connect(path)
                return
            except BlockingIOError:
                # The queue of connections is full, and a Unix socket does not report when there is room again.
                if deadline.left == 0:
                    self.close()
                    raise Timeout(f"no answer from {path}") from None
                time.sleep(0.01)
            except OSError as error:
                self.close()
                if isinstance(error, PermissionError):
                    raise Error(f"no way to {path}: the daemon is another user's") from error
                raise NotRunning(f"no daemon at {path} ({error.strerror}): start metronomed") from error

    def close(self) -> None:
        self.socket.close()

    def send(self, line: bytes, deadline: Deadline) -> None:
        """Sends a line. One that was sent in part when the time is over cannot be taken back, so the connection is closed."""
        left = memoryview(line)
        while left:
            try:
                left = left[self.socket.send(left, socket.MSG_NOSIGNAL):]
            except BlockingIOError:
                if not self._is_ready(select.POLLOUT, deadline):
                    self.close()
                    raise Timeout("the daemon reads no requests") from None
            except (BrokenPipeError, ConnectionResetError):
                # What the daemon sent before it closed is still to be read, and gives the reason.
                return
            except OSError as error:
                raise Lost(f"the connection is lost: {error.strerror}") from error

    def receive(self, deadline: Deadline) -> dict[str, Any] | None:
        """The next message; None where none comes in time."""
        while True:
            end = self._received.find(b"\n", self._scanned)
            if end >= 0:
                line = bytes(self._received[:end])
                del self._received[:end + 1]
                self._scanned = 0
                return self._message(line)
            self._scanned = len(self._received)
            if self._scanned > _LONGEST_LINE:
                raise WrongProtocol(f"a line of more than {_LONGEST_LINE} bytes")
            if self.socket.fileno() < 0:
                raise Lost("the connection is closed")
            if not self._is_ready(select.POLLIN, deadline):
                return None
            try:
                chunk = self.socket.recv(1 << 16)
            except BlockingIOError:
                continue
            except OSError as error:
                raise Lost(f"the connection is lost: {error.strerror}") from error
            if not chunk:
                raise Lost("the daemon has closed the connection")
            self._received += chunk

    def _is_ready(self, event: int, deadline: Deadline) -> bool:
        """Whether the socket is, in time; of any number, which `select` is not for."""
        poll = select.poll()
        poll.register(self.socket, event)
        while (left := deadline.left) is None or left >= 0.001:
            if poll.poll(None if left is None else min(int(left * 1000), _LONGEST_MS)):
                return True
        # What is left of a millisecond: a beat is told at its time.
        time.sleep(left)
        return bool(poll.poll(0))

    @staticmethod
    def _message(line: bytes) -> dict[str, Any]:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise WrongProtocol("a line that is no JSON") from error
        if not isinstance(message, dict):
            raise WrongProtocol("a line that is no object")
        for member, kind in _KINDS.items():
            if member in message and not isinstance(message[member], kind):
                raise WrongProtocol(f"a message with another {member} than the protocol has")
        return message
