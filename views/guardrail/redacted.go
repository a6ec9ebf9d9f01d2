package guardrail

import (
	"fmt"
	"slices"
	"strings"

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

// pair shows a text before and after, with signs and colour where they differ.
func (b *builder) pair(id string, r guard.Redaction) {
	b.Styled(id, b.Styles.Accent.Render(body.SafeLine(r.Text.Path)))
	const shown = 4 << 10 // bytes of a text
	before, after := body.Clip(r.Before, shown), body.Clip(r.After, shown)
	pieces := tree.DiffWords(before, after)
	line := func(sign string, skip, mark tree.ChangeKind, style lipgloss.Style) {
		var out strings.Builder
		for _, p := range pieces {
			switch text := body.SanitizeLine(p.Of(before, after)); p.Kind {
			case skip:
			case mark:
				out.WriteString(style.Bold(true).Render(text))
			default:
				out.WriteString(b.Styles.Text.Render(text))
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
