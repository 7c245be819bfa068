#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how the clicks of a page lie to those of the daemon, in one recording of both.

Usage: click_along.py METRONOMED METROWEB SOUNDS [SECONDS] [--song]

A private PulseAudio has one null sink of four channels, of which the daemon plays on two and Chromium on the other two, so that
one recording has both to the sample. The offset of the page is calibrated from the first half minute, as tap-along does it.
Needs pulseaudio, pulseaudio-utils, libasound2-plugins, chromium and numpy. Prints the differences, their drift, and the clicks
that have no counterpart. With --song a song with lanes is played, whose onsets have gains of their own: how loud each is on the
page, against the daemon's, is printed too.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time

import numpy

import devtools
import programs

rate, channels = 48_000, 4

# Two sections of one volume each, whose onsets have other gains from one to the next.
song = """
[[section]]
label = "loud"
meter = "4/4"
tempo = 111
bars = 4
lanes = "hat oxAxoxAx gain=50% | rim ..x...x. gain=90% | woodblock x... gain=70%"

[[section]]
label = "soft"
meter = "3/4"
tempo = 97.3
bars = 6
volume = "60%"
lanes = "hat xoxoxo gain=60% | rim x...x. gain=80%"
"""


def onsets(samples, gap=0.12):
    """Seconds of the onsets: where the level first reaches a tenth of the loudest, after a silence."""
    level = numpy.abs(samples).astype(numpy.float32)
    loud = numpy.flatnonzero(level > 0.1 * level.max())
    if not len(loud):
        return numpy.array([])
    first = numpy.concatenate([[True], numpy.diff(loud) > gap * rate])
    return loud[first] / rate


def differences(recording):
    """For each click of the daemon the time from it to the nearest one of the page, in milliseconds; NaN without one."""
    daemon, page = onsets(recording[:, 0] + recording[:, 1]), onsets(recording[:, 2] + recording[:, 3])
    if not len(page) or not len(daemon):
        return daemon, numpy.full(len(daemon), numpy.nan)
    after = numpy.clip(numpy.searchsorted(page, daemon), 1, max(1, len(page) - 1))
    nearest = numpy.where(numpy.abs(page[after - 1] - daemon) < numpy.abs(page[after] - daemon), page[after - 1], page[after])
    distance = (nearest - daemon) * 1000
    return daemon, numpy.where(numpy.abs(distance) < 150, distance, numpy.nan)


