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

// line says who served and how many tokens it took, in so many cells. Where they
// are few, the model goes without its vendor, and then is cut; at last it goes
// without the provider. A number is never cut. Where brief is true tokens are tok
// however much room there is, as in the columns beside.
func (s Served) line(room int, brief bool) string {
	model, provider, tokens, full := clip(s.Model), clip(s.Provider), "", ""
	bare := model[strings.LastIndex(model, "/")+1:]
	switch s.Tokens {
	case "":
	case "1":
		tokens, full = "1 token", "1 token"
	default:
		tokens, full = s.Tokens+" tok", s.Tokens+" tokens"
		if brief {
			full = tokens
		}
	}
	for _, line := range [...]string{
		told(model, provider, full),
		told(model, provider, tokens),
		told(bare, provider, tokens),
		strings.ReplaceAll(told(bare, provider, tokens), " · ", "·"),
	} {
		if text.Width(line) <= room {
			return line
		}
	}
	const few = 4 // cells of a name that still tell something
	if left := room - text.Width("·"+provider+"·"+tokens); left >= few && bare != "" && provider != "" && tokens != "" {
		return text.Truncate(bare, left, "…") + "·" + provider + "·" + tokens
	}
	if left := room - text.Width(" · "+tokens); left >= few && tokens != "" {
		return told(text.Truncate(cmp.Or(bare, provider), left, "…"), tokens)
	}
	return text.Truncate(told(bare, provider), max(room, 0), "…")
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
