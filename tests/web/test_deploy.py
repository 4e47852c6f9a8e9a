"""What lies in deploy/: every command and setting in it is one that there is, and each file is what its program reads.

What a machine has not (Docker, Caddy, nginx, systemd) is not needed here; systemd's own checker is asked where it is.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

import pytest
import typer
import typer.main
import yaml

from roundhouse.cli import app
from roundhouse.web.service.limits import Limits
from roundhouse.web.settings import PREFIX, SETTINGS

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service.get("image") == "roundhouse"}
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
OTHER_VARIABLES = {"FORWARDED_ALLOW_IPS", "PATH", "PYTHONUNBUFFERED"}  # Uvicorn's, and Python's


def understood(args: list[str]) -> str:
    """The command that a command line is; an error of usage if it is none."""
    group = typer.main.get_command(app)
    with group.make_context("roundhouse", list(args), resilient_parsing=False) as context:
        name, command, rest = group.resolve_command(context, [*context._protected_args, *context.args])  # type: ignore[attr-defined]
        with command.make_context(str(name), rest, parent=context):
            return str(name)


def is_setting(name: str, value: str) -> None:
    """A variable of the environment is one that somebody reads."""
    if name == f"{PREFIX}LIMIT":
        Limits().changed(value.split())
    elif name not in OTHER_VARIABLES:
        assert name.startswith(PREFIX)
        assert name.removeprefix(PREFIX).lower() in SETTINGS, name


@pytest.mark.parametrize("name", OURS)
def test_the_services_of_compose_run_what_there_is(name: str) -> None:
    service = OURS[name]
    assert understood(service["command"]) == service["command"][0]
    for variable, value in service["environment"].items():
        is_setting(variable, value)
    assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
    assert service["environment"]["ROUNDHOUSE_DATABASE"].startswith("postgresql://roundhouse:")
    assert set(service["depends_on"]) <= set(SERVICES)


def test_the_site_of_compose_is_whole() -> None:
    assert set(SERVICES) == {"database", "server", "worker", "proxy"}
    assert {service["command"][0] for service in OURS.values()} == {"serve", "worker"}
    assert not any("ports" in SERVICES[name] for name in ("database", "server", "worker"))  # Caddy alone is reached
    for service in SERVICES.values():
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert source in COMPOSE["volumes"] or (DEPLOY / source).is_file(), source
    host, port = SERVICES["proxy"]["environment"]["UPSTREAMS"].split(":")
    assert host in SERVICES
    assert f"EXPOSE {port}" in DOCKERFILE
    password = SERVICES["database"]["environment"]["POSTGRES_PASSWORD"]
    assert re.fullmatch(r"\$\{POSTGRES_PASSWORD:\?.*letters and figures only.*\}", password)  # it goes into a URL
    ready = SERVICES["server"]["healthcheck"]["test"]
    assert ready[:3] == ["CMD", "python", "-c"]
    compile(ready[3], "healthcheck", "exec")
    assert f"127.0.0.1:{port}/ready" in ready[3]


def test_the_backup_of_compose_asks_the_services_that_there_are() -> None:
    text = (ROOT / "docs" / "operate.md").read_text(encoding="utf-8")
    site = text.partition("### The site of compose\n")[2].partition("\n#")[0]
    lines = [shlex.split(line.partition("<")[0]) for line in site.splitlines() if line.startswith("docker compose")]
    assert len(lines) == 7
    known = SERVICES["database"]["environment"]
    for words in lines:
        assert words[2:4] == ["-f", "deploy/compose.yaml"]
        if words[4] != "up":
            assert {"-T"} < set(words)
            assert len({"server", "database"} & set(words)) == 1
        for word in words:
            name, _, said = word.partition("=")
            assert said == {"--username": known["POSTGRES_USER"], "--dbname": known["POSTGRES_DB"]}.get(name, said)
        if "server" in words:
            assert "--directory=/data" in words
    assert "data:/data" in SERVICES["server"]["volumes"]


def test_the_image_runs_what_there_is() -> None:
    lines = [line.split(maxsplit=1) for line in DOCKERFILE.splitlines() if re.match("[A-Z]+ ", line)]
    last: dict[str, str] = {key: rest for key, rest in lines if key in ("USER", "CMD", "ENTRYPOINT", "ENV")}
    entry, command = (yaml.safe_load(last[key]) for key in ("ENTRYPOINT", "CMD"))
    assert entry == ["roundhouse"]
    assert understood(command) == "serve"
    assert last["USER"] == "roundhouse"
    for given in shlex.split(last["ENV"]):
        is_setting(*given.split("=", 1))
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    wanted = re.search(r'"\.\[([\w,]+)\]"', DOCKERFILE)
    assert wanted is not None
    assert set(wanted[1].split(",")) <= set(extras)
    copied = re.findall(r"^COPY (?!--)(.+) \S+$", DOCKERFILE, re.M)
    assert all((ROOT / name).exists() for names in copied for name in names.split())
    check = re.search(r"HEALTHCHECK .*?\sCMD (\[.*\])", DOCKERFILE)
    assert check is not None
    program = yaml.safe_load(check[1])
    compile(program[-1], "healthcheck", "exec")
    assert "/health" in program[-1]  # which does not need the database


def unit(path: Path) -> RawConfigParser:
    """A unit as its sections; of what stands there several times, the last."""
    found = RawConfigParser(strict=False, comment_prefixes=("#",), delimiters=("=",))
    found.optionxform = str  # type: ignore[assignment, method-assign]
    found.read_string(path.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("path", UNITS, ids=lambda path: str(path.stem))
def test_the_units_run_what_there_is_shut_off_from_the_rest(path: Path, tmp_path: Path) -> None:
    service = unit(path)["Service"]
    words = shlex.split(service["ExecStart"].replace("$$", "$").replace("%%", "%"))
    if words[0] == "/bin/sh":
        words = shlex.split(words[2])[1:]
    assert Path(words[0]).name == "roundhouse"
    assert understood(words[1:]) == words[1]
    for key, value in {"NoNewPrivileges": "true", "ProtectSystem": "strict", "ProtectHome": "true"}.items():
        assert service[key] == value
    assert (service["User"], service["CapabilityBoundingSet"], service["UMask"]) == ("roundhouse", "", "0077")
    if words[1] in ("serve", "worker"):  # of which several processes are; the first tells the others
        assert service["KillMode"] == "mixed"
    assert service["EnvironmentFile"] == "-/etc/roundhouse/environment"
    for line in re.findall(r"^Environment=(.*)$", path.read_text(encoding="utf-8"), re.M):
        is_setting(*line.split("=", 1))
    if shutil.which("systemd-analyze"):
        there = tmp_path / path.name
        there.write_text(path.read_text(encoding="utf-8").replace("/opt/roundhouse/bin/roundhouse", sys.executable))
        done = subprocess.run(["systemd-analyze", "verify", there], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


def test_the_environment_of_systemd_is_one_that_its_units_need() -> None:
    text = (DEPLOY / "roundhouse.service").read_text(encoding="utf-8")
    extras = re.search(r"pip install '/path/to/source\[([\w,]+)\]'", text)
    image = re.search(r'"\.\[([\w,]+)\]"', DOCKERFILE)
    assert extras is not None
    assert image is not None
    assert extras[1] == image[1]
    for file in DEPLOY.iterdir():
        assert "install 'roundhouse" not in file.read_text(encoding="utf-8")  # on PyPI that is another project


def test_the_timer_starts_the_backup() -> None:
    timer = unit(DEPLOY / "roundhouse-backup.timer")
    assert timer["Timer"]["OnCalendar"]
    assert (DEPLOY / "roundhouse-backup.service").is_file()


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_the_proxies_hand_on_what_the_server_needs(name: str) -> None:
    text = re.sub(r"\s#.*|^#.*", "", (DEPLOY / name).read_text(encoding="utf-8"), flags=re.M)
    assert text.count("{") == text.count("}")
    assert "127.0.0.1:8018" in text
    if name == "nginx.conf":
        for place in re.findall(r"location .*?\{(.*?)\}", text, re.S):
            assert "X-Forwarded-For $remote_addr" in place  # and not what a client says of itself
            assert "X-Forwarded-Proto $scheme" in place
            assert "Host $http_host" in place
            assert "proxy_http_version 1.1" in place
        assert "keepalive_timeout 4s;" in text  # the servers end idle lines after five seconds
        assert "proxy_buffering off" in re.findall(r"location = /live \{(.*?)\}", text, re.S)[0]
    else:
        assert "health_uri /ready" in text
        assert "encode" not in text


def test_the_docs_lead_to_files_that_are_there() -> None:
    text = (ROOT / "docs" / "operate.md").read_text(encoding="utf-8")
    for place in re.findall(r"\]\(\.\./(deploy/[^)]+)\)", text):
        assert (ROOT / place).is_file(), place
    for heading in ("Backup", "Retention", "Updating", "Behind a proxy", "Containers and services"):
        assert f"\n## {heading}\n" in text
    named = dict(re.findall(r"^\| `(\w+_days)` \| (\d+) \|", text, re.M))
    there = {name: str(value) for name, value in vars(Limits()).items() if name.endswith("_days")}
    assert named == there
