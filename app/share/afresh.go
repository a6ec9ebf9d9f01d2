package share

import (
	"slices"

	"gatehouse/state/export"
)

// Afresh derives exchanges from their captures again, so that they can be read while
// those that they are made of are on a screen. One without what was sent stays as it is.
func Afresh(list []export.Exchange) []export.Exchange {
	out := slices.Clone(list)
	for i, was := range list {
		if c := was.Capture; c != nil && c.End != nil && c.Sent.URL != "" {
			out[i] = Of(was.About, c)
			out[i].Prompt, out[i].Title, out[i].Local, out[i].Listed = was.Prompt, was.Title, was.Local, was.Listed
		}
	}
	return out
}
