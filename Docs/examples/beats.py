#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints each beat when it is heard: beats.py [COUNT].

The module `metronomed` computes the beats from the timeline, with ramps and accents, so no message has to arrive in time. It is a wheel
that `make wheel` builds, or the folder `Python` of the sources in PYTHONPATH.
"""
import itertools
import os
import sys

import metronomed

SIGNS = {"bell": " bell", "accent": " accent", "normal": "", "ghost": " soft", "mute": " silent"}


def main(count):
    with metronomed.connect() as metronome:
        for beat in itertools.islice(metronome.beats(), count):
            print(f"{beat.bar}.{beat.beat}{SIGNS[beat.accent]}", flush=True)


if __name__ == "__main__":
    try:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else None)
    except metronomed.Error as error:
        sys.exit(f"beats.py: {error}")
    except KeyboardInterrupt:
        pass
    except BrokenPipeError:
        # Whoever read the beats has gone, and Python would complain once more when it ends.
        os._exit(0)
