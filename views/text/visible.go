package text

// Visible returns what is drawn in the place of a character that must not reach
// the terminal as it is, for panes that draw what is typed character by
// character; ok is false for all others. What a joiner or a selector does to
// its neighbours is for the caller to judge.
func Visible(r rune) (picture string, ok bool) {
	if !obeyed(r) {
		return "", false
	}
	return stand(r), true
}
