"""The store of finished work: digests, sources, the store itself, typeset texts."""

from __future__ import annotations

import hashlib
import json
import os
import time
from pathlib import Path

import numpy as np
import pytest
import torch

from rendering.cache import digest as digests
from rendering.cache import sources
from rendering.cache import store as stores
from rendering.cache.digest import Digests, digest
from rendering.cache.sources import Sources
from rendering.cache.store import History, Store, default_folder
from rendering.draw.text_cache import Typesetting
from rendering.plan.plan import plan
from rendering.request.formats import Film, Sheet
from rendering.request.settings import Settings, read_settings
from rendering.request.shot import QUALITIES
from scenes import FIGURES
from scenes.errors import UserError, shown
from scenes.style import DEFAULT
from scenes.worlds import load_world

LOW = QUALITIES["low"]
PULLING = "attention-all-embeddings"
DISTINCT = [
    None,
    True,
    1,
    1.0,
    "1",
    b"1",
    (),
    [],
    {},
    (1,),
    ((1,),),
    (1, 2),
    (2, 1),
    {1: 2},
    {2: 1},
    {"a": 1, "b": 2},
    {"b": 2, "a": 1},
    "",
    "a\0b",
    float("nan"),
    -0.0,
    0.0,
    frozenset({1}),
    torch.zeros(2),
    torch.zeros(2, 1),
    torch.zeros(2, dtype=torch.float64),
    torch.tensor([0.0, 1e-8]),
    torch.zeros(2, dtype=torch.bfloat16),
    torch.tensor(1.0),
    np.zeros(2),
]


def test_different_values_have_different_digests() -> None:
    assert len({digest(value) for value in DISTINCT}) == len(DISTINCT)
    assert digest("ab", "c") != digest("a", "bc")


def test_same_values_have_the_same_digest() -> None:
    strided = torch.arange(6.0).reshape(2, 3).T
    assert digest(strided) == digest(strided.contiguous().requires_grad_())
    assert digest({"b", "a"}) == digest({"a", "b"})
    assert digest(load_world("article")) == digest(load_world("article"))
    with pytest.raises(TypeError, match="function"):
        digest(lambda: None)


def test_shot_digest_covers_what_decides_its_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    def shot_digest(*assignments: str, form: Film | Sheet | None = None, quality: str = "low") -> str:
        return Digests().of_shot(plan([PULLING], read_settings(assignments), QUALITIES[quality], form)[0])

    usual = shot_digest()
    assert usual == shot_digest("word=apple")  # the default
    others = [
        shot_digest("phrase=apple phone laptop"),
        shot_digest("world.vectors.banana=4.5,4"),
        shot_digest(quality="high"),
        shot_digest(form=Film(encoder="fast")),
        shot_digest(form=Film(plain=True)),
        shot_digest(form=Sheet()),
    ]
    monkeypatch.setattr(digests, "version", lambda package: "0")
    others.append(shot_digest())
    assert len({usual, *others}) == 1 + len(others)


def test_request_digest_covers_what_may_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    def request(settings: Settings, names: tuple[str, ...]) -> str:
        return Digests().of_request(PULLING, settings, LOW, Film(), names, DEFAULT)

    assert request(Settings(), (PULLING,)) == request(Settings(), ("all",))
    changed = read_settings(["word=pear"])
    assert len({request(changed, (PULLING,)), request(changed, ("all",)), request(Settings(), ("all",))}) == 3
    before = request(Settings(), ("all",))
    monkeypatch.setattr(digests, "worlds", lambda: {"article.toml": b""})
    assert request(Settings(), ("all",)) != before


