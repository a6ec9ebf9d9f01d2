def search(numbers, value):
    """Return where value is, or would be inserted, in sorted numbers, and whether it is there."""
    low, high = 0, len(numbers)
    while low < high:
        middle = (low + high) // 2
        if numbers[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low, low < len(numbers) and numbers[low] == value


numbers = [2, 3, 5, 7, 11, 13]
for n in (1, 7, 8, 13, 99):
    print(n, search(numbers, n))
