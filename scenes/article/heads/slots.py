"""Several phrases as one sentence with slots: in each slot stand words that take one another's place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Words = tuple[str, ...]


@dataclass(frozen=True)
class Slots:
    """Several phrases as one sentence.

    Attributes:
        pieces: what stands in the sentence, in order: for a word that all phrases have, itself alone; for a slot, the
            words of each way to fill it.
        states: for each phrase and each piece, which of these ways it takes.
    """

    pieces: tuple[tuple[Words, ...], ...]
    states: tuple[tuple[int, ...], ...]

    @property
    def open(self) -> tuple[int, ...]:
        """The pieces that are slots."""
        return tuple(place for place, ways in enumerate(self.pieces) if len(ways) > 1)

    def phrase(self, state: Sequence[int]) -> Words:
        """Return the words of a state."""
        return tuple(word for ways, way in zip(self.pieces, state, strict=True) for word in ways[way])


def slots_of(phrases: Sequence[Words]) -> Slots:
    """Return phrases as one sentence: with two slots if four phrases are all ways to fill these, else with one."""
    return _crossed(phrases) or _single(phrases)


def _crossed(phrases: Sequence[Words]) -> Slots | None:
    """Return four phrases as a sentence with two slots, filled one after the other, and the first one back again."""
    if len(phrases) != 4:
        return None
    first, second, third, _ = phrases
    spans = [_span([second, other]) for other in (first, third)]
    lengths = [stop - start for start, stop in spans]
    (start, stop), (other_start, other_stop) = spans
    if not (stop <= other_start or other_stop <= start):
        return None
    swaps = [
        (phrase[begin : begin + length + len(phrase) - len(second)], second[begin:end])
        for phrase, (begin, end), length in zip((first, third), spans, lengths, strict=True)
    ]
    if not all(word for swap in swaps for word in swap):
        return None
    ways = (swaps[0], swaps[1][::-1])  # each begins with the first phrase's
    order = sorted((0, 1), key=lambda slot: spans[slot])
    early, late = order
    fixed = [
        [((word,),) for word in words]
        for words in (second[: spans[early][0]], second[spans[early][1] : spans[late][0]], second[spans[late][1] :])
    ]
    pieces = (*fixed[0], ways[early], *fixed[1], ways[late], *fixed[2])
    at = [len(fixed[0]), len(fixed[0]) + 1 + len(fixed[1])]
    states = []
    for taken in ((0, 0), (1, 0), (1, 1), (0, 1)):
        state = [0] * len(pieces)
        for place, slot in zip(at, order, strict=True):
            state[place] = taken[slot]
        states.append(tuple(state))
    slots = Slots(pieces, tuple(states))
    return slots if [slots.phrase(state) for state in states] == list(phrases) else None


def _single(phrases: Sequence[Words]) -> Slots:
    """Return phrases as a sentence with one slot, in which stands what is not the same in all."""
    begin, end = _span(phrases)
    first = phrases[0]
    tail = len(first) - end
    if any(len(phrase) - tail <= begin for phrase in phrases):  # a way with no word takes one more
        begin, tail = (begin - 1, tail) if begin else (begin, max(tail - 1, 0))
    middles = [phrase[begin : len(phrase) - tail] for phrase in phrases]
    ways = tuple(dict.fromkeys(middles))
    head, last = ([((word,),) for word in words] for words in (first[:begin], first[len(first) - tail :]))
    states = [(*([0] * len(head)), ways.index(middle), *([0] * len(last))) for middle in middles]
    return Slots((*head, ways, *last), tuple(states))


def _span(phrases: Sequence[Words]) -> tuple[int, int]:
    """Return where in the first of some phrases stands what is not the same in all."""
    shortest = min(map(len, phrases))
    begin = next((at for at in range(shortest) if len({each[at] for each in phrases}) > 1), shortest)
    left = shortest - begin
    tail = next((at for at in range(left) if len({each[-1 - at] for each in phrases}) > 1), left)
    return begin, len(phrases[0]) - tail
