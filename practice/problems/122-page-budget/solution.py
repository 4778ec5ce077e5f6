def page_bytes(
    num_layers: int,
    num_kv_heads: int,
    head_dim: int,
    dtype_size: int,
    page_size: int,
    tp_size: int,
) -> int:
    """Memory of one page on one rank: keys and values of its tokens in every layer."""
    local_heads, rest = divmod(num_kv_heads, tp_size)
    if rest:
        raise ValueError(f"{num_kv_heads} KV heads cannot be shared out over {tp_size} ranks")
    token_bytes = 2 * num_layers * local_heads * head_dim * dtype_size
    return token_bytes * page_size


def determine_num_pages(
    free_bytes: int,
    memory_percent: int,
    bytes_per_page: int,
    page_size: int,
    max_running_req: int,
    max_seq_len: int,
) -> int:
    """Pages of the pool: as many as memory allows, and no more than could ever be in use."""
    fit = free_bytes * memory_percent // (100 * bytes_per_page)
    if fit == 0:
        raise RuntimeError(f"not one page of {bytes_per_page} bytes fits into {memory_percent}%")
    pages_of_a_request = (max_seq_len + page_size - 1) // page_size
    return min(fit, max_running_req * pages_of_a_request)
