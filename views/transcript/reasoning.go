package transcript

import (
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"gatehouse/state"
	"gatehouse/views"
	"gatehouse/views/body"
)

// reasoning adds a reasoning item as one row: how much there is, and while it
// grows its last words. Unfolded it shows all of them.
func (b *builder) reasoning(i int, it *state.Item) {
	s, fresh := b.section(key{part: partItem, item: i, piece: pieceWhole}, it.Version)
	if !s.folds {
		s.folds, s.folded, s.inset = true, true, bodyInset
	}
	b.finish(s)
	s.gap = b.closeTo()
	if !fresh && !b.running(it) {
		return
	}
	styles := b.m.styles
	last, total := "", 0
	for _, p := range it.Parts {
		if t := p.Text(); t != "" {
			total += len(t)
			last = t
		}
	}
	if fresh && total > 0 {
		b.parts(s, texts(it), styles.Reasoning)
	}
	s.what, s.source = "the reasoning", func() string { return joined(it) }
	label, about := "reasoning", styles.Dim.Render("~"+views.Thousands(total/4)+" tokens")
	switch {
	case total == 0 && it.Raw != nil && gjson.GetBytes(it.Raw, "encrypted_content").String() != "":
		about = styles.Dim.Render("encrypted, " + views.Size(len(gjson.GetBytes(it.Raw, "encrypted_content").String())))
		s.source, s.unmade = func() string { return string(it.Raw) }, len(it.Raw)
		if !s.folded {
			b.json(s, string(it.Raw), "")
		}
	case total == 0:
		about = styles.Dim.Render("empty")
		if b.running(it) {
			about = ""
		}
	}
	tail := ""
	if b.running(it) && s.folded {
		tail = styles.Reasoning.Render(body.SanitizeLine(lastWords(last, b.width)))
	}
	s.head = []string{b.fold(s, styles.Reasoning.Render(label), about, tail)}
}

// running reports whether an item still grows.
func (b *builder) running(it *state.Item) bool {
	x := b.tv.turn.Exchange
	return x != nil && x.Running() && !it.Done
}

// texts are what has come of an item's input and parts, without the empty ones.
func texts(it *state.Item) []string {
	var all []string
	if it.Input() != "" {
		all = append(all, it.Input())
	}
	for _, p := range it.Parts {
		if p.Text() != "" {
			all = append(all, p.Text())
		}
	}
	return all
}

func joined(it *state.Item) string { return strings.Join(texts(it), between) }

// lastSaid is lastWords of markdown, without its markup: of the last line that
// says anything.
func lastSaid(s string, width int) string {
	const most = 4 << 10 // bytes that are looked at
	if n := len(s) - most; n > 0 {
		s = strings.ToValidUTF8(s[n:], "")
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
