# SPDX-License-Identifier: Apache-2.0
"""What a request or a connection may end with."""
from __future__ import annotations

from typing import Any


class Error(Exception):
    """Any error of this module."""


class NotRunning(Error, ConnectionError):
    """No daemon listens on the socket, or there is no place for a socket."""


class Lost(Error, ConnectionError):
    """The daemon has closed the connection."""


class Timeout(Error, TimeoutError):
    """The daemon has not answered in time."""


class WrongProtocol(Error):
    """What answers is no daemon of protocol 1."""


class Refused(Error):
    """The daemon has refused a request, which has changed nothing."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error.get("message", "refused"))
        data = error.get("data")
        #: All that was said beside the message.
        self.data: dict[str, Any] = data if isinstance(data, dict) else {}
        #: The number of JSON-RPC.
        self.code: int = error.get("code", 0)
        #: A word that stays the same: `out_of_range`, `unknown_method`, …
        self.reason: str = self.data.get("reason", "")
        #: The parameter that is wrong, where one is.
        self.param: str | None = self.data.get("param")
        #: What is allowed, where it is a range.
        self.min, self.max = self.data.get("min"), self.data.get("max")
        #: What is allowed, where it is a list.
        self.allowed: list[Any] | None = self.data.get("allowed")
