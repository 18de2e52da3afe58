"""The rules of the house: which arrows between the packages there are, and what no file of ours does.

Arrows between our own packages are import-linter's contracts, in ``pyproject.toml``; ``make lint`` keeps them. All else
is a function from a file to the places where it breaks a rule. The test of a rule lists every fault of every file;
another tries the rules on small sources that break them.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("attnmath", "scenes", "rendering")
FIGURES = ("scenes.article", "scenes.lesson")
COMMANDS = "rendering/commands/"


# --- Reading a file -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Import:
    """One imported name, in full: ``from a import b`` is ``a.b``."""

    name: str
    module: str
    line: int
    at_module_level: bool

    def within(self, *places: str) -> bool:
        """Return whether it is one of these modules, or something in one."""
        return any(f"{self.name}.".startswith(f"{place}.") for place in places)


@cache
def parsed(source: str, path: str) -> ast.Module:
    return ast.parse(source, path)


@dataclass(frozen=True)
class File:
    """One Python file of ours.

    Attributes:
        path: relative to the repository.
        source: its text.
    """

    path: str
    source: str

    @property
    def module(self) -> str:
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def package(self) -> str:
        return self.module if self.path.endswith("__init__.py") else self.module.rpartition(".")[0]

    @property
    def tree(self) -> ast.Module:
        return parsed(self.source, self.path)

    @property
    def is_figure(self) -> bool:
        return Import(self.module, "", 0, True).within(*FIGURES) and self.module not in FIGURES

    def imports(self) -> Iterator[Import]:
        for node, top in with_level(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield Import(alias.name, alias.name, node.lineno, top)
            elif isinstance(node, ast.ImportFrom):
                module = node.module or ""
                if node.level:
                    base = self.package.split(".")[: len(self.package.split(".")) - node.level + 1]
                    module = ".".join(filter(None, [*base, module]))
                for alias in node.names:
                    yield Import(f"{module}.{alias.name}".lstrip("."), module, node.lineno, top)


def with_level(tree: ast.AST, top: bool = True) -> Iterator[tuple[ast.AST, bool]]:
    """Every node, and whether it runs when the module is imported."""
    for child in ast.iter_child_nodes(tree):
        yield child, top
        runs = top and not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        yield from with_level(child, runs and not for_types_only(child))


def for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def called(node: ast.Call) -> str:
    """The dotted name of what is called, or nothing."""
    return dotted(node.func)


def dotted(node: ast.AST) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


Found = Iterator[tuple[int, str]]
Rule = Callable[[File], Found]


# --- The rules ----------------------------------------------------------------------------------------------------


def maths_imports_torch_alone(file: File) -> Found:
    """Attnmath imports torch, jaxtyping and the standard library."""
    if file.path.startswith("attnmath/"):
        for each in file.imports():
            if not (each.within("attnmath", "torch", "jaxtyping") or standard(each)):
                yield (
                    each.line,
                    f"attnmath imports {each.name}; it may import torch, jaxtyping and the standard library",
                )


def imports_are_written_as_imports(file: File) -> Found:
    """An import of ours by name is one that the contracts do not see."""
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Call) and called(node).endswith(("import_module", "__import__")) and node.args:
            name = node.args[0]
            if isinstance(name, ast.Constant) and str(name.value).partition(".")[0] in PACKAGES:
                yield node.lineno, f"{name.value} is imported by name; write an import, which the contracts see"


def figures_open_no_files(file: File) -> Found:
    """A figure gets its numbers from a world, never from a file."""
    if file.is_figure:
        for node in ast.walk(file.tree):
            if isinstance(node, ast.Call) and called(node) == "open":
                yield node.lineno, "a figure opens a file; its numbers come from its parameters and its world"


def the_command_line_has_no_logic(file: File) -> Found:
    """render.py knows the commands and the library of the command line."""
    if file.path == "render.py":
        for each in file.imports():
            if not (each.within("rendering.commands", "click") or standard(each)):
                yield each.line, f"render.py imports {each.name}; it may import rendering.commands and click"


def the_list_costs_nothing(file: File) -> Found:
    """Neither the list of figures nor the command line imports manim or torch before it must."""
    if file.path in ("render.py", "scenes/__init__.py", "scenes/errors.py") or file.path.startswith(COMMANDS):
        for each in file.imports():
            if each.at_module_level and each.within("manim", "torch", "numpy", "attnmath"):
                yield each.line, f"{file.path} imports {each.name} at once; that costs a second before anything is said"


HEX = re.compile(r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\b|^#[0-9a-fA-F]{3,4}$")
# What files hold that are read: the icons' two paints say "the word's colour" and "the ground", Typst's "the ink".
# An eye is white and black in every theme.
PAINTS = {
    "scenes/lesson/portrait.py": ("#000000", "#ffffff"),
    "scenes/own_icons.py": ("#000000", "#ffffff"),
    "scenes/parts/icons.py": ("#000000", "#ffffff"),
    "scenes/parts/text/glyphs.py": ("#000000",),
}


def colours_come_from_style(file: File) -> Found:
    """A colour has a role; roles get their colours in scenes/style.py."""
    if file.path == "scenes/style.py":
        return
    tree = file.tree
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            for colour in HEX.findall(node.value):
                if colour.lower() not in PAINTS.get(file.path, ()):
                    yield node.lineno, f"the colour {colour}; take a role from scenes.style"
    manim = {"manim"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            manim |= {alias.asname for alias in node.names if alias.name == "manim" and alias.asname}
    for each in file.imports():
        if each.module.partition(".")[0] == "manim" and each.name.rpartition(".")[2] in manim_colours():
            yield each.line, f"manim's colour {each.name.rpartition('.')[2]}; take a role from scenes.style"
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in manim_colours() and dotted(node.value) in manim:
            yield node.lineno, f"manim's colour {node.attr}; take a role from scenes.style"


@cache
def manim_colours() -> frozenset[str]:
    """The names of manim's colours, read without importing manim."""
    found = importlib.util.find_spec("manim")
    assert found and found.origin
    source = (Path(found.origin).parent / "utils" / "color" / "manim_colors.py").read_text(encoding="utf-8")
    targets = (
        target
        for node in ast.parse(source).body
        for target in (node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)])
    )
    return frozenset(each.id for each in targets if isinstance(each, ast.Name) and each.id.isupper())


