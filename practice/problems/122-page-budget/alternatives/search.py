"""Finds the largest number of pages that fits by halving the interval it lies in."""


def page_bytes(num_layers, num_kv_heads, head_dim, dtype_size, page_size, tp_size):
    if num_kv_heads % tp_size != 0:
        raise ValueError("uneven")
    vectors_of_all_ranks = 2 * num_layers * num_kv_heads * page_size
    return vectors_of_all_ranks // tp_size * head_dim * dtype_size


def determine_num_pages(
    free_bytes, memory_percent, bytes_per_page, page_size, max_running_req, max_seq_len
):
    pages_of_a_request, rest = divmod(max_seq_len, page_size)
    if rest:
        pages_of_a_request += 1
    fits, too_many = 0, max_running_req * pages_of_a_request + 1
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        if 100 * middle * bytes_per_page <= free_bytes * memory_percent:
            fits = middle
        else:
            too_many = middle
    if not fits:
        raise RuntimeError("too little memory")
    return fits
