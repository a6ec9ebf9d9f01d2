package transcript

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/tidwall/gjson"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/answer/tooluse"
	"gatehouse/state/text/rope"
	"gatehouse/views/kit/json"
	"gatehouse/views/kit/text"
)

// bodyInset indents what a fold hides below the fold's first line.
const bodyInset = 2

// fold draws the first line of a section that can be folded.
func (b *builder) fold(folded bool, words ...string) string {
	sign := "▾"
	if folded {
		sign = "▸"
	}
	return b.line(append([]string{b.ink(&b.styles.Accent, sign) + " " + words[0]}, words[1:]...)...)
}

// text gives a section plain words, which may have grown.
func (b *builder) text(s *section, words *rope.Rope, style lipgloss.Style) {
	if s.text = words; b.search {
		return
	}
	t, ok := s.body.(*text.Plain)
	if !ok {
		t = text.NewPlain(b.styles, style)
		s.body = t
	}
	t.SetWidth(max(b.width-s.inset, 1))
	t.Follow(words)
}

func (b *builder) json(s *section, doc string) {
	if b.search {
		s.text = rope.Plain(doc)
		return
	}
	if j, ok := s.body.(*json.Pretty); !ok || j.Source() != doc {
		s.body = json.NewPretty(b.styles, b.m.lexers, rope.Plain(doc))
	}
	s.body.SetWidth(max(b.width-s.inset, 1))
}

// call adds a call to a tool of the user's, with its arguments: as JSON when
// they are complete and valid, else just as they arrived.
func (b *builder) call(it *state.Item) {
	s, fresh := b.section(key{part: partItem, item: it.Serial, piece: pieceItem}, b.versionOf(it))
	if !fresh {
		return
	}
	s.folds, s.inset, s.json = true, bodyInset, it.Raw != nil
	b.finish(s)
	styles, status := b.styles, it.Status()
	words := []string{b.ink(&styles.Tool, "call "+sanitized(it.Name(), "(no name)")), b.ink(&styles.Dim, sanitized(it.CallID(), ""))}
	if status != "" && status != "completed" {
		words = append(words, b.ink(&styles.Dim, text.SanitizeLine(status)))
	}
	if it.InputBuffer().Len() == 0 && !b.running(it) {
		words = append(words, b.ink(&styles.Dim, "no arguments"))
	}
	s.head = []string{b.fold(s.folded, words...)}
	if s.what, s.source = "arguments", it.Input; s.json && b.spelled(s.key) {
		b.json(s, scan.AsSpelled(it.Raw))
		s.what, s.source = "item", func() string { return string(it.Raw) }
		return
	}
	b.arguments(s, it)
}

// arguments gives a section the arguments of a call. Those that were read as JSON
// are not read again for another width.
func (b *builder) arguments(s *section, it *state.Item) {
	words := it.InputBuffer()
	if b.search {
		s.text = words.Rope()
		return
	}
	switch j, ok := s.body.(*json.Pretty); {
	case ok && j.From(words.Rope()):
		j.SetWidth(max(b.width-s.inset, 1))
		return
	case !it.InputDone() && !it.Done:
		b.text(s, words.Rope(), b.styles.Text)
		return
	}
	if !scan.Valid([]byte(words.String())) {
		if u, _ := tooluse.Of(it); len(u.Blocks) == 1 && u.Blocks[0].Kind == tooluse.Diff {
			b.use(s, &u)
			return
		}
		b.text(s, words.Rope(), b.styles.Text)
		return
	}
	s.body = json.NewPretty(b.styles, b.m.lexers, words.Rope())
	s.body.SetWidth(max(b.width-s.inset, 1))
}

