#!/usr/bin/env python3
"""usage: check_package.py [ROOT]

Compares debian/ with what it repeats: the version with CMakeLists.txt, the build dependencies with packages.txt, the licence with LICENSE.
"""
import pathlib
import re
import sys

# Part of every Debian build, or only of use to those who build often.
NOT_DECLARED = {"g++", "ccache", "debhelper", "dh-python", "dpkg-dev", "lintian"}


def section(text, *names):
    """The packages of sections of packages.txt."""
    found, inside = set(), False
    for line in text.splitlines():
        if line.startswith("["):
            inside = line.strip("[] ") in names
        elif inside and line.strip() and not line.startswith("#"):
            found.add(line.strip())
    return found


def build_dependencies(control):
    field = re.search(r"^Build-Depends:((?:\n .*)+)", control, re.M)[1]
    return {re.split(r"[ (]", line.strip())[0].rstrip(",") for line in field.splitlines() if line.strip()}


def words(text):
    return re.sub(r"^ ?\.$", "", text, flags=re.M).split()


def mistakes(root):
    read = lambda name: (root / name).read_text()
    version = re.search(r"project\(bellwether VERSION ([\d.]+)", read("CMakeLists.txt"))[1]
    packaged = re.search(r"^bellwether \(([^)]*)\)", read("debian/changelog"))[1]
    if packaged != version:
        yield f"debian/changelog has the version {packaged}, CMakeLists.txt {version}"
    wanted = section(read("packages.txt"), "build", "package") - NOT_DECLARED
    declared = build_dependencies(read("debian/control"))
    for name in sorted(wanted - declared):
        yield f"packages.txt has {name}, Build-Depends of debian/control has not"
    for name in sorted(declared - wanted - {"debhelper-compat", "dh-sequence-python3"}):
        yield f"Build-Depends of debian/control has {name}, packages.txt has not"
    licence = words(read("LICENSE").split("Permission is", 1)[1])
    copied = words(read("debian/copyright").split("Permission is", 1)[1])
    if licence != copied:
        yield "debian/copyright has another licence than LICENSE"


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    found = list(mistakes(root))
    for mistake in found:
        print(f"check_package.py: {mistake}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
