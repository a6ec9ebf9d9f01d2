package transcript

import (
	"slices"
	"strings"

	"gatehouse/state"
	"gatehouse/state/rope"
	"gatehouse/state/tooluse"
	"gatehouse/views/json"
	"gatehouse/views/page"
	"gatehouse/views/text"
)

// reading is how an item is shown.
type reading struct {
	tooluse.Use
	read    bool // what it says is shown; else the item is shown as JSON, or as it grew
	spelled bool // the user wants JSON
}

// readingOf reads an item, to be shown as a section of a key.
func (b *builder) readingOf(k key, it *state.Item) (r reading) {
	r.Use, _ = tooluse.Of(it)
	r.spelled = it.Raw != nil && b.spelled(k)
	r.read = len(r.Blocks) > 0 && !r.spelled
	return r
}

// spelled reports whether the section of a key is shown as JSON because the user wants
// it.
func (b *builder) spelled(k key) bool {
	k.turn = b.tv.id
	return b.m.spelled[k]
}

// use gives a section what an item says, block by block.
func (b *builder) use(s *section, u *tooluse.Use) {
	if b.search {
		s.text = u.Text()
		return
	}
	p := b.pieces(s, len(u.Blocks))
	for i := range u.Blocks {
		b.block(&p.texts[i], &u.Blocks[i])
	}
	p.SetWidth(max(b.width-s.inset, 1))
}

// drawnAs is what the content of a block depends on besides its text.
type drawnAs struct {
	kind     tooluse.Kind
	language string
}

// block makes the content of a block, or lets that which there was continue.
func (b *builder) block(p *piece, block *tooluse.Block) {
	as := drawnAs{block.Kind, block.Language}
	same := p.made == as
	p.above, p.made = block.Above(), as
	if c, ok := p.content.(*json.Pretty); ok && c.From(block.Text) {
		return
	}
	if c, ok := p.content.(follower); ok && same {
		c.Follow(block.Text)
		return
	}
	p.content = page.NewBlock(b.styles, b.m.lexers, block)
}

// follower is content that continues with a text that grows.
type follower interface{ Follow(text *rope.Rope) }

// result are the sign and the words of how a use ended.
func (b *builder) result(u *tooluse.Use) string {
	words := text.SanitizeLine(u.Result)
	switch {
	case words == "":
		return ""
	case u.Sign == tooluse.Good:
		return b.ink(&b.styles.Good, "✓ "+words)
	case u.Sign == tooluse.Bad:
		return b.ink(&b.styles.Bad, "✗ "+words)
	}
	return b.ink(&b.styles.Dim, words)
}

// useHead draws the first line of a use: the type of its item, who was called, what was
// asked for and what arrived as far as there is room, and how it ended. What the blocks
// below show is not said twice.
func (b *builder) useHead(kind, status string, u *tooluse.Use, folded bool) string {
	styles := b.styles
	if status == "completed" || status == "failed" && u.Sign == tooluse.Bad && u.Result != "" {
		status = "" // the result says as much
	}
	before := []string{b.ink(&styles.Tool, sanitized(kind, "item")), b.ink(&styles.Strong, text.SanitizeLine(u.Name))}
	behind := []string{b.clipped(b.result(u), b.width/2), b.ink(&styles.Dim, text.SanitizeLine(status))}
	room := b.width - len("▸ ")
	for _, w := range slices.Concat(before, behind) {
		if w != "" {
			room -= text.Width(w) + len("  ")
		}
	}
	var asked []string
	if folded || !u.RepeatsInput() {
		asked = append(asked, b.ink(&styles.Text, onOneLine(u.InputLine)))
	}
	if folded && u.OutputLine != "" {
		asked = append(asked, b.ink(&styles.Dim, "→ "+onOneLine(u.OutputLine)))
	}
	about := b.clipped(strings.Join(asked, "  "), max(room, 8))
	return b.fold(folded, slices.Concat(before, []string{about}, behind)...)
}

// onOneLine writes the start of a text from the wire as part of a line.
func onOneLine(words string) string {
	return text.SanitizeLine(strings.Join(strings.Fields(words), " "))
}

// clipped cuts words to so many cells.
func (b *builder) clipped(words string, cells int) string {
	if b.uncut {
		return words
	}
	return text.Truncate(words, max(cells, 1), "…")
}
