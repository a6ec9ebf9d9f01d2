package guardrail

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/guard"
	"gatehouse/state/tree"
	"gatehouse/views"
	"gatehouse/views/body"
)

// redacted shows what a guardrail took out: the text that was sent and the one
// that the provider got, when the gateway told.
func (b *builder) redacted() {
	if b.m.looked == nil || !slices.ContainsFunc(b.stages, guard.Stage.Redacted) {
		return
	}
	b.Heading("BEFORE AND AFTER", "")
	bodies := b.m.looked.after
	if len(bodies) == 0 {
		b.Para("after/none", b.Styles.Text, 0, "What the provider got is not known. A stream with debug {\"echo_upstream_body\": true} tells what the gateway passed on.")
		if b.x.IsSaved() {
			return
		}
		b.Press("after/ask", b.m.keys.Name(views.ActReadLoosen), "open the request in the builder with that switched on", nil)
		b.m.echo = true
		return
	}
	if b.x.IsSaved() {
		b.Para("after/saved", b.Styles.Text, 0, "What was taken out cannot be told: "+views.Saved(b.x)+" does not hold its request. The Request page shows what was sent on.")
		return
	}
	for i, a := range bodies {
		b.Para(fmt.Sprintf("after/%d", i), b.Styles.Dim, 0, receivers(a.to))
		if len(a.list) == 0 {
			b.Para(fmt.Sprintf("after/%d/same", i), b.Styles.Text, 0, "All texts of the request went on as they were sent.")
		}
		for j, r := range a.list {
			b.pair(fmt.Sprintf("after/%d/%d", i, j), r)
		}
	}
}

// receivers says to whom some texts went.
func receivers(to []guard.Passed) string {
	const most = 8
	var words []string
	for _, p := range to[:min(len(to), most)] {
		if p.Provider == "" {
			words = append(words, p.Place)
		} else {
			words = append(words, p.Provider+" ("+p.Place+")")
		}
	}
	if more := len(to) - most; more > 0 {
		words = append(words, fmt.Sprintf("and %d more", more))
	}
	return "to " + strings.Join(words, "; ")
}

// The bounds of what is shown of a text, in bytes.
const (
	beside = 120     // of what stays, on each side of a change
	most   = 4 << 10 // in all
)

// pair shows a text before and after around the places where they differ, with
// signs and colour.
func (b *builder) pair(id string, r redaction) {
	b.Styled(id, b.Styles.Accent.Render(body.SafeLine(r.Text.Path)))
	line := func(sign string, skip, mark tree.ChangeKind, style lipgloss.Style) {
		var out strings.Builder
		room := most
		for i, p := range r.pieces {
			if p.Kind == skip {
				continue
			}
			text, pen := p.Of(r.Before, r.After), b.Styles.Text
			if p.Kind == mark {
				pen = style.Bold(true)
			} else {
				text = between(text, i > 0, i < len(r.pieces)-1)
			}
			out.WriteString(pen.Render(body.SanitizeLine(body.Start(text, room))))
			if room -= len(text); room < 0 {
				out.WriteString("…")
				break
			}
		}
		for n, l := range strings.Split(ansi.Wrap(out.String(), max(b.Width-10, 8), ""), "\n") {
			b.Styled(fmt.Sprintf("%s/%s/%d", id, sign, n), style.Render(sign)+" "+l)
			sign = " "
		}
	}
	line("−", tree.Added, tree.Removed, b.Styles.Bad)
	line("+", tree.Removed, tree.Added, b.Styles.Good)
}

// between is what stays of a text as far as it stands beside a change, in front
// of it or behind.
func between(text string, behind, before bool) string {
	start, end := "", ""
	if behind {
		start = body.Start(text, beside)
	}
	if before {
		at := max(len(text)-beside, 0)
		for at < len(text) && !utf8.RuneStart(text[at]) {
			at++
		}
		end = text[at:]
	}
	if len(start)+len(end) >= len(text) {
		return text
	}
	if behind && before {
		return start + " … " + end
	}
	return start + "…" + end
}
