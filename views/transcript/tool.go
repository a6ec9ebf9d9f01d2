package transcript

import (
	"encoding/json"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/tidwall/gjson"

	"gatehouse/state"
	"gatehouse/state/raw"
	"gatehouse/views/body"
)

// bodyInset indents what a fold hides below the fold's first line.
const bodyInset = 2

// fold draws the first line of a section that can be folded.
func (b *builder) fold(s *section, words ...string) string {
	sign := "▾"
	if s.folded {
		sign = "▸"
	}
	return b.line(b.m.styles.Accent.Render(sign)+" "+words[0], strings.Join(nonEmpty(words[1:]), "  "))
}

func nonEmpty(words []string) []string {
	kept := words[:0:0]
	for _, w := range words {
		if w != "" {
			kept = append(kept, w)
		}
	}
	return kept
}

// text gives a section plain words, which may have grown.
func (b *builder) text(s *section, words string, style lipgloss.Style) {
	t, ok := s.body.(*body.Text)
	if !ok {
		t = body.NewText(b.m.styles, style)
		s.body = t
	}
	t.SetWidth(max(b.width-s.inset, 1))
	t.Update(words)
}

// said gives a section a text of the answer, plainly.
func (b *builder) said(s *section, words *state.Text, style lipgloss.Style) {
	t, ok := s.body.(*body.Text)
	if !ok {
		t = body.NewText(b.m.styles, style)
		s.body = t
	}
	t.SetWidth(max(b.width-s.inset, 1))
	t.Follow(words.Rope())
}

// json gives a section a JSON document under a head.
func (b *builder) json(s *section, doc, head string) {
	if j, ok := s.body.(*body.JSON); !ok || j.Source() != doc {
		s.body = body.NewJSON(b.m.styles, b.m.lexers, doc)
	}
	s.body.SetWidth(max(b.width-s.inset, 1))
	s.head = nonEmpty([]string{head})
}

// call adds a call to a tool of the person's, with its arguments: as JSON when
// they are whole and valid, else just as they came.
func (b *builder) call(it *state.Item) {
	s, fresh := b.section(key{part: partItem, item: it.Serial, piece: pieceWhole}, it.Version)
	s.folds, s.inset = true, bodyInset
	b.finish(s)
	s.gap = b.closeTo()
	if !fresh {
		return
	}
	styles := b.m.styles
	b.arguments(s, it)
	s.what, s.source = "the arguments", it.Input
	words := []string{styles.Tool.Render("call " + sanitized(it.Name(), "without a name")), styles.Dim.Render(sanitized(it.CallID(), ""))}
	if it.Status() != "" && it.Status() != "completed" {
		words = append(words, styles.Dim.Render(body.SanitizeLine(it.Status())))
	}
	if it.InputWords().Len() == 0 && !b.running(it) {
		words = append(words, styles.Dim.Render("no arguments"))
	}
	s.head = []string{b.fold(s, words...)}
}

// arguments gives a section the arguments of a call. Those that were read as JSON
// are not read again for another width.
func (b *builder) arguments(s *section, it *state.Item) {
	words := it.InputWords()
	switch j, ok := s.body.(*body.JSON); {
	case ok && j.From(words.Rope()):
		j.SetWidth(max(b.width-s.inset, 1))
		return
	case !it.InputDone() && !it.Done:
		b.said(s, words, b.m.styles.Text)
		return
	}
	input := words.String()
	if !json.Valid([]byte(input)) {
		b.said(s, words, b.m.styles.Text)
		return
	}
	b.json(s, input, "")
	if j, ok := s.body.(*body.JSON); ok {
		j.Release(words.Rope())
	}
}

// tool adds any other item as one row with its type, its status and what says
// most; unfolded it is the item's JSON, or what has come of it.
func (b *builder) tool(it *state.Item) {
	version := it.Version << 1 // of the item, and whether it waits
	if _, waits := b.callOf(it); waits {
		version++
	}
	s, fresh := b.section(key{part: partItem, item: it.Serial, piece: pieceWhole}, version)
	if !s.folds {
		s.folds, s.folded, s.inset = true, true, bodyInset
	}
	b.unfold(s, it)
	b.finish(s)
	if !fresh { // a large item is not read again with each frame
		s.gap = b.closeTo()
		return
	}
	styles := b.m.styles
	item := gjson.ParseBytes(it.Raw)
	if name, data, ok := binaryOf(it); ok {
		b.binary(s, strings.TrimSuffix(name, "_call"), it.ID, data)
		s.head[0] = b.line(s.head[0], styles.Tool.Render(sanitized(it.Type, "item")), styles.Dim.Render(sanitized(it.Status(), "")))
		s.folds = false
		s.gap = b.closeTo()
		return
	}
	s.gap = b.closeTo()
	come := it.Words()
	if !s.folded || s.body != nil { // a search looks at what was unfolded once
		if it.Raw != nil && (it.Done || it.InputWords().Len() == 0 && len(it.Parts()) == 0) {
			b.json(s, raw.AsSpelled(it.Raw), "")
		} else {
			b.parts(s, come, styles.Text)
		}
	}
	s.unmade = len(it.Raw)
	for _, text := range come {
		s.unmade = max(s.unmade, text.Len())
	}
	s.what, s.source = "the item", func() string {
		if it.Raw != nil {
			return string(it.Raw)
		}
		return joined(it)
	}
	words := []string{styles.Tool.Render(sanitized(it.Type, "item")), styles.Dim.Render(sanitized(it.Status(), ""))}
	if b.running(it) && len(come) > 0 {
		words = append(words, styles.Dim.Render(body.SanitizeLine(lastWords(come[len(come)-1].Tail(lookedAt), b.width))))
	} else {
		words = append(words, styles.Dim.Render(brief(item, b.width)))
	}
	s.head = append([]string{b.fold(s, words...)}, b.panels(it)...)
}

// panels draws how the models of a fusion's panel stand.
func (b *builder) panels(it *state.Item) []string {
	styles := b.m.styles
	var lines []string
	for _, p := range it.Panels() {
		answer, _ := p.Words()
		words := []string{"  " + styles.Model.Render(body.SanitizeLine(p.Model)), styles.Dim.Render(sanitized(p.Status, ""))}
		if p.Error != "" {
			words = append(words, styles.Bad.Render(body.SanitizeLine(p.Error)))
		} else {
			words = append(words, styles.Dim.Render(body.SanitizeLine(lastSaid(answer, b.width))))
		}
		lines = append(lines, b.line(words...))
	}
	if it.Fusion() != nil {
		lines = append(lines, b.line("  "+styles.Model.Render(sanitized(it.Fusion().Model, "analyst")),
			styles.Dim.Render("analysis"), styles.Dim.Render(sanitized(it.Fusion().Status, ""))))
	}
	return lines
}
