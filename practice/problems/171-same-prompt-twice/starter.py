PAGE_SIZE = 2


def program() -> None:
    """Two requests with the same prompt in one batch, from their pages to the end."""
    free = [0, 2, 4, 6, 8, 10, 12]  # pages, each known by its first slot
    cached: dict[tuple[int, ...], int] = {}  # all tokens up to the end of a page -> that page
    prompt = [7, 7, 3, 9, 5]

    def take_page() -> list[int]:
        first = free.pop(0)
        return [first, first + 1]

    def cache(name: str, row: list[int], ids: list[int]) -> None:
        """Put what a request has computed into the cache, in full pages."""
        duplicates = []
        for start in range(0, len(ids) - PAGE_SIZE + 1, PAGE_SIZE):
            end = start + PAGE_SIZE
            page, prefix = row[start], tuple(ids[:end])
            if prefix not in cached:
                cached[prefix] = page
            elif cached[prefix] != page:
                duplicates.append(page)
                free.append(page)
                row[start:end] = [cached[prefix], cached[prefix] + 1]
        print(f"{name}: row {row}, duplicates {duplicates}, free {free}")

    # One batch: when the second is admitted, nothing of the first is in the cache yet.
    row_a = take_page() + take_page() + take_page()
    row_b = take_page() + take_page() + take_page()
    print(f"both: rows {row_a} {row_b}, free {free}")

    # After the prefill; each has sampled its first token, 8.
    cache("A", row_a, prompt)
    cache("B", row_b, prompt)

    # A third request finds what is cached of the first four tokens.
    row_c = [cached[7, 7], cached[7, 7] + 1, cached[7, 7, 3, 9], cached[7, 7, 3, 9] + 1]
    row_c += take_page()
    cache("C", row_c, [7, 7, 3, 9, 1])

    # One more step; then B ends, and after it A. Each has the KV of its prompt and of the 8.
    cache("B", row_b, [*prompt, 8])
    cache("A", row_a, [*prompt, 8])


def prediction() -> list[str]:
    """The lines that program() prints, in order."""
    raise NotImplementedError("not written yet")
