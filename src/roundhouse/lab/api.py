"""What a program may use, as `docs/api.md`: `make api` writes it from signatures and docstrings in the source.

The source is read, not imported, so that the page is the same whether the engine is compiled or not.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
BOTS = {
    "roundhouse.bots.make": ["names", "levels", "guests", "make", "parts", "Player", "Level"],
    "roundhouse.bots.bot": ["Bot", "Budget"],
}
HEAD = """\
# The API

What `roundhouse` offers to programs. [engine.md](engine.md) says how it fits together; the JSON API of a server is
described at its `/api/docs`. `make api` writes this page from the source.
"""


class Source:
    """A module's definitions by name, and its lines for the comments that head groups of methods."""

    def __init__(self, package: Path, module: str) -> None:
        text = package.joinpath(*module.split(".")[1:]).with_suffix(".py").read_text(encoding="utf-8")
        self.lines = text.splitlines()
        self.found = {n.name: n for n in ast.parse(text).body if isinstance(n, ast.ClassDef | ast.FunctionDef)}

    def section(self, name: str) -> str:
        """The part of the page about one name."""
        node = self.found[name]
        if isinstance(node, ast.FunctionDef):
            return entry(signature(node), node)
        if any(ast.unparse(base).endswith(("Error", "Exception")) for base in node.bases):
            return entry(f"{name}({', '.join(ast.unparse(base) for base in node.bases)})", node)
        return f"\n### {name}\n\n{docstring(node)}\n{self.members(node)}"

    def members(self, node: ast.ClassDef) -> str:
        """How one is made, its fields, and the methods that say what they do."""
        methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
        start = next((method for method in methods if method.name == "__init__"), None)
        names = fields(node.body) + (fields(start.body) if start else [])
        out = f"\n    {node.name}({parameters(start.args)})\n" if start else ""
        out += f"\nFields: {', '.join(f'`{name}`' for name in names)}.\n\n" if names else "\n"
        for method in methods:
            if not method.name.startswith("_") and ast.get_docstring(method):
                out += self.group(method) + entry(signature(method), method)
        return out

    def group(self, method: ast.FunctionDef) -> str:
        """The comment that stands alone above a method, if one does, as a line above its entry."""
        above = [line for line in self.lines[method.lineno - 3 : method.lineno - 1] if line.strip()]
        if not above or not above[-1].startswith("    # "):
            return ""
        words = above[-1].strip("# ")
        return f"\n{words[0].upper()}{words[1:]}:\n\n"


def entry(head: str, node: ast.ClassDef | ast.FunctionDef) -> str:
    return f"- `{head}`: {docstring(node)}\n"


def docstring(node: ast.ClassDef | ast.FunctionDef) -> str:
    return " ".join((ast.get_docstring(node) or "").split())


def signature(node: ast.FunctionDef) -> str:
    """Name, parameters and result; a property reads like a field."""
    result = ast.unparse(node.returns) if node.returns else "None"
    if any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list):
        return f"{node.name}: {result}"
    return f"{node.name}({parameters(node.args)}) -> {result}"


def parameters(given: ast.arguments) -> str:
    """As they are written in the source."""
    defaults = [None] * (len(given.args) - len(given.defaults)) + given.defaults
    pairs = [*zip(given.args, defaults, strict=True), *zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    out = [ast.unparse(arg) + (f" = {ast.unparse(default)}" if default else "") for arg, default in pairs]
    if given.kwonlyargs:
        out.insert(len(given.args), "*")
    if given.kwarg:
        out.append(f"**{ast.unparse(given.kwarg)}")
    return ", ".join(part for part in out if part != "self")


def fields(body: list[ast.stmt]) -> list[str]:
    """What is declared there: in a class, or of `self` where it is made."""
    return [
        f"{ast.unparse(part.target).removeprefix('self.')}: {ast.unparse(part.annotation)}"
        for part in body
        if isinstance(part, ast.AnnAssign)
    ]


def exported(package: Path) -> dict[str, list[str]]:
    """By module, what `roundhouse` itself offers."""
    body = ast.parse((package / "__init__.py").read_text(encoding="utf-8")).body
    imports = [part for part in body if isinstance(part, ast.ImportFrom) and part.module != "__future__"]
    return {str(part.module): [name.name for name in part.names] for part in imports}


def document(package: Path = PACKAGE) -> str:
    """The whole page."""
    parts = {"Functions": "", "Classes": "", "Errors": "", "Bots": "From `roundhouse.bots.make`:\n\n"}
    for module, names in exported(package).items():
        source = Source(package, module)
        for name in names:
            function = isinstance(source.found[name], ast.FunctionDef)
            kind = "Functions" if function else "Errors" if module.endswith(".errors") else "Classes"
            parts[kind] += source.section(name)
    for module, names in BOTS.items():
        parts["Bots"] += "".join(Source(package, module).section(name) for name in names)
    return re.sub(r"\n{3,}", "\n\n", HEAD + "".join(f"\n## {title}\n\n{part}" for title, part in parts.items()))


if __name__ == "__main__":
    sys.stdout.write(document())
