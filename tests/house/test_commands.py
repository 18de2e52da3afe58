"""The Makefile, .ci/run and the pinned versions hold together."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT_FILE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PROJECT_FILE["project"]
PINS = [
    line
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
SAMPLES = {path.stem for path in (ROOT / "tests" / "samples").glob("*.py")}
EXTRAS = PROJECT["optional-dependencies"]
FILMS = f"{PROJECT['name']}[films]"
PRODUCT = [*PROJECT["dependencies"], *EXTRAS["films"]]
NEEDED = [*PRODUCT, *(need for need in EXTRAS["dev"] if need != FILMS)]


def test_a_pin_is_one_exact_version() -> None:
    exact = r"[A-Za-z0-9_.-]+==[0-9]+(\.[0-9]+)*(\.post[0-9]+)?"
    assert [pin for pin in PINS if not re.fullmatch(exact, pin)] == []


def test_a_package_is_pinned_once() -> None:
    names = [canonicalize_name(Requirement(pin).name) for pin in PINS]
    assert sorted(set(names)) == sorted(names)
    assert not {"pip", "setuptools", "wheel", PROJECT["name"]} & set(names)


def test_what_is_needed_is_pinned_within_its_range() -> None:
    pinned = {canonicalize_name(Requirement(pin).name): Requirement(pin) for pin in PINS}
    wanted = [Requirement(need) for need in NEEDED]
    assert [need.name for need in wanted if canonicalize_name(need.name) not in pinned] == [], "pin in constraints.txt"
    exact = {need: pin.version for need in wanted for pin in pinned[canonicalize_name(need.name)].specifier}
    assert [str(need) for need in wanted if not need.specifier.contains(exact[need])] == []


def test_torch_is_exact() -> None:
    assert "torch==2.13.0" in PINS


def test_everything_that_needed_packages_need_is_pinned() -> None:
    """A package that comes along with another is pinned too, where this machine needs it."""
    pinned = {canonicalize_name(Requirement(pin).name) for pin in PINS}
    waiting = [Requirement(need) for need in NEEDED]
    seen = set()
    while waiting:
        need = waiting.pop()
        name = canonicalize_name(need.name)
        if name in seen or (need.marker and not need.marker.evaluate({"extra": ""})):
            continue
        seen.add(name)
        # what the builds of torch for graphics cards bring is pinned by torch itself
        if name != "torch":
            waiting += map(Requirement, distribution(name).requires or [])
        if name == "setuptools" or name.startswith("audioop"):
            continue
        assert name in pinned, f"pin {name} in constraints.txt"


OURS = {"attnmath", "scenes", "rendering", "render", "assets", "tests", "bench", *SAMPLES}
TYPES = {"_typeshed"}  # type checkers bring it, and nothing else imports it


def imported(path: Path) -> set[str]:
    """The packages that a file imports, wherever in it, but Python's own and ours."""
    names = set[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(str(node.module))
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "import_module":
            names |= {str(each.value) for each in node.args if isinstance(each, ast.Constant)}
    return {name.partition(".")[0] for name in names} - set(sys.stdlib_module_names) - OURS - TYPES


def test_every_import_is_declared() -> None:
    owners = packages_distributions()
    product = [*PRODUCT, *(need for name in ("slides", "cluster", "models") for need in EXTRAS[name] if need != FILMS)]
    undeclared = []
    for folder, needs in (
        ("attnmath", PROJECT["dependencies"]),
        *((room, product) for room in ("scenes", "rendering")),
        *((room, NEEDED) for room in ("tests", "bench")),
    ):
        declared = {canonicalize_name(Requirement(need).name) for need in needs}
        undeclared += [
            f"{path.relative_to(ROOT)}: {name}"
            for path in sorted((ROOT / folder).rglob("*.py"))
            for name in sorted(imported(path))
            if not declared & {canonicalize_name(owner) for owner in owners.get(name, ())}
        ]
    assert undeclared == []
    assert imported(Path(__file__)) == {"packaging", "pytest"}


def test_the_maths_alone_needs_little_and_everything_else_brings_the_films() -> None:
    assert [Requirement(need).name for need in PROJECT["dependencies"]] == ["torch", "jaxtyping"]
    assert all(FILMS in EXTRAS[name] for name in ("slides", "cluster", "models", "dev"))


def test_a_wheel_holds_every_package_and_asset_under_three_names() -> None:
    setup = PROJECT_FILE["tool"]["setuptools"]
    rooms = ("attnmath", "scenes", "rendering")
    packages = {".".join(path.parent.relative_to(ROOT).parts) for room in rooms for path in (ROOT / room).rglob("*.py")}
    assert set(setup["packages"]) == packages | {"scenes.assets"}
    assert {name.partition(".")[0] for name in setup["packages"]} == set(rooms), "no render, assets, tests or docs"
    assert setup["package-dir"] == {"scenes.assets": "assets"} and "py-modules" not in setup
    held = {path for pattern in setup["package-data"]["scenes.assets"] for path in (ROOT / "assets").glob(pattern)}
    assert {path for path in (ROOT / "assets").rglob("*") if path.is_file()} <= held


def test_without_the_packages_of_films_the_command_says_what_to_install() -> None:
    code = "import sys; sys.modules['click'] = None; from rendering.__main__ import run; run()"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (
        1,
        'error: films need more packages than the maths: pip install "attention-animations[films]"\n',
    )


def make(*words: str, at: Path = ROOT) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(["make", *words], cwd=at, env=environment, capture_output=True, text=True, check=False)


def test_make_alone_says_what_there_is() -> None:
    said = make().stdout
    assert said.startswith("make what? There are:\n")
    for target in ("videos", "test", "lint", "format", "clean"):
        assert re.search(rf"^  make {target} +\w", said, re.MULTILINE)


@pytest.mark.parametrize("target", ["videos", "test", "lint", "format"])
def test_every_command_sets_up_first(target: str) -> None:
    steps = make("-n", target, "PYTHON=python3.12", "VENV=elsewhere").stdout.splitlines()
    kind = "runtime" if target == "videos" else "dev"
    assert steps[0] == f"PYTHON='python3.12' VENV='elsewhere' sh tools/bootstrap.sh {kind}"
    assert all("'elsewhere/bin/" in step for step in steps[1:])


def test_checks_run_in_the_order_in_which_they_fail_fast() -> None:
    steps = make("-n", "test", "ARGS=-k icons").stdout.splitlines()[1:]
    order = ["-m ruff check .", "-m ruff format --check .", "/bin/lint-imports'", "-m mypy", "-m pytest"]
    assert [word for step in steps for word in order if word in step] == order
    assert steps[-1].endswith(" -k icons")


def test_clean_keeps_films_and_the_environment(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name in ("out/film.mp4", ".venv/pyvenv.cfg", "scenes/__pycache__/a.pyc", ".mypy_cache/a", "media/a"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert make("clean", at=tmp_path).returncode == 0
    left = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file())
    assert left == [".venv/pyvenv.cfg", "Makefile", "out/film.mp4"]


@pytest.mark.parametrize(
    ("recipe", "closing", "code"),
    [
        ("@echo '==== 12 passed, 1 skipped in 3.45s ===='", "==== 12 passed, 1 skipped in 3.45s ====", 0),
        ("@echo '3 failed, 2 warnings in 61.20s (0:01:01)'; false", "3 failed, 2 warnings in 61.20s (0:01:01)", 2),
        ("@echo 'Found 3 errors.'; false", "stopped before the tests, with exit code 2", 2),
        ("@! read -r line && echo '1 passed in 1s'", "1 passed in 1s", 0),
    ],
)
def test_continuous_integration_ends_with_pytests_closing_line(
    tmp_path: Path, recipe: str, closing: str, code: int
) -> None:
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci")
    (tmp_path / "Makefile").write_text(f"test:\n\t{recipe}\n")
    done = subprocess.run(
        [tmp_path / ".ci" / "run"], cwd="/", input="not for make", capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines()[-1] == closing
    assert done.returncode == code
