import torch


def attend(q: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, scale: float) -> torch.Tensor:
    """What one token, q (heads, dim), reads from the cached tokens (tokens, kv_heads, dim)."""
    heads, dim = q.shape
    kv_heads = keys.shape[1]
    # Query heads that share a key-value head are neighbours: a reshape puts them together.
    queries = q.to(torch.float32).reshape(kv_heads, heads // kv_heads, dim)
    wide_keys = keys.to(torch.float32).transpose(0, 1)  # (kv_heads, tokens, dim)
    wide_values = values.to(torch.float32).transpose(0, 1)
    scores = torch.matmul(queries, wide_keys.transpose(1, 2)) * scale
    # The largest score becomes 0: exp never overflows, and at least one weight is not 0.
    exps = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    weights = exps / exps.sum(dim=-1, keepdim=True)
    return torch.matmul(weights, wide_values).reshape(heads, dim).to(q.dtype)