// tool adds any other item as a row: its type, what was asked for and how it ended;
// unfolded, as one is that waits or says little, what the tool did, or the item's JSON.
func (b *builder) tool(it *state.Item) {
	s, fresh := b.section(key{part: partItem, item: it.Serial, piece: pieceItem}, b.versionOf(it))
	if !fresh { // a large item is not read again with each frame
		return
	}
	s.json = it.Raw != nil
	use, _ := tooluse.Of(it)
	r := reading{Use: use, spelled: s.json && b.spelled(s.key)}
	r.read = len(r.Blocks) > 0 && !r.spelled
	name, data, binary := binaryOf(it)
	if binary && !r.spelled {
		b.binary(s, strings.TrimSuffix(name, "_call"), it.ID, data)
		if b.drawable(data) {
			s.images = []encoded{data}
		}
		if s.inset = bodyInset; r.read {
			s.folds, s.folded = true, !b.opened(it, &r)
			b.finish(s)
			b.use(s, &r.Use)
		}
		s.head = []string{b.toolBinary(it, &r, data, s.folded)}
		return
	}
	s.folds, s.folded, s.inset = true, !b.opened(it, &r), bodyInset
	if !r.spelled && !b.search {
		s.images = imagesIn(it.Raw)
	}
	b.finish(s)
	delivered := it.Raw != nil && (it.Done || it.InputBuffer().Len() == 0 && len(it.Parts()) == 0) // else its later changes are shown
	switch {
	case s.folded && s.body == nil && !b.search:
	case r.read:
		b.use(s, &r.Use)
	case r.spelled || delivered:
		b.json(s, scan.AsSpelled(it.Raw))
	default:
		b.joinedTexts(s, it.TextBuffers(), b.styles.Text)
	}
	s.what, s.source = "item", func() string {
		switch {
		case r.read:
			return r.Text().String()
		case it.Raw != nil:
			return string(it.Raw)
		}
		return joined(it.TextBuffers()).String()
	}
	s.head = b.toolHead(it, &r, s.folded)
}

// opened reports whether an item is shown unfolded before the user folds it: while it
// waits for an answer, as JSON that the user asked for, and where all that is read of
// it is short.
func (b *builder) opened(it *state.Item, r *reading) bool {
	if _, waits := b.waits.call(it); waits || r.spelled {
		return true
	}
	return r.read && (r.AlwaysOpen || !b.running(it) && r.IsShort())
}

func (b *builder) toolHead(it *state.Item, r *reading, folded bool) []string {
	u := r.Use
	var live []*state.TextBuffer
	if b.running(it) {
		live = it.TextBuffers()
	}
	if n := len(live); n > 0 && !u.AlwaysOpen {
		u.InputLine, u.OutputLine = lastWords(live[n-1].Tail(lookedAt), b.width), ""
	}
	if len(u.Blocks) > 0 || u.InputLine+u.Name+u.Result != "" {
		return append([]string{b.useHead(it.Type, it.Status(), &u, folded)}, b.panels(it)...)
	}
	words := []string{b.ink(&b.styles.Tool, sanitized(it.Type, "item")), b.ink(&b.styles.Dim, sanitized(it.Status(), "")),
		b.ink(&b.styles.Dim, b.brief(gjson.Parse(scan.AsSpelled(it.Raw))))}
	return append([]string{b.fold(folded, words...)}, b.panels(it)...)
}

// toolBinary draws the row of an item that holds a binary result: what it is, and what
// was asked for.
func (b *builder) toolBinary(it *state.Item, r *reading, data encoded, folded bool) string {
	words := []string{b.binaryHead(data), b.ink(&b.styles.Tool, sanitized(it.Type, "item")), b.ink(&b.styles.Dim, sanitized(it.Status(), "")),
		b.result(&r.Use)}
	if !r.read {
		return b.line(words...)
	}
	if folded {
		words = append(words, b.ink(&b.styles.Text, text.SanitizeLine(r.InputLine)))
	}
	return b.fold(folded, words...)
}

func (b *builder) panels(it *state.Item) []string {
	styles := b.styles
	var lines []string
	for _, p := range it.Panels() {
		answer, _ := p.TextBuffers()
		words := []string{"  " + b.ink(&styles.Model, text.SanitizeLine(p.Model)), b.ink(&styles.Dim, sanitized(p.Status, ""))}
		if p.Error != "" {
			words = append(words, b.ink(&styles.Bad, text.SanitizeLine(p.Error)))
		} else {
			words = append(words, b.ink(&styles.Dim, text.SanitizeLine(lastPlainWords(answer, b.width))))
		}
		lines = append(lines, b.line(words...))
	}
	if it.Fusion() != nil {
		lines = append(lines, b.line("  "+b.ink(&styles.Model, sanitized(it.Fusion().Model, "analyst")),
			b.ink(&styles.Dim, "analysis"), b.ink(&styles.Dim, sanitized(it.Fusion().Status, ""))))
	}
	return lines
}
