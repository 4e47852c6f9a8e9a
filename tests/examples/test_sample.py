"""The small data set among the examples."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

import roundhouse
from roundhouse.lab.dataset import types
from roundhouse.lab.study import part_path, read

SAMPLE = Path(__file__).parents[2] / "examples" / "dataset"


def test_the_sample_is_of_the_observations_there_are_now() -> None:
    found = read(SAMPLE)
    assert (found.rows, found.parts) == ("decisions", 2)
    columns = types(roundhouse.game("trains").observation.size(2))
    for part in range(found.parts):
        table = pq.read_table(part_path(SAMPLE, part))
        assert {field.name: field.type for field in table.schema} == columns
        assert len(table) > 50


def test_it_is_read_as_the_page_of_the_lab_says() -> None:
    table = pq.read_table(sorted(SAMPLE.glob("*.parquet")))
    seen = np.frombuffer(b"".join(table["observation"].to_pylist()), np.uint8).reshape(len(table), -1)
    assert seen.shape == (len(table), roundhouse.game("trains").observation.size(2))
