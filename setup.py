"""Builds the extension and the program by CMake, and puts both into the package.

With BELLWETHER_BUILD=FOLDER they are taken from a build folder that has them (./dev python makes one).
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
SYSTEM = re.compile(r"lib(c|m|gcc_s|stdc\+\+|pthread|dl|rt)\.so|ld-linux|linux-vdso")


def version():
    return re.search(r"project\(bellwether VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


def needed_libraries(file):
    """Shared libraries that other systems may lack: {name: path}"""
    lines = subprocess.run(["ldd", file], capture_output=True, text=True, check=True).stdout.splitlines()
    found = (re.match(r"\s*(\S+) => (/\S+)", line) for line in lines)
    return {match[1]: match[2] for match in found if match and not SYSTEM.match(match[1])}


def loaded_later(file):
    """Libraries that are named in the file and opened when they are needed: {name: path}"""
    names = {match.decode() for match in re.findall(rb"libzip\.so\.\d+", file.read_bytes())}
    listed = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    paths = dict(re.findall(r"^\s*(\S+) \(.*x86-64.*\) => (\S+)", listed, re.M))
    return {name: paths[name] for name in names if name in paths}


class CMakeBuild(build_ext):
    def run(self):
        given = os.environ.get("BELLWETHER_BUILD")
        built = pathlib.Path(given) if given else self.build_by_cmake()
        extension = next((built / "python" / "bellwether").glob("_bellwether.*.so"))
        package = ROOT / "python" / "bellwether" if self.inplace else pathlib.Path(self.build_lib) / "bellwether"
        (package / "bin").mkdir(parents=True, exist_ok=True)
        shutil.copy2(extension, package / extension.name)
        shutil.copy2(built / "bellwether", package / "bin" / "bellwether")
        if shutil.which("patchelf"):
            self.bundle(package, package / extension.name)
        else:
            print("patchelf is missing: the wheel needs libxml2 and libzip of the system.", file=sys.stderr)

    def build_by_cmake(self):
        folder = pathlib.Path(self.build_temp).resolve() / "cmake"
        subprocess.run(["cmake", "-G", "Ninja", "-S", ROOT, "-B", folder, "-DBELLWETHER_PYTHON=ON",
                        "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON", f"-DPython_EXECUTABLE={sys.executable}"],
                       check=True)
        subprocess.run(["ninja", "-C", folder, "python"], check=True)
        return folder

    @staticmethod
    def bundle(package, extension):
        """What both need beside the system's own libraries goes into the wheel; libzip is loaded when it is needed."""
        libraries = needed_libraries(extension)
        for name, path in loaded_later(extension).items():
            libraries |= {name: path, **needed_libraries(path)}
        folder = package / "libs"
        folder.mkdir(exist_ok=True)
        for name, path in libraries.items():
            shutil.copy2(path, folder / name)
            subprocess.run(["patchelf", "--set-rpath", "$ORIGIN", folder / name], check=True)
        subprocess.run(["patchelf", "--set-rpath", "$ORIGIN/libs", extension], check=True)
        subprocess.run(["patchelf", "--set-rpath", "$ORIGIN/../libs", package / "bin" / "bellwether"], check=True)


setup(version=version(), ext_modules=[Extension("bellwether._bellwether", [])], cmdclass={"build_ext": CMakeBuild})
