"""The one place that knows about the compiler; plain Python, so that neither build needs a dependency."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    i64 = int

    def mypyc_attr(*_names, **_flags):
        return lambda cls: cls
