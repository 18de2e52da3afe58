"""One pass of a model over a phrase, for models of BERT's, GPT-2's and Llama's kind; attention itself is attnmath's."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor
from torch.nn import functional

from attnmath import attend_with, causal_mask, rotary

Kind = Literal["bert", "gpt2", "llama"]


@dataclass(frozen=True)
class Sizes:
    """A model's sizes.

    Attributes:
        kind: whose kind it is.
        layers: the number of layers, L.
        heads: the number of heads of a layer, h.
        groups: how many of them have keys and values of their own, g.
        width: the numbers of a token, d.
        inner: the numbers between the two maps of a feed-forward layer.
        words: the number of tokens in the vocabulary, V.
        longest: the most tokens of a phrase.
        epsilon: what is added to a variance before its root is taken.
        base: of rotary positions.
        activation: the function between the two maps of a feed-forward layer.
    """

    kind: Kind
    layers: int
    heads: int
    groups: int
    width: int
    inner: int
    words: int
    longest: int
    epsilon: float
    base: float
    activation: Literal["gelu", "gelu_tanh", "relu", "silu"]

    @property
    def head_width(self) -> int:
        """The numbers of a query, d_k."""
        return self.width // self.heads


@dataclass(frozen=True)
class Layer:
    """Attention in one layer, as it was.

    Attributes:
        inputs: the tokens as the layer gets them, (T, d).
        queries: (h, T, d_k), rotated by their positions where the model does that.
        keys: (g, T, d_k), rotated likewise.
        values: (g, T, d_k).
        scores: q · k / √d_k, (h, T, T); −∞ where a token may not look.
        weights: (h, T, T).
        output: what attention adds to the tokens, (T, d).
        proposals: each head's part of what it adds to the last token, (h, d); without a bias they add up to it.
    """

    inputs: Tensor
    queries: Tensor
    keys: Tensor
    values: Tensor
    scores: Tensor
    weights: Tensor
    output: Tensor
    proposals: Tensor


@dataclass(frozen=True)
class Pass:
    """A model's pass over a phrase.

    Attributes:
        layers: its layers, in order.
        final: the tokens after the last layer, (T, d).
        next: the probability of every token of the vocabulary to come next, (V,); None for models that predict none.
    """

    layers: tuple[Layer, ...]
    final: Tensor
    next: Tensor | None


@dataclass(frozen=True)
class Model:
    """A model that can be run.

    Attributes:
        sizes: its sizes.
        weights: its tensors, float32, by the names of ``names``; maps act on the right (x @ W).
    """

    sizes: Sizes
    weights: Mapping[str, Tensor]

    @torch.inference_mode()
    def run(self, tokens: Tensor) -> Pass:
        """Run the model over a phrase.

        Args:
            tokens: their numbers in the vocabulary, (T,).
        """
        return _PASSES[self.sizes.kind](self, tokens)

    def __getitem__(self, name: str) -> Tensor:
        return self.weights[name]

    def normed(self, x: Tensor, name: str) -> Tensor:
        """Return tokens of mean 0 and variance 1, scaled and shifted (layer normalization); of square 1 for Llama."""
        if self.sizes.kind == "llama":
            return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + self.sizes.epsilon) * self[f"{name}.weight"]
        gain, shift = self[f"{name}.weight"], self[f"{name}.bias"]
        return functional.layer_norm(x, (self.sizes.width,), gain, shift, self.sizes.epsilon)

    def mapped(self, x: Tensor, name: str) -> Tensor:
        """Return x W + b; without b where the model has none."""
        y = x @ self[f"{name}.weight"]
        bias = self.weights.get(f"{name}.bias")
        return y if bias is None else y + bias

    def attended(self, x: Tensor, place: str) -> Layer:
        """Return a layer's attention over tokens (T, d), which may not look ahead unless the model is BERT's kind."""
        sizes = self.sizes
        queries, keys, values = (
            self.mapped(x, f"{place}.{name}").reshape(len(x), -1, sizes.head_width).transpose(0, 1) for name in "qkv"
        )
        if sizes.kind == "llama":
            queries, keys = (rotary(each, base=sizes.base) for each in (queries, keys))
        mask = None if sizes.kind == "bert" else causal_mask(len(x))
        shared = sizes.heads // sizes.groups
        step = attend_with(
            queries, keys.repeat_interleave(shared, 0), values.repeat_interleave(shared, 0), mask=mask, scaled=True
        )
        output = self.mapped(step.output.transpose(0, 1).flatten(-2), f"{place}.o")
        by_head = self[f"{place}.o.weight"].reshape(sizes.heads, sizes.head_width, sizes.width)
        proposals = (step.output[:, -1, None] @ by_head)[:, 0]  # (h, 1, d_k) (h, d_k, d)
        return Layer(x, queries, keys, values, step.scores, step.weights, output, proposals)


def names(sizes: Sizes) -> dict[str, tuple[int, ...]]:
    """Return the shapes of all tensors that a pass needs, by name; biases that some models lack are not among them."""
    d, kv = sizes.width, sizes.groups * sizes.head_width
    found: dict[str, tuple[int, ...]] = {"tokens": (sizes.words, d)}
    if sizes.kind == "llama":
        found |= {"norm.weight": (d,), "next": (d, sizes.words)}
    else:
        found |= {"positions": (sizes.longest, d), "norm.weight": (d,), "norm.bias": (d,)}
    if sizes.kind == "bert":
        found["kind"] = (d,)
    for layer in range(sizes.layers):
        one: dict[str, tuple[int, ...]] = {
            "q.weight": (d, d),
            "k.weight": (d, kv),
            "v.weight": (d, kv),
            "o.weight": (d, d),
        }
        one |= {"norm_1.weight": (d,), "norm_2.weight": (d,)}
        one |= {"up.weight": (d, sizes.inner), "down.weight": (sizes.inner, d)}
        if sizes.kind == "llama":
            one["gate.weight"] = (d, sizes.inner)
        else:
            one |= {f"{name}.bias": (d,) for name in ("q", "k", "v", "o", "norm_1", "norm_2", "down")}
            one["up.bias"] = (sizes.inner,)
        found |= {f"{layer}.{name}": shape for name, shape in one.items()}
    return found


def _bert(model: Model, tokens: Tensor) -> Pass:
    """Run BERT: what attention and the feed-forward layer add is normalized afterwards (Devlin et al., 2019)."""
    x = model.normed(model["tokens"][tokens] + model["positions"][: len(tokens)] + model["kind"], "norm")
    layers = []
    for place in map(str, range(model.sizes.layers)):
        layers.append(model.attended(x, place))
        x = model.normed(x + layers[-1].output, f"{place}.norm_1")
        x = model.normed(x + _fed(model, x, place), f"{place}.norm_2")
    return Pass(tuple(layers), x, None)


def _decoder(model: Model, tokens: Tensor) -> Pass:
    """Run GPT-2 or Llama: what attention and the feed-forward layer get is normalized before (Radford et al., 2019)."""
    x = model["tokens"][tokens]
    if model.sizes.kind == "gpt2":
        x = x + model["positions"][: len(tokens)]
    layers = []
    for place in map(str, range(model.sizes.layers)):
        step = model.attended(model.normed(x, f"{place}.norm_1"), place)
        layers.append(Layer(x, *(getattr(step, name) for name in _MADE)))
        x = x + step.output
        x = x + _fed(model, model.normed(x, f"{place}.norm_2"), place)
    final = model.normed(x, "norm")
    scores = final[-1] @ (model["tokens"].mT if model.sizes.kind == "gpt2" else model["next"])
    return Pass(tuple(layers), final, scores.softmax(-1))


_MADE = ("queries", "keys", "values", "scores", "weights", "output", "proposals")


def _fed(model: Model, x: Tensor, place: str) -> Tensor:
    """Return what a feed-forward layer makes of tokens."""
    up = model.mapped(x, f"{place}.up")
    act = _ACTIVATIONS[model.sizes.activation]
    inner = act(model.mapped(x, f"{place}.gate")) * up if model.sizes.kind == "llama" else act(up)
    return model.mapped(inner, f"{place}.down")


def _tanh_gelu(x: Tensor) -> Tensor:
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


_ACTIVATIONS: Mapping[str, Callable[[Tensor], Tensor]] = {
    "gelu": functional.gelu, "gelu_tanh": _tanh_gelu, "relu": functional.relu, "silu": functional.silu,
}  # fmt: skip
_PASSES: Mapping[str, Callable[[Model, Tensor], Pass]] = {"bert": _bert, "gpt2": _decoder, "llama": _decoder}
