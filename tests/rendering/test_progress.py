"""The display of a batch: lines, a board on a terminal, a summary."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from rendering.commands.progress import description, duration, sentence, shown_on
from rendering.request.results import Failed, Phase, Rendered, State, summary

GOOD = Rendered("moving", Path("out/moving.mp4"), 1.25)
SAME = Rendered("moving", Path("out/moving.mp4"), None)
BAD = Failed("broken", "it is broken", "", Path("cache/broken.log"))


def test_sentences() -> None:
    assert sentence(GOOD) == "moving 1.2 s"
    assert sentence(SAME) == "moving unchanged"
    assert sentence(BAD) == "error: broken: it is broken (log: cache/broken.log)"
    assert summary([GOOD], 2.0, Path("out")) == "1 figure in 2.0 s: out"
    assert summary([GOOD, BAD], 2.0, Path("out")) == "1 of 2 figures in 2.0 s: out; failed: broken"
    assert summary([GOOD, SAME], 2.0, Path("out")) == "2 figures (1 unchanged) in 2.0 s: out"
    assert summary([SAME], 0.2, Path("out")) == "nothing changed: 1 figure in 0.2 s: out"


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (State("a", Phase.WAITING), "waiting"),
        (State("a", Phase.DRAWING, 0, 6, 0.0), "beat 1 of 6"),
        (State("a", Phase.DRAWING, 6, 6, 3.25), "beat 6 of 6, 3.2 s drawn"),
        (State("a", Phase.DRAWING, 2, None, 3.0), "beat 3, 3.0 s drawn"),
        (State("a", Phase.ENCODING, 6, 6, 9.0), "encoding"),
    ],
)
def test_descriptions(state: State, text: str) -> None:
    assert description(state) == text


def test_durations() -> None:
    assert [duration(seconds) for seconds in (0, 59.4, 60, 125)] == ["0 s", "59 s", "1 min 0 s", "2 min 5 s"]


def test_plain_lines_when_not_on_a_terminal() -> None:
    text = StringIO()
    with shown_on(Console(file=text), 2) as listener:
        listener.went([State("moving", Phase.DRAWING, 1, 2, 0.5)], 3.0)
        listener.ended(GOOD)
        listener.ended(BAD)
    assert text.getvalue() == "[1/2] moving 1.2 s\nerror: broken: it is broken (log: cache/broken.log)\n"


def test_board_on_a_terminal() -> None:
    text = StringIO()
    terminal = Console(file=text, force_terminal=True, width=90, height=5, _environ={"TERM": "xterm"})
    with shown_on(terminal, 2) as listener:
        waiting = [State(f"waiting-{number}", Phase.WAITING) for number in range(9)]
        listener.went([*waiting, State("moving", Phase.DRAWING, 1, 2, 0.5)], 65.0)
        listener.ended(GOOD)
    shown = text.getvalue().replace("\r", "")
    assert "moving     beat 2 of 2, 0.5 s drawn" in shown
    assert "waiting-0  waiting" in shown and "and 8 more" in shown
    assert "0 of 2 done, about 1 min 5 s left" in shown
    assert "[1/2] moving 1.2 s\n" in shown
