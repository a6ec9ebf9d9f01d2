from itertools import takewhile


def fibonacci():
    """Yield the sequence until the caller has had enough."""
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


for n in takewhile(lambda n: n <= 100, fibonacci()):
    print(n)
