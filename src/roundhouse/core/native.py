"""The one place that knows about the compiler; plain Python, so that the interpreted build needs no dependency."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.strings import BytesWriter as BytesWriter
    from librt.vecs import append as append
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    i64 = int

    class BytesWriter(bytearray):
        """Bytes in the making."""

        def write(self, cells):
            self.extend(cells)

        def getvalue(self):
            return bytes(self)

    class vec(list):
        """A packed array; what is compiled keeps its elements as machine words."""

    def append(cells, value):
        cells.append(value)
        return cells

    def mypyc_attr(*_names, **_flags):
        return lambda cls: cls
