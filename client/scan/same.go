package scan

// Same reports whether two valid JSON values have the same tokens, spelled the
// same and in the same order: whether they differ in white space only.
func Same(a, b []byte) bool {
	i, j := SkipSpace(a, 0), SkipSpace(b, 0)
	for i < len(a) && j < len(b) {
		from, to := i, j
		switch a[i] {
		case '"':
			i = StringEnd(a, i)
		case '{', '}', '[', ']', ',', ':':
			i++
		default:
			i = skipWord(a, i)
		}
		if to += i - from; to > len(b) || string(a[from:i]) != string(b[j:to]) {
			return false
		}
		// A word must end where the other ends.
		if end := skipWord(b, j); isWord(b[j]) && end != to {
			return false
		}
		i, j = SkipSpace(a, i), SkipSpace(b, to)
	}
	return i >= len(a) && j >= len(b)
}

func isWord(c byte) bool {
	switch c {
	case '"', '{', '}', '[', ']', ',', ':':
		return false
	}
	return true
}
