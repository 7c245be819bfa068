# SPDX-License-Identifier: Apache-2.0
"""A client of metronomed, the metronome daemon.

    import metronomed

    with metronomed.connect() as metronome:
        metronome.start()
        for beat in metronome.beats():
            print(f"{beat.bar}.{beat.beat} {beat.accent}")

Times are nanoseconds of CLOCK_MONOTONIC, which is the clock of `time.monotonic_ns()` on Linux.
"""
from . import types
from .client import Event, Metronome, connect
from .errors import Error, Lost, NotRunning, Refused, Timeout, WrongProtocol
from .path import socket_path
from .timeline import Beat, Onset, Timeline, parts

__all__ = [
    "Beat", "Error", "Event", "Lost", "Metronome", "NotRunning", "Onset", "Refused", "Timeline", "Timeout",
    "WrongProtocol", "connect", "parts", "socket_path", "types",
]
