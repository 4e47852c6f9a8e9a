"""How people want to be told of their turns: Web Push and e-mail."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field

from roundhouse.web.refusals import Refused, Unknown
from roundhouse.web.render.pages import page
from roundhouse.web.routes.context import Context, RequestContext
from roundhouse.web.service.mail import LONGEST_ADDRESS, address_or_refused
from roundhouse.web.service.rows import PersonRow
from roundhouse.web.service.subscribers import push_id

router = APIRouter(include_in_schema=False)

Endpoint = Annotated[str, Field(max_length=1000)]


@router.get("/notices")
def notices(ctx: Context) -> Response:
    """What there is, and what who asks has chosen."""
    return JSONResponse(offers(ctx), headers={"Cache-Control": "no-store"})


def offers(ctx: RequestContext) -> dict[str, Any]:
    """The key for Web Push, "" for none; and the e-mail address with whether it is confirmed, None for none."""
    told = ctx.service.notices
    mail = None
    if told.mail.on:
        row = told.subscribers.person(ctx.me.person.id) if ctx.me.known else None
        mail = {"address": row.mail if row else "", "on": bool(row and row.mail_on)}
    return {"push": told.push.public if told.push else "", "mail": mail}


class Keys(BaseModel):
    p256dh: str = Field(max_length=120, pattern="^[A-Za-z0-9_=-]*$")
    auth: str = Field(max_length=40, pattern="^[A-Za-z0-9_=-]*$")


class Subscription(BaseModel):
    """A browser's subscription, as it writes it itself."""

    endpoint: Endpoint
    keys: Keys


@router.post("/notices/push")
def push(ctx: Context, wish: Subscription) -> dict[str, bool]:
    """Tell this browser from now on."""
    person = ctx.access.welcome_person_or_403(ctx.me)
    ctx.gate.count("pushes", ctx.me)
    told = ctx.service.notices.push
    if told is None:
        raise Refused(409, "This server has no Web Push.")
    told.subscribe(person.id, wish.endpoint, wish.keys.p256dh, wish.keys.auth)
    return {"on": True}


class Ended(BaseModel):
    endpoint: Endpoint


@router.post("/notices/push/off")
def push_off(ctx: Context, wish: Ended) -> dict[str, bool]:
    person = ctx.access.welcome_person_or_403(ctx.me)
    ctx.service.notices.subscribers.drop_push(push_id(wish.endpoint), person.id)
    return {"on": False}


class Address(BaseModel):
    address: str = Field(max_length=LONGEST_ADDRESS)


@router.post("/notices/mail")
def mail(ctx: Context, wish: Address) -> dict[str, Any]:
    """An address for e-mails; a letter goes there, and who reads it says yes or nothing."""
    person, told = ctx.access.welcome_person_or_403(ctx.me), ctx.service.notices
    if not told.mail.on:
        raise Refused(409, "This server sends no e-mail.")
    address = address_or_refused(wish.address)
    known = told.subscribers.person(person.id)
    if known is None or known.mail != address or not known.mail_on:
        ctx.gate.letter(ctx.me, address)
        told.mail.ask(address, told.subscribers.ask_mail(person, address))
    return offers(ctx)


@router.post("/notices/mail/off")
def mail_off(ctx: Context) -> dict[str, Any]:
    """No more e-mails, by who gets them."""
    ctx.service.notices.subscribers.end_mail(ctx.access.welcome_person_or_403(ctx.me).id)
    return offers(ctx)


# links in mails: who has one has the address; opening it changes nothing, as mail programs look ahead


def addressee(ctx: RequestContext, token: str) -> PersonRow:
    found = ctx.service.notices.subscribers.by_mail_token(token)
    if found is None:
        raise Unknown("This link is no longer good: no mail goes out by it, or it was replaced by a newer one.")
    return found


def mail_page(ctx: RequestContext, row: PersonRow, token: str, step: str) -> Response:
    return page(ctx.request, "mail.html", ctx.cookie, address=row.mail, token=token, step=step)


@router.get("/mail/{token}")
def confirm_page(ctx: Context, token: str) -> Response:
    row = addressee(ctx, token)
    return mail_page(ctx, row, token, "on" if row.mail_on else "ask")


@router.post("/mail/{token}")
def confirm(ctx: Context, token: str) -> Response:
    row = addressee(ctx, token)
    ctx.service.notices.subscribers.confirm_mail(token)
    return mail_page(ctx, row, token, "on")


@router.get("/mail/{token}/off")
def end_page(ctx: Context, token: str) -> Response:
    return mail_page(ctx, addressee(ctx, token), token, "end")


@router.post("/mail/{token}/off")
def end(ctx: Context, token: str) -> Response:
    """Also what mail programs post by themselves when their reader wants no more (RFC 8058)."""
    row = addressee(ctx, token)
    ctx.service.notices.subscribers.end_mail(row.id)
    return mail_page(ctx, row, token, "off")
