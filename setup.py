"""Build the package; with ROUNDHOUSE_COMPILE=1 the engine, the games and the bots as one compiled unit.

ROUNDHOUSE_PROFILE=make:FOLDER makes a build that notes there how often each branch is taken, and
ROUNDHOUSE_PROFILE=use:FOLDER one that is laid out by such notes. ROUNDHOUSE_LIBRARIES=FOLDER compiles nothing: the
libraries are those of a compiled build of the same code, which lies there.
"""

import os
import shutil
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CompileError

ROOT = Path(__file__).parent
COMPILE = os.environ.get("ROUNDHOUSE_COMPILE") == "1"
LIBRARIES = os.environ.get("ROUNDHOUSE_LIBRARIES", "")
PROFILE, _, NOTES = os.environ.get("ROUNDHOUSE_PROFILE", "").partition(":")

# What the command needs. `import roundhouse` loads none of it, so one package serves who plays and who only computes.
# They stand here and not in pyproject.toml because the compiled build has one more. A fault named is one of versions
# below the floor.
NEEDS = [
    "alembic>=1.13,<2",
    "fastapi>=0.133,<1",  # the first to take the Starlette below
    "h11>=0.16,<1",  # CVE-2025-43859; Uvicorn's
    "itsdangerous>=2.2,<3",
    "jinja2>=3.1.6,<4",  # CVE-2025-27516
    "mako>=1.3.12,<2",  # CVE-2026-44307; Alembic's
    "pygments>=2.20,<3",  # CVE-2026-4539; Rich's
    "python-multipart>=0.0.31,<1",  # CVE-2026-53540
    "rich>=13,<16",
    "segno>=1.6,<2",
    "sqlalchemy>=2.0.31,<3",  # before that it cannot be imported by Python 3.13
    "starlette>=1.3.1,<2",  # CVE-2026-54283
    "typer>=0.16,<1",  # what is older does not work with newer Clicks
    "uvicorn>=0.30,<1",
]

# What makes the engine faster, and sums of floats the same as interpreted; of each kind the first that the C compiler takes.
FLAGS = [["-fvisibility=hidden"], ["-flto=auto", "-flto"], ["-ffp-contract=off"]]
PROFILES = {
    "make": ["-fprofile-generate", f"-fprofile-dir={NOTES}"],
    "use": [f"-fprofile-use={NOTES}", "-fprofile-partial-training", "-Wno-missing-profile"],
}


def compiled_modules() -> list[str]:
    """Rules and bots: all of core, games and bots but how games look and what only stands in for the compiler."""
    rooms = [ROOT / "src" / "roundhouse" / room for room in ("core", "games", "bots")]
    found = [p for room in rooms for p in room.rglob("*.py") if p.name not in ("__init__.py", "native.py")]
    return sorted(str(p) for p in found if p.parent.name != "face")


class BuildAfresh(build_py):
    """What an earlier build left would be shipped too, removed modules included."""

    def run(self) -> None:
        shutil.rmtree(Path(self.build_lib) / "roundhouse", ignore_errors=True)
        super().run()


class BuildSideBySide(build_ext):
    """The C files of the unit compile side by side: one a module, as many at a time as there are cores."""

    def build_extensions(self) -> None:
        if LIBRARIES:
            for extension in self.extensions:
                library = self.get_ext_filename(extension.name)
                (Path(self.build_lib) / library).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(Path(LIBRARIES) / library, Path(self.build_lib) / library)
            return
        flags = [flag for kind in FLAGS for flag in self.first_taken(kind)]
        if PROFILE:
            if not self.takes(PROFILES[PROFILE]):
                raise CompileError(f"The C compiler does not take {' '.join(PROFILES[PROFILE])}; gcc does.")
            flags += PROFILES[PROFILE]
        for extension in self.extensions:
            extension.extra_compile_args += flags
            extension.extra_link_args += [*flags, "-O3"] if flags else []
        compile_some = self.compiler.compile

        def compile_all(sources: list, **given: object) -> list:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                done = list(pool.map(lambda source: compile_some([source], **given), sources))
            return [o for objects in done for o in objects]

        self.compiler.compile = compile_all
        super().build_extensions()

    def first_taken(self, kind: list[str]) -> list[str]:
        """The first of some flags that the compiler and its linker take; none if they take none."""
        return next(([flag] for flag in kind if self.takes([flag])), [])

    def takes(self, flags: list[str]) -> bool:
        with TemporaryDirectory() as folder:
            source = Path(folder) / "tiny.c"
            source.write_text("int tiny(void) { return 0; }\n")
            try:
                objects = self.compiler.compile([str(source)], output_dir=folder, extra_postargs=flags)
                self.compiler.link_shared_object(objects, str(Path(folder) / "tiny.so"), extra_postargs=flags)
            except Exception:  # the errors of compiling and linking have other classes in every other setuptools
                return False
        return True


def extensions() -> list:
    if LIBRARIES:
        found = [p.relative_to(LIBRARIES) for p in Path(LIBRARIES).rglob("*" + sysconfig.get_config_var("EXT_SUFFIX"))]
        return [Extension(".".join([*p.parent.parts, p.name.partition(".")[0]]), []) for p in sorted(found)]
    if not COMPILE:
        return []
    from mypyc.build import mypycify

    os.chdir(ROOT)
    files = [os.path.relpath(f, ROOT) for f in compiled_modules()]
    return mypycify(["--strict", *files], opt_level="3", debug_level="0", group_name="roundhouse", multi_file=True)


setup(
    cmdclass={"build_py": BuildAfresh, "build_ext": BuildSideBySide},
    ext_modules=extensions(),
    install_requires=[*NEEDS, f"librt>={version('librt')}"] if COMPILE or LIBRARIES else NEEDS,
)