def test_sources_are_those_that_are_imported() -> None:
    found = Sources().files("scenes.article.pulling.pulls", "rendering.outputs.film")
    assert {
        "scenes.article.pulling.pulls",
        "scenes.figure",
        "scenes.parts.plane.word_plane",
        "attnmath.attention",
    } <= set(found)
    assert {"rendering.draw.camera", "rendering.encode.h264", "rendering.draw.renderer"} <= set(found)
    assert not set(found) & {
        "scenes",
        "attnmath",
        "scenes.article.pulling.weighing",
        "rendering.batch.jobs",
        "attnmath.latent",
    }
    assert not any(name.startswith("assets/worlds") for name in found)


def test_icons_belong_to_what_draws_them() -> None:
    assert "assets/icons/apple.svg" in Sources().files("scenes.parts.icons")
    assert "assets/icons/apple.svg" not in Sources().files("attnmath.attention")


def test_changed_asset_changes_the_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An asset is read once in a process, until it is written again, be it with as many bytes."""
    monkeypatch.setattr(sources, "_asset_folders", lambda: {"icons": tmp_path})
    icon = tmp_path / "apple.svg"
    icon.write_bytes(b"first")
    before = Sources().digest("scenes.parts.icons")
    assert Sources().digest("scenes.parts.icons") == before
    icon.write_bytes(b"other")
    assert Sources().digest("scenes.parts.icons") != before


def test_every_figure_has_sources_of_its_own() -> None:
    known = Sources()
    for entry in FIGURES.values():
        module = entry.target.partition(":")[0]
        others = {other.target.partition(":")[0] for other in FIGURES.values()} - {module}
        assert not others & set(known.files(module))


def test_changed_source_changes_the_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    folder = tmp_path / "drawn"
    (folder / "parts").mkdir(parents=True)
    (folder / "__init__.py").write_text("from drawn.one import a\nfrom drawn.two import b\n")
    (folder / "one.py").write_text("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import drawn.two\na = 1\n")
    (folder / "two.py").write_text("def f():\n    from .parts import three\n")
    (folder / "parts" / "__init__.py").write_text("")
    (folder / "parts" / "three.py").write_text("not python (")
    (folder / "figure.py").write_text("from drawn import a\n")
    assert set(Sources().files("drawn.figure")) == {"drawn.figure", "drawn.one"}
    assert set(Sources().files("drawn.two")) == {"drawn.two", "drawn.parts.three"}
    before = Sources().digest("drawn.figure")
    (folder / "two.py").write_text("")
    assert Sources().digest("drawn.figure") == before
    (folder / "one.py").write_text("a = 2\n")
    assert Sources().digest("drawn.figure") != before


A, B, C = "a" * 64, "b" * 64, "c" * 64
KINDS = ("shots", "requests", "history")


def test_store_keeps_and_finds(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    assert store.find(A) is None and store.shot_of(C) is None and store.history(C) is None
    assert str(store.size()) == "0 files, 0.0 MB"
    store.put(A, b"film", "record")
    store.put(B, b"film")
    store.remember(C, A, ["untrue"])
    store.skip(B, "why")
    store.note(C, History(1.5, 3))
    assert (store.find(A), store.record(A), store.find(B), store.record(B)) == (b"film", "record", b"film", "")
    assert (store.shot_of(C), store.untrue(C), store.skipped(C)) == (A, ("untrue",), None)
    assert (store.shot_of(B), store.untrue(B), store.skipped(B)) == (None, (), "why")
    assert store.history(C) == History(1.5, 3)
    assert store.size().files == 1
    log = store.keep_log("figure", "why")
    assert log is not None and log.read_text() == "why"
    store.clear()
    assert store.find(A) is None and store.size().bytes == 0


def entry(store: Store, kind: str, value: dict[str, object], digest: str = A) -> Path:
    """An entry as somebody would forge it who knows how entries are written."""
    store.claim()
    path = store.folder / kind / f"{digest}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"entry": value, "checksum": stores._checksum(kind, digest, value)}))
    return path


def test_a_forged_entry_reaches_no_other_file(tmp_path: Path) -> None:
    store, canary = Store(tmp_path / "store"), tmp_path / "canary.txt"
    canary.write_text("the user's")
    store.claim()
    (store.folder / "files").mkdir()
    (tmp_path / ("d" * 64)).write_text("the user's")
    names = ("../../canary.txt", str(canary), "../" + "d" * 64, "", ".", "..", "D" * 64, "d" * 63, "d" * 64 + "\n", 1)
    for name in names:
        entry(store, "shots", {"content": name, "record": ""})
        assert store.find(A) is None and store.record(A) is None
    linked = hashlib.sha256(b"the user's").hexdigest()
    (store.folder / "files" / linked).symlink_to(canary)
    entry(store, "shots", {"content": linked, "record": ""})
    assert store.find(A) is None
    store.clear()
    assert canary.read_text() == "the user's" and (store.folder / "files" / linked).is_symlink()


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"{", b"null", b"\xff", b"[" * 200_000, b'{"entry": ' * 5000, b"9" * 5000, b'{"entry": {}}'],
)
def test_an_entry_that_makes_no_sense_is_none(tmp_path: Path, content: bytes) -> None:
    store = Store(tmp_path)
    for kind in KINDS:
        entry(store, kind, {}).write_bytes(content)
    assert (store.find(A), store.record(A), store.history(A)) == (None, None, None)
    assert (store.shot_of(A), store.skipped(A), store.untrue(A)) == (None, None, ())


def test_an_entry_that_was_changed_or_moved_is_none(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put(A, b"film", "record")
    path = tmp_path / "shots" / f"{A}.json"
    whole = path.read_text()
    path.rename(path.with_name(f"{B}.json"))
    assert store.find(B) is None, "moved"
    path.write_text(whole.replace("record", "Record", 1))
    assert store.find(A) is None, "changed"
    path.write_text(whole)
    assert store.find(A) == b"film"
    (kept,) = (tmp_path / "files").iterdir()
    kept.write_bytes(b"FILM")
    assert store.find(A) is None, "another file"


@pytest.mark.parametrize("number", ["1e400", "NaN", "-1", "-0.1", "true", '"1"', "[1]", "null", "1e8", "9" * 400])
def test_a_history_that_cannot_be_is_none(tmp_path: Path, number: str) -> None:
    store = Store(tmp_path)
    for name in ("seconds", "beats"):
        entry(store, "history", {"seconds": 1.0, "beats": 1, name: json.loads(number)})
        assert store.history(A) is None


@pytest.mark.parametrize("kind", KINDS)
def test_an_entry_that_is_no_file_is_none(tmp_path: Path, kind: str, no_waiting: None) -> None:
    store = Store(tmp_path)
    path = entry(store, kind, {})
    for make in (os.mkfifo, os.mkdir, lambda path: os.symlink("/dev/zero", path)):
        path.unlink() if not path.is_dir() else path.rmdir()
        make(path)
        assert (store.find(A), store.shot_of(A), store.history(A)) == (None, None, None)
    path.unlink()
    with path.open("wb") as file:
        file.truncate(1 << 40)
    assert (store.find(A), store.shot_of(A), store.history(A)) == (None, None, None)


def files_of(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_only_a_folder_that_is_marked_is_filled_or_cleared(tmp_path: Path) -> None:
    for name in ("files/thesis.tex", f"files/{A}", "logs/2024.log", "shots/holiday.jpg", "notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("the user's")
    before, store = files_of(tmp_path), Store(tmp_path)
    why = "holds other files, and no CACHEDIR.TAG of this project; take a new or an empty folder"
    for use in (store.require_own, store.clear, lambda: store.prune(0)):
        with pytest.raises(UserError) as caught:
            use()
        assert str(caught.value) == f"the cache folder {shown(tmp_path)} {why}"
    store.put(B, b"film")
    assert store.find(B) is None and store.keep_log("figure", "why") is None
    (tmp_path / "CACHEDIR.TAG").write_text("Signature: 8a477f597d28d172789f06886806bc55\n# somebody else's\n")
    with pytest.raises(UserError):
        store.clear()
    assert files_of(tmp_path) == before | {"CACHEDIR.TAG"}


def test_a_store_that_may_not_be_read_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbid(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(tmp_path))

    store = Store(tmp_path)
    store.put(A, b"film")
    monkeypatch.setattr(stores, "read_regular_file", forbid)
    monkeypatch.setattr(os, "listdir", forbid)
    store.require_own()
    store.put(B, b"film")
    assert store.find(A) is None and store.history(A) is None and store.size().files == 0
    with pytest.raises(PermissionError):
        store.clear()


def test_of_a_store_only_what_it_made_is_cleared(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put(A, b"film")
    store.note(A, History(1, 1))
    store.keep_log("figure", "why")
    Typesetting(tmp_path / "own", store).fill()
    others = {"files/thesis.tex", "logs/My.log", f"shots/{A}.jpg", "typeset/mine/word.svg", "x/" + A, "history/a.json"}
    for name in others:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("the user's")
    (tmp_path / "files" / B).symlink_to(tmp_path / "files" / "thesis.tex")
    assert str(store.clear()).startswith("1 file, ")
    assert files_of(tmp_path) == others | {"CACHEDIR.TAG", f"files/{B}"}


def test_a_folder_behind_a_link_is_neither_filled_nor_cleared(tmp_path: Path) -> None:
    store, elsewhere = Store(tmp_path / "store"), tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / A).write_text("the user's")
    store.claim()
    (store.folder / "files").symlink_to(elsewhere)
    store.put(B, b"film")
    store.clear()
    assert store.find(B) is None and files_of(elsewhere) == {A}


def test_a_store_from_before_the_marker_is_taken_on_where_caches_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ATTENTION_CACHE")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    store = Store()
    (store.folder / "files").mkdir(parents=True)
    (store.folder / "files" / A).write_text("film")
    (store.folder / "files" / "thesis.tex").write_text("the user's")
    with pytest.raises(UserError):
        store.clear()
    (store.folder / "files" / "thesis.tex").unlink()
    assert store.clear().files == 1


def test_longest_unused_goes_first(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for name in (A, B, C):
        store.put(name, name[:1].encode() * 1000)
    for path in (tmp_path / "files").iterdir():
        os.utime(path, (time.time() - 1000, time.time() - 1000))
    assert store.find(A)
    removed = store.prune(most_bytes=2000)
    assert removed.files == 2 and store.find(A) and not store.find(B)
    assert store.prune(10**9, most_seconds=500).files == 0
    assert store.prune(0).files == 1 and store.size().bytes == 0


def test_store_is_where_caches_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATTENTION_CACHE", "/here")
    assert default_folder() == Path("/here")
    monkeypatch.delenv("ATTENTION_CACHE")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/there")
    assert default_folder() == Path("/there/attention-animations")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert default_folder() == Path.home() / ".cache" / "attention-animations"


def test_typeset_texts_are_shared_when_they_are_whole(tmp_path: Path, no_waiting: None) -> None:
    store = Store(tmp_path / "shared")
    one, two, three = (Typesetting(tmp_path / name, store) for name in ("one", "two", "three"))
    one.fill()
    (tmp_path / "one" / "typst" / "word.svg").write_text("<svg></svg>\n")
    one.share()
    two.fill()
    text = (tmp_path / "two" / "typst" / "word.svg").read_text()
    assert text.startswith("<svg></svg>\n<!-- sha256 ")
    (shared,) = store.folder.rglob("word.svg")
    shared.unlink()
    two.share()
    assert shared.read_text() == text, "sealed once"
    shared.write_text(text.replace("svg", "SVG", 1))
    os.mkfifo(shared.with_name("pipe.svg"))
    three.fill()
    assert not list((tmp_path / "three" / "typst").iterdir()) and not shared.exists()


def test_digest_of_all_sources_says_whether_machines_are_alike() -> None:
    assert Digests().of_sources() == Digests().of_sources()
