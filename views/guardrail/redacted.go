package guardrail

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"

	"gatehouse/state/dialect"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/state/guard"
	"gatehouse/state/tree"
	"gatehouse/views"
	"gatehouse/views/text"
)

// redacted shows what a guardrail took out: the text that was sent and the one
// that the provider got, when the gateway told.
func (b *builder) redacted() {
	if b.m.looked == nil || !slices.ContainsFunc(b.stages, guard.Stage.Redacted) {
		return
	}
	b.Heading("BEFORE AND AFTER", "")
	if guard.Stopped(b.x) {
		b.Para("after/stopped", b.Styles.Text, 0, "Nothing was forwarded: the request was blocked.")
		return
	}
	bodies := b.m.looked.after
	if len(bodies) == 0 {
		b.Para("after/none", b.Styles.Text, 0, "What the provider received is not known. A stream with debug {\"echo_upstream_body\": true} returns what the gateway forwarded.")
		if !b.x.Known.Request {
			return
		}
		b.Press("after/ask", b.m.keys.Name(views.ActReadLoosen), "open the request in the builder with it on", nil)
		b.m.echo = true
		return
	}
	if why := explain.NoRequest(b.x); why != "" {
		b.Para("after/saved", b.Styles.Text, 0, "What was redacted is not known: "+why+". The Request tab shows what was forwarded.")
		return
	}
	for i, a := range bodies {
		id := fmt.Sprintf("after/%d", i)
		b.Para(id, b.Styles.Dim, 0, receivers(a.to))
		b.Para(id+"/counts", b.Styles.Text, 0, became(a))
		for j, r := range a.list {
			b.pair(fmt.Sprintf("%s/%d", id, j), r)
		}
		if more := a.passage.Changed + a.passage.Dropped + a.passage.Added - len(a.list); more > 0 {
			b.Para(id+"/more", b.Styles.Dim, 0, "… and "+figures.Thousands(more)+" more")
		}
	}
}

// became says what became of the messages on the way.
func became(a passed) string {
	c := a.passage.Counts
	switch {
	case a.wrong != nil:
		return "Not compared: the request or the upstream body is not valid JSON. The Request tab shows both."
	case c.Kept+c.Changed+c.Dropped+c.Added == 0:
		return "No text to compare."
	}
	moved := ""
	if c.Moved > 0 {
		moved = ", " + figures.Thousands(c.Moved) + " of them reordered"
	}
	words := "All message parts were forwarded unchanged" + moved + "."
	if !c.AllKept() {
		words = "Message parts: " + strings.Join(slices.DeleteFunc([]string{
			fate(c.Kept, "unchanged"+moved), fate(c.Changed, "changed"), fate(c.Dropped, "not found upstream"),
		}, func(s string) bool { return s == "" }), ", ") + "."
		if c.Kept+c.Changed+c.Dropped == 0 {
			words = "The request contains no text."
		}
	}
	if c.Added > 0 {
		words += " " + fate(c.Added, "added") + "."
	}
	if c.Unknown {
		words += " The format of the upstream body is unknown: all strings in it were searched."
	}
	if c.Cut {
		words += " The bodies are too long: only the beginning was compared."
	}
	return words
}

// fate is a count of message parts and what became of them; empty for none.
func fate(n int, words string) string {
	if n == 0 {
		return ""
	}
	return figures.Thousands(n) + " " + words
}

// receivers says to whom some texts went.
func receivers(to []guard.UpstreamBody) string {
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
	alone  = 240     // in all, of one that only one side has
)

// pair shows a text before and after around the places where they differ, with
// signs and colour.
func (b *builder) pair(id string, r redaction) {
	place, about := heading(r)
	b.Styled(id, b.Styles.Accent.Render(text.SafeLine(place))+b.Styles.Dim.Render(text.SanitizeLine(about)))
	if r.Before != nil && r.before != r.after {
		b.side(id, "−", r, tree.Added, tree.Removed, b.Styles.Bad)
	}
	if r.After != nil && r.before != r.after {
		b.side(id, "+", r, tree.Removed, tree.Added, b.Styles.Good)
	}
}

// heading says where a part is, on both sides where they differ, and what became
// of it.
func heading(r redaction) (place, about string) {
	switch r.Change {
	case dialect.Dropped:
		return r.Before.Path, "   not found upstream"
	case dialect.Added:
		return r.After.Path, "   added"
	}
	if place = r.Before.Path; place != r.After.Path {
		place += " → " + r.After.Path
	}
	if r.Before.Role != r.After.Role && r.Before.Kind == dialect.Text && r.After.Role != "" {
		about = "   role " + r.Before.Role + " → " + r.After.Role
	}
	return place, about
}

// side shows one of the two texts: not what only the other has.
func (b *builder) side(id, sign string, r redaction, skip, mark tree.ChangeKind, style lipgloss.Style) {
	var out strings.Builder
	room := most
	if r.Before == nil || r.After == nil {
		room = alone
	}
	for i, p := range r.pieces {
		if p.Kind == skip {
			continue
		}
		words, pen := p.Of(r.before, r.after), b.Styles.Text
		if p.Kind == mark {
			pen = style.Bold(true)
		} else {
			words = between(words, i > 0, i < len(r.pieces)-1)
		}
		out.WriteString(pen.Render(text.SanitizeLine(text.Start(words, room))))
		if room -= len(words); room < 0 {
			out.WriteString("…")
			break
		}
	}
	for n, l := range text.Rows(out.String(), max(b.Width-10, 8)) {
		b.Styled(fmt.Sprintf("%s/%s/%d", id, sign, n), style.Render(sign)+" "+l)
		sign = " "
	}
}

// between is what stays of a text as far as it stands beside a change, in front
// of it or behind.
func between(words string, behind, before bool) string {
	start, end := "", ""
	if behind {
		start = text.Start(words, beside)
	}
	if before {
		at := max(len(words)-beside, 0)
		for at < len(words) && !utf8.RuneStart(words[at]) {
			at++
		}
		end = words[at:]
	}
	if len(start)+len(end) >= len(words) {
		return words
	}
	if behind && before {
		return start + " … " + end
	}
	return start + "…" + end
}
