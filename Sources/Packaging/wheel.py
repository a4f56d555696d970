#!/usr/bin/env python3
"""Makes a Python wheel of the folder that `make dist` packs: wheel.py FOLDER VERSION OUTPUT_FOLDER

The wheel installs the folder beside a module whose `main` runs the program, and the manual and the
completions where the environment has those. It needs nothing but Python, and the same folder makes the
same bytes.
"""

import base64
import hashlib
import os
import platform
import stat
import sys
import time
import zipfile

SUMMARY = "Renders transitions between pictures as numbered frames, films, animations and streams"

DESCRIPTION = """\
`dotransition` renders transitions between pictures: Core Image's eleven transition filters, GL
transitions, masks, and looks of its own, as numbered frames, films, animations and streams.

    dotransition holiday/ -o trip.mp4
    dotransition --transition pagecurl -s a.jpg -d b.jpg -o out -b turn -c 20

This package brings the program with libvips and all other libraries but glibc. Films and sound need
ffmpeg, and captions need fonts: those of the system are used. `dotransition --help` is the beginning of
its manual, and `man dotransition` all of it.
"""

MODULE = '''\
"""Runs the program that is beside this file."""

import os
import sys


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    program = os.path.join(here, "bundle", "bin", "dotransition")
    os.execv(program, [program, *sys.argv[1:]])
'''

MAIN = "from . import main\n\nmain()\n"


def tag():
    """What the libraries need: a glibc that is not older than this machine's, and its processor."""
    name, version = os.confstr("CS_GNU_LIBC_VERSION").split()
    if name != "glibc":
        sys.exit("wheel: needs glibc, as the libraries do")
    major, minor = version.split(".")[:2]
    return f"py3-none-manylinux_{major}_{minor}_{platform.machine()}"


def contents(folder, version, tag):
    """The files of the wheel by their names, each with its content and whether it is a program."""
    information = f"dotransition-{version}.dist-info"
    files = {
        "dotransition/__init__.py": (MODULE.encode(), False),
        "dotransition/__main__.py": (MAIN.encode(), False),
        f"{information}/METADATA": (
            (
                "Metadata-Version: 2.1\n"
                "Name: dotransition\n"
                f"Version: {version}\n"
                f"Summary: {SUMMARY}\n"
                "License: MIT; those of the bundled libraries are in dotransition/bundle/licenses\n"
                "Classifier: Environment :: Console\n"
                "Classifier: Operating System :: POSIX :: Linux\n"
                "Classifier: Topic :: Multimedia :: Graphics\n"
                "Classifier: Topic :: Multimedia :: Video\n"
                "Requires-Python: >=3.7\n"
                "Description-Content-Type: text/markdown\n"
                f"\n{DESCRIPTION}"
            ).encode(),
            False,
        ),
        f"{information}/WHEEL": (
            f"Wheel-Version: 1.0\nGenerator: dotransition\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(),
            False,
        ),
        f"{information}/entry_points.txt": (
            b"[console_scripts]\ndotransition = dotransition:main\n",
            False,
        ),
    }
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            place = os.path.relpath(path, folder)
            with open(path, "rb") as file:
                content = file.read()
            is_program = bool(os.stat(path).st_mode & stat.S_IXUSR)
            # The manual and the completions belong to the environment, and the sums to the tarball.
            if place == "SHA256SUMS":
                continue
            elif place.startswith("share/"):
                files[f"dotransition-{version}.data/data/{place}"] = (content, False)
            else:
                files[f"dotransition/bundle/{place}"] = (content, is_program)
            if place == "LICENSE":
                files[f"{information}/LICENSE"] = (content, False)
    return files


def record(files, version):
    """The list of all files with their checksums, and the name of this list."""
    name = f"dotransition-{version}.dist-info/RECORD"
    lines = []
    for place in sorted(files):
        content = files[place][0]
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{place},sha256={digest},{len(content)}\n")
    return name, ("".join(lines) + f"{name},,\n").encode()


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__.splitlines()[0])
    folder, version, output = sys.argv[1:]
    name = tag()
    files = contents(folder, version, name)
    place, content = record(files, version)
    # The last file, as the format recommends.
    ordered = sorted(files.items()) + [(place, (content, False))]
    instant = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    date = time.gmtime(max(instant, 315532800))[:6]
    wheel = os.path.join(output, f"dotransition-{version}-{name}.whl")
    with zipfile.ZipFile(wheel + ".new", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for place, (content, is_program) in ordered:
            entry = zipfile.ZipInfo(place, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (stat.S_IFREG | (0o755 if is_program else 0o644)) << 16
            archive.writestr(entry, content)
    os.replace(wheel + ".new", wheel)
    print(wheel)


main()
