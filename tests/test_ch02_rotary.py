"""Chapter 2: rotary position embedding, equal to its Hugging Face twin, and what it is for."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from transformers.models.llama import modeling_llama

from minisgl.layers import RotaryConfig, get_rope
from minisgl.layers.rotary import inverse_frequencies


def noise(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


LLAMA3 = {
    "rope_type": "llama3",
    "rope_theta": 500000.0,
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 256,
}
ROPES = {
    "default": {"rope_type": "default", "rope_theta": 10000.0},
    "another base": {"rope_type": "default", "rope_theta": 1000000.0},
    "linear": {"rope_type": "linear", "rope_theta": 10000.0, "factor": 4.0},
    "llama3": LLAMA3,
    "llama3, other bounds": LLAMA3 | {"low_freq_factor": 2.0, "high_freq_factor": 32.0},
}


def rope_twin(rope: dict[str, Any], head_dim: int) -> Any:
    config = modeling_llama.LlamaConfig(
        hidden_size=4 * head_dim,
        num_attention_heads=4,
        max_position_embeddings=2048,
        rope_parameters=rope,
    )
    return modeling_llama.LlamaRotaryEmbedding(config)


def our_rope_config(rope: dict[str, Any], head_dim: int) -> RotaryConfig:
    return RotaryConfig(
        head_dim=head_dim,
        max_position=2048,
        base=rope["rope_theta"],
        scaling=rope["rope_type"],
        factor=rope.get("factor", 1.0),
        low_freq_factor=rope.get("low_freq_factor", 1.0),
        high_freq_factor=rope.get("high_freq_factor", 4.0),
        original_max_position=rope.get("original_max_position_embeddings", 8192),
    )


@pytest.mark.parametrize("head_dim", [8, 64])
@pytest.mark.parametrize("name", ROPES)
def test_rope_equals_its_twin(name: str, head_dim: int) -> None:
    """Heads of any number, positions in any order, far ones too."""
    twin, config = rope_twin(ROPES[name], head_dim), our_rope_config(ROPES[name], head_dim)
    torch.testing.assert_close(inverse_frequencies(config), twin.inv_freq, rtol=1e-6, atol=0)
    positions = torch.tensor([0, 1, 2047, 7, 7, 300])
    q, k = noise(6, 4, head_dim, seed=2), noise(6, 2, head_dim, seed=3)
    rows = [x.transpose(0, 1).unsqueeze(0) for x in (q, k)]
    cos, sin = twin(q, positions.unsqueeze(0))
    right = modeling_llama.apply_rotary_pos_emb(*rows, cos, sin)
    out = get_rope(config).forward(positions, q, k)
    for ours, theirs in zip(out, right, strict=True):
        # position 2047 makes 1e-7 of an angle 2e-4 of a radian
        torch.testing.assert_close(ours, theirs[0].transpose(0, 1), rtol=0, atol=5e-4)


def test_llama3_scaling_leaves_fast_pairs_and_slows_slow_ones() -> None:
    """Fails if the two bounds are swapped: then the fast pairs were slowed."""
    plain = inverse_frequencies(our_rope_config(ROPES["another base"] | {"rope_theta": 5e5}, 64))
    scaled = inverse_frequencies(our_rope_config(LLAMA3, 64))
    assert scaled[0] == plain[0]
    assert scaled[-1] == plain[-1] / 8
    assert (scaled <= plain).all()


def test_turning_keeps_position_zero_lengths_and_relative_products() -> None:
    """What RoPE is for: a product depends on the distance alone."""
    rope = get_rope(RotaryConfig(head_dim=8, max_position=64, base=10000.0))
    q, k = noise(1, 1, 8, seed=4), noise(1, 1, 8, seed=5)
    at_zero, _ = rope.forward(torch.tensor([0]), q, k)
    assert torch.equal(at_zero, q)

    def product(query_at: int, key_at: int) -> float:
        turned_q, _ = rope.forward(torch.tensor([query_at]), q, q)
        _, turned_k = rope.forward(torch.tensor([key_at]), k, k)
        torch.testing.assert_close(turned_q.norm(), q.norm())
        return float((turned_q * turned_k).sum())

    assert product(9, 4) == pytest.approx(product(45, 40), abs=1e-5)
    assert product(9, 4) != pytest.approx(product(10, 4), abs=1e-3)


def test_layers_with_equal_settings_share_one_table_of_angles() -> None:
    config = RotaryConfig(head_dim=8, max_position=16, base=10000.0)
    assert get_rope(config) is get_rope(RotaryConfig(head_dim=8, max_position=16, base=10000.0))
    assert get_rope(config) is not get_rope(RotaryConfig(8, 16, base=20000.0))
    assert list(get_rope(config).weight_slots()) == []  # angles are computed, never loaded


def test_rope_keeps_the_dtype_of_what_it_turns() -> None:
    rope = get_rope(RotaryConfig(head_dim=8, max_position=16, base=10000.0))
    q = noise(2, 1, 8).bfloat16()
    assert [x.dtype for x in rope.forward(torch.tensor([3, 4]), q, q)] == [torch.bfloat16] * 2


def test_angles_are_float32_while_a_bfloat16_model_is_made() -> None:
    usual = get_rope(RotaryConfig(head_dim=8, max_position=512, base=10000.0))
    torch.set_default_dtype(torch.bfloat16)
    try:  # scaled by nothing, so that it is not the same table
        made = get_rope(RotaryConfig(8, 512, 10000.0, scaling="linear", factor=1.0))
    finally:
        torch.set_default_dtype(torch.float32)
    assert made is not usual
    q, positions = noise(2, 1, 8), torch.tensor([257, 511])
    assert torch.equal(made.forward(positions, q, q)[0], usual.forward(positions, q, q)[0])


def test_an_unknown_rope_scaling_is_refused() -> None:
    with pytest.raises(ValueError, match="RoPE scaling 'yarn' is not offered: default, linear,"):
        inverse_frequencies(RotaryConfig(8, 16, 10000.0, scaling="yarn"))
