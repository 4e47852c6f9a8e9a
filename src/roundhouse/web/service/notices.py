"""The one place that tells a person that it is their decision: by webhook, Web Push and e-mail.

A webhook hears of every turn. Who has an open stream of the table sees it there and gets neither push nor mail. A mail
goes out when a decision has waited some minutes, and then none about that table until its player has looked at it.
Nothing of this holds up a move, or makes one fail.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

from sqlalchemy.exc import SQLAlchemyError

from roundhouse.web.refusals import Refused
from roundhouse.web.service.errands import Errands
from roundhouse.web.service.events import Events
from roundhouse.web.service.hooks import Hooks
from roundhouse.web.service.limits import DAY, Counted, Limits, Meter
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.mail import Mail
from roundhouse.web.service.push import Push
from roundhouse.web.service.rows import SeatRow
from roundhouse.web.service.store import Store
from roundhouse.web.service.subscribers import Subscribers

MAIL_AFTER = timedelta(minutes=10)  # a decision has waited that long when a mail goes out
MAIL_UNTIL = timedelta(days=2)  # and after that it is no news

log = logging.getLogger("roundhouse.notices")


class Notices:
    """Webhooks always; Web Push and e-mail where the server has them."""

    def __init__(
        self,
        store: Store,
        events: Events,
        hooks: Hooks | None = None,
        push: Push | None = None,
        mail: Mail | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.events = events
        self.hooks = hooks or Hooks()
        self.push = push
        self.mail = mail or Mail()
        self.limits = limits or Limits()
        self.subscribers = Subscribers(store)
        self.errands = Errands("push")
        self.meter = Meter()

    def turn(self, live: LiveTable, before: int) -> None:
        """The decision has passed to another seat; a person there is told."""
        seat = live.waits_for()
        if seat in (-1, before):
            return
        there, said = live.row.seats[seat], text(live)
        try:
            if there.hook:
                self.hooks.post(there.hook, hook_news(live, there, said))
            if there.player != live.row.seats[before].player:
                self.tell_browsers(live, there, said)
        except RuntimeError as error:  # no thread to be had; the move counts all the same
            log.warning("nobody is told", extra={"table": live.id, "why": str(error)})

    def tell_browsers(self, live: LiveTable, seat: SeatRow, said: str) -> None:
        push = self.push
        if push is None or not push.on or not seat.player or self.here(live.id, seat):
            return
        player, id, title = seat.player, live.id, heading(live)
        self.errands.add(lambda: push.tell(player, id, title, capital(said)))

    def here(self, table: str, seat: SeatRow) -> bool:
        """Whether who sits there has the table open, or the lobby, which hears of it, too."""
        return self.events.watched(table, (seat.player, seat.token))

    def seen(self, live: LiveTable, seats: list[int]) -> None:
        """Who sits there has looked at the table: a mail may go out again."""
        told = [n for n in seats if live.row.seats[n].mailed]
        if told:
            with suppress(SQLAlchemyError):  # a mail too few; the page is shown all the same
                self.subscribers.set_mailed(live.id, told, on=False)

    def due(self) -> list[str]:
        """Tables about which a mail is to go out."""
        return self.subscribers.due(MAIL_AFTER, MAIL_UNTIL)

    def write(self, live: LiveTable) -> None:
        """Write to who is to decide at a table, if they are not there."""
        n = live.waits_for()
        if n < 0 or self.here(live.id, live.row.seats[n]):
            return
        id, player = live.id, live.row.seats[n].player
        person = self.subscribers.person(player)
        if person is None or not person.mail_on or self.many_mails(player):
            return
        if not self.subscribers.set_mailed(id, [n], on=True):  # another server was faster
            return
        said = f"{live.names[n]}, it is your decision. {capital(text(live))}"
        self.mail.tell(person.mail, person.mail_token, heading(live), said, id, self.written(id, n, player))

    def written(self, id: str, n: int, player: str) -> Callable[[bool], None]:
        """What to do when a mail was handed over, or could not be: then it is due again."""

        def done(ended: bool) -> None:
            if ended:
                self.meter.count(self.mails(player))
            else:
                self.subscribers.set_mailed(id, [n], on=False)

        return done

    def mails(self, player: str) -> Counted:
        """How a person's mails are counted."""
        most = self.limits.mails_person
        return "mails", player, most, DAY, f"{most} mails have gone to you in a day"

    def many_mails(self, player: str) -> bool:
        """Whether a person has had as many mails as one gets in a day."""
        try:
            self.meter.lately(*self.mails(player))
        except Refused:
            return True
        return False


def heading(live: LiveTable) -> str:
    return f"Your turn: {live.row.title}"


def text(live: LiveTable) -> str:
    """What is to be decided, as that seat is asked."""
    return f"{live.record.state.prompt()}."


def capital(said: str) -> str:
    return said[:1].upper() + said[1:]


def hook_news(live: LiveTable, seat: SeatRow, said: str) -> dict[str, object]:
    """What a webhook hears."""
    title = live.row.title
    sentence = f"{seat.name}, it is your decision at {title}: {said}"
    return {"table": live.id, "title": title, "seat": seat.n, "name": seat.name, "n": live.n + 1, "text": sentence}
