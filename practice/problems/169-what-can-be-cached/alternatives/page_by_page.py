"""Goes by pages: each is compared, or taken, as a whole."""


def pages_of(ids, page_size):
    starts = range(0, len(ids), page_size)
    pages = [ids[start : start + page_size] for start in starts]
    return [page for page in pages if len(page) == page_size]


def cacheable_ids(prompt_ids, output_ids, page_size):
    computed_ids = []
    for position, _ in enumerate(output_ids):
        # the forward that sampled this token computed all that stood before it
        computed_ids = prompt_ids + output_ids[:position]
    return [token for page in pages_of(computed_ids, page_size) for token in page]


def hit_len(cached_ids, next_prompt_ids, page_size):
    cached, wanted = pages_of(cached_ids, page_size), pages_of(next_prompt_ids[:-1], page_size)
    count = 0
    while count < min(len(cached), len(wanted)) and cached[count] == wanted[count]:
        count += 1
    return count * page_size
