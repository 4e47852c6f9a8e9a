"""Build the package; with ROUNDHOUSE_COMPILE=1 the engine, the games and the bots as one compiled unit."""

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent

# Left as plain Python, each with its reason.
PLAIN = {
    "__init__.py": "only names what others define",
    "native.py": "says what the compiler's decorators are when it is absent",
    "face.py": "drawing is not hot; its parts are named face_*.py",
    "term.py": "drawing for the terminal is not hot and uses Rich",
}


def compiled_modules() -> list[str]:
    package = Path("src/roundhouse")
    rooms = [package / room for room in ("core", "games", "bots")]
    found = [p for room in rooms for p in (ROOT / room).rglob("*.py")]
    return sorted(str(p) for p in found if p.name not in PLAIN and not p.name.startswith("face_"))


class BuildWithLedger(build_py):
    """Ship docs/rules inside the package, so that `roundhouse rules` works when installed."""

    def run(self) -> None:
        # What an earlier build left there would be shipped too, removed modules included.
        shutil.rmtree(Path(self.build_lib) / "roundhouse", ignore_errors=True)
        super().run()
        target = Path(self.build_lib) / "roundhouse" / "ledger"
        target.mkdir(parents=True, exist_ok=True)
        for page in (ROOT / "docs" / "rules").glob("*.md"):
            shutil.copy(page, target / page.name)


class BuildSideBySide(build_ext):
    """The C files of the unit compile side by side: one a module, as many at a time as there are cores."""

    def build_extensions(self) -> None:
        compile_some = self.compiler.compile

        def compile_all(sources: list, **given: object) -> list:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                done = list(pool.map(lambda source: compile_some([source], **given), sources))
            return [o for objects in done for o in objects]

        self.compiler.compile = compile_all
        super().build_extensions()


def extensions() -> list:
    if os.environ.get("ROUNDHOUSE_COMPILE") != "1":
        return []
    from mypyc.build import mypycify

    os.chdir(ROOT)
    files = [os.path.relpath(f, ROOT) for f in compiled_modules()]
    return mypycify(["--strict", *files], opt_level="3", debug_level="0", group_name="roundhouse", multi_file=True)


setup(cmdclass={"build_py": BuildWithLedger, "build_ext": BuildSideBySide}, ext_modules=extensions())
