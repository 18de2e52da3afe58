"""Counts of the numbers that attention needs: parameters, cache, pattern."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class AttentionDims:
    """The dimensions of a model's attention, and the counts that follow from them.

    Keys and values are one pair per head; ``groups`` pairs where heads share them (grouped-query; 1 is multi-query);
    or made from one latent vector per word (multi-head latent attention) where ``d_latent`` is given.
    Source: the article's appendix; the companion lessons' count of GPT-3; "GQA" (Ainslie et al., 2023);
    "DeepSeek-V2" (2024), section 2.1 and table 1.

    Attributes:
        d_model: the width of the words.
        heads: how many heads, h.
        d_k: the width of each head's queries and keys.
        d_v: the width of each head's values; d_k where not given.
        layers: how many blocks of attention.
        groups: how many pairs of keys and values the heads share, a divisor of ``heads``; as many as heads where not
            given.
        d_latent: the width of the latent for keys and values, d_c.
        d_query_latent: the width of the latent for queries, or none.
        d_rotary: the width of the additional part that carries positions; 0 for none.

    Raises:
        ValueError: a dimension below 1, groups that do not divide the heads, groups together with a latent, or a part
            of latent attention without its latent.
    """

    d_model: int
    heads: int
    d_k: int
    d_v: int | None = None
    layers: int = 1
    groups: int | None = None
    d_latent: int | None = None
    d_query_latent: int | None = None
    d_rotary: int = 0

    def __post_init__(self) -> None:
        """Check that a model can have these dimensions."""
        for label in ("d_model", "heads", "d_k", "d_v", "layers", "groups", "d_latent", "d_query_latent"):
            number = getattr(self, label)
            if number is not None and number < 1:
                raise ValueError(f"{label} must be at least 1; got {number}")
        if self.d_rotary < 0:
            raise ValueError(f"d_rotary must be at least 0; got {self.d_rotary}")
        if self.groups is not None and self.heads % self.groups:
            raise ValueError(f"groups must divide the {self.heads} heads; got {self.groups}")
        if self.d_latent is not None and self.groups is not None:
            raise ValueError("keys and values come from groups or from a latent, not from both")
        if self.d_latent is None and (self.d_query_latent is not None or self.d_rotary):
            raise ValueError("d_query_latent and d_rotary belong to latent attention; d_latent is missing")

    @classmethod
    def gpt3(cls) -> AttentionDims:
        """Return the dimensions of GPT-3: 96 layers of 96 heads of width 128, d_model 12,288.

        Source: Brown et al. (2020), table 2.1.
        """
        return cls(d_model=12288, heads=96, d_k=128, layers=96)

    @classmethod
    def deepseek_v3(cls) -> AttentionDims:
        """Return the dimensions of DeepSeek-V3: 61 layers of 128 heads of width 128, d_model 7168.

        Source: its technical report (2024), section 4.2.
        """
        return cls(d_model=7168, heads=128, d_k=128, layers=61, d_latent=512, d_query_latent=1536, d_rotary=64)

    @property
    def value_width(self) -> int:
        """The width of each head's values, d_v."""
        return self.d_k if self.d_v is None else self.d_v

    @property
    def key_value_pairs(self) -> int:
        """The number of pairs of keys and values per word: h, or g where heads share them."""
        return self.heads if self.groups is None else self.groups

    @property
    def parameters_per_matrix(self) -> int:
        """The numbers in one head's W_Q: d_model d_k."""
        return self.d_model * self.d_k

    @property
    def parameters_per_head(self) -> int:
        """The numbers in one head's W_Q, W_K, value-down and value-up: 2 d_model (d_k + d_v).

        Value-up is the head's d_v rows of W_O: the value map factored, d_model → d_v → d_model.

        Raises:
            ValueError: heads share matrices, so that no number belongs to one head.
        """
        if self.d_latent is not None or self.key_value_pairs != self.heads:
            raise ValueError("heads that share keys and values have no parameters of their own; see matrices()")
        return 2 * self.d_model * (self.d_k + self.value_width)

    @property
    def value_map_saving(self) -> int:
        """The number of parameters that factoring the value map saves per head: d_model² − 2 d_model d_v."""
        return self.d_model**2 - 2 * self.d_model * self.value_width

    def matrices(self) -> dict[str, tuple[int, int]]:
        """Return the shape of every matrix of one block by name, for rows, all heads side by side."""
        d, h = self.d_model, self.heads
        if self.d_latent is None:
            pairs = self.key_value_pairs
            return {
                "W_Q": (d, h * self.d_k),
                "W_K": (d, pairs * self.d_k),
                "W_V": (d, pairs * self.value_width),
                "W_O": (h * self.value_width, d),
            }
        asking = d if self.d_query_latent is None else self.d_query_latent
        shapes = {
            "W_DKV": (d, self.d_latent),
            "W_UK": (self.d_latent, h * self.d_k),
            "W_UV": (self.d_latent, h * self.value_width),
            "W_DQ": (d, asking),
            "W_UQ": (asking, h * self.d_k),
            "W_QR": (asking, h * self.d_rotary),
            "W_KR": (d, self.d_rotary),
            "W_O": (h * self.value_width, d),
        }
        if self.d_query_latent is None:
            del shapes["W_DQ"]
        return shapes

    @property
    def parameters_per_block(self) -> int:
        """The numbers in all matrices of one block."""
        return sum(rows * columns for rows, columns in self.matrices().values())

    @property
    def parameters(self) -> int:
        """The numbers in all matrices of all layers."""
        return self.layers * self.parameters_per_block

    @property
    def cache_per_token(self) -> int:
        """The count of numbers that one word adds to one layer's cache.

        g (d_k + d_v) for g pairs of keys and values; d_c + d_r for latent attention.
        """
        if self.d_latent is not None:
            return self.d_latent + self.d_rotary
        return self.key_value_pairs * (self.d_k + self.value_width)

    def cache_bytes(self, tokens: int, bytes_per_number: int = 2) -> int:
        """Return the size in bytes of the cache of all layers, for a context of ``tokens`` words."""
        return tokens * self.layers * self.cache_per_token * bytes_per_number

    def pattern_numbers(self, tokens: int) -> int:
        """Return the number of weights in one head's pattern: T²."""
        return tokens**2

    def pattern_bytes(self, tokens: int, bytes_per_number: int = 2) -> int:
        """Return the size in bytes of the patterns of all heads and layers, if all were kept: T² h · layers · bytes."""
        return self.pattern_numbers(tokens) * self.heads * self.layers * bytes_per_number
