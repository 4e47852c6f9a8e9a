"""E-mail by SMTP, from a thread of its own; an address is written to again only when who reads it has said yes."""

from __future__ import annotations

import logging
import re
import smtplib
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from roundhouse.core.errors import BadOption
from roundhouse.web.refusals import Refused
from roundhouse.web.service.errands import Errands
from roundhouse.web.service.people import tidy

PATIENCE = 15.0
PORTS = {"smtp": 587, "smtps": 465}
HERE = ("localhost", "127.0.0.1", "::1")
LONGEST_ADDRESS = 254
LONGEST_SUBJECT = 120
ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
ADDRESS = re.compile(rf"{ATOM}(\.{ATOM})*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]")
LINES = SMTP.clone(max_line_length=990)  # a link is never broken

Done = Callable[[bool], None]

log = logging.getLogger("roundhouse.notices")


def is_address(text: str) -> bool:
    """Whether this is one plain e-mail address."""
    local = text.partition("@")[0]
    return len(text) <= LONGEST_ADDRESS and len(local) <= 64 and ADDRESS.fullmatch(text) is not None


def address_or_refused(given: str) -> str:
    """An e-mail address that somebody typed."""
    if not is_address(given.strip()):
        raise Refused(422, "An e-mail address is needed, as ada@mail.example.")
    return given.strip()


class Mail:
    """Sends through one server; `base` is what links begin with. Without a server it is off."""

    def __init__(self, server: str = "", sender: str = "", base: str = "") -> None:
        self.on = bool(server)
        self.sender = sender
        self.base = base and base.rstrip("/") + "/"
        self.errands = Errands("mail")
        if self.on:
            self.take_settings(server)

    def take_settings(self, server: str) -> None:
        """Read how to reach the server; a setting that will not do is refused before anything starts."""
        wrong = "--mail is as smtp://user:password@mail.example:587 or smtps://..."
        try:
            where = urlsplit(server)
            port = where.port
        except ValueError:
            raise BadOption(f"{wrong}.") from None
        if where.scheme not in PORTS or not where.hostname or where.path not in ("", "/"):
            raise BadOption(f"{wrong}.")
        if not is_address(self.sender):
            raise BadOption("--mail needs --mail-from, an address as games@mail.example.")
        if not self.base:
            raise BadOption("--mail needs --base-url: links in a mail do not follow what a request says.")
        self.secure = where.scheme == "smtps"
        self.host, self.port = where.hostname, port or PORTS[where.scheme]
        self.user, self.password = unquote(where.username or ""), unquote(where.password or "")

    def ask(self, to: str, token: str) -> None:
        """The first mail to an address; nothing in it was written by who gave the address."""
        text = (
            "Somebody, probably you, asks Roundhouse to write to this address when it is their turn in a game.\n\n"
            f"If that was you, say yes here:\n{self.base}mail/{token}\n\n"
            "If not, do nothing, and no more mail comes."
        )
        self.send(to, "Do you want mail about your turns?", text, token)

    def tell(self, to: str, token: str, title: str, text: str, table: str, done: Done) -> None:
        """A mail about a turn."""
        body = (
            f"{text}\n\nThe table is here:\n{self.base}t/{table}\n\n"
            "No other mail comes about this table until you have looked at it."
        )
        self.send(to, title, body, token, done)

    def send(self, to: str, subject: str, text: str, token: str, done: Done = lambda ended: None) -> None:
        """Put a mail into the queue; `done` hears whether that is the end of it, or it may be tried again."""
        message = self.message(to, subject, text, f"{self.base}mail/{token}/off")
        self.errands.add(lambda: done(self.deliver(message)))

    def message(self, to: str, subject: str, text: str, off: str) -> EmailMessage:
        """A mail that says how to get no more; a header takes one line only, or this raises ValueError."""
        made = EmailMessage(policy=LINES)
        made["Subject"] = tidy(subject, LONGEST_SUBJECT)
        made["From"] = f"Roundhouse <{self.sender}>"
        made["To"] = to
        made["Date"] = formatdate()
        made["Message-ID"] = make_msgid(domain=self.sender.rpartition("@")[2])
        made["Auto-Submitted"] = "auto-generated"
        made["List-Unsubscribe"] = f"<{off}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        made.set_content(f"{text}\n\nNo more mail at all:\n{off}\n", cte="quoted-printable")
        return made

    def deliver(self, message: EmailMessage) -> bool:
        """Hand a mail to the server; False if it may take it later."""
        try:
            self.hand_over(message)
        except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError, smtplib.SMTPSenderRefused) as error:
            log.warning("a mail is refused", extra={"why": type(error).__name__})
            return for_good(error)
        except (OSError, smtplib.SMTPException) as error:
            log.warning("the mail server does not take mails", extra={"why": f"{type(error).__name__}: {error}"[:300]})
            return False
        return True

    def hand_over(self, message: EmailMessage) -> None:
        with self.line() as line:
            line.send_message(message)

    @contextmanager
    def line(self) -> Iterator[smtplib.SMTP]:
        """A line to the server, which knows who we are."""
        here, context = self.host in HERE, ssl.create_default_context()
        with (
            smtplib.SMTP_SSL(self.host, self.port, timeout=PATIENCE, context=context)
            if self.secure
            else smtplib.SMTP(self.host, self.port, timeout=PATIENCE)
        ) as line:
            if not self.secure and not here:
                line.starttls(context=context)  # raises where there is none: nobody reads along
            if self.user:
                line.login(self.user, self.password)
            yield line


def for_good(error: smtplib.SMTPException) -> bool:
    """Whether a server would refuse the same mail tomorrow."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    return isinstance(error, smtplib.SMTPResponseException) and error.smtp_code >= 500
