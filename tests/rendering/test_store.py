"""What is kept of finished work, and by which names: digests, sources, the store itself, typeset texts."""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np
import pytest
import torch

from rendering.cache import digest as digests
from rendering.cache.digest import Digests, digest
from rendering.cache.sources import Sources
from rendering.cache.store import History, Store, default_folder
from rendering.draw.text_cache import Typesetting
from rendering.plan.plan import plan
from rendering.request.settings import Settings, read_settings
from rendering.request.shot import QUALITIES, Film, Sheet
from scenes import FIGURES
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


def test_every_figure_has_sources_of_its_own() -> None:
    sources = Sources()
    for entry in FIGURES.values():
        module = entry.target.partition(":")[0]
        others = {other.target.partition(":")[0] for other in FIGURES.values()} - {module}
        assert not others & set(sources.files(module))


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


def test_store_keeps_and_finds(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    assert store.find("a") is None and store.shot_of("r") is None and store.history("h") is None
    assert str(store.size()) == "0 files, 0.0 MB"
    store.put("a", b"film")
    store.put("b", b"film")
    store.remember("r", "a")
    store.note("h", History(1.5, 3))
    assert (store.find("a"), store.find("b"), store.shot_of("r"), store.history("h")) == (
        b"film",
        b"film",
        "a",
        History(1.5, 3),
    )
    assert store.size().files == 1
    log = store.keep_log("figure", "why")
    assert log is not None and log.read_text() == "why"
    (tmp_path / "store" / "other").write_text("not ours")
    store.clear()
    assert store.find("a") is None and (tmp_path / "store" / "other").exists()


@pytest.mark.parametrize("entry", [b"", b"[]", b"{", b'{"content": 1}', b'{"content": "../../x"}', b"\xff"])
def test_entry_that_makes_no_sense_is_none(tmp_path: Path, entry: bytes) -> None:
    store = Store(tmp_path)
    store.put("a", b"film")
    store.note("a", History(1, 1))
    for kind in ("shots", "history", "requests"):
        (tmp_path / kind).mkdir(exist_ok=True)
        (tmp_path / kind / "a.json").write_bytes(entry)
    assert store.find("a") is None and store.history("a") is None


def test_longest_unused_goes_first(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for name in "abc":
        store.put(name, name.encode() * 1000)
    for path in (tmp_path / "files").iterdir():
        os.utime(path, (time.time() - 1000, time.time() - 1000))
    assert store.find("a")
    removed = store.prune(most_bytes=1500)
    assert removed.files == 2 and store.find("a") and not store.find("b")
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


def test_typeset_texts_are_shared_when_they_are_whole(tmp_path: Path) -> None:
    one, two = (Typesetting(tmp_path / name, tmp_path / "shared") for name in ("one", "two"))
    one.fill()
    (tmp_path / "one" / "typst" / "word.svg").write_text("<svg></svg>\n")
    one.share()
    two.fill()
    assert (tmp_path / "two" / "typst" / "word.svg").read_text() == "<svg></svg>\n"
    (shared,) = (tmp_path / "shared").rglob("word.svg")
    shared.unlink()
    shared.write_text("<svg></s")
    three = Typesetting(tmp_path / "three", tmp_path / "shared")
    three.fill()
    assert not list((tmp_path / "three" / "typst").iterdir()) and not shared.exists()


def test_digest_of_all_sources_says_whether_machines_are_alike() -> None:
    assert Digests().of_sources() == Digests().of_sources()
