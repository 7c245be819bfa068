# SPDX-License-Identifier: Apache-2.0
"""A client of JACK that knows nothing of metronomed: prints what its transport and timebase say, a line of JSON for each cycle.

    watch_transport.py SECONDS [COMMAND@SECOND...]    COMMAND: start, stop, locate=FRAME
    watch_transport.py SECONDS bpm=TEMPO              only counts those whose bars and beats are off by a tick and more,
                                                      where the tempo has been that one from frame 0 on

Each line: the server's frame at the begin of the cycle and when this client was woken in it (CLOCK_MONOTONIC, ns), the state (0 stopped, 1 rolling, 3 starting), the
transport's frame, and bar, beat, tick, ticks per beat, beats per bar, beat type, tempo and the tick of the bar's begin, or null.
"""
import collections
import ctypes
import json
import sys
import time

jack = ctypes.CDLL("libjack.so.0")


class Position(ctypes.Structure):
    _fields_ = [
        ("unique_1", ctypes.c_uint64), ("usecs", ctypes.c_uint64), ("rate", ctypes.c_uint32),
        ("frame", ctypes.c_uint32), ("valid", ctypes.c_int), ("bar", ctypes.c_int32), ("beat", ctypes.c_int32),
        ("tick", ctypes.c_int32), ("bar_start_tick", ctypes.c_double), ("beats_per_bar", ctypes.c_float),
        ("beat_type", ctypes.c_float), ("ticks_per_beat", ctypes.c_double), ("bpm", ctypes.c_double),
        ("others", ctypes.c_char * 128),
    ]


PROCESS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint32, ctypes.c_void_p)
jack.jack_client_open.restype = ctypes.c_void_p
for name in ("activate", "client_close", "transport_start", "transport_stop", "get_sample_rate"):
    getattr(jack, "jack_" + name).argtypes = [ctypes.c_void_p]
jack.jack_set_process_callback.argtypes = [ctypes.c_void_p, PROCESS, ctypes.c_void_p]
jack.jack_transport_query.argtypes = [ctypes.c_void_p, ctypes.POINTER(Position)]
jack.jack_transport_locate.argtypes = [ctypes.c_void_p, ctypes.c_uint32]
jack.jack_last_frame_time.argtypes = [ctypes.c_void_p]
jack.jack_last_frame_time.restype = ctypes.c_uint32

status = ctypes.c_int()
client = jack.jack_client_open(b"watcher", 1, ctypes.byref(status))
if not client:
    sys.exit("no JACK server")
client = ctypes.c_void_p(client)
lines = collections.deque()


def process(_frames, _context):
    now, frame = time.monotonic_ns(), jack.jack_last_frame_time(client)
    at = Position()
    state = jack.jack_transport_query(client, at)
    bars = None
    if at.valid & 0x10:
        bars = [at.bar, at.beat, at.tick, at.ticks_per_beat, at.beats_per_bar, at.beat_type, at.bpm, at.bar_start_tick]
    lines.append((frame, now, state, at.frame, bars))
    return 0


callback = PROCESS(process)
jack.jack_set_process_callback(client, callback, None)
jack.jack_activate(client)
sys.setswitchinterval(0.0001)
begin = time.monotonic()
end = begin + float(sys.argv[1])
tempo = float(sys.argv[2][4:]) if sys.argv[2:] and sys.argv[2].startswith("bpm=") else None
rolled = off = 0
commands = [] if tempo else sorted((float(word.split("@")[1]), word.split("@")[0]) for word in sys.argv[2:])
while time.monotonic() < end:
    time.sleep(0.01)
    while commands and time.monotonic() - begin >= commands[0][0]:
        word = commands.pop(0)[1]
        if word == "start":
            jack.jack_transport_start(client)
        elif word == "stop":
            jack.jack_transport_stop(client)
        else:
            jack.jack_transport_locate(client, int(word.split("=")[1]))
    while lines:
        line = lines.popleft()
        if not tempo:
            print(json.dumps(line))
        elif line[2] == 1 and line[4]:
            rolled += 1
            _, beat, tick, ticks, _, _, _, bar = line[4]
            late = line[3] * ticks * tempo / 60 / jack.jack_get_sample_rate(client) - (bar + (beat - 1) * ticks + tick)
            off += not -0.01 <= late < 1.01
    sys.stdout.flush()
if tempo:
    print(f"{rolled} cycles, {off} of them off by a tick or more")
jack.jack_client_close(client)
