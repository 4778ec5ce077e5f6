"""Counts the pages of the whole memory first and takes the percentage of those."""


def page_bytes(num_layers, num_kv_heads, head_dim, dtype_size, page_size, tp_size):
    if num_kv_heads % tp_size:
        raise ValueError("uneven")
    return 2 * num_layers * (num_kv_heads // tp_size) * head_dim * dtype_size * page_size


def determine_num_pages(
    free_bytes, memory_percent, bytes_per_page, page_size, max_running_req, max_seq_len
):
    fit = free_bytes // bytes_per_page * memory_percent // 100
    most = max_running_req * -(-max_seq_len // page_size)
    if fit < 1:
        raise RuntimeError("not one page fits")
    return min(most, fit)
