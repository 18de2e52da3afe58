import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnmath import AttentionDims


def test_gpt3() -> None:
    dims = AttentionDims.gpt3()
    assert dims.parameters_per_matrix == 1_572_864
    assert dims.parameters_per_head == 6_291_456
    assert dims.parameters_per_block == 603_979_776
    assert dims.parameters == 57_982_058_496
    assert 0.32 < dims.parameters / 175e9 < 1 / 3 + 0.01
    assert dims.value_map_saving == 12288 * 12288 - 2 * 1_572_864 == 147_849_216


def test_pattern() -> None:
    dims = AttentionDims.gpt3()
    assert [dims.pattern_numbers(t) for t in (2048, 8192, 131072)] == [4_194_304, 67_108_864, 17_179_869_184]
    assert dims.pattern_bytes(2048) == 96 * 96 * 2 * 4_194_304


def test_cache_of_deepseek_v3() -> None:
    latent = AttentionDims.deepseek_v3()
    heads = AttentionDims(7168, 128, 128, layers=61)
    assert latent.cache_per_token == 576
    assert heads.cache_per_token == 32_768
    assert AttentionDims(7168, 128, 128, layers=61, groups=8).cache_per_token == 2_048
    assert AttentionDims(7168, 128, 128, layers=61, groups=1).cache_per_token == 256
    assert latent.cache_bytes(131_072) == 131_072 * 61 * 576 * 2
    assert heads.cache_bytes(1, bytes_per_number=1) == 61 * 32_768


def test_parameters_of_deepseek_v3() -> None:
    """By hand, from the shapes in its report: down and up for keys and values, down and up for queries, positions."""
    expected = (
        7168 * 512 + 2 * 512 * 128 * 128 + 7168 * 1536 + 1536 * 128 * 128 + 1536 * 128 * 64 + 7168 * 64
    ) + 128 * 128 * 7168
    assert AttentionDims.deepseek_v3().parameters_per_block == expected == 187_105_280


@given(st.integers(1, 6), st.integers(1, 6), st.integers(1, 64), st.integers(1, 64), st.integers(1, 64))
def test_the_cache_shrinks_by_the_size_of_a_group(groups: int, size: int, d: int, d_k: int, d_v: int) -> None:
    heads = groups * size
    shared = AttentionDims(d, heads, d_k, d_v, groups=groups)
    own = AttentionDims(d, heads, d_k, d_v)
    assert own.cache_per_token == size * shared.cache_per_token
    assert own.parameters_per_block == heads * own.parameters_per_head
    assert AttentionDims(d, heads, d_k, d_v, groups=heads).parameters_per_block == own.parameters_per_block


def test_without_a_latent_for_queries() -> None:
    dims = AttentionDims(8, 2, 3, d_latent=4)
    assert "W_DQ" not in dims.matrices()
    assert dims.matrices()["W_UQ"] == (8, 6)
    assert dims.parameters_per_block == 8 * 4 + 2 * 4 * 6 + 8 * 6 + 6 * 8


def test_no_head_of_a_latent_has_parameters_of_its_own() -> None:
    with pytest.raises(ValueError, match="have no parameters of their own"):
        _ = AttentionDims.deepseek_v3().parameters_per_head
