package transcript

import (
	"strings"

	"gatehouse/state"
	"gatehouse/views"
)

// turnView is a turn as sections. They are made anew when the turn changed,
// those of items that did not change are kept.
type turnView struct {
	id       int
	turn     *state.Turn
	sections []*section
	made     map[key]*section

	exchange *state.Exchange
	version  uint64
	said     uint64 // version of the conversation: what waits for an output depends on it
	siblings int
	width    int
	styles   int
	raw      bool
	synced   bool

	waits   int     // calls that wait for an output
	model   string  // that the turn's heading names
	changed changed // by stages on the way
	counted bool    // the usage had come when sections were made last
	kept    []kept  // the items that sections were made of
}

// kept is an item as it was when its sections were made.
type kept struct {
	item    *state.Item
	version uint64
	from    int // its first section
}

// sync brings a turn's sections up to date.
func (m *Model) sync(tv *turnView) {
	x := tv.turn.Told()
	version := uint64(0)
	if x != nil {
		version = x.Version
	}
	siblings := len(m.conv.Siblings(tv.turn))
	still := tv.synced && tv.exchange == x && tv.said == m.conv.Version && tv.siblings == siblings && tv.width == m.columns() &&
		tv.styles == m.styles.Version && tv.raw == m.raw[tv.id]
	if still && tv.version == version {
		return
	}
	if tv.exchange == x && tv.moved() {
		m.find.path = ^uint64(0) // what was found stands in the order of the items
	}
	redrawn := tv.styles != m.styles.Version || tv.raw != m.raw[tv.id]
	remade := redrawn || tv.exchange != x
	switch {
	case remade && !redrawn && atAnotherTime(tv.exchange, x):
		for _, s := range tv.made { // of the items as they are there, but no long text is cut anew
			s.outdate()
		}
	case remade:
		clear(tv.made) // what was drawn in another way has to be made again
	}
	resized := tv.width != m.columns()
	tv.synced, tv.exchange, tv.version, tv.siblings, tv.said = true, x, version, siblings, m.conv.Version
	tv.width, tv.styles, tv.raw = m.columns(), m.styles.Version, m.raw[tv.id]
	b := builder{m: m, tv: tv, width: m.columns(), resized: resized}
	for _, c := range m.conv.Waiting() {
		if c.Turn == tv.turn {
			b.calls = append(b.calls, c)
		}
	}
	still = still && len(b.calls) == tv.waits
	tv.waits = len(b.calls)
	if !still || tv.raw || !b.keep() {
		tv.sections, tv.kept = tv.sections[:0], tv.kept[:0]
	}
	if tv.raw {
		b.wire()
	} else {
		if len(tv.sections) == 0 {
			b.input()
			b.model()
		}
		b.answer()
		b.failure()
		if len(tv.sections) == 0 && tv.turn.Exchange == nil {
			b.nothing()
		}
		b.footer()
	}
	if len(tv.sections) == 0 {
		b.nothing()
	}
	if remade { // it is nothing new, only drawn anew
		for _, s := range tv.sections {
			s.counted = s.blocks()
		}
	}
}

// atAnotherTime reports whether y is x as it was, or will be.
func atAnotherTime(x, y *state.Exchange) bool {
	return x != nil && y != nil && x.Identity() == y.Identity()
}

// moved reports whether an item stands elsewhere than when sections were made: one that
// came late stands before others.
func (tv *turnView) moved() bool {
	items := tv.turn.Items()
	for i, k := range tv.kept {
		if i >= len(items) || items[i] != k.item {
			return true
		}
	}
	return false
}

// keep keeps the sections of the items before the first that changed; false
// when all have to be looked at.
func (b *builder) keep() bool {
	tv, items := b.tv, b.items()
	named, counted := tv.model, tv.counted
	tv.model, tv.counted = tv.turn.Model(), tv.exchange != nil && tv.exchange.Usage != nil
	if tv.model != named || tv.counted != counted || len(tv.kept) == 0 {
		return false
	}
	n := 0
	for n < len(tv.kept) && n < len(items) && tv.kept[n].item == items[n] && tv.kept[n].version == items[n].Version && items[n].Done {
		n++
	}
	if n == len(tv.kept) {
		n-- // the last one is looked at, so that where its sections end need not be known
	}
	tv.sections, tv.kept = tv.sections[:tv.kept[n].from], tv.kept[:n]
	return true
}

// builder makes the sections of one turn.
type builder struct {
	m     *Model
	tv    *turnView
	width int
	// resized says that the width changed, so that what was cut to it has to be
	// made again.
	resized bool
	calls   []state.Call // of the turn, those that wait for an output
}

// section returns the section of a key, kept from before or new, as the next
// of the turn. version is that of what it is made from: when it is the one
// that the section was made from, fresh is false and nothing has to be done.
func (b *builder) section(k key, version uint64) (s *section, fresh bool) {
	k.turn = b.tv.id
	s = b.tv.made[k]
	if s == nil {
		s = &section{key: k, gutter: noGutter, gap: 1}
		b.tv.made[k] = s
		fresh = true
		if len(b.tv.sections) == 0 && b.first() {
			s.gap = 0
		}
	}
	fresh = fresh || s.version != version || b.resized
	s.version = version
	b.tv.sections = append(b.tv.sections, s)
	return s, fresh
}

// first reports whether the turn is the first one shown.
func (b *builder) first() bool { return len(b.m.path) == 0 || b.m.path[0] == b.tv }

// finish gives a section's body its width, and folds it as the person wants.
func (b *builder) finish(s *section) {
	if s.body != nil {
		s.body.SetWidth(max(b.width-s.inset, 1))
	}
	if s.body != nil && !s.folds {
		s.folds, s.plain = true, true
	}
	if wish, ok := b.m.folds[s.key]; ok && s.folds {
		s.folded = wish
	}
	if s.plain && s.folded {
		b.stub(s)
	}
}

// stub draws what stands for a folded section: its head, or what it is, and
// how much it holds.
func (b *builder) stub(s *section) {
	styles := b.m.styles
	words := styles.Dim.Render(strings.TrimPrefix(s.what, "the "))
	if len(s.head) > 0 {
		words = s.head[0]
	}
	s.stub = b.line(styles.Accent.Render("▸")+" "+words, styles.Dim.Render(views.Size(s.body.Size())))
}

// nothing adds a word for a turn that holds nothing, such as a saved response
// without output: every turn has a section that a place can name.
func (b *builder) nothing() {
	s, _ := b.section(key{part: partFailure}, 0)
	s.head = []string{b.line(b.m.styles.Dim.Render("nothing was said"))}
}

// items are those of the answer.
func (b *builder) items() []*state.Item { return b.tv.turn.Items() }
