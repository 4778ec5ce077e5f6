def page_bytes(
    num_layers: int,
    num_kv_heads: int,
    head_dim: int,
    dtype_size: int,
    page_size: int,
    tp_size: int,
) -> int:
    """Memory of one page on one rank: keys and values of its tokens in every layer."""
    raise NotImplementedError("not written yet")


def determine_num_pages(
    free_bytes: int,
    memory_percent: int,
    bytes_per_page: int,
    page_size: int,
    max_running_req: int,
    max_seq_len: int,
) -> int:
    """Pages of the pool: as many as memory allows, and no more than could ever be in use."""
    raise NotImplementedError("not written yet")
