"""The one place that knows about the compiler; plain Python, so that the interpreted build needs no dependency."""

from __future__ import annotations

import sys
import typing
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.strings import BytesWriter as BytesWriter
    from librt.strings import read_i64_le as read_i64_le
    from librt.strings import write_i64_le as write_i64_le
    from librt.vecs import append as append
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
    from mypy_extensions import u8 as u8
    from typing_extensions import TypeVar as TypeVar
else:
    # What is compiled uses librt.vecs. While that loads it takes four types from mypy_extensions, a package librt does
    # not require, to compare them with types it is given later; the engine gives it none. So where mypy_extensions is
    # not installed any four types do, and they are there for no longer than librt.vecs takes to load.
    try:
        import librt.vecs
    except ImportError as missing:
        if missing.name == "mypy_extensions":
            stand_in = ModuleType("mypy_extensions")
            for name in ("i64", "i32", "i16", "u8"):
                setattr(stand_in, name, type(name, (), {}))
            sys.modules["mypy_extensions"] = stand_in
            try:
                import librt.vecs  # noqa: F401
            finally:
                del sys.modules["mypy_extensions"]

    i64 = int
    u8 = int

    def TypeVar(name, bound, default):  # before Python 3.13 it has no default; only checkers ask for it
        return typing.TypeVar(name, bound=bound)

    class BytesWriter(bytearray):
        """Bytes in the making."""

        def write(self, cells):
            self.extend(cells)

        def getvalue(self):
            return bytes(self)

        def truncate(self, size):
            del self[size:]

    def read_i64_le(cells, i):
        return int.from_bytes(cells[i : i + 8], "little", signed=True)

    def write_i64_le(cells, word):
        cells.extend((word & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "little"))

    class vec(list):
        """A packed array; what is compiled keeps its elements as machine words."""

    def append(cells, value):
        cells.append(value)
        return cells

    def mypyc_attr(*_names, **_flags):
        return lambda cls: cls
