"""Commands whose options are settings of a server, which can also come from the environment and a file."""

from __future__ import annotations

import gc
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from roundhouse.core.errors import BadOption
from roundhouse.web.settings import SETTINGS, Settings, flag, gathered, kind

LIMIT = typer.Option(metavar="NAME=NUMBER", help="How much one may do, as chat_person=20; 0: no limit; repeatable.")
CONFIG = typer.Option(metavar="FILE", help="A TOML file with settings: NAME = VALUE, and a table [limits].")


@contextmanager
def in_haste() -> Iterator[None]:
    """Load the server's modules without what can wait, which is a third of the time.

    Modules are no garbage: they are not looked through while they load, nor ever after. FastAPI's own models describe
    the API and are built when somebody asks for that.
    """
    gc.disable()
    try:
        from pydantic import BaseModel

        BaseModel.model_config["defer_build"] = True
        import fastapi  # noqa: F401

        del BaseModel.model_config["defer_build"]
        yield
        gc.freeze()
    except ModuleNotFoundError as missing:
        raise BadOption(f"This needs {missing.name}, and Roundhouse was installed without what it needs.") from None
    finally:
        gc.enable()


@dataclass(frozen=True)
class Given:
    """What was said on the command line; None for what was not."""

    options: dict[str, Any]

    def settings(self) -> Settings:
        options = dict(self.options)
        config = options.pop("config", None) or ""
        with in_haste():
            return gathered(options, config)


def settled(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The command takes these settings as options, or all of them; it gets what was said as `given`."""
    wanted: dict[str, Any] = {name: annotated(name) for name in names or SETTINGS}
    if not names:
        wanted["limit"] = Annotated[list[str] | None, LIMIT]
    wanted["config"] = Annotated[str | None, CONFIG]

    def wrap(function: Callable[..., None]) -> Callable[..., None]:
        own = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
        options = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
            for name, kind in wanted.items()
        ]

        def command(*told: Any, **said: Any) -> None:
            function(Given({name: said.pop(name, None) for name in wanted}), *told, **said)

        command.__name__, command.__doc__ = function.__name__, function.__doc__
        parameters = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in own] + options
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        command.__annotations__ = {one.name: one.annotation for one in parameters}
        return command

    return wrap


def annotated(name: str) -> Any:
    """A setting as an option; its default is not the command line's to know."""
    one = SETTINGS[name]
    about, wanted = one.metadata, kind(one)
    default = "" if one.default in ("", None, False) else f" [default: {one.default}]"
    option = typer.Option(
        flag(name), metavar=about["metavar"] or None, help=f"{about['help']}{default}", show_default=False
    )
    return Annotated[wanted | None if wanted is not Path else Path | None, option]
