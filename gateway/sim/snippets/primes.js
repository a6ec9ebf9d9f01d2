// Returns all primes up to and including limit.
function primes(limit) {
  const composite = new Array(limit + 1).fill(false);
  const found = [];
  for (let n = 2; n <= limit; n++) {
    if (composite[n]) continue;
    found.push(n);
    for (let m = n * n; m <= limit; m += n) composite[m] = true;
  }
  return found;
}

console.log(primes(50));
