def double(number: int) -> int:
    if number < 0:
        raise ValueError("negative")
    return 2 * number


class Counter:
    def __init__(self) -> None:
        self.total = 0

    def add(self, number: int) -> int:
        self.total += number
        return self.total
