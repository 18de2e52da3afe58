import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rendering.plan.plan import plan
from rendering.request.figure_names import chosen
from rendering.request.settings import Settings, read_settings
from rendering.request.shot import QUALITIES, Shot
from scenes.errors import UserError

pytestmark = pytest.mark.usefixtures("samples")
LOW = QUALITIES["low"]


def planned(*assignments: str, names: tuple[str, ...] = ("sample-moving",), **tables: object) -> list[Shot]:
    settings = read_settings(assignments)
    return plan(names, Settings(tables.get("common", {}), tables.get("own", {}), settings.given), LOW)  # type: ignore[arg-type]


def refusal(*assignments: str, names: tuple[str, ...] = ("sample-moving",), **tables: object) -> str:
    with pytest.raises(UserError) as caught:
        planned(*assignments, names=names, **tables)
    return str(caught.value)


def test_names_are_taken_once_and_all_means_every_figure() -> None:
    assert chosen(["sample-still", "sample-moving", "sample-still"]) == ["sample-still", "sample-moving"]
    assert chosen(["sample-still", "all"])[:2] == ["sample-moving", "sample-still"]


def test_changes_reach_parameters_and_world() -> None:
    (shot,) = planned("steps=3", "world.vectors.apple=1.2,1.9")
    assert shot.parameters.steps == 3  # type: ignore[attr-defined]
    assert shot.world.vectors["apple"] == (1.2, 1.9)
    assert shot.file_name == "sample-moving.mp4"


def test_text_with_commas_fills_a_list() -> None:
    (shot,) = planned("sides=3, 4", names=("sample-still",))
    assert shot.parameters.sides == (3.0, 4.0)  # type: ignore[attr-defined]


def test_parameter_goes_to_the_figures_that_know_it_with_all() -> None:
    shots = {shot.figure: shot for shot in planned("steps=3", names=("all",))}
    assert shots["sample-moving"].parameters.steps == 3  # type: ignore[attr-defined]
    assert not hasattr(shots["sample-still"].parameters, "steps")


def test_number_of_a_world_is_changed_where_it_is() -> None:
    both = ("sample-moving", "sample-scattered")
    moving, scattered = planned("world.vectors.apple=1,2", "world.vectors.pear=3,4", names=both)
    assert moving.world.vectors["apple"] == (1, 2)
    assert "apple" not in scattered.world.vectors
    assert moving.world.vectors["pear"] == scattered.world.vectors["pear"] == (3, 4)


def test_word_that_no_world_has_is_new() -> None:
    (shot,) = planned("world.vectors.cherry=2.5,0.5", "word=cherry")
    assert shot.world.vectors["cherry"] == (2.5, 0.5)
    (shot,) = planned("world.vectors.cherry=2.5,0.5", "world.phrases.red=a cherry")
    assert "cherry" in shot.world.vectors
    vectors = {"world": {"vectors": {"cherry": [1, 2], "plum": [1, 2]}}}  # a file may hold more than one film needs
    assert planned(common=vectors)


def test_values_of_one_figure_leave_the_others_alone() -> None:
    own = {"sample-moving": {"steps": 4, "world": {"vectors": {"pear": [1, 1]}}}}
    moving, still = planned(names=("sample-moving", "sample-still"), own=own)
    assert moving.parameters.steps == 4  # type: ignore[attr-defined]
    assert moving.world.vectors["pear"] == (1, 1) != still.world.vectors["pear"]


@pytest.mark.parametrize(
    ("assignment", "message"),
    [
        ("stebs=3", 'sample-moving has no parameter "stebs"; did you mean "steps"?'),
        ("q=3", 'sample-moving has no parameter "q"; there are: seconds, steps, word'),
        ("steps=two", 'sample-moving: steps must be a whole number; got "two"'),
        ("steps=1.5", "sample-moving: steps must be a whole number; got 1.5"),
        ("steps=[1]", "sample-moving: steps must be a whole number; got [1]"),
        ("steps=99", "sample-moving: steps must be less than or equal to 9; got 99"),
        ("seconds=nan", "sample-moving: seconds must be a finite number; got nan"),
        ("seconds=-1", "sample-moving: seconds must be greater than 0; got -1"),
        ("word=5", "sample-moving: word must be text; got 5"),
        ("word=", "sample-moving: word is empty; give at least one word"),
        ("word=aple", 'sample-moving: unknown word "aple" in word; did you mean "apple"?'),
        ("word.deep=1", "sample-moving: word must be text; got {'deep': 1}"),
        ("world.vectors.apple=nan,1", 'world "article": [vectors].apple[0] must be a finite number; got nan'),
        (
            "world.vectors.apple=1,2,3",
            'world "article": [vectors].apple needs 2 numbers (fruitiness, techiness); got 3',
        ),
        ("world.vectors.apple=1", 'world "article": [vectors].apple must be a list; got 1'),
        ("world.vectors.apple=red", 'world "article": [vectors].apple must be a list; got "red"'),
        ("world.vectors.apple=[1,'red']", 'world "article": [vectors].apple[1] must be a number; got "red"'),
        ("world.vectors.apple=99999,1", 'world "article": [vectors].apple must stay within ±10000; got 99999'),
        ("world.vectors=1", 'world "article": vectors must be a table; got 1'),
        ("world.vectorz.apple=1,2", 'world "article": unknown name "vectorz"; did you mean "vectors"?'),
        ("world.vectors.aple=1,2", 'unknown word "aple" in world.vectors; did you mean "apple"?'),
        ("world.vectors.cherry=1,2", 'unknown word "cherry" in world.vectors; nothing uses it'),
        ("world.subject=aple", 'world "article": unknown word "aple" in subject; did you mean "apple"?'),
    ],
)
def test_refusals(assignment: str, message: str) -> None:
    assert refusal(assignment) == message


def test_refusals_for_several_figures() -> None:
    both = ("sample-still", "sample-moving")
    assert refusal("steps=3", names=both) == 'sample-still has no parameter "steps"; there are: sides'
    assert refusal("stebs=3", names=("all",)) == 'no figure has a parameter "stebs"; did you mean "steps"?'
    own = {"sample-moving": {"stebs": 4}}
    assert refusal(names=both, own=own) == 'sample-moving: unknown name "stebs"; did you mean "steps"?'
    assert refusal("sides=1", names=("sample-still",)) == "sample-still: sides must be a list; got 1"
    assert refusal("sides=1,2,3", names=("sample-still",)) == "sample-still: sides must have at most 2 items; got 3"
    assert refusal("sides=[1]", names=("sample-still",)) == "sample-still: sides[1] is missing"


def test_unknown_figures() -> None:
    assert refusal(names=("sample-movin",)) == 'unknown figure "sample-movin"; did you mean "sample-moving"?'
    assert refusal(names=("x",)) == 'unknown figure "x"; the command "list" shows them all'


KEYS = st.sampled_from(
    ["seconds", "steps", "word", "world.vectors.apple", "world.axes", "world.phrases.fruit", "world"]
)


@given(st.tuples(KEYS, st.text() | st.floats().map(str) | st.integers().map(str) | st.lists(st.floats()).map(str)))
@example(("steps", "1" + "0" * 400))
@example(("seconds", "1" + "0" * 400))
@example(("seconds", "nan"))
@example(("word", "\ud800"))
@example(("world.vectors.apple", "1e308,1e308"))
@example(("world.axes", '["a", "b", "c"]'))
@example(("world.vectors", "{}"))
def test_any_value_makes_a_shot_or_one_line(assignment: tuple[str, str]) -> None:
    try:
        planned("=".join(assignment))
    except UserError as error:
        assert str(error).isprintable()
