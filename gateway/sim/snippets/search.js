// Returns the position of value in sorted numbers, or where it would be inserted, and whether it is there.
function search(numbers, value) {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < value) low = middle + 1;
    else high = middle;
  }
  return { at: low, found: numbers[low] === value };
}

const numbers = [2, 3, 5, 7, 11, 13];
for (const n of [1, 7, 8, 13, 99]) {
  console.log(n, search(numbers, n));
}
