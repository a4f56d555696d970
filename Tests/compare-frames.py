#!/usr/bin/env python3
"""Compares two builds of the tool, frame by frame: compare-frames.py TOOL OTHER [SHADER...]

Both draw every transition, mask and name of xfade that the tool lists, and the shaders, once with
defaults and several times with random parameters, with 16 bits. It prints what differs.
"""

import json
import math
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

WIDTH, HEIGHT, ROUNDS = 67, 53, 4


def run(tool, *words):
    return subprocess.run([tool, *words], check=True, stdout=subprocess.PIPE).stdout


def picture(path, seed):
    """Noise on a gradient, with 16 bits."""
    numbers = random.Random(seed)
    samples = [
        min(65535, x * 700 + y * 300 * channel + numbers.randrange(8000))
        for y in range(HEIGHT)
        for x in range(WIDTH)
        for channel in range(3)
    ]
    with open(path, "wb") as file:
        file.write(b"P6 %d %d 65535\n" % (WIDTH, HEIGHT) + struct.pack(f">{len(samples)}H", *samples))


def value(parameter, numbers):
    """A random value of a parameter."""
    kind, low, high = parameter["type"], parameter.get("min", 0), parameter.get("max", 1)
    count = parameter.get("count", 1)
    if kind.startswith("boolean"):
        return ",".join(numbers.choice(["true", "false"]) for _ in range(count))
    if kind.startswith("integer"):
        return ",".join(str(numbers.randint(math.ceil(low), math.floor(high))) for _ in range(count))
    if kind.startswith("number"):
        return ",".join(repr(numbers.uniform(low, high)) for _ in range(count))
    if kind == "color":
        return ",".join(repr(numbers.random()) for _ in range(parameter.get("count", 4)))
    if kind == "point":
        return f"{numbers.uniform(0, WIDTH)!r},{numbers.uniform(0, HEIGHT)!r}"
    if kind == "rectangle":
        return ",".join(str(numbers.randrange(*limits)) for limits in [(9,), (9,), (20, 58), (20, 44)])
    return numbers.choice(parameter.get("names", ["b.ppm"]))


def options(parameters, share, numbers):
    """Options for the parameters that need one, and for a share of the others."""
    words = []
    for parameter in parameters:
        if parameter["required"] or numbers.random() < share:
            option = parameter["option"]
            words.append(f"{option}{'' if option.endswith('=') else ' '}{value(parameter, numbers)}")
    return " ".join(words)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__.splitlines()[0])
    tool, other, *shaders = (os.path.abspath(path) for path in sys.argv[1:])
    listed = re.findall(r"^  (\w.*)", run(tool, "-l", "-v").decode(), re.MULTILINE)
    names = run(tool, "-l").decode().split() + " ".join(listed).split() + shaders
    numbers = random.Random(1)
    steps = []
    for name in names:
        parameters = json.loads(run(tool, "--filterproperties", name))["cifilterproperties"]
        for share in [0] + [0.5] * (ROUNDS if parameters else 0):
            steps.append((name, options(parameters, share, numbers)))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        picture("a.ppm", 1)
        picture("b.ppm", 2)
        with open("all.list", "w") as file:
            for number, (name, words) in enumerate(steps):
                file.write(f"{'ab'[number % 2]}.ppm --transition '{name}' {words}\n")
            file.write(f"{'ab'[len(steps) % 2]}.ppm\n")
        # Four frames for each step: three of its transition, and the picture that it leads to.
        arguments = ["@all.list", "-c", "5", "--hold", "1", "-q", "-o", "-", "--pixel-format", "rgb48"]
        streams = [run(program, *arguments) for program in (tool, other)]
    size = WIDTH * HEIGHT * 6
    if any(len(stream) != (4 * len(steps) + 1) * size for stream in streams):
        sys.exit(f"streams of {[len(stream) / size for stream in streams]} frames for {len(steps)} steps")
    differing = 0
    for number, step in enumerate(steps):
        place = slice((4 * number + 1) * size, (4 * number + 4) * size)
        first, second = (struct.unpack(f"<{3 * size // 2}H", stream[place]) for stream in streams)
        if first != second:
            differing += 1
            most = max(abs(a - b) for a, b in zip(first, second))
            print(f"differs by up to {most} of 65535: {' '.join(step)}")
    print(f"{len(names)} transitions, {3 * len(steps)} frames, {differing} of {len(steps)} steps differ")
    sys.exit(differing != 0)


main()