def manims_settings_stay(file: File) -> Found:
    """Importing one of our modules leaves manim as it was: a part must be usable in anybody's scene."""
    for node, top in with_level(file.tree):
        if not top:
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, SETTING) else []
        for target in targets:
            if isinstance(target, ast.Attribute | ast.Subscript) and in_config(target.value):
                yield node.lineno, "manim's config is changed at import; use manim.tempconfig while drawing"  # type: ignore[attr-defined]
        if isinstance(node, ast.Call) and called(node).endswith(("config.update", "config.digest_file")):
            yield node.lineno, "manim's config is changed at import; use manim.tempconfig while drawing"


SETTING = (ast.AugAssign, ast.AnnAssign)


def in_config(node: ast.AST) -> bool:
    return dotted(node) in ("config", "manim.config")


UNSEEDED = re.compile(
    r"random\.(random|randint|uniform|choice|choices|shuffle|sample|gauss|normalvariate)"
    r"|(np|numpy)\.random\.(?!default_rng|Generator|SeedSequence|PCG64)\w+"
)
TORCH_RANDOM = re.compile(r"torch\.(rand|randn|randint|randperm|normal|bernoulli|multinomial)(_like)?")


def chance_is_seeded(file: File) -> Found:
    """The same parameters give the same film: numbers given by chance come from a generator with a seed."""
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Call):
            name = called(node)
            unseeded = (
                UNSEEDED.fullmatch(name)
                or (name.endswith("default_rng") and not node.args and not node.keywords)
                or (TORCH_RANDOM.fullmatch(name) and "generator" not in {each.arg for each in node.keywords})
            )
            if unseeded:
                yield node.lineno, f"{name} without a seed; use a generator made from one"


ORDERLESS = {"sorted", "any", "all", "min", "max", "sum", "set", "frozenset", "len"}


