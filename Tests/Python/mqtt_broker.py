#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A broker of MQTT 3.1.1 for one client under test: mqtt_broker.py FILE FIFO [PASSWORD].

It prints its port, writes each message as a line of JSON into FILE, and publishes what comes as `TOPIC TEXT` through FIFO. It judges what it
is sent: a packet that is not allowed ends it with status 1. A client with another password than the given one is refused.
"""
import json
import socket
import struct
import sys
import threading

CONNECT, PUBLISH, PUBACK, SUBSCRIBE, PINGREQ, DISCONNECT = 1, 3, 4, 8, 12, 14


def text(body, at):
    length, = struct.unpack_from(">H", body, at)
    return body[at + 2:at + 2 + length], at + 2 + length


def packet(kind, body, flags=0):
    assert len(body) < 128 * 128
    length = bytes([len(body)]) if len(body) < 128 else bytes([len(body) % 128 | 128, len(body) // 128])
    return bytes([kind << 4 | flags]) + length + body


def read(stream):
    """A packet: its kind, flags and body."""
    first = stream.read(1)
    if not first:
        return None
    length = shift = 0
    while True:
        byte = stream.read(1)[0]
        length |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return first[0] >> 4, first[0] & 15, stream.read(length)


def serve(client, log, fifo, password):
    stream, topics = client.makefile("rb"), set()

    def publish():
        for line in open(fifo):
            topic, _, words = line.rstrip("\n").partition(" ")
            assert topic in topics, topic
            client.sendall(packet(PUBLISH, struct.pack(">H", len(topic)) + topic.encode() + words.encode()))

    while found := read(stream):
        kind, flags, body = found
        if kind == CONNECT:
            name, at = text(body, 0)
            assert name == b"MQTT" and body[at] == 4, body
            _, at = text(body, at + 4)
            topic, at = text(body, at)
            will, _ = text(body, at)
            log({"will": topic.decode(), "text": will.decode()})
            # The password comes last.
            if not body.endswith(password.encode()):
                client.sendall(packet(2, b"\0\5"))
                return
            client.sendall(packet(2, b"\0\0"))
            threading.Thread(target=publish, daemon=True).start()
        elif kind == SUBSCRIBE:
            topic, _ = text(body, 2)
            topics.add(topic.decode())
            client.sendall(packet(9, body[:2] + b"\0"))
        elif kind == PUBLISH:
            topic, at = text(body, 0)
            if flags >> 1 & 3:
                client.sendall(packet(PUBACK, body[at:at + 2]))
                at += 2
            log({"topic": topic.decode(), "text": body[at:].decode(), "retain": bool(flags & 1)})
        elif kind == PINGREQ:
            client.sendall(packet(13, b""))
        elif kind == DISCONNECT:
            return
        else:
            assert kind == PUBACK, kind


def main(file, fifo, password=""):
    with socket.create_server(("127.0.0.1", 0)) as server, open(file, "w", encoding="utf-8") as lines:
        print(server.getsockname()[1], flush=True)
        client, _ = server.accept()

        def log(message):
            lines.write(json.dumps(message, sort_keys=True) + "\n")
            lines.flush()

        serve(client, log, fifo, password)


if __name__ == "__main__":
    main(*sys.argv[1:])
