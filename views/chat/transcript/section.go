package transcript

import (
	"sync"

	"charm.land/lipgloss/v2"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/text/rope"
	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// part is what a section shows of its turn, in the order of the screen.
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

// section is one thing of a turn: head lines, and below them content
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
	plain  bool   // it is shown in full until the user folds it
	stub   string // drawn instead of a plain section that is folded

	what   string        // what y copies, in words
	source func() string // what y copies
	binary *binary       // what s saves
	images []encoded     // that are shown below it, each in a section

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
	head := s.head
	if s.plain && s.folded {
		head = []string{s.stub}
	}
	if s.gap == 0 {
		return head
	}
	return append(make([]string, s.gap, s.gap+len(head)), head...)
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

// copied returns the section that the copy key copies: the selected one, or the last text of the
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

// builder makes the sections of one unit of a turn.
type builder struct {
	m        *Model
	tv       *turnView
	styles   *themes.Styles
	width    int
	waits    *openCalls    // the calls of the turn that wait for an output
	tools    func() []byte // that the model was offered
	sections []*section    // those that were made
	top      bool          // the first of them is the first of all
	search   bool          // a search wants heads without styles, and texts instead of bodies
	uncut    bool          // lines are not cut to the width

	below map[belowCall][]string // in a search: what is below calls that wait
}

// ink draws words in a style; none stay none. A search wants no style, and lipgloss takes long
// to do nothing.
func (b *builder) ink(style *lipgloss.Style, words string) string {
	if b.search || words == "" {
		return words
	}
	return style.Render(words)
}

func (m *Model) builder(tv *turnView) *builder {
	tools := sync.OnceValue(func() []byte { return m.conv.OfferedTools(tv.turn) })
	return &builder{m: m, tv: tv, styles: m.styles, width: tv.width, waits: m.openCallsOf(tv), tools: tools}
}

// section returns the section of a key as the next of the unit. version is that of what
// it is made from: when it is the one that the section was made from, fresh is false and
// nothing has to be done. Of one that has to be made again nothing is left but its body,
// which may continue from there.
func (b *builder) section(k key, version uint64) (s *section, fresh bool) {
	k.turn = b.tv.id
	if b.search {
		s = &section{key: k}
		b.sections = append(b.sections, s)
		return s, true
	}
	s = b.tv.sections[k]
	if s == nil {
		s = &section{key: k, version: ^version}
		b.tv.sections[k] = s
	}
	if fresh = s.version != version || s.width != b.width; fresh {
		*s = section{key: k, version: version, width: b.width, gutter: noGutter, gap: 1, body: s.body, cited: s.cited}
		if b.top && len(b.sections) == 0 {
			s.gap = 0
		}
	}
	b.sections = append(b.sections, s)
	return s, fresh
}

// finish gives a section's body its width, and folds it as the user wants.
func (b *builder) finish(s *section) {
	if s.body != nil {
		s.body.SetWidth(max(b.width-s.inset, 1))
		s.plain = s.plain || !s.folds
		s.folds = true
	}
	if s.folds {
		s.folded = b.folded(s.key, s.folded)
	}
	if s.plain && s.folded {
		b.stub(s)
	}
}

// folded reports whether the section of a key is folded: as the user wants.
func (b *builder) folded(k key, otherwise bool) bool {
	k.turn = b.tv.id
	if wish, ok := b.m.folds[k]; ok {
		return wish
	}
	return otherwise
}

// stub draws what replaces a folded section: its head, or what it is, and
// how much it holds.
func (b *builder) stub(s *section) {
	styles := b.styles
	words := styles.Dim.Render(s.what)
	if len(s.head) > 0 {
		words = s.head[0]
	}
	size := ""
	if n := s.body.Size(); n > 0 {
		size = styles.Dim.Render(figures.Size(n))
	}
	s.stub = b.line(styles.Accent.Render("▸")+" "+words, size)
}

// noOutput adds a word for a turn that holds nothing, such as a saved response
// without output: every turn has a section that a place can name.
func (b *builder) noOutput() {
	s, _ := b.section(key{part: partFailure}, 0)
	s.head = []string{b.line(b.styles.Dim.Render("no output"))}
}

func (b *builder) running(it *state.Item) bool {
	x := b.tv.turn.Exchange
	return x != nil && x.Running() && !it.Done
}

// versionOf returns the version of what an item is drawn from as a row: of the item, whether it
// still grows, and whether it waits.
func (b *builder) versionOf(it *state.Item) uint64 {
	version := it.Version << 2
	if b.running(it) {
		version |= 1
	}
	if _, waits := b.waits.call(it); waits {
		version |= 2
	}
	return version
}