def a_picture_has_an_order(file: File) -> Found:
    """A film is the same in every run, to the last byte: nothing drawn goes through a set, whose order changes."""
    if not file.path.startswith("scenes/"):
        return
    functions = (node for node in ast.walk(file.tree) if isinstance(node, ast.FunctionDef) and node.returns)
    sets = {each.name for each in functions if re.match(r"(frozen)?set\b", ast.unparse(each.returns or each))}
    free = {
        id(generator)
        for node in ast.walk(file.tree)
        if isinstance(node, ast.Call) and called(node) in ORDERLESS
        for argument in node.args
        for generator in getattr(argument, "generators", ())
    }
    free |= {id(each) for node in ast.walk(file.tree) if isinstance(node, ast.SetComp) for each in node.generators}
    for node in ast.walk(file.tree):
        if isinstance(node, ast.For | ast.comprehension) and id(node) not in free and is_set(node.iter, sets):
            yield node.iter.lineno, f"{ast.unparse(node.iter)} has no order; take dict.fromkeys or sorted"


def is_set(node: ast.expr, functions: set[str]) -> bool:
    """Return whether an expression is a set by its looks, or what a function of the file returns that returns one."""
    if isinstance(node, ast.Call):
        name = called(node).rpartition(".")[2] or ast.unparse(node.func)
        return name in functions or bool(re.match(r"(frozen)?set\b", name))
    return isinstance(node, ast.Set | ast.SetComp)


REMOVING = re.compile(r"(.*\.)?(unlink|rmdir|rmtree|removedirs)|os\.(remove|replace|rename|renames)|shutil\.move")
REMOVE = (
    "rendering/cache/atomic_files.py",  # unfinished files, and a record whose file has changed
    "rendering/cache/store.py",  # what the store made
    "rendering/draw/text_cache.py",
    "rendering/encode/h264.py",  # unfinished films, in a folder for temporary files
    "rendering/outputs/cuts.py",
    "rendering/outputs/film.py",
    "rendering/live/preview.py",  # pictures of earlier previews
)


def few_files_remove_files(file: File) -> Found:
    """Nothing of the user's is ever removed: few modules remove files, each only those that it has made."""
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Call) and REMOVING.fullmatch(called(node)) and file.path not in REMOVE:
            yield node.lineno, f"{called(node)} removes a file; leave that to rendering.cache.atomic_files"


SPEAKING = re.compile(r"click\.(echo|secho|style)|print|sys\.std(out|err)\.write|click\.(Path|FloatRange)")


def commands_say_what_they_say(file: File) -> Found:
    """Commands print by ``say``, which sends a terminal no controls, and take paths and numbers that mean something."""
    if file.path.startswith(COMMANDS) and file.path != f"{COMMANDS}streams.py":
        for node in ast.walk(file.tree):
            if isinstance(node, ast.Call) and SPEAKING.fullmatch(called(node)):
                instead = (
                    "options.PATH or options.Number" if "click.P" in called(node) or "Range" in called(node) else "say"
                )
                yield node.lineno, f"{called(node)} is called; take {instead}"


def standard(each: Import) -> bool:
    return each.name.partition(".")[0] in sys.stdlib_module_names


RULES: tuple[Rule, ...] = (
    maths_imports_torch_alone,
    imports_are_written_as_imports,
    figures_open_no_files,
    the_command_line_has_no_logic,
    the_list_costs_nothing,
    colours_come_from_style,
    manims_settings_stay,
    chance_is_seeded,
    a_picture_has_an_order,
    few_files_remove_files,
    commands_say_what_they_say,
)


def broken(rule: Rule, file: File) -> list[str]:
    """Return the places where the file breaks the rule, as ``file:line: what``."""
    return [f"{file.path}:{line}: {what}" for line, what in sorted(rule(file))]


# --- The rules hold, and catch what breaks them -------------------------------------------------------------------


