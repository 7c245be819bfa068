#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Flashes a lamp on a DMX line with every beat as it is heard: artnet.py HOST[:PORT] [UNIVERSE [CHANNEL]].

The node at HOST (255.255.255.255 for all) gets ArtDMX: the channel (1 unless given) at full with the bell, at 100 with a beat,
and at 0 after a third of it. The daemon announces each beat ahead, so the light comes on time, but for the lamp's own delay.
"""
import contextlib, json, os, select, signal, socket, struct, sys, time

words = sys.argv[1:] + ["0", "1"][len(sys.argv) - 2:]
numbers = [int(word) if word.isdecimal() else -1 for word in [(words[0] + ":6454").split(":")[1], *words[1:]]]
if len(words) != 3 or any(not low <= n <= high for n, low, high in zip(numbers, (0, 0, 1), (65535, 32767, 512))):
    sys.exit("usage: artnet.py HOST[:PORT] [UNIVERSE, 0 to 32767 [CHANNEL, 1 to 512]]")
host, (port, universe, channel) = words[0].partition(":")[0], numbers
try: address = socket.gethostbyname(host)
except (OSError, UnicodeError): sys.exit(f"artnet.py: no host {host}")
node, sequence, level = socket.socket(socket.AF_INET, socket.SOCK_DGRAM), 0, 0
node.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)


def light(new):
    global sequence, level
    sequence, level = sequence % 255 + 1, new
    data = (bytes(channel - 1) + bytes([level])).ljust(channel + channel % 2, b"\0")  # an even number of channels
    head = struct.pack(">8sHHBBBBH", b"Art-Net", 0x0050, 14, sequence, 0, universe % 256, universe // 256, len(data))
    with contextlib.suppress(OSError): node.sendto(head + data, (address, port))  # a network that is away may come back


def follow():
    daemon, rest = socket.socket(socket.AF_UNIX), b""
    given, folder = os.path.expanduser(os.environ.get("METRONOMED_SOCKET", "")), os.environ.get("XDG_RUNTIME_DIR", "")
    path = given or (folder if folder[:1] == "/" else sys.exit("artnet.py: set XDG_RUNTIME_DIR, to an absolute path")) + "/metronomed/control.sock"
    if error := daemon.connect_ex(path): sys.exit(f"artnet.py: no daemon at {path}: {os.strerror(error)}")
    daemon.sendall(b"subscribe beat state\n")
    coming, last, off = {}, (0, -1), None  # beats by run and number; when the lamp goes out
    while True:
        now = time.monotonic_ns()
        if off and off <= now: off = light(0)
        for last, beat in [item for item in sorted(coming.items()) if item[1]["at_ns"] <= now]:
            del coming[last]
            if beat.get("accent") != "mute" and now - beat["at_ns"] < 50_000_000:  # else it is too late
                light(255 if beat["bell"] else 100)
                off = beat["at_ns"] + int(20e9 / beat["bpm"])
        due = min([beat["at_ns"] for beat in coming.values()] + [off or 1 << 62])
        if not select.select([daemon], [], [], max(0, min((due - time.monotonic_ns()) / 1e9, 0.8)))[0]:
            if time.monotonic_ns() < due: light(level)  # nodes forget what they do not hear every second
            continue
        *lines, rest = (rest + (daemon.recv(65536) or sys.exit("artnet.py: the daemon has ended"))).split(b"\n")
        for message in map(json.loads, lines):
            event = message.get("params", {})
            if message.get("method") == "event.beat" and (event["run"], event["beat_index"]) > last:
                coming[event["run"], event["beat_index"]] = event
            elif message.get("method") == "event.state" and not event["state"]["playing"]:
                coming = {}


for number in (signal.SIGINT, signal.SIGTERM): signal.signal(number, lambda *_: sys.exit())
try: follow()
finally: light(0)
