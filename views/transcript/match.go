package transcript

import (
	"gatehouse/state/casefold"
)

// matchesIn calls visit for each match in s, which begins at base in its
// source, from the byte from on. It returns the place in the source behind the
// last match, 0 when there is none.
func matchesIn[T casefold.Chars](s T, from, base int, words string, visit func(offset int)) int {
	behind := 0
	for at := from; at < len(s); {
		i := casefold.Index(s[at:], words)
		if i < 0 {
			break
		}
		visit(base + at + i)
		at += i + len(words)
		behind = base + at
	}
	return behind
}
