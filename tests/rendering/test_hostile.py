"""A user's input is only data: worlds, parameters, themes and records of any kind give shots or a one-line error.

They are read as far as a command reads them before anything is drawn; drawing them is tested in ``tests/scenes`` and
``tests/lecture`` (words that look like Typst and HTML). Together these properties try 500 inputs, or as many as
HOSTILE_EXAMPLES in the environment says (10,000 take one minute).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rendering.cache import store as stores
from rendering.cache.record import Record, read_record, recorded_shot, write_record
from rendering.cache.store import Store
from rendering.plan.new_world import write_new_world
from rendering.plan.plan import plan
from rendering.request.settings import Changes
from rendering.request.shot import QUALITIES, Shot
from scenes.errors import UserError
from scenes.reading import read_world
from scenes.themes import chosen_theme
from scenes.worlds import World, filled, load_world, make_world

pytestmark = pytest.mark.usefixtures("samples")

EXAMPLES = int(os.environ.get("HOSTILE_EXAMPLES", "500"))
"""The number of inputs that all properties try together."""

EVIL = (
    '#read("/etc/passwd")',
    '#{panic("x")}',
    "$x$",
    "*bold*",
    "@label",
    '#import "/etc/passwd": x',
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "/etc/passwd",
    "..",
    "~",
    "C:\\con",
    "a\0b",
    "\x1b[31mred\x1b[0m",
    "\r\n",
    "\u202eevil",
    "\u2066x\u2069",
    "\ufeff",
    "\u200b",
    "e\u0301" * 40,
    "\ud800",
    "\U0010ffff",
    "ﷺ" * 30,
    "😀",
    "__proto__",
    "__class__",
    "{0.__class__}",
    "%s%n",
    "${HOME}",
    "$(id)",
    "`id`",
    "; rm -rf /",
    "nan",
    "inf",
    "-0",
    "1e400",
    "9" * 5000,
    "x" * 100_000,
    "",
    " ",
)
"""Texts that some program somewhere does something with."""

TEXTS = st.sampled_from(EVIL) | st.text(max_size=30) | st.sampled_from(["apple", "pear", "fruit", "steps", "word"])
NUMBERS = st.integers() | st.floats() | st.sampled_from([0, 1, -1, 10**400, 2**63, 1e308, float("nan"), float("inf")])
LEAVES = st.none() | st.booleans() | NUMBERS | TEXTS
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4))
"""Whatever a TOML or JSON file may hold, and some of what it may not."""

GOOD = load_world("article").model_dump(mode="json")


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = {"a": [value]}
    return value


def changed(good: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Something that was right, in which a few places are not."""
    keys = st.sampled_from(sorted(good)) | TEXTS

    def put(changes: dict[str, Any]) -> dict[str, Any]:
        result = json.loads(json.dumps(good))
        for key, value in changes.items():
            below = result.get(key)
            result[key] = {**below, **value} if isinstance(below, dict) and isinstance(value, dict) else value
        return result

    return st.dictionaries(keys, VALUES | st.dictionaries(TEXTS, VALUES, max_size=3), min_size=1, max_size=3).map(put)


