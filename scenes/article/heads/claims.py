"""Claims about the figures of two heads: their value spaces, and the vector made of their outputs."""

from __future__ import annotations

from typing import Any

import torch

from scenes.claims import Claim, Measurement, less, same
from scenes.number_format import format_number
from scenes.worlds import World

_FAR = 10.0
"""The ratio of distances from which one pair of phrases counts as separated, compared with the other."""

_LIGHT = 0.03
"""The weight below which a word can hardly move another one, wherever it lies."""


def _distance(first: torch.Tensor, second: torch.Tensor) -> float:
    return float(torch.linalg.vector_norm(first - second))


def _parting(numbers: Any) -> int:
    """Return the step of the phrases that a head's space parts: the first head's the second, the other's the first."""
    return 1 - int(numbers.head)


def _farthest(numbers: Any, step: int) -> float:
    """Return how far a change takes the word at the most, there and back."""
    pair = set(numbers.changes[step])
    return max(float(far) for far, each in zip(numbers.distances, numbers.changes, strict=True) if set(each) == pair)


def _parts_one_pair(numbers: Any, world: World) -> Measurement:
    step = _parting(numbers)
    parted, alike = (_farthest(numbers, each) for each in (step, 1 - step))
    (first, second), (third, fourth) = numbers.changes[step], numbers.changes[1 - step]
    said = f"{first} or {second}: {format_number(parted)} apart, {third} or {fourth}: {format_number(alike)}"
    return Measurement(parted > _FAR * alike, said)


def _words_lie_so(numbers: Any, world: World) -> Measurement:
    step = _parting(numbers)
    parted, alike = (_distance(*(numbers.value(word) for word in numbers.changes[each])) for each in (step, 1 - step))
    return less(alike, parted)


def _goes_to_its_side(numbers: Any, world: World) -> Measurement:
    step = _parting(numbers)
    puller = numbers.value(numbers.pullers[step])
    return less(_distance(numbers.updated[step], puller), _distance(numbers.updated[step + 1], puller))


def _comes_nearer(numbers: Any, world: World) -> Measurement:
    phrases = (_parting(numbers), _parting(numbers) + 1)
    pullers = [numbers.value(numbers.pullers[phrase]) for phrase in phrases]
    after = max(_distance(numbers.updated[phrase], puller) for phrase, puller in zip(phrases, pullers, strict=True))
    return less(after, min(_distance(numbers.own, puller) for puller in pullers))


def _colours_pull_hardest(numbers: Any, world: World) -> Measurement:
    strongest = numbers.pullers[:2]
    shares = [float(numbers.weight(word, phrase)) for phrase, word in enumerate(strongest)]
    said = f"{strongest[0]} {shares[0]:.2f}, {strongest[1]} {shares[1]:.2f}"
    return Measurement(strongest == numbers.changes[0] and min(shares) > 0.5, said)


def _colours_hardly_weigh(numbers: Any, world: World) -> Measurement:
    shares = {word: float(numbers.weights[numbers.words.index(word)].max()) for word in numbers.changes[0]}
    said = ", ".join(f"{word} {share:.3f}" for word, share in shares.items())
    return Measurement(max(shares.values()) < _LIGHT, f"at the most {said}")


def _side_by_side(numbers: Any, world: World) -> Measurement:
    width = numbers.first.shape[1]
    same = torch.equal(numbers.concat[:, :width], numbers.first) and torch.equal(
        numbers.concat[:, width:], numbers.second
    )
    rows, columns = numbers.concat.shape
    return Measurement(same and columns == 2 * width, f"{rows}×{columns} of {rows}×{width} twice")


def _shape_of_the_embeddings(numbers: Any, world: World) -> Measurement:
    expected = (len(numbers.words), world.dimension)
    got = tuple(numbers.output.shape)
    return Measurement(got == expected, "×".join(str(size) for size in got))


def _sum_of_proposals(numbers: Any, world: World) -> Measurement:
    width = numbers.first.shape[1]
    proposals = numbers.first @ numbers.W_O[:width] + numbers.second @ numbers.W_O[width:]
    return same(proposals, numbers.output)


SEMANTIC_TRANSFORMATION_CLAIMS = (
    Claim("In its own phrase the word ends nearer to what pulls it than in the other.", _goes_to_its_side),
    Claim("Each of the two phrases brings the word nearer to what pulls it there.", _comes_nearer),
    Claim("Two meanings end more than ten times as far apart as two colours.", _parts_one_pair),
    Claim("Colours hardly weigh, which keeps the word still.", _colours_hardly_weigh),
    Claim("In this space the words of two colours lie nearer to each other than those of two meanings.", _words_lie_so),
)

GRAMMATICAL_TRANSFORMATION_CLAIMS = (
    Claim("In its own phrase the word ends nearer to what pulls it than in the other.", _goes_to_its_side),
    Claim("Each phrase's colour pulls hardest, with more than half of the weight.", _colours_pull_hardest),
    Claim("Two colours end more than ten times as far apart as two meanings.", _parts_one_pair),
    Claim("In this space the words of two meanings lie nearer to each other than those of two colours.", _words_lie_so),
)

MULTI_HEAD_PROJECTION_CLAIMS = (
    Claim("The heads' outputs stand unchanged side by side.", _side_by_side),
    Claim("The updated vectors have the shape of the embeddings.", _shape_of_the_embeddings),
    Claim("The updated vectors are the sum of what each head proposes with its own rows of W_O.", _sum_of_proposals),
)