@cache
def our_files() -> list[File]:
    paths = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    return [
        File(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        for path in sorted([*paths, ROOT / "render.py"])
    ]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_rule_holds(rule: Rule) -> None:
    found = [fault for file in our_files() for fault in broken(rule, file)]
    assert not found, "\n".join(["", *found])


@pytest.mark.parametrize("module", ["scenes", "render"])
def test_listing_imports_neither_manim_nor_torch(module: str) -> None:
    """The true thing, through every module between: the list must be there in a moment."""
    heavy = "{'manim', 'torch', 'numpy', 'pydantic'}"
    program = f"import sys, {module}; print(*sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


CAUGHT: dict[Rule, list[tuple[str, str, str]]] = {
    maths_imports_torch_alone: [
        ("attnmath/a.py", "import numpy as np", "attnmath imports numpy"),
        ("attnmath/a.py", "def f():\n    import manim", "attnmath imports manim"),
        ("attnmath/a.py", "from scenes.worlds import World", "attnmath imports scenes.worlds.World"),
        ("attnmath/a.py", "from .. import scenes", "attnmath imports scenes"),
    ],
    imports_are_written_as_imports: [
        (
            "rendering/a.py",
            "from importlib import import_module\nimport_module('scenes.article.b')",
            "scenes.article.b is imported by name",
        ),
        ("scenes/article/a.py", "x = __import__('rendering')", "rendering is imported by name"),
    ],
    figures_open_no_files: [("scenes/article/a.py", "x = open('a')", "a figure opens a file")],
    the_command_line_has_no_logic: [
        ("render.py", "def f():\n    import torch", "render.py imports torch"),
        ("render.py", "from scenes.figure import Figure", "render.py imports scenes.fig"),
    ],
    the_list_costs_nothing: [
        ("scenes/__init__.py", "import manim", "scenes/__init__.py imports manim at once"),
        ("render.py", "if True:\n    from torch import Tensor", "render.py imports torch.Tensor"),
    ],
    colours_come_from_style: [
        ("scenes/a.py", "x = '#1a2B3c'", "the colour #1a2B3c"),
        ("scenes/a.py", "x = '#fff'", "the colour #fff"),
        ("scenes/a.py", "x = f'rgb(\"#1a2b3c\", {1})'", "the colour #1a2b3c"),
        ("scenes/a.py", "from manim import Dot, RED_A", "manim's colour RED_A"),
        ("scenes/a.py", "from manim.utils.color import WHITE", "manim's colour WHITE"),
        ("scenes/a.py", "import manim as mn\nx = mn.YELLOW", "manim's colour YELLOW"),
        ("scenes/parts/icons.py", "x = '#fefefe'", "the colour #fefefe"),
    ],
    manims_settings_stay: [
        ("scenes/a.py", "from manim import config\nconfig.fps = 5", "manim's config is changed"),
        ("scenes/a.py", "import manim\nmanim.config['fps'] = 5", "manim's config is changed"),
        ("scenes/a.py", "from manim import config\nconfig.update({})", "manim's config is changed"),
        ("scenes/a.py", "class A:\n    config.fps = 5", "manim's config is changed"),
    ],
    chance_is_seeded: [
        ("scenes/a.py", "import torch\nx = torch.randn(2)", "torch.randn without a seed"),
        ("scenes/a.py", "import numpy as np\nx = np.random.rand(2)", "np.random.rand without a seed"),
        ("scenes/a.py", "r = np.random.default_rng()", "np.random.default_rng without a seed"),
        ("scenes/a.py", "import random\nx = random.random()", "random.random without a seed"),
    ],
    a_picture_has_an_order: [
        ("scenes/a.py", "x = [f(a) for a in {b, c}]", "{b, c} has no order"),
        ("scenes/a.py", "for a in set(b): f(a)", "set(b) has no order"),
        ("scenes/a.py", "def f() -> set[str]: ...\nx = [a for a in self.f()]", "self.f() has no order"),
    ],
    few_files_remove_files: [
        ("rendering/publish/a.py", "path.unlink(missing_ok=True)", "path.unlink removes a file"),
        ("rendering/plan/a.py", "import shutil\nshutil.rmtree(folder)", "shutil.rmtree removes a file"),
        ("scenes/a.py", "import os\nos.replace(a, b)", "os.replace removes a file"),
    ],
    commands_say_what_they_say: [
        ("rendering/commands/a.py", "import click\nclick.echo('a')", "click.echo is called; take say"),
        ("rendering/commands/a.py", "print('a')", "print is called; take say"),
        (
            "rendering/commands/a.py",
            "import click\nx = click.FloatRange(0)",
            "click.FloatRange is called; take options.PATH",
        ),
    ],
}
"""Of every rule, sources that break it in their last line, and how the fault begins."""

LET_PASS: list[tuple[Rule, str, str]] = [
    (maths_imports_torch_alone, "attnmath/a.py", "import math, torch\nfrom .heads import Head"),
    (maths_imports_torch_alone, "scenes/a.py", "import numpy"),
    (imports_are_written_as_imports, "scenes/__init__.py", "import_module(module)\nimport_module('torch')"),
    (figures_open_no_files, "scenes/worlds.py", "open('a')"),
    (the_command_line_has_no_logic, "render.py", "import click\nfrom rendering.commands import making"),
    (the_list_costs_nothing, "render.py", "def f():\n    import torch"),
    (the_list_costs_nothing, "scenes/__init__.py", "if TYPE_CHECKING:\n    from manim import Scene"),
    (colours_come_from_style, "scenes/style.py", "x = '#1a2b3c'"),
    (colours_come_from_style, "scenes/a.py", "'''As #1a2b3c.'''\nx = 'figure #12'\nfrom manim import UP, Dot"),
    (colours_come_from_style, "scenes/parts/icons.py", "x = '#FFFFFF'"),
    (manims_settings_stay, "scenes/a.py", "def f():\n    config.fps = 5\nself.config = 1"),
    (chance_is_seeded, "scenes/a.py", "torch.randn(2, generator=g)\nnp.random.default_rng(7)"),
    (a_picture_has_an_order, "scenes/a.py", "x = sorted(a for a in {b, c})\ny = {a for a in set(b)}\nz = b in {c}"),
    (few_files_remove_files, "rendering/cache/store.py", "path.unlink()"),
    (few_files_remove_files, "rendering/publish/a.py", "text.replace('a', 'b')\nreplace(shot, format=form)"),
    (commands_say_what_they_say, "rendering/commands/a.py", "say('a')\nconsole.print('a')"),
    (commands_say_what_they_say, "rendering/live/a.py", "print('a')"),
]


def test_every_rule_catches_what_breaks_it() -> None:
    assert set(CAUGHT) == set(RULES)
    for rule, sources in CAUGHT.items():
        for path, source, what in sources:
            found = broken(rule, File(path, source))
            assert len(found) == 1, (rule.__name__, source, found)
            assert found[0].startswith(f"{path}:{len(source.splitlines())}: {what}")


def test_no_rule_catches_what_keeps_it() -> None:
    assert [(rule.__name__, source) for rule, path, source in LET_PASS if broken(rule, File(path, source))] == []


# --- The contracts ------------------------------------------------------------------------------------------------

BREAKS: dict[str, tuple[str, str]] = {
    "The maths knows neither what is drawn nor how a file is made": ("attnmath/linear.py", "scenes.worlds"),
    "Scenes know neither rendering nor the command line": ("scenes/worlds.py", "rendering.batch.pool"),
    "A section imports no section": ("scenes/article/heads/__init__.py", "scenes.article.pulling"),
    "What two sections share knows no figure": ("scenes/shared/__init__.py", "scenes.article.pulling"),
    "A part knows no maths and no figure": ("scenes/parts/geometry.py", "attnmath"),
    "A figure reads no file": ("scenes/article/embeddings/__init__.py", "pathlib"),
    "Rendering knows figures by name only": ("rendering/doctor.py", "scenes.article.pulling"),
    "The folders of rendering import downwards only": ("rendering/request/__init__.py", "rendering.cache.store"),
    "Only the commands know the command line": ("rendering/doctor.py", "click"),
}
"""Of every contract, a module and what it may not import."""


def contracts_of(folder: Path) -> dict[str, str]:
    """Return the verdict, KEPT or BROKEN, of every contract on the packages in a folder."""
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True)
    verdicts = dict(re.findall(r"^(.+) (KEPT|BROKEN)$", done.stdout, re.MULTILINE))
    assert verdicts, done.stdout + done.stderr
    assert done.returncode == ("BROKEN" in verdicts.values())
    return verdicts


def test_every_contract_fails_when_it_is_broken(tmp_path: Path) -> None:
    """Our modules, all empty but for one import each that a contract forbids."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for file in our_files():
        (tmp_path / file.path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file.path).touch()
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    assert {contract["name"] for contract in contracts["contracts"]} == set(BREAKS)
    assert contracts_of(tmp_path) == dict.fromkeys(BREAKS, "KEPT")
    for path, module in BREAKS.values():
        with (tmp_path / path).open("a", encoding="utf-8") as source:
            source.write(f"import {module}\n")
    assert contracts_of(tmp_path) == dict.fromkeys(BREAKS, "BROKEN")
