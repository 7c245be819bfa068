#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints each beat when it is heard: beats.py [COUNT].

A client of the socket with nothing but Python's own library. The daemon sends the timeline, which changes seldom; every beat
is computed from it, so no message has to arrive in time. On Linux time.monotonic_ns is the clock of the daemon's times.
"""
import json
import os
import select
import socket
import sys
import time


def connect():
    path = os.environ.get("METRONOMED_SOCKET") or os.environ["XDG_RUNTIME_DIR"] + "/metronomed/control.sock"
    client = socket.socket(socket.AF_UNIX)
    client.connect(os.path.expanduser(path))
    client.sendall(b"subscribe timeline state\n")
    return client


def heard_at(timeline, beat):
    """When a beat is heard, in nanoseconds."""
    segments = timeline["segments"]
    segment = next((s for s in reversed(segments) if (s["origin"]["beat"], s["origin"]["fraction"]) <= (beat, 0)),
                   segments[0])
    origin, tempo = segment["origin"], segment["tempo"]
    beat_ns = 60e9 * tempo["denominator"] / (tempo["numerator"] * (1 + segment["rate_ppm"] / 1e6))
    return segment["at_ns"] + (beat - origin["beat"] - origin["fraction"]) * beat_ns


def place(timeline, beat):
    """The bar, the beat in it, and whether the bell rings."""
    bars = next((b for b in reversed(timeline["bars"]) if b["from_beat"] <= beat), timeline["bars"][0])
    distance, bell = beat - bars["origin"]["beat"], bars["bell"]
    bar, in_bar = divmod(distance, bars["beats"])
    return bars["origin"]["bar"] + bar, in_bar + 1, bell and distance % bell["every"] == bell["on"] - 1


def main(count):
    client = connect()
    timeline, run, beat, pending = None, None, 0, b""
    while count > 0:
        wait = None
        if timeline and beat != timeline.get("end_beat"):
            wait = (heard_at(timeline, beat) - time.monotonic_ns()) / 1e9
            if wait <= 0:
                bar, in_bar, bell = place(timeline, beat)
                print(f"{bar}.{in_bar}{' bell' if bell else ''}", flush=True)
                beat, count = beat + 1, count - 1
                continue
        if not select.select([client], [], [], wait)[0]:
            continue
        received = client.recv(65536)
        if not received:
            sys.exit("the daemon has ended")
        *lines, pending = (pending + received).split(b"\n")
        for message in map(json.loads, lines):
            if "error" in message:
                sys.exit(message["error"]["message"])
            if "result" in message:
                timeline = message["result"]["state"]["timeline"]
            elif message["method"] == "event.timeline":
                timeline = message["params"]["timeline"]
            elif message["method"] == "event.state" and not message["params"]["state"]["playing"]:
                timeline = None
            if timeline and timeline["run"] != run:
                # Of a run that is under way, the beats from now on; of a new one, all.
                is_new, run, beat = run is not None, timeline["run"], 0
                while not is_new and heard_at(timeline, beat) < time.monotonic_ns():
                    beat += 1


if __name__ == "__main__":
    try:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 62)
    except KeyboardInterrupt:
        pass
