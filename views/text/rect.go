package text

import "strings"

// Rect draws lines exactly so many cells wide and so many lines high: what is longer is
// cut, and what is missing is blank.
func Rect(lines []string, width, height int) string {
	if width <= 0 || height <= 0 {
		return ""
	}
	out := make([]string, height)
	for i := range out {
		if i < len(lines) {
			out[i] = lines[i]
		}
		out[i] = Fit(out[i], width, "")
	}
	return strings.Join(out, "\n")
}
