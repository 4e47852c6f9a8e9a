"""Figures beside clauses of the ledger: what a word or two would not show."""

from __future__ import annotations

from functools import lru_cache

from roundhouse.draw.marks import icon
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import figure
from roundhouse.games.spyrium.box import SpyriumBox
from roundhouse.games.spyrium.face.looks import gap_of, large, upright_and_used


@lru_cache(maxsize=4)
def figures(box: SpyriumBox) -> dict[str, Markup]:
    """The figures by clause."""
    factory = box.ids.index("factory_1")
    printed, crowd = int(box.prices[factory]), 4
    drawn = {
        "spyrium-1.1": (large(box, factory), "At top left its points at the end, at top right its price."),
        "spyrium-5.1": (gap_of("abbc"), "Workers stand between two cards, as many as like."),
        "spyrium-8.1": (
            Markup(
                '<div class="sp-card k-building c-action bare"><span class="price">'
                "<b>{}</b><small>{}\u200a+\u200a{}{}</small></span></div>"
            ).format(printed + crowd, printed, crowd, icon("worker")),
            f"{box.titles[factory]} among {crowd} other workers: £{printed} and £{crowd}.",
        ),
        "spyrium-10.1": (upright_and_used(), "At the left as built, at the right used, with the worker it took."),
    }
    return {clause: figure(*shows, "cardfig sp-figure") for clause, shows in drawn.items()}
