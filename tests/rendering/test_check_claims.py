"""Claims about figures are measured on a user's numbers, and the numbers can be written to a file."""

from __future__ import annotations

import csv
import io
import json
import struct

import pytest
import torch
from click.testing import CliRunner, Result

import render
from rendering.outputs.numbers import as_csv, as_json, exact
from rendering.plan import check_claims as checking
from rendering.plan.check_claims import Verdict, tally, untrue, verdicts
from rendering.plan.plan import plan
from rendering.request.settings import Changes
from rendering.request.shot import QUALITIES, Shot
from scenes import FIGURES
from scenes.claims import Claim, Measurement
from scenes.errors import UserError

ALL, SOFTMAX = "attention-all-embeddings", "attention-all-softmax"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(render.main, arguments)


def shot(name: str, *assignments: str) -> Shot:
    return plan([name], Changes(assignments).read(), QUALITIES["low"])[0]


def test_each_claim_is_a_line_with_its_values() -> None:
    result = run("check", ALL)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        ALL,
        "  ✓ One other word pulls clearly, the rest next to nothing: banana 0.28, then I 0.002",
        "  ✓ The words that hardly pull are farther away than the one that does: 1.61 < 2.92",
        "2 claims: all true",
    ]


def test_what_is_false_is_said_with_its_values_and_ends_with_1() -> None:
    result = run("check", ALL, "attention-all-dot-product", "--set", "world.vectors.ate=1.9,1.0")
    assert (result.exit_code, result.stderr) == (1, "")
    assert "  ✗ One other word pulls clearly, the rest next to nothing: ate 0.31, then banana 0.191" in result.stdout
    assert result.stdout.endswith("4 claims: 2 are not true\n")


def test_without_names_every_figure_is_checked_and_what_cannot_be_says_why() -> None:
    result = run("check", "--world", "random")
    assert result.exit_code == 1, "the words are not placed by meaning there"
    assert result.stdout.startswith("attention-random-embedding\n  ✓ Placed by chance, ")
    assert "skipped attention-update-apple: phrase is the phrase" in result.stderr
    named = [line for line in result.stdout.splitlines() if line in FIGURES]
    assert len(named) + result.stderr.count("skipped") == len(FIGURES)


def test_a_claim_that_cannot_be_measured_is_not_true(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(numbers: object, world: object) -> Measurement:
        raise UserError("there is no third word")

    monkeypatch.setattr(checking, "claims_of", lambda figure: (Claim("All is well.", fails),))
    (verdict,) = verdicts(shot(ALL))
    assert verdict.line == "✗ All is well: cannot be measured: there is no third word"
    assert untrue(shot(ALL)) == (f"✗ {ALL}: All is well: cannot be measured: there is no third word",)


@pytest.mark.parametrize(
    ("holds", "said"),
    [
        ([], "0 claims: all true"),
        ([False], "1 claim: 1 is not true"),
        ([True, False, False], "3 claims: 2 are not true"),
    ],
)
def test_tally(holds: list[bool], said: str) -> None:
    assert tally(Verdict("", "", "", each) for each in holds) == said


def test_false_claims_are_said_after_rendering_with_own_numbers(
    samples: None, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    def small(numbers: object, world: object) -> Measurement:
        width = float(numbers.vector[0, 0])  # type: ignore[attr-defined]
        return Measurement(width < 2, f"{width:.2f}")

    monkeypatch.chdir(tmp_path)  # type: ignore[arg-type]
    monkeypatch.setattr(checking, "claims_of", lambda figure: (Claim("It is small.", small),))
    monkeypatch.setattr("rendering.request.shot.QUALITIES", QUALITIES)
    line = "✗ sample-moving: It is small: 2.50\n"
    arguments = ("sheet", "sample-moving", "-q", "low", "--set", "world.vectors.apple=2.5,1")
    for _ in range(2):  # the second time it is only published
        result = run(*arguments)
        assert result.exit_code == 0 and result.stderr.endswith(line)
    assert result.stdout.startswith("nothing changed")
    assert "✗" not in run("sheet", "sample-moving", "-q", "low").stderr
    assert "✗" not in run("sheet", "sample-moving", "-q", "low", "--set", "world.vectors.apple=1.5,1").stderr
    monkeypatch.setenv("ATTENTION_CACHE", str(tmp_path / "another store"))
    assert run(*arguments).stderr.endswith(line)


# --- Numbers ------------------------------------------------------------------------------------------------------


def test_json_holds_all_numbers_with_shapes_and_titles() -> None:
    content = json.loads(as_json([shot(SOFTMAX), shot(ALL)]))
    assert list(content) == [SOFTMAX, ALL]
    figure = content[SOFTMAX]
    assert figure["parameters"] == {"phrase": "fruit", "word": "apple"}
    assert figure["names"]["words"] == ["I", "ate", "a", "banana", "and", "an", "apple"]
    vectors = figure["quantities"]["vectors"]
    assert vectors["shape"] == [7, 2] and vectors["columns"] == ["fruitiness", "techiness"]
    assert vectors["values"][3] == [2.4, 0.2]
    assert figure["quantities"]["total"]["shape"] == [] and figure["quantities"]["total"]["rows"] == ["0"]
    weights = torch.tensor(figure["quantities"]["weights"]["values"])
    scores = torch.tensor(figure["quantities"]["scores"]["values"])
    assert torch.allclose(weights, torch.softmax(scores, dim=0), atol=1e-6)


def test_csv_has_a_line_for_each_number() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv([shot(SOFTMAX), shot("attention-meaningful-embedding")]))))
    assert rows[7] == {"figure": SOFTMAX, "quantity": "vectors", "row": "banana", "column": "techiness", "value": "0.2"}
    assert [row["row"] for row in rows if row["quantity"] == "scores"][3] == "banana"
    assert [row["value"] for row in rows if row["quantity"] == "total"] == [str(exact(232.3147))]
    assert {row["quantity"] for row in rows if row["figure"] != SOFTMAX} == {
        *("vectors", "distances", "old", "old_distances")
    }


def test_csv_and_json_hold_the_same_numbers() -> None:
    shots = [shot(SOFTMAX), shot("attention-apply-transformation"), shot("attention-table-kqv")]
    content = json.loads(as_json(shots))
    from_json = [
        number
        for figure in content.values()
        for quantity in figure["quantities"].values()
        for number in torch.tensor(quantity["values"], dtype=torch.float64).reshape(-1).tolist()
    ]
    assert [float(row["value"]) for row in csv.DictReader(io.StringIO(as_csv(shots)))] == from_json


@pytest.mark.parametrize("bits", [0x3FCCCCCD, 0x00000001, 0x7F7FFFFF, 0x80000000, 0x3EAAAAAB, 0x4B7FFFFF])
def test_numbers_read_back_as_the_same_single_precision_numbers(bits: int) -> None:
    (value,) = struct.unpack("f", struct.pack("I", bits))
    assert struct.pack("f", float(repr(exact(value)))) == struct.pack("I", bits)
    assert len(repr(exact(value))) <= 16


def test_the_command_prints_them() -> None:
    assert json.loads(run("numbers", ALL, "--format", "json").stdout).keys() == {ALL}
    assert run("numbers", ALL, "--format", "csv").stdout.startswith("figure,quantity,row,column,value\n")
    assert "vectors (7 × 2): The words' vectors, one a row: X." in run("numbers", ALL).stdout
    assert run("numbers", ALL, "--format", "xml").stderr == (
        "error: invalid value for '--format': 'xml' is not one of 'table', 'csv', 'json'\n"
    )
