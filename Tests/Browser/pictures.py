# SPDX-License-Identifier: Apache-2.0
"""PNG pictures as grids of mean colours, which differ little where fonts and browsers do."""

import base64
import json

# The browser has read both before it compares them: it is much faster at that than Python.
SCRIPT = """(async (pictures) => {
    const cell = 10;
    const grid = async (text) => {
        const image = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))]));
        const { width, height } = image;
        const context = new OffscreenCanvas(width, height).getContext("2d");
        context.drawImage(image, 0, 0);
        const bytes = context.getImageData(0, 0, width, height).data;
        const means = [];
        for (let top = 0; top + cell <= height; top += cell)
            for (let left = 0; left + cell <= width; left += cell) {
                const sums = [0, 0, 0];
                for (let y = top; y < top + cell; y++)
                    for (let x = left; x < left + cell; x++)
                        for (let channel = 0; channel < 3; channel++) sums[channel] += bytes[4 * (y * width + x) + channel];
                means.push(sums.map((sum) => sum / cell ** 2));
            }
        return { width, height, means };
    };
    const [one, other] = await Promise.all(pictures.map(grid));
    if (one.width !== other.width || one.height !== other.height) return [255, 1];
    const apart = one.means.map((mean, index) => Math.max(...mean.map((value, channel) => Math.abs(value - other.means[index][channel]))));
    return [apart.reduce((sum, value) => sum + value, 0) / apart.length, apart.filter((value) => value > 40).length / apart.length];
})"""


def difference(page, one, other):
    """How far two pictures are apart: the mean of all cells of 10 pixels, and the part of them that differ by more than 40 of 255."""
    return page.run(f"{SCRIPT}({json.dumps([base64.b64encode(picture).decode() for picture in (one, other)])})")
