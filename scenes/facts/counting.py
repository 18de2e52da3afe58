"""The article's and the lessons' counts: parameters, patterns, caches."""

from __future__ import annotations

import math

from attnmath import AttentionDims
from scenes.claims import Claim, Measurement

GPT3 = AttentionDims.gpt3()
PARAMETERS_OF_GPT3 = 175e9
DEEPSEEK = AttentionDims.deepseek_v3()


def _matrix() -> Measurement:
    return Measurement(GPT3.parameters_per_matrix == 1_572_864, f"12,288 × 128 = {GPT3.parameters_per_matrix:,}")


def _head() -> Measurement:
    return Measurement(GPT3.parameters_per_head == 6_291_456, f"4 × 1,572,864 = {GPT3.parameters_per_head:,}")


def _block() -> Measurement:
    return Measurement(GPT3.parameters_per_block == 603_979_776, f"96 × 6,291,456 = {GPT3.parameters_per_block:,}")


def _layers() -> Measurement:
    return Measurement(GPT3.parameters == 57_982_058_496, f"96 × 603,979,776 = {GPT3.parameters:,}")


def _third() -> Measurement:
    share = GPT3.parameters / PARAMETERS_OF_GPT3
    return Measurement(abs(share - 1 / 3) < 0.01, f"57,982,058,496 of 175 billion: {share:.3f}")


def _networks() -> Measurement:
    networks = GPT3.layers * 2 * GPT3.d_model * 4 * GPT3.d_model
    share = networks / PARAMETERS_OF_GPT3
    return Measurement(share > 0.5, f"96 × 2 × 12,288 × 49,152 = {networks:,}, of 175 billion {share:.3f}: two thirds")


def _low_rank() -> Measurement:
    whole, factored = GPT3.d_model**2, 2 * GPT3.d_model * GPT3.value_width
    return Measurement(
        whole - factored == GPT3.value_map_saving > 0,
        f"12,288² = {whole:,}; down and up {factored:,}; saved per head {GPT3.value_map_saving:,}",
    )


def _square() -> Measurement:
    sizes = [GPT3.pattern_numbers(tokens) for tokens in (2048, 8192, 131_072)]
    return Measurement(
        sizes[1] == 16 * sizes[0] and sizes[2] == 4096 * sizes[0],
        f"2,048, 8,192 and 131,072 tokens: {', '.join(f'{size:,}' for size in sizes)} weights per head and layer",
    )


def _latent_cache() -> Measurement:
    heads = AttentionDims(DEEPSEEK.d_model, DEEPSEEK.heads, DEEPSEEK.d_k, layers=DEEPSEEK.layers)
    return Measurement(
        DEEPSEEK.cache_per_token * 50 < heads.cache_per_token,
        f"numbers a token leaves in one layer's cache, d_model 7,168 and 128 heads: {heads.cache_per_token:,} with "
        f"keys and values of every head, {DEEPSEEK.cache_per_token} with a latent",
    )


def _digits() -> Measurement:
    digits = math.floor(7168 / math.log(10)) + 1
    return Measurement(
        digits > 3000, f"e^7168 has {digits:,} digits (what it is said to count is another matter: see below)"
    )


LESSON = "lesson: parameter count"

FACTS = (
    Claim("GPT-3: about 1.5 million parameters in one query, key or value matrix.", _matrix, LESSON),
    Claim("About 6.3 million per head, the value map factored.", _head, LESSON),
    Claim("About 600 million per block of 96 heads.", _block, LESSON),
    Claim("Just under 58 billion over 96 layers.", _layers, LESSON),
    Claim("That is about a third of 175 billion.", _third, LESSON),
    Claim("Most of the others are those of its networks.", _networks, LESSON),
    Claim("A value map by way of 128 numbers saves parameters.", _low_rank, "lesson: low-rank value"),
    Claim("The pattern grows as the square of the context.", _square, "lesson: context cost"),
    Claim(
        "DeepSeek-V3 has the effect of 128 heads with less memory.",
        _latent_cache,
        "Multiple Key, Query, and Value Spaces",
    ),
    Claim("e^7168 is a number of more than 3000 digits.", _digits, "Increasing the Dimensionality"),
)
