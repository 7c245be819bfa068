#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The metronome in Home Assistant, by MQTT: mqtt.py [HOST [PORT]]; the broker is that of this machine unless given.

By its discovery Home Assistant has a number for the tempo, a switch that starts and stops, and an event with each beat that is heard. A
name and a password are those in MQTT_USERNAME and MQTT_PASSWORD. It needs python3-paho-mqtt, and the module `metronomed`.
"""
import contextlib
import json
import os
import signal
import socket
import sys
import threading
import time

import metronomed
import paho.mqtt.client as mqtt

NAME = socket.gethostname().split(".")[0]
ROOT = f"metronomed/{NAME}"
DEVICE = {"identifiers": [f"metronomed_{NAME}"], "name": "Metronome", "manufacturer": "metronomed"}
ENTITIES = {
    "number": ("tempo", {"min": 1, "max": 1000, "step": 0.1, "mode": "box", "unit_of_measurement": "bpm", "icon": "mdi:metronome"}),
    "switch": ("playing", {"icon": "mdi:play"}),
    "event": ("beat", {"event_types": ["bell", "accent", "normal", "ghost"], "icon": "mdi:pulse"}),
}


def connected(client, _data, _flags, code, *_):
    """Tells Home Assistant what there is, again after each loss of the broker."""
    if code != 0:
        print(f"mqtt.py: the broker refuses: {mqtt.connack_string(code)}", file=sys.stderr, flush=True)
        return
    for kind, (name, more) in ENTITIES.items():
        config = {"name": name.capitalize(), "unique_id": f"metronomed_{NAME}_{name}", "device": DEVICE,
                  "availability_topic": f"{ROOT}/status", "state_topic": f"{ROOT}/{name}", **more}
        if kind != "event":
            config["command_topic"] = f"{ROOT}/{name}/set"
            client.subscribe(config["command_topic"])
        client.publish(f"homeassistant/{kind}/metronomed_{NAME}/{name}/config", json.dumps(config), qos=1, retain=True)
    try:
        with metronomed.connect() as metronome:
            tell(client, metronome.status())
    except metronomed.Error:
        client.publish(f"{ROOT}/status", "offline", qos=1, retain=True)


def asked(_client, _data, message):
    """Does what Home Assistant asks for; the daemon refuses what is wrong."""
    text = message.payload.decode(errors="replace")
    try:
        with metronomed.connect() as metronome:
            if message.topic == f"{ROOT}/tempo/set":
                metronome.tempo_set(text)
            elif text in ("ON", "OFF"):
                metronome.start() if text == "ON" else metronome.stop()
    except metronomed.Error as error:
        print(f"mqtt.py: {message.topic} {text[:40]!r}: {error}", file=sys.stderr, flush=True)


def tell(client, state):
    client.publish(f"{ROOT}/tempo", state["heard"]["bpm"], qos=1, retain=True)
    client.publish(f"{ROOT}/playing", "ON" if state["playing"] else "OFF", qos=1, retain=True)
    client.publish(f"{ROOT}/status", "online", qos=1, retain=True)


def tell_state(client, metronome):
    """Tells the tempo, and whether it plays, whenever that changes."""
    try:
        tell(client, metronome.subscribe(["state"])["state"])
        for event in metronome.events():
            if event.name == "disconnected":
                client.publish(f"{ROOT}/status", "offline", qos=1, retain=True)
            else:
                tell(client, event.params["state"])
    finally:
        client.publish(f"{ROOT}/status", "offline", qos=1, retain=True)


def tell_beats(client, metronome):
    """Tells each beat when it is heard."""
    for beat in metronome.beats():
        if beat.accent != "mute":
            event = {"event_type": beat.accent, "bar": beat.bar, "beat": beat.beat, "bpm": beat.bpm}
            client.publish(f"{ROOT}/beat", json.dumps(event))


def follow(client, tell_what):
    """Follows the daemon, and the next one where it refuses, or is gone before it has answered."""
    while True:
        try:
            with metronomed.connect(wait=True) as metronome:
                tell_what(client, metronome)
        except (metronomed.Lost, metronomed.Refused, metronomed.Timeout) as error:
            print(f"mqtt.py: {error}", file=sys.stderr, flush=True)
            time.sleep(1)
        except metronomed.Error as error:
            # In the second thread this ends the thread alone. The main thread gets the same error and reports it.
            sys.exit(f"mqtt.py: {error}")


def main(host="localhost", port="1883"):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    versions = getattr(mqtt, "CallbackAPIVersion", None)
    client = mqtt.Client(versions.VERSION2) if versions else mqtt.Client()
    client.on_connect, client.on_message = connected, asked
    client.will_set(f"{ROOT}/status", "offline", qos=1, retain=True)
    if user := os.environ.get("MQTT_USERNAME"):
        client.username_pw_set(user, os.environ.get("MQTT_PASSWORD"))
    try:
        client.connect(host, int(port))
    except OSError as error:
        sys.exit(f"mqtt.py: no broker at {host}:{port}: {error}")
    client.loop_start()
    try:
        threading.Thread(target=follow, args=(client, tell_state), daemon=True).start()
        follow(client, tell_beats)
    finally:
        # A broker that is away cannot be told.
        with contextlib.suppress(RuntimeError):
            client.publish(f"{ROOT}/status", "offline", qos=1, retain=True).wait_for_publish(2)
        client.disconnect()


if __name__ == "__main__":
    main(*sys.argv[1:3])
