# SPDX-License-Identifier: Apache-2.0
"""The programs under test: a daemon, its web server, a slow network; and what the daemon says of the pendulum."""

import asyncio
import json
import os
import random
import re
import signal
import socket
import subprocess
import threading
import time

from devtools import patience


def wait_for(what, check, timeout=patience):
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        value = check()
        if value:
            return value
        time.sleep(0.02)
    raise TimeoutError(f"no {what} within {timeout} s")


class Program:
    """A child process whose output goes to a file; `end` ends it."""

    def __init__(self, arguments, log, environment):
        self.log = log
        with open(log, "ab") as out:
            self.process = subprocess.Popen(
                arguments, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                env={**os.environ, **environment}, start_new_session=True)

    def said(self):
        with open(self.log, "rb") as file:
            return file.read(1 << 16).decode(errors="replace")

    def end(self, by=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(by)
            try:
                self.process.wait(8)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(5)


def run(arguments, environment):
    """Runs a program to its end."""
    result = subprocess.run(arguments, capture_output=True, text=True, timeout=patience, env={**os.environ, **environment}, check=False)
    if result.returncode:
        raise RuntimeError(f"{arguments[0]}: {result.stderr}")


class Client:
    """One connection to the daemon's socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(patience)
        self.socket.connect(path)
        self.file = self.socket.makefile("rb")

    def call(self, method, **params):
        self.socket.sendall(json.dumps({"id": 1, "method": method, "params": params}).encode() + b"\n")
        while True:
            line = json.loads(self.file.readline())
            if "method" not in line:
                if "error" in line:
                    raise RuntimeError(f"{method}: {line['error']['message']}")
                return line["result"]


class Rod(threading.Thread):
    """All that the daemon tells of the pendulum, in the order in which it is told, and its timeline."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.client, self.track, self.lock = Client(path), [], threading.Lock()
        # The last timeline that was told, and how many were.
        self.timeline, self.version = None, 0
        answer = self.client.call("subscribe", events=["motion", "timeline"], properties=["pendulum.angle"], lead_ms=1000)
        self.learn(answer["state"].get("motion", {}).get("pendulum.angle", []))
        self.start()

    def learn(self, segments):
        if segments:
            with self.lock:
                self.track = [one for one in self.track if one["begin_ns"] < segments[0]["begin_ns"]] + segments

    def run(self):
        self.client.socket.settimeout(None)
        try:
            for line in self.client.file:
                message = json.loads(line)
                if message.get("method") == "event.motion":
                    self.learn(message["params"]["segments"].get("pendulum.angle", []))
                elif message.get("method") == "event.timeline":
                    self.timeline = message["params"]["timeline"]
                    self.version += 1
        except (OSError, ValueError):
            pass

    def angle(self, ns):
        """Where the rod is at a time, in degrees; None before the first segment."""
        with self.lock:
            begun = [one for one in self.track if one["begin_ns"] <= ns]
        if not begun:
            return None
        segment = begun[-1]
        x = min(1, (ns - segment["begin_ns"]) / segment["duration_ns"]) if segment["duration_ns"] else 1
        return segment["from"] + (segment["to"] - segment["from"]) * curve(segment["curve"], x)


def curve(name, x):
    """The value of a curve as CSS has it."""
    x1, y1, x2, y2 = {
        "linear": (0, 0, 1, 1), "easeIn": (0.42, 0, 1, 1), "easeOut": (0, 0, 0.58, 1), "easeInOut": (0.42, 0, 0.58, 1)
    }.get(name) or map(float, re.findall(r"-?[\d.]+(?:e-?\d+)?", name.split("(")[1]))
    low, high = 0.0, 1.0
    for _ in range(60):
        s = (low + high) / 2
        if 3 * (1 - s) ** 2 * s * x1 + 3 * (1 - s) * s * s * x2 + s ** 3 < x:
            low = s
        else:
            high = s
    return 3 * (1 - s) ** 2 * s * y1 + 3 * (1 - s) * s * s * y2 + s ** 3


class SlowNetwork(threading.Thread):
    """A proxy that holds back what passes, each way by 5 to 60 ms anew for every piece, without changing the order."""

    def __init__(self, port, least=0.005, most=0.060, seed=14):
        super().__init__(daemon=True)
        self.target, self.port, self.range = port, None, (least, most)
        self.chance, self.ready = random.Random(seed), threading.Event()
        self.start()
        self.ready.wait(patience)

    def run(self):
        asyncio.run(self.serve())

    async def serve(self):
        server = await asyncio.start_server(self.accept, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self.ready.set()
        async with server:
            await server.serve_forever()

    async def accept(self, reader, writer):
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            return writer.close()
        await asyncio.gather(self.pass_on(reader, far_writer), self.pass_on(far_reader, writer))

    async def pass_on(self, reader, writer):
        loop, queue, last = asyncio.get_running_loop(), asyncio.Queue(), 0

        async def deliver():
            while (piece := await queue.get()) is not None:
                due, data = piece
                await asyncio.sleep(max(0, due - loop.time()))
                writer.write(data)
            writer.close()

        delivery = asyncio.create_task(deliver())
        try:
            while data := await reader.read(1 << 16):
                last = max(last, loop.time() + self.chance.uniform(*self.range))
                queue.put_nowait((last, data))
        except OSError:
            pass
        queue.put_nowait(None)
        try:
            await delivery
        except OSError:
            pass


class Stand:
    """A daemon and its web server in a folder of their own."""

    def __init__(self, folder, metronomed, metroweb, sounds, output="clock", environment=None):
        self.folder, self.metronomed, self.metroweb = folder, metronomed, metroweb
        # The port is the first that the server gets, for all its starts.
        self.port, self.socket = 0, os.path.join(folder, "s")
        self.environment = {
            "HOME": folder, "METRONOMED_SOCKET": self.socket, "METRONOMED_OUTPUT": output, "METRONOMED_SOUNDS": sounds,
            "LC_ALL": "C.UTF-8", **(environment or {})}
        for name in ["config", "state", "data", "run"]:
            os.makedirs(os.path.join(folder, name), exist_ok=True)
            self.environment["XDG_" + {"run": "RUNTIME_DIR"}.get(name, name.upper() + "_HOME")] = os.path.join(folder, name)
        self.daemon = self.web = None
        self.sounds = sounds

    def start_daemon(self, *flags):
        self.daemon = Program([self.metronomed, *flags], os.path.join(self.folder, "metronomed.log"), self.environment)

        def answers():
            if self.daemon.process.poll() is not None:
                raise RuntimeError(self.daemon.said())
            try:
                return Client(self.socket)
            except OSError:
                return None
        self.client = wait_for("daemon", answers)
        return self.client

    def start_web(self, *flags):
        log = os.path.join(self.folder, "metroweb.log")

        def start():
            open(log, "wb").close()
            self.web = Program([self.metroweb, "--port", str(self.port), *flags], log, self.environment)

        def listens():
            found = re.search(r"listening on \S+:(\d+)/", self.web.said())
            if self.web.process.poll() is not None:
                # While the server was away, its port may have become that of somebody's connection.
                if not self.port or "in use" not in self.web.said():
                    raise RuntimeError(self.web.said())
                time.sleep(0.1)
                start()
                return None
            return found and int(found[1])
        start()
        self.port = wait_for("web server", listens)
        return self.web

    def token(self, role):
        """What stands behind the address in the link that lets a browser `control` or `watch`."""
        link = subprocess.run(
            [self.metroweb, "--port", str(self.port), "--link", role], capture_output=True, text=True, timeout=patience,
            env={**os.environ, **self.environment}, check=False).stdout
        found = re.search(r"#t=[\w-]+", link)
        if not found:
            raise RuntimeError(f"metroweb --link {role} prints no link: {link}")
        return found[0]

    def url(self, port=None, role="control"):
        return f"http://127.0.0.1:{port or self.port}/{self.token(role)}"

    def close(self):
        for program in [self.web, self.daemon]:
            if program:
                program.end()