def loudness(recording, pair, at):
    """How loud the onsets at some seconds are: the root mean square of the 20 ms that follow each."""
    samples = recording[:, pair].astype(numpy.float64).sum(axis=1)
    first = numpy.round(numpy.asarray(at) * rate).astype(int)
    return numpy.array([numpy.sqrt(numpy.mean(samples[begin:begin + rate // 50] ** 2)) for begin in first])


def gains(recording):
    """How many decibels each onset of the page is louder than its counterpart of the daemon."""
    at, away = differences(recording)
    good = ~numpy.isnan(away) & (at < len(recording) / rate - 0.2)
    here = loudness(recording, slice(0, 2), at[good])
    return 20 * numpy.log10(loudness(recording, slice(2, 4), at[good] + away[good] / 1000) / here)


def steadiness(recording, bpm=137.3):
    """How far each side's own clicks lie from an even grid, in milliseconds: the 99th percentile of both."""
    found = []
    for pair in (slice(0, 2), slice(2, 4)):
        at = onsets(recording[:, pair].sum(axis=1))
        if len(at) < 8:
            found.append(numpy.nan)
            continue
        number = numpy.round((at - at[0]) * bpm / 60)
        rest = (at - number * 60 / bpm) * 1000
        found.append(numpy.percentile(numpy.abs(rest - numpy.median(rest)), 99))
    return found


def main(metronomed, metroweb, sounds, seconds=60.0, *options):
    folder = tempfile.mkdtemp(prefix="/tmp/mtr-click-")
    started = []
    server = os.path.join(folder, "pulse")
    environment = {
        "PULSE_SERVER": f"unix:{server}", "PULSE_RUNTIME_PATH": os.path.join(folder, "runtime"), "PULSE_COOKIE": os.path.join(folder, "cookie"),
        "ALSA_CONFIG_PATH": os.path.join(folder, "asound.conf"), "HOME": folder,
        # Where the system's own configuration makes PulseAudio the default, it leads past the file below: to the sink of both.
        "PULSE_SINK": "daemon"}
    with open(environment["ALSA_CONFIG_PATH"], "w") as file:
        file.write('</usr/share/alsa/alsa.conf>\npcm.!default { type pulse device "daemon" }\nctl.!default { type pulse }\n')

    def expect_apart(recording):
        """Ends where the daemon is heard on the channels of the page, which would compare it with itself."""
        page = numpy.abs(recording[:, 2:].astype(numpy.int32)).max()
        if page > 3:
            raise SystemExit("the daemon is heard on the channels of the page: nothing can be measured so")

    def record(length, name):
        path = os.path.join(folder, name)
        with open(path, "wb") as out:
            subprocess.run(
                ["timeout", str(length), "parec", "--raw", "-d", "both.monitor", "--format=s16le", f"--rate={rate}", f"--channels={channels}",
                 "--channel-map=front-left,front-right,rear-left,rear-right", "--latency-msec=200"],
                stdout=out, stderr=subprocess.DEVNULL, env={**os.environ, **environment}, check=False)
        return numpy.fromfile(path, dtype="<i2").reshape(-1, channels)[rate // 4:]

    try:
        pulse = programs.Program(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=true", "--log-level=error",
             "-L", f"module-native-protocol-unix socket={server} auth-anonymous=1",
             "-L", f"module-null-sink sink_name=both rate={rate} channels=4 channel_map=front-left,front-right,rear-left,rear-right",
             "-L", "module-remap-sink sink_name=daemon master=both channels=2 channel_map=front-left,front-right master_channel_map=front-left,front-right remix=no",
             "-L", "module-remap-sink sink_name=page master=both channels=2 channel_map=front-left,front-right master_channel_map=rear-left,rear-right remix=no"],
            os.path.join(folder, "pulse.log"), environment)
        started.append(pulse.end)
        programs.wait_for("sound server", lambda: os.path.exists(server))
        stand = programs.Stand(folder, metronomed, metroweb, sounds, output="alsa", environment=environment)
        started.append(stand.close)
        client = stand.start_daemon()
        stand.start_web()
        browser = devtools.Browser(
            folder, "--autoplay-policy=no-user-gesture-required", environment={**environment, "PULSE_SINK": "page"}, whole=True)
        started.append(browser.close)
        page = browser.page()
        page.open(stand.url())
        page.until("globalThis.metroweb?.store.status && metroweb.store.clock?.offset != null", 30)
        sings = "--song" in options
        if sings:
            path = os.path.join(folder, "song.toml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(song)
            client.call("song.load", path=path)
            client.call("loop.set", **{"from": "1", "to": "10"})
        else:
            client.call("settings.set", bpm=137.3, meter="4/4")
        client.call("start")
        expect_apart(record(3, "apart.raw"))
        page.run("document.getElementById('tab-sound').click()")
        page.click("[aria-label='Click on this device']")
        page.until("metroweb.audioState().scheduled > 0", 20)
        page.wait(15)
        _, before = differences(record(15, "calibration.raw"))
        late = float(numpy.nanmedian(before))
        page.run(f"metroweb.calibrate({late:.2f})")
        page.wait(3)
        begun, parts, louder = time.monotonic(), [], []
        left = float(seconds)
        while left > 0:
            # Pieces of a minute keep the browser's messages read and the files small.
            begin = time.monotonic()
            piece = record(min(60, left), "piece.raw")
            parts.append((begin - begun, *differences(piece), (numpy.nan, numpy.nan) if sings else steadiness(piece)))
            louder += [gains(piece)] if sings else []
            page.wait(0.1)
            left -= time.monotonic() - begin
        at = numpy.concatenate([begin + when for begin, when, *_ in parts])
        away = numpy.concatenate([difference for _, _, difference, _ in parts])
        good = ~numpy.isnan(away)
        slope = numpy.polyfit(at[good], away[good], 1)[0] if good.sum() > 2 else numpy.nan
        print(f"clicks {len(away)}, without a counterpart {int((~good).sum())}; device late by {late:.1f} ms before calibration")
        print(
            f"difference: median {numpy.median(away[good]):+.2f} ms, p99 {numpy.percentile(numpy.abs(away[good]), 99):.2f} ms, "
            f"largest {numpy.abs(away[good]).max():.2f} ms; drift {slope * 600:+.2f} ms in ten minutes")
        if sings:
            all_gains = numpy.concatenate(louder)
            off = numpy.abs(all_gains - numpy.median(all_gains))
            print(
                f"loudness of {len(all_gains)} onsets: the page {numpy.median(all_gains):+.2f} dB against the daemon; from there p99 "
                f"{numpy.percentile(off, 99):.2f} dB, largest {off.max():.2f} dB")
        for begin, _, difference, (daemon, page_own) in parts:
            if numpy.isfinite(difference).any():
                print(
                    f"  from {begin:5.0f} s: median {numpy.nanmedian(difference):+.2f} ms, largest {numpy.nanmax(numpy.abs(difference)):.2f} ms; "
                    f"off an even grid at p99: daemon {daemon:.2f} ms, page {page_own:.2f} ms")
        print("console:", page.console)
    finally:
        for end in reversed(started):
            end()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--song"]
    main(*words[:3], *map(float, words[3:4] or ["60"]), *([] if "--song" not in sys.argv else ["--song"]))
