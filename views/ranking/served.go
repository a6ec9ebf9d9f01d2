package ranking

import (
	"cmp"
	"strings"

	"gatehouse/views/text"
)

// longest is how much of a name or an id is looked at, in bytes: it may be as
// long as an answer.
const longest = 400

// clip makes a name from the wire one safe line.
func clip(s string) string { return text.ClipLine(s, longest) }

// servedLine returns who served and how many tokens it took, for a width in cells: if it is small, without
// the vendor, then without the provider, at last with the model cut. A number is never cut.
func servedLine(model, provider, tokens string, width int) string {
	model, provider = clip(model), clip(provider)
	if tokens != "" {
		tokens += " tok"
	}
	bare := model[strings.LastIndex(model, "/")+1:]
	dense := strings.ReplaceAll(told(bare, provider, tokens), " · ", "·")
	for _, line := range [...]string{told(model, provider, tokens), told(bare, provider, tokens), dense, told(bare, tokens)} {
		if text.Width(line) <= width {
			return line
		}
	}
	const minName = 4 // cells
	if left := width - text.Width(" · "+tokens); left >= minName && tokens != "" {
		return told(text.Truncate(cmp.Or(bare, provider), left, "…"), tokens)
	}
	return text.Truncate(cmp.Or(bare, provider), max(width, 0), "…")
}

// told joins what there is.
func told(parts ...string) string {
	var all []string
	for _, p := range parts {
		if p != "" {
			all = append(all, p)
		}
	}
	return strings.Join(all, " · ")
}
