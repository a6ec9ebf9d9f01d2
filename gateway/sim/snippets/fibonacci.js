// Yields the sequence until the caller has had enough.
function* fibonacci() {
  for (let [a, b] = [0, 1]; ; [a, b] = [b, a + b]) {
    yield a;
  }
}

for (const n of fibonacci()) {
  if (n > 100) break;
  console.log(n);
}
