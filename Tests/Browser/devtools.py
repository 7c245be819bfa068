# SPDX-License-Identifier: Apache-2.0
"""Drives a headless Chromium over its DevTools protocol, with the standard library alone."""

import base64
import json
import os
import re
import select
import shutil
import socket
import struct
import subprocess
import time
import urllib.request

# How many seconds a test waits before it fails.
patience = 120


class WebSocket:
    """A client of one WebSocket: text messages, whole."""

    def __init__(self, url, timeout=patience):
        host, port, path = re.match(r"ws://([^:/]+):(\d+)(/.*)", url).groups()
        self.socket = socket.create_connection((host, int(port)), timeout)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.bytes = b""
        while b"\r\n\r\n" not in self.bytes:
            self.bytes += self.socket.recv(4096)
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise OSError(f"no WebSocket: {head[:80]!r}")

    def send(self, text):
        data, mask = text.encode(), os.urandom(4)
        size = len(data)
        head = b"\x81" + (
            struct.pack("!B", 0x80 | size) if size < 126
            else struct.pack("!BH", 0x80 | 126, size) if size < 1 << 16 else struct.pack("!BQ", 0x80 | 127, size))
        stream = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(data, "big") ^ int.from_bytes(stream, "big")).to_bytes(size, "big")
        self.socket.sendall(head + mask + masked)

    def _take(self, count, deadline):
        while len(self.bytes) < count:
            if not select.select([self.socket], [], [], max(0, deadline - time.monotonic()))[0]:
                return None
            part = self.socket.recv(1 << 16)
            if not part:
                raise OSError("the browser has closed the connection")
            self.bytes += part
        taken, self.bytes = self.bytes[:count], self.bytes[count:]
        return taken

    def receive(self, timeout):
        """The next message; None if there is none in time."""
        deadline, whole = time.monotonic() + timeout, b""
        while True:
            if not self.bytes and not select.select([self.socket], [], [], max(0, deadline - time.monotonic()))[0]:
                return None
            # What has begun arrives.
            patient = time.monotonic() + patience
            first, second = self._take(2, patient)
            size = second & 0x7F
            if size == 126:
                size = struct.unpack("!H", self._take(2, patient))[0]
            elif size == 127:
                size = struct.unpack("!Q", self._take(8, patient))[0]
            whole += self._take(size, patient)
            if first & 0x80:
                return whole.decode()


class Page:
    """A page of the browser: it runs scripts, and keeps what was said on the console and which addresses were asked for."""

    def __init__(self, url):
        self.socket = WebSocket(url)
        self.number, self.console, self.requests, self.events = 0, [], [], []
        for domain in ["Page", "Runtime", "Network", "Log", "Accessibility", "DOM"]:
            self.call(f"{domain}.enable")

    def _note(self, message):
        method, params = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.console.append(("error", details.get("exception", {}).get("description") or details["text"]))
        elif method == "Runtime.consoleAPICalled":
            text = " ".join(str(one.get("value", one.get("description"))) for one in params["args"])
            self.console.append((params["type"], text))
        elif method == "Log.entryAdded":
            entry = params["entry"]
            self.console.append((entry["level"], f"{entry['text']} {entry.get('url', '')}"))
        elif method and method.startswith("Page."):
            self.events.append(method)

    def call(self, method, timeout=patience, **params):
        """Sends a command and returns its result."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        deadline = time.monotonic() + timeout
        while True:
            text = self.socket.receive(deadline - time.monotonic())
            if text is None:
                raise TimeoutError(f"{method} is not answered")
            message = json.loads(text)
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            self._note(message)

    def run(self, script, timeout=patience):
        """The value of an expression, of a promise when it is kept."""
        result = self.call("Runtime.evaluate", timeout, expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description") or details["text"])
        return result["result"].get("value")

    def until(self, script, timeout=patience):
        """Waits until an expression is true, and returns its value."""
        deadline = time.monotonic() + timeout
        while True:
            value = self.run(script)
            if value:
                return value
            if time.monotonic() > deadline:
                raise TimeoutError(f"not within {timeout} s: {script}")
            self.wait(0.05)

    def wait(self, seconds):
        """Sleeps, and reads what the browser tells meanwhile: it gives up a client that leaves a megabyte unread."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            text = self.socket.receive(left)
            if text:
                self._note(json.loads(text))

    def leave(self):
        self.call("Page.navigate", url="about:blank")
        self.wait(0.1)

    def forget(self):
        """Forgets all cookies. What is open is left first: what it still asked for would be refused."""
        self.leave()
        self.call("Network.clearBrowserCookies")

    def open(self, url, timeout=patience):
        # An address that differs behind # alone would not be loaded again.
        self.leave()
        self.events.clear()
        self.call("Page.navigate", url=url)
        deadline = time.monotonic() + timeout
        while "Page.loadEventFired" not in self.events and time.monotonic() < deadline:
            self.wait(0.1)

    def resize(self, width, height, scale=1, dark=False, reduced=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if reduced else "no-preference"}])

    def picture(self):
        """The page as a PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def click(self, selector):
        """Presses the mouse in the middle of an element, once that is seen."""
        self.until(f"document.querySelector({json.dumps(selector)})?.getBoundingClientRect().width > 0")
        x, y = self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'nearest', inline: 'nearest'}});"
            " const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()")
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def key(self, key, code=None, text=None):
        for kind in ["keyDown", "keyUp"]:
            params = {"type": kind, "key": key, "code": code or key}
            if text and kind == "keyDown":
                params["text"] = text
            self.call("Input.dispatchKeyEvent", **params)


class Browser:
    """A headless Chromium with a profile of its own, ended with this value's `close`."""

    @staticmethod
    def path(whole=False):
        """The program: the shell of Chromium without windows, which draws the same for two thirds of the work, or a whole one."""
        names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
        return next(filter(None, map(shutil.which, names[1 if whole else 0:])), None)

    def __init__(self, folder, *flags, environment=None, language="en-GB", whole=False):
        profile = os.path.join(folder, "profile")
        self.log = open(os.path.join(folder, "chromium.log"), "wb")
        self.process = subprocess.Popen(
            [self.path(whole), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
             "--hide-scrollbars", "--force-color-profile=srgb", f"--lang={language}", f"--accept-lang={language}",
             "--remote-debugging-port=0", "--remote-allow-origins=*", f"--user-data-dir={profile}", *flags, "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "HOME": folder, **(environment or {})},
            start_new_session=True)
        port_file, deadline = os.path.join(profile, "DevToolsActivePort"), time.monotonic() + patience
        while not (os.path.exists(port_file) and open(port_file).read().count("\n") >= 1):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("Chromium does not start")
            time.sleep(0.05)
        self.port = int(open(port_file).read().split("\n")[0])

    def page(self):
        deadline = time.monotonic() + patience
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/json", timeout=10) as answer:
                    pages = [one for one in json.load(answer) if one["type"] == "page"]
            except OSError:
                pages = []
            if pages:
                return Page(pages[0]["webSocketDebuggerUrl"])
            if time.monotonic() > deadline:
                raise RuntimeError("Chromium has no page")
            time.sleep(0.1)

    def close(self):
        import signal
        try:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait(5)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.log.close()
