"""The decoder that all families share.

The attributes have the names of a Hugging Face checkpoint, so that a weight's place follows from
the attributes on the way to it.
"""

from __future__ import annotations

import torch

from minisgl.layers import BaseOP, OPList, ParallelLMHead, RMSNorm, VocabParallelEmbedding

from .base import BaseLLMModel
from .config import ModelConfig
from .utils import GatedMLP, MoeMLP, RopeAttention


class DecoderLayer(BaseOP):
    """x + attention(norm(x)), then x + mlp(norm(x))."""

    def __init__(self, config: ModelConfig, layer_id: int) -> None:
        self.input_layernorm = RMSNorm(config.hidden_size, config.rms_norm_eps)
        self.self_attn = RopeAttention(config, layer_id)
        self.post_attention_layernorm = RMSNorm(config.hidden_size, config.rms_norm_eps)
        self.mlp: GatedMLP | MoeMLP
        if config.moe is not None and layer_id not in config.moe.dense_layers:
            self.mlp = MoeMLP(config, config.moe)
        else:
            self.mlp = GatedMLP(config)

    def forward(self, x: torch.Tensor, positions: torch.Tensor) -> torch.Tensor:
        """x (tokens, hidden) -> (tokens, hidden)."""
        x = x + self.self_attn.forward(self.input_layernorm.forward(x), positions)
        return x + self.mlp.forward(self.post_attention_layernorm.forward(x))


class Decoder(BaseOP):
    """Embedding, layers, last norm: ids (tokens,) -> (tokens, hidden)."""

    def __init__(self, config: ModelConfig) -> None:
        self.embed_tokens = VocabParallelEmbedding(config.vocab_size, config.hidden_size)
        self.layers = OPList([DecoderLayer(config, i) for i in range(config.num_layers)])
        self.norm = RMSNorm(config.hidden_size, config.rms_norm_eps)

    def forward(self, input_ids: torch.Tensor, positions: torch.Tensor) -> torch.Tensor:
        x = self.embed_tokens.forward(input_ids)
        for layer in self.layers.ops:
            x = layer.forward(x, positions)
        return self.norm.forward(x)


class DecoderForCausalLM(BaseLLMModel):
    """A decoder with scores for the next token."""

    def __init__(self, config: ModelConfig) -> None:
        self.model = Decoder(config)
        tied_to = self.model.embed_tokens if config.tie_word_embeddings else None
        self.lm_head = ParallelLMHead(config.vocab_size, config.hidden_size, tied_to)

    def forward(
        self,
        input_ids: torch.Tensor,
        positions: torch.Tensor,
        output_rows: torch.Tensor | None = None,
    ) -> torch.Tensor:
        hidden = self.model.forward(input_ids, positions)
        if output_rows is not None:  # a prompt needs one row of scores, not one for each token
            hidden = hidden[output_rows]
        return self.lm_head.forward(hidden)
