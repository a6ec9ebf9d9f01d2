for n in range(1, 16):
    word = "Fizz" * (n % 3 == 0) + "Buzz" * (n % 5 == 0)
    print(word or n)
