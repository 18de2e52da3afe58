"""The arrows between the packages, read from the imports (CONTRIBUTING.md draws them).

Each rule is a function from a file to the places where the file breaks it. Each is tried on every file of ours, and on
small sources that break it.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
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
        """Whether it is one of these modules, or something in one."""
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

    @property
    def is_part(self) -> bool:
        return self.path.startswith("scenes/parts/")

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
            elif isinstance(node, ast.Call) and called(node).endswith(("import_module", "__import__")) and node.args:
                # import_module("scenes.article.pulling.pulls") is an import as well
                if isinstance(node.args[0], ast.Constant):
                    yield Import(str(node.args[0].value), str(node.args[0].value), node.lineno, top)


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


def maths_stands_alone(file: File) -> Found:
    """Attnmath imports torch, jaxtyping and the standard library."""
    if file.path.startswith("attnmath/"):
        for each in file.imports():
            if not (each.within("attnmath", "torch", "jaxtyping") or standard(each)):
                yield (
                    each.line,
                    f"attnmath imports {each.name}; it may import torch, jaxtyping and the standard library",
                )


def parts_know_no_figure(file: File) -> Found:
    """A part takes tensors and returns mobjects: it knows no maths, no figure, no command line."""
    forbidden = ("attnmath", "scenes.figure", "scenes.shared", *FIGURES, "rendering", "render", "click")
    if file.is_part:
        for each in file.imports():
            if each.within(*forbidden):
                yield (
                    each.line,
                    f"a part imports {each.name}; it takes tensors and knows none of {', '.join(forbidden)}",
                )


def figures_know_no_other(file: File) -> Found:
    """A figure imports no other figure: what two share belongs to scenes.shared or scenes.parts."""
    if file.is_figure:
        for each in file.imports():
            if each.within(*FIGURES) and not each.within(file.module):
                yield (
                    each.line,
                    f"a figure imports {each.name}; what two figures share belongs to scenes.shared or scenes.parts",
                )
            if each.within("rendering", "render", "click"):
                yield each.line, f"a figure imports {each.name}; it knows neither rendering nor the command line"


def what_is_shared_knows_no_figure(file: File) -> Found:
    """What figures share knows none of them."""
    if file.path.startswith("scenes/shared/"):
        for each in file.imports():
            if each.within(*FIGURES):
                yield each.line, f"what figures share imports {each.name}; the arrow goes the other way"


def figures_touch_no_files(file: File) -> Found:
    """A figure gets its numbers from a world, never from a file."""
    if file.is_figure:
        for each in file.imports():
            if each.within("pathlib", "os", "io", "shutil", "tempfile", "glob", "tomllib", "json", "importlib"):
                yield each.line, f"a figure imports {each.name}; its numbers come from its parameters and its world"
        for node in ast.walk(file.tree):
            if isinstance(node, ast.Call) and called(node) == "open":
                yield node.lineno, "a figure opens a file; its numbers come from its parameters and its world"


def rendering_knows_figures_by_name(file: File) -> Found:
    """Rendering reaches figures through scenes.FIGURES and its loader."""
    if file.path.startswith("rendering/"):
        for each in file.imports():
            if each.within(*FIGURES):
                yield each.line, f"rendering imports {each.name}; it knows figures by name only, through scenes"
            if each.within("render", "click", "rendering.commands") and not file.path.startswith(COMMANDS):
                yield each.line, f"rendering imports {each.name}; only {COMMANDS} know the command line"


def scenes_know_no_rendering(file: File) -> Found:
    """The arrow goes from rendering to scenes."""
    if file.path.startswith("scenes/"):
        for each in file.imports():
            if each.within("rendering", "render", "click"):
                yield each.line, f"scenes imports {each.name}; the arrow goes the other way"


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


def no_star(file: File) -> Found:
    """Every name can be traced to its place."""
    for each in file.imports():
        if each.name.endswith(".*"):
            yield each.line, f"from {each.module} import *; name what is needed"


HEX = re.compile(r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\b|^#[0-9a-fA-F]{3,4}$")
# What files hold that are read: the icons' two paints say "the word's colour" and "the ground", Typst's "the ink".
PAINTS = {"scenes/parts/icons.py": ("#000000", "#ffffff"), "scenes/parts/text/glyphs.py": ("#000000",)}


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


def standard(each: Import) -> bool:
    return each.name.partition(".")[0] in sys.stdlib_module_names


RULES: dict[str, Rule] = {
    rule.__name__: rule
    for rule in (
        maths_stands_alone,
        parts_know_no_figure,
        figures_know_no_other,
        what_is_shared_knows_no_figure,
        figures_touch_no_files,
        rendering_knows_figures_by_name,
        scenes_know_no_rendering,
        the_command_line_has_no_logic,
        the_list_costs_nothing,
        no_star,
        colours_come_from_style,
        manims_settings_stay,
        chance_is_seeded,
    )
}


def broken(rule: Rule, file: File) -> list[str]:
    """Where the file breaks the rule, as ``file:line: what``."""
    return [f"{file.path}:{line}: {what}" for line, what in sorted(rule(file))]


# --- The rules hold -----------------------------------------------------------------------------------------------

FILES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*(each for package in PACKAGES for each in (ROOT / package).rglob("*.py")), ROOT / "render.py")
    if path.exists()
)


@pytest.mark.parametrize("path", FILES)
@pytest.mark.parametrize("rule", RULES)
def test_rule_holds(rule: str, path: str) -> None:
    found = broken(RULES[rule], File(path, (ROOT / path).read_text(encoding="utf-8")))
    assert not found, "\n".join(["", *found])


@pytest.mark.parametrize("module", ["scenes", "render"])
def test_listing_imports_neither_manim_nor_torch(module: str) -> None:
    """The true thing, through every module between: the list must be there in a moment."""
    heavy = "{'manim', 'torch', 'numpy', 'pydantic'}"
    program = f"import sys, {module}; print(*sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


# --- The rules catch what breaks them -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "path", "source", "what"),
    [
        ("maths_stands_alone", "attnmath/a.py", "import numpy as np", "attnmath imports numpy"),
        ("maths_stands_alone", "attnmath/a.py", "def f():\n    import manim", "attnmath imports manim"),
        (
            "maths_stands_alone",
            "attnmath/a.py",
            "from scenes.worlds import World",
            "attnmath imports scenes.worlds.World",
        ),
        ("maths_stands_alone", "attnmath/a.py", "from .. import scenes", "attnmath imports scenes"),
        ("parts_know_no_figure", "scenes/parts/a.py", "from attnmath import attend", "a part imports attnmath.attend"),
        ("parts_know_no_figure", "scenes/parts/a.py", "from scenes import figure", "a part imports scenes.figure"),
        (
            "parts_know_no_figure",
            "scenes/parts/a.py",
            "from ..figure import Figure",
            "a part imports scenes.figure.Figure",
        ),
        ("parts_know_no_figure", "scenes/parts/a.py", "import scenes.article.b", "a part imports scenes.article.b"),
        ("figures_know_no_other", "scenes/article/a.py", "from .b import B", "a figure imports scenes.article.b.B"),
        ("figures_know_no_other", "scenes/article/a.py", "from . import b", "a figure imports scenes.article.b"),
        ("figures_know_no_other", "scenes/lesson/a.py", "import scenes.article.b", "a figure imports scenes.article.b"),
        ("figures_know_no_other", "scenes/article/a.py", "import click", "a figure imports click"),
        (
            "what_is_shared_knows_no_figure",
            "scenes/shared/a.py",
            "from ..article import b",
            "what figures share imports scenes.article.b",
        ),
        ("figures_touch_no_files", "scenes/article/a.py", "from pathlib import Path", "a figure imports pathlib.Path"),
        ("figures_touch_no_files", "scenes/article/a.py", "x = open('a')", "a figure opens a file"),
        (
            "rendering_knows_figures_by_name",
            "rendering/a.py",
            "import scenes.article.b",
            "rendering imports scenes.art",
        ),
        (
            "rendering_knows_figures_by_name",
            "rendering/a.py",
            "from importlib import import_module\nimport_module('scenes.article.b')",
            "rendering imports scenes.article.b",
        ),
        (
            "scenes_know_no_rendering",
            "scenes/worlds.py",
            "import rendering.batch.pool",
            "scenes imports rendering.batch.pool",
        ),
        ("the_command_line_has_no_logic", "render.py", "def f():\n    import torch", "render.py imports torch"),
        (
            "the_command_line_has_no_logic",
            "render.py",
            "from scenes.figure import Figure",
            "render.py imports scenes.fig",
        ),
        ("the_list_costs_nothing", "scenes/__init__.py", "import manim", "scenes/__init__.py imports manim at once"),
        (
            "the_list_costs_nothing",
            "render.py",
            "if True:\n    from torch import Tensor",
            "render.py imports torch.Tensor",
        ),
        ("no_star", "scenes/a.py", "from manim import *", "from manim import *"),
        ("colours_come_from_style", "scenes/a.py", "x = '#1a2B3c'", "the colour #1a2B3c"),
        ("colours_come_from_style", "scenes/a.py", "x = '#fff'", "the colour #fff"),
        ("colours_come_from_style", "scenes/a.py", "x = f'rgb(\"#1a2b3c\", {1})'", "the colour #1a2b3c"),
        ("colours_come_from_style", "scenes/a.py", "from manim import Dot, RED_A", "manim's colour RED_A"),
        ("colours_come_from_style", "scenes/a.py", "from manim.utils.color import WHITE", "manim's colour WHITE"),
        ("colours_come_from_style", "scenes/a.py", "import manim as mn\nx = mn.YELLOW", "manim's colour YELLOW"),
        ("colours_come_from_style", "scenes/parts/icons.py", "x = '#fefefe'", "the colour #fefefe"),
        (
            "manims_settings_stay",
            "scenes/a.py",
            "from manim import config\nconfig.fps = 5",
            "manim's config is changed",
        ),
        ("manims_settings_stay", "scenes/a.py", "import manim\nmanim.config['fps'] = 5", "manim's config is changed"),
        (
            "manims_settings_stay",
            "scenes/a.py",
            "from manim import config\nconfig.update({})",
            "manim's config is changed",
        ),
        ("manims_settings_stay", "scenes/a.py", "class A:\n    config.fps = 5", "manim's config is changed"),
        ("chance_is_seeded", "scenes/a.py", "import torch\nx = torch.randn(2)", "torch.randn without a seed"),
        (
            "chance_is_seeded",
            "scenes/a.py",
            "import numpy as np\nx = np.random.rand(2)",
            "np.random.rand without a seed",
        ),
        ("chance_is_seeded", "scenes/a.py", "r = np.random.default_rng()", "np.random.default_rng without a seed"),
        ("chance_is_seeded", "scenes/a.py", "import random\nx = random.random()", "random.random without a seed"),
    ],
)
def test_rule_catches(rule: str, path: str, source: str, what: str) -> None:
    found = broken(RULES[rule], File(path, source))
    assert len(found) == 1
    assert found[0].startswith(f"{path}:{len(source.splitlines())}: {what}")


@pytest.mark.parametrize(
    ("rule", "path", "source"),
    [
        ("maths_stands_alone", "attnmath/a.py", "import math, torch\nfrom .heads import Head"),
        ("parts_know_no_figure", "scenes/parts/a.py", "from scenes.style import DEFAULT\nfrom .number import Number"),
        ("parts_know_no_figure", "scenes/article/a.py", "from attnmath import attend"),
        ("figures_know_no_other", "scenes/article/a.py", "from scenes.figure import Figure\nimport attnmath"),
        ("figures_touch_no_files", "scenes/worlds.py", "from pathlib import Path"),
        ("rendering_knows_figures_by_name", "rendering/a.py", "from scenes import FIGURES, load_figure"),
        ("the_command_line_has_no_logic", "render.py", "import click\nfrom rendering.commands import making"),
        ("the_list_costs_nothing", "render.py", "def f():\n    import torch"),
        ("the_list_costs_nothing", "scenes/__init__.py", "if TYPE_CHECKING:\n    from manim import Scene"),
        ("colours_come_from_style", "scenes/style.py", "x = '#1a2b3c'"),
        ("colours_come_from_style", "scenes/a.py", "'''As #1a2b3c.'''\nx = 'figure #12'\nfrom manim import UP, Dot"),
        ("colours_come_from_style", "scenes/parts/icons.py", "x = '#FFFFFF'"),
        ("manims_settings_stay", "scenes/a.py", "def f():\n    config.fps = 5\nself.config = 1"),
        ("chance_is_seeded", "scenes/a.py", "torch.randn(2, generator=g)\nnp.random.default_rng(7)"),
    ],
)
def test_rule_lets_pass(rule: str, path: str, source: str) -> None:
    assert broken(RULES[rule], File(path, source)) == []
