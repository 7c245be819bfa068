# SPDX-License-Identifier: Apache-2.0
"""PNG pictures as grids of mean colours, which differ little where fonts and browsers do."""

import struct
import zlib


def pixels(data):
    """Width, height and rows of (r, g, b) bytes of a PNG with eight bits a channel, or of a palette."""
    place, packed, palette = 8, b"", None
    while place < len(data):
        size, kind = struct.unpack(">I4s", data[place:place + 8])
        body = data[place + 8:place + 8 + size]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
        elif kind == b"PLTE":
            palette = body
        elif kind == b"IDAT":
            packed += body
        place += size + 12
    parts = {0: 1, 2: 3, 3: 1, 6: 4}[color]
    step, length = max(1, parts * depth // 8), (width * parts * depth + 7) // 8
    raw, rows, before = zlib.decompress(packed), [], bytearray(length)
    for y in range(height):
        kind, line = raw[y * (length + 1)], bytearray(raw[y * (length + 1) + 1:(y + 1) * (length + 1)])
        for x in range(length if kind else 0):
            left = line[x - step] if x >= step else 0
            above, corner = before[x], before[x - step] if x >= step else 0
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = above
            elif kind == 3:
                guess = (left + above) // 2
            else:
                p = left + above - corner
                guess = min((abs(p - left), 0, left), (abs(p - above), 1, above), (abs(p - corner), 2, corner))[2]
            line[x] = (line[x] + guess) & 255
        before = line
        if palette:
            per = 8 // depth
            indices = [(line[x // per] >> (8 - depth * (x % per + 1))) & ((1 << depth) - 1) for x in range(width)]
            rows.append([tuple(palette[3 * i:3 * i + 3]) for i in indices])
        else:
            rows.append([tuple(line[x * parts:x * parts + 3]) if parts >= 3 else (line[x],) * 3 for x in range(width)])
    return width, height, rows


def grid(data, cell=10):
    """The mean colours of square cells."""
    width, height, rows = pixels(data)
    means = []
    for top in range(0, height - cell + 1, cell):
        for left in range(0, width - cell + 1, cell):
            inside = [rows[y][x] for y in range(top, top + cell) for x in range(left, left + cell)]
            means.append(tuple(sum(one[channel] for one in inside) / len(inside) for channel in range(3)))
    return width, height, means


def difference(one, other):
    """How far two pictures are apart: the mean of all cells, and the part of them that differ by more than 40 of 255."""
    (width, height, first), (width_2, height_2, second) = grid(one), grid(other)
    if (width, height) != (width_2, height_2):
        return 255, 1
    apart = [max(abs(a - b) for a, b in zip(left, right)) for left, right in zip(first, second)]
    return sum(apart) / len(apart), sum(value > 40 for value in apart) / len(apart)
