from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rendering.request.settings import Settings, read_settings, read_value
from rendering.request.shot import QUALITIES
from scenes.errors import UserError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        ("1.5", 1.5),
        ("true", True),
        ("[1, 2]", [1, 2]),
        ('["a", "b"]', ["a", "b"]),
        ("1.2,1.9", [1.2, 1.9]),
        ("-1, 2e3", [-1.0, 2000.0]),
        ("I ate a pear and an apple", "I ate a pear and an apple"),
        ("pear,apple", "pear,apple"),
        ('"quoted"', "quoted"),
        ("", ""),
        ("2020-01-01", "2020-01-01"),
        ("1\nother = 2", "1\nother = 2"),
        ("9" * 5000, "9" * 5000),
        ("[" * 5000, "[" * 5000),
    ],
)
def test_value_is_toml_or_numbers_or_text(text: str, value: object) -> None:
    assert read_value(text) == value


def test_assignments_nest_at_dots_and_add_up() -> None:
    settings = read_settings(["world.vectors.apple=1,2", "world.vectors.pear=3,4", "word=pear", "word=apple"])
    assert settings.given == {"world": {"vectors": {"apple": [1, 2], "pear": [3, 4]}}, "word": "apple"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("word", '--set needs key=value, such as world.vectors.apple=1.2,1.9; got "word"'),
        ("=1", '--set needs key=value, such as world.vectors.apple=1.2,1.9; got "=1"'),
        ("a..b=1", '--set needs key=value, such as world.vectors.apple=1.2,1.9; got "a..b=1"'),
        ("a.b.c.d.e.f.g.h.i=1", '--set takes at most 8 keys joined by dots; got 9 in "a.b.c.d.e.f.g.h.i"'),
        ("world=1", "world must be a table; got 1"),
    ],
)
def test_assignment_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        read_settings([text])
    assert str(caught.value) == message


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_file_holds_values_for_all_and_for_single_figures(tmp_path: Path, samples: None) -> None:
    file = write(tmp_path / "p.toml", "word = 'pear'\n[world.vectors]\napple = [1, 2]\n[sample-moving]\nsteps = 3\n")
    settings = read_settings(["steps=4"], file)
    assert settings.common == {"word": "pear", "world": {"vectors": {"apple": [1, 2]}}}
    assert settings.own == {"sample-moving": {"steps": 3}}
    assert settings.of("sample-moving") == {"word": "pear", "steps": 4, "world": {"vectors": {"apple": [1, 2]}}}


def test_own_values_go_before_common_ones_and_assignments_before_both() -> None:
    settings = Settings({"a": 1, "b": 1, "c": 1}, {"x": {"a": 2, "b": 2}}, {"a": 3})
    assert settings.of("x") == {"a": 3, "b": 2, "c": 1}
    assert settings.of("y") == {"a": 3, "b": 1, "c": 1}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("world = 1", "world must be a table; got 1"),
        ("sample-moving = 1", "sample-moving must be a table; got 1"),
        ("[sample-moving]\nworld = 1", "sample-moving.world must be a table; got 1"),
        ("a = = 1", 'parameter file "{}" is not valid TOML: Invalid value (at line 1, column 5)'),
    ],
)
def test_file_that_cannot_be_used(
    content: str, message: str, tmp_path: Path, samples: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = write(Path("p.toml"), content)
    with pytest.raises(UserError) as caught:
        read_settings([], file)
    assert str(caught.value) == message.format(file)


@given(st.lists(st.text(), max_size=4))
@example(["world.vectors=1"])
@example(["a.b=1", "a=2", "a.c=3"])
@example(["\ud800=\ud800"])
def test_any_assignments_are_read_or_refused(texts: list[str]) -> None:
    try:
        read_settings(texts)
    except UserError as error:
        assert str(error).isprintable()


@pytest.mark.parametrize(
    ("quality", "frame", "size"),
    [
        ("low", "16:9", (854, 480)),
        ("low", "4:3", (640, 480)),
        ("medium", "9:16", (720, 1280)),
        ("high", "9:16", (1080, 1920)),
        ("high", "1:1", (1080, 1080)),
        ("4k", "4:3", (2880, 2160)),
    ],
)
def test_size_of_a_frame(quality: str, frame: str, size: tuple[int, int]) -> None:
    framed = QUALITIES[quality].framed(frame)
    assert (framed.width, framed.height) == size
