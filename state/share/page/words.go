package page

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode"

	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/report"
)

// visible writes control characters (C0, C1), bidi controls (UAX #9) and characters
// without width as their codes.
func visible(text string) string {
	if !strings.ContainsFunc(text, hidden) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range text {
		if hidden(r) {
			fmt.Fprintf(&b, "‹U+%04X›", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Bidi_Control, r):
		return true
	}
	return r == '\u200b' || r == '\u2060' || r == '\ufeff' || r == '\u2028' || r == '\u2029' || r >= 0xE0000 && r <= 0xE007F
}

func class(v state.Verdict) string {
	return cmp.Or(map[report.Role]string{report.Good: "good", report.Bad: "bad"}[report.VerdictRole(v)], "warn")
}

// models names the requested model, and the one that answered.
func models(x *state.Exchange) string {
	asked := cmp.Or(x.Chain, x.NoModel())
	if x.Model == "" || x.Model == x.RequestModel {
		return asked
	}
	return asked + " → " + x.Model
}

// origin describes where an exchange was made.
func origin(of *Exchange) string {
	var parts []string
	switch about := of.About; {
	case of.Local:
		parts = append(parts, "local gateway (simulated)")
	case about.BaseURL != "":
		parts = append(parts, about.BaseURL)
	}
	if of.About.Origin != "" && of.About.Origin != history.Playground {
		parts = append(parts, string(of.About.Origin))
	}
	return strings.Join(parts, " · ")
}

// fields are header fields in the order of their names.
func fields(h http.Header) (all []field) {
	for _, name := range slices.Sorted(maps.Keys(h)) {
		for _, value := range h[name] {
			all = append(all, field{name, value})
		}
	}
	return all
}
