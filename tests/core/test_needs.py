"""What the engine needs besides Python: interpreted nothing, compiled librt, the compiler's run-time library."""

from __future__ import annotations

import subprocess
import sys

from roundhouse.core import verbs

ALONE = """
import sys

class Alone:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in {*sys.stdlib_module_names, "roundhouse", *sys.argv[1:]}:
            raise ModuleNotFoundError(f"{name} is not there", name=name)

sys.meta_path.insert(0, Alone())
import roundhouse
from roundhouse.bots.playout import playout
from roundhouse.core.rng import seeded

for name in ("trains", "spyrium", "empires", "empyreal"):
    state = roundhouse.game(name).new(2, seed=1)
    playout(state, seeded(1))
    print(name, state.over)
assert "mypy_extensions" not in sys.modules, "a stand-in stayed"
"""


def alone(*beside: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", ALONE, *beside], capture_output=True, text=True, check=False)


def test_the_engine_needs_no_other_package() -> None:
    compiled = not str(verbs.__file__).endswith(".py")
    beside = ("librt", "roundhouse__mypyc") if compiled else ()
    played = alone(*beside)
    assert played.stderr == ""
    assert played.stdout.split() == ["trains", "True", "spyrium", "True", "empires", "True", "empyreal", "True"]
    if compiled:
        assert "librt" in alone("roundhouse__mypyc").stderr  # it is indeed kept away
