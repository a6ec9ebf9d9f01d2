for (let n = 1; n <= 15; n++) {
  const word = (n % 3 ? "" : "Fizz") + (n % 5 ? "" : "Buzz");
  console.log(word || n);
}
