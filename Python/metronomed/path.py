# SPDX-License-Identifier: Apache-2.0
"""Where the daemon's socket is."""
from __future__ import annotations

import os
from collections.abc import Mapping

from .errors import NotRunning

_LONGEST = 107


def socket_path(path: str | None = None, environment: Mapping[str, str] | None = None) -> str:
    """The path of the socket, as `metroctl` finds it: the one given, else `$METRONOMED_SOCKET`, else
    `$XDG_RUNTIME_DIR/metronomed/control.sock`. What is empty counts as not set, and so does a relative
    `XDG_RUNTIME_DIR`."""
    environment = os.environ if environment is None else environment
    found = path or environment.get("METRONOMED_SOCKET")
    if found and found.startswith("~/"):
        home = environment.get("HOME")
        if not home:
            raise NotRunning(f"~ in the socket path {found} has no meaning here, for HOME is not set")
        found = home + found[1:]
    if not found:
        folder = environment.get("XDG_RUNTIME_DIR")
        if not folder or not folder.startswith("/"):
            raise NotRunning("no place for the control socket: set XDG_RUNTIME_DIR or METRONOMED_SOCKET")
        found = folder.removesuffix("/") + "/metronomed/control.sock"
    if len(os.fsencode(found)) > _LONGEST:
        raise NotRunning(f"the socket path has more than {_LONGEST} bytes: {found}")
    return found