def refused_or(read: Callable[[], object]) -> object:
    """Return the result of reading; a refusal must be one line that can be printed."""
    try:
        return read()
    except UserError as error:
        assert str(error).isprintable(), "one line, nothing invisible, nothing that moves a terminal's cursor"
        assert len(str(error)) < 2000
        return None


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@settings(max_examples=max(1, EXAMPLES * 25 // 100))
@given(changed(GOOD) | VALUES.filter(lambda value: isinstance(value, dict)))
@example(nested(200))
@example({**GOOD, "vectors": {f"w{number}": [1.0, 2.0] for number in range(20_000)}})
@example({**GOOD, "axes": ["x"] * 10_000})
def test_a_world_is_read_or_refused(content: dict[str, Any]) -> None:
    def read() -> World:
        return make_world(filled(content, ["cherry", *EVIL[:4]]), "my.toml")

    world = refused_or(read)
    if isinstance(world, World):
        assert all(word.isprintable() and not any(map(str.isspace, word)) for word in world.vectors)
        assert all(abs(number) <= 1e4 for row in world.vectors.values() for number in row)


def as_toml(content: dict[str, Any]) -> str:
    """A file somebody could have written; what TOML cannot say is left out."""
    lines = []
    for key, value in content.items():
        text = json.dumps(value) if not isinstance(value, dict) else None
        if text is not None and "null" not in text:
            lines.append(f"{json.dumps(key)} = {text.replace('NaN', 'nan').replace('Infinity', 'inf')}")
    return "\n".join(lines)


FILES = (
    st.binary(max_size=80)
    | TEXTS.map(lambda text: text.encode("utf-8", "replace"))
    | st.builds(lambda content: as_toml(content).encode("utf-8", "replace"), changed(GOOD))
)


@settings(max_examples=max(1, EXAMPLES * 20 // 100))
@given(
    file=FILES,
    assignments=st.lists(st.tuples(TEXTS, TEXTS).map("=".join), max_size=2),
    phrase=st.none() | TEXTS,
    fill=st.booleans(),
)
@example(file=b"a." * 200_000 + b"b=1", assignments=[], phrase=None, fill=False)
@example(file=b"a = " + b"9" * 9000, assignments=[], phrase=None, fill=False)
@example(file=b"a = 2020-01-01", assignments=[], phrase=None, fill=True)
@example(file=b"a = " + b"[" * 9000, assignments=[], phrase=None, fill=True)
@example(file=b"steps = 0x" + b"f" * 5000, assignments=["steps=0x" + "f" * 5000], phrase=None, fill=True)
@example(file=b"x" * 1_000_001, assignments=[], phrase=None, fill=True)
def test_files_and_options_make_shots_or_one_line(
    file: bytes, assignments: list[str], phrase: str | None, fill: bool, alone: Path
) -> None:
    Path("my.toml").write_bytes(file)
    for changes in (
        Changes(tuple(assignments), None, "my.toml", () if phrase is None else (phrase,), fill),
        Changes(tuple(assignments), Path("my.toml"), None, (), fill),
        Changes(tuple(assignments), None, None, (), fill, axes=phrase),
    ):
        refused_or(lambda changes=changes: plan(["sample-moving"], changes.read(), QUALITIES["low"]))  # type: ignore[misc]
    assert os.listdir() == ["my.toml"]


@settings(max_examples=max(1, EXAMPLES * 10 // 100))
@given(world=TEXTS, theme=TEXTS, params=TEXTS)
def test_names_of_files_and_worlds_reach_nothing_else(world: str, theme: str, params: str, alone: Path) -> None:
    refused_or(lambda: plan(["sample-moving"], Changes((), Path(params), world).read(), QUALITIES["low"]))
    refused_or(lambda: chosen_theme(theme))
    refused_or(lambda: chosen_theme(f"{theme}.toml"))
    assert os.listdir() == []


@settings(max_examples=max(1, EXAMPLES * 10 // 100))
@given(
    content=st.dictionaries(st.sampled_from(["ink", "families", "base", "filled", "name"]) | TEXTS, VALUES, max_size=3)
)
def test_a_theme_is_read_or_refused(content: dict[str, Any], alone: Path) -> None:
    Path("my.toml").write_text(as_toml(content), encoding="utf-8", errors="replace")
    refused_or(lambda: chosen_theme("my.toml"))
    assert os.listdir() == ["my.toml"]


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    """A record of a sample; the fixture ``samples`` ends with each test, so it is read only as data here."""
    import sample_figures

    import scenes

    with pytest.MonkeyPatch.context() as patch:
        for name, entry in sample_figures.FIGURES.items():
            patch.setitem(scenes.FIGURES, name, entry)
        (shot,) = plan(["sample-moving"], Changes().read(), QUALITIES["low"])
        text = write_record(shot, "0" * 64, b"film", [], "0" * 64)
    content: dict[str, Any] = json.loads(text)
    return content


PLACES = ("figure", "file", "parameters", "world", "look", "quality", "format", "beats", "versions", "form", "shot")


@settings(max_examples=max(1, EXAMPLES * 20 // 100))
@given(
    changes=st.dictionaries(st.sampled_from(PLACES) | TEXTS, VALUES, min_size=1, max_size=2),
    deeper=st.dictionaries(
        st.sampled_from(["look", "quality", "format", "parameters", "world"]),
        st.dictionaries(
            TEXTS
            | st.sampled_from(
                ["theme", "speed", "language", "width", "film", "sheet", "still", "steps", "seconds", "vectors"]
            ),
            VALUES,
            max_size=2,
        ),
        max_size=2,
    ),
)
def test_a_record_is_read_or_refused(
    changes: dict[str, Any], deeper: dict[str, Any], record: dict[str, Any], alone: Path
) -> None:
    content = {**record, **changes, **{key: {**record[key], **below} for key, below in deeper.items()}}
    Path("r.json").write_text(json.dumps(content), encoding="utf-8", errors="replace")

    def read() -> tuple[Record, Shot]:
        known = read_record(Path("r.json"))
        return known, recorded_shot(known, "r.json")

    found = refused_or(read)
    if found is not None:
        shot = found[1]  # type: ignore[index]
        assert Path(shot.file_name).name == shot.file_name, "the file stays in the folder"
        assert 16 <= shot.quality.width <= 8192 and 0.5 <= shot.style.times.pace <= 2
    assert os.listdir() == ["r.json"]


@pytest.mark.parametrize("name", [name for name in EVIL if "\0" not in name and len(name) < 200 and name.isprintable()])
def test_a_beats_name_never_leads_out_of_the_folder(name: str, record: dict[str, Any], alone: Path) -> None:
    Path("r.json").write_text(json.dumps({**record, "format": {"still": {"beat": name}}}), encoding="utf-8")
    shot = recorded_shot(read_record(Path("r.json")), "r.json")
    assert (alone / "out" / shot.file_name).resolve().parent == alone / "out"


def test_a_new_world_is_written_where_it_is_told_and_nowhere_else(alone: Path) -> None:
    for name in ("a b.toml", "\u202e.toml", "#read.toml"):
        write_new_world(Path(name), "random")
        assert read_world(Path(name)) == read_world("random")
    write_new_world(Path("\ntitle = 1\n.toml"), "random", force=True)
    assert read_world(Path("\ntitle = 1\n.toml")) == read_world("random"), "a name ends no comment"
    Path("\ntitle = 1\n.toml").unlink()
    assert sorted(os.listdir()) == sorted(["a b.toml", "\u202e.toml", "#read.toml"])


DIGEST = "a" * 64
FIELDS = st.sampled_from(["content", "record", "shot", "untrue", "skipped", "seconds", "beats"])
ENTRIES = st.dictionaries(FIELDS | TEXTS, VALUES | st.just(DIGEST), max_size=4) | VALUES


@settings(max_examples=max(1, EXAMPLES * 15 // 100))
@given(kind=st.sampled_from(["shots", "requests", "history"]), entry=ENTRIES, forged=st.booleans())
@example(kind="shots", entry={"content": "../../canary", "record": ""}, forged=True)
@example(kind="shots", entry={"content": "/etc/passwd", "record": ""}, forged=True)
@example(kind="history", entry={"seconds": 1e400, "beats": 10**400}, forged=True)
@example(kind="requests", entry={"shot": DIGEST, "untrue": [nested(60)]}, forged=True)
@example(kind="requests", entry=nested(60), forged=False)
def test_an_entry_of_the_store_is_read_or_not_there(kind: str, entry: Any, forged: bool, alone: Path) -> None:
    (alone / "canary").write_text("the user's")
    store = Store(alone / "store")
    store.put("b" * 64, b"film")
    path = store.folder / kind / f"{DIGEST}.json"
    path.parent.mkdir(exist_ok=True)
    with suppress(RecursionError):
        if forged and isinstance(entry, dict):  # by somebody who knows how entries are written
            entry = {"entry": entry, "checksum": stores._checksum(kind, DIGEST, entry)}
        path.write_text(json.dumps(entry), encoding="utf-8")
    assert store.find(DIGEST) is None
    assert isinstance(store.record(DIGEST), str | None) and isinstance(store.skipped(DIGEST), str | None)
    assert store.shot_of(DIGEST) in (None, DIGEST) and all(isinstance(line, str) for line in store.untrue(DIGEST))
    history = store.history(DIGEST)
    assert history is None or (0 <= history.seconds < 1e9 and 0 <= history.beats < 1e6)
    path.unlink(missing_ok=True)
    assert store.find("b" * 64) == b"film" and (alone / "canary").read_text() == "the user's"
