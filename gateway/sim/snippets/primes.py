def primes(limit):
    """Return all primes up to and including limit."""
    composite = [False] * (limit + 1)
    found = []
    for n in range(2, limit + 1):
        if composite[n]:
            continue
        found.append(n)
        for m in range(n * n, limit + 1, n):
            composite[m] = True
    return found


print(primes(50))
