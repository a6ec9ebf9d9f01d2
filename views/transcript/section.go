package transcript

import (
	"gatehouse/client/wire"
	"gatehouse/state/rope"
	"gatehouse/views"
	"gatehouse/views/text"
)

// part says what a section shows of its turn. They are in this order.
type part uint8

const (
	partInput   part = iota // an item that the user added
	partModel               // who answers
	partItem                // an item of the answer, or a part of one
	partRaw                 // a piece of the exchange as it was on the wire
	partFailure             // why there is no answer
	partFooter              // how it ended, and the figures
)

// key names a section. It stays the same while the turn grows, and at any time in its
// exchange.
type key struct {
	turn  int
	part  part
	item  int // of the answer by its serial number, of anything else by its place
	piece int
}

// section is one thing of a turn: lines of its own, and below them content
// that is drawn block by block.
type section struct {
	key     key
	version uint64 // of the item that it was made from
	width   int    // that it was made for
	made    string // and what else it was made from: the name of a model
	gap     int    // empty lines above
	gutter  string // drawn before each line, gutterWidth cells

	head   []string // drawn lines above the content
	body   text.Long
	text   *rope.Rope // what the body would show, in a search
	wire   *wire.Body // the response body that the body shows piece by piece; nil for others
	inset  int        // columns by which the body is indented
	folds  bool       // it can be folded; folded, its body is not shown
	folded bool
	json   bool   // it can be shown as JSON, which its item is
	plain  bool   // it is shown whole until the user folds it
	stub   string // drawn instead of a plain section that is folded

	what   string        // what y copies, in words
	source func() string // what y copies
	binary *binary       // what s saves
	images []encoded     // that are shown below it, in sections of their own

	cited marks // of a text: where it cites a source
}

// outdate lets the section be made again.
func (s *section) outdate() { s.version = ^uint64(0) }

// gutterWidth is the margin left of all text, in cells.
const gutterWidth = 3

// noGutter is the margin of what has no mark.
const noGutter = "   "

// blocks returns how many blocks the section has: its head is the first.
func (s *section) blocks() int {
	if s.body == nil || s.folded {
		return 1
	}
	return 1 + s.body.Len()
}

// lines returns a block drawn, without the gutter.
func (s *section) lines(block int) []string {
	if block > 0 {
		return s.body.Lines(block - 1)
	}
	top := s.top()
	if s.gap == 0 {
		return top
	}
	return append(make([]string, s.gap, s.gap+len(top)), top...)
}

// top is what is above the body, or instead of both.
func (s *section) top() []string {
	if s.plain && s.folded {
		return []string{s.stub}
	}
	return s.head
}

// part returns the bytes [from, to) of the body's source.
func (s *section) part(from, to int) string {
	if c, ok := s.body.(interface{ Part(from, to int) string }); ok {
		return c.Part(from, to)
	}
	return s.body.Source()[from:to]
}

// oneRow reports whether the section is a row that hides more.
func (s *section) oneRow() bool { return s.folds && s.folded || s.binary != nil && s.body == nil }

// copied is the section that the copy key copies: the selected one, or the last text of the
// answer where a line about the answer is selected. It is nil where there is nothing to copy.
func (m *Model) copied() *section {
	if len(m.path) == 0 {
		return nil
	}
	selected := m.positionOf(anchor{key: m.choice()})
	for at, ok := selected, true; ok && at.turn == selected.turn; at, ok = m.adjacentSection(at, -1) {
		switch sec := m.sectionAt(at); {
		case sec.source != nil && (at == selected || sec.key.part != partInput):
			return sec
		case sec.key.part == partInput:
			return nil
		}
	}
	return nil
}

func (m *Model) copySelected() views.Intent {
	if sec := m.copied(); sec != nil {
		return views.Copy{What: sec.what, Text: sec.source()}
	}
	return views.Notify{Text: "nothing to copy here; " + m.keys.Name(views.ActCopyMenu) + " lists what can be copied"}
}
