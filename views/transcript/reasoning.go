package transcript

import (
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"gatehouse/state"
	"gatehouse/state/raw"
	"gatehouse/views"
	"gatehouse/views/body"
)

// reasoning adds a reasoning item as one row: how much there is, and while it
// grows its last words. Unfolded it shows all of them.
func (b *builder) reasoning(it *state.Item) {
	s, fresh := b.section(key{part: partItem, item: it.Serial, piece: pieceWhole}, it.Version)
	if !s.folds {
		s.folds, s.folded, s.inset = true, true, bodyInset
	}
	b.finish(s)
	s.gap = b.closeTo()
	styles := b.m.styles
	said, total := it.Words(), 0
	for _, text := range said {
		total += text.Len()
	}
	size := b.thought(it, total)
	if !fresh && !b.running(it) && s.made == size {
		return
	}
	s.made = size
	if fresh && total > 0 {
		b.parts(s, said, styles.Reasoning)
	}
	s.what, s.source = "the reasoning", func() string { return joined(it) }
	label, about := "reasoning", styles.Dim.Render(size)
	switch {
	case total == 0 && it.Raw != nil && gjson.GetBytes(it.Raw, "encrypted_content").String() != "":
		about = styles.Dim.Render("encrypted, " + views.Size(len(gjson.GetBytes(it.Raw, "encrypted_content").String())))
		s.source, s.unmade = func() string { return string(it.Raw) }, len(it.Raw)
		if !s.folded {
			b.json(s, raw.AsSpelled(it.Raw), "")
		}
	case total == 0:
		about = styles.Dim.Render("empty")
		if b.running(it) {
			about = ""
		}
	}
	tail := ""
	if b.running(it) && s.folded && total > 0 {
		tail = styles.Reasoning.Render(body.SanitizeLine(lastWords(said[len(said)-1].Tail(lookedAt), b.width)))
	}
	s.head = []string{b.fold(s, styles.Reasoning.Render(label), about, tail)}
}

// thought says how long a reasoning item is: in tokens as the usage counts them
// where they can be its own alone; else about how many they are, until they are
// counted with those of others.
func (b *builder) thought(it *state.Item, bytes int) string {
	x := b.tv.turn.Told()
	if x == nil {
		return "~" + views.Counted(state.EstimateTokens(int64(bytes)), "token")
	}
	counted := x.Tokens().Reasoning
	if counted < 0 {
		return "~" + views.Counted(x.Estimate(bytes), "token")
	}
	for _, other := range x.Items {
		if counted == 0 || other != it && (other.Type == it.Type || len(other.Panels()) > 0) {
			return views.Size(bytes)
		}
	}
	return views.Counted(counted, "token")
}

// running reports whether an item still grows.
func (b *builder) running(it *state.Item) bool {
	x := b.tv.turn.Told()
	return x != nil && x.Running() && !it.Done
}

// joined is what has come of an item, as parts writes it.
func joined(it *state.Item) string {
	var all []string
	for _, text := range it.Words() {
		all = append(all, text.String())
	}
	return strings.Join(all, between)
}

// lookedAt is how much of the end of a text is looked at for its last words, in
// bytes.
const lookedAt = 4 << 10

// lastSaid is lastWords of markdown, without its markup: of the last line that
// says anything.
func lastSaid(text *state.Text, width int) string {
	s := text.Tail(lookedAt)
	if text.Len() > len(s) {
		s = strings.ToValidUTF8(s, "")
	}
	for s != "" {
		at := strings.LastIndexByte(s, '\n')
		if said := body.WithoutMarkup(s[at+1:]); said != "" {
			return lastWords(said, width)
		}
		s = s[:max(at, 0)]
	}
	return ""
}

// lastWords returns the end of the last line of a text that grows.
func lastWords(s string, width int) string {
	s = strings.TrimRight(s, " \n")
	if n := len(s) - width; n > 0 {
		for n < len(s) && !utf8.RuneStart(s[n]) {
			n++
		}
		s = s[n:]
		if i := strings.IndexByte(s, ' '); i >= 0 {
			s = s[i+1:]
		}
	}
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		s = s[i+1:]
	}
	return s
}
