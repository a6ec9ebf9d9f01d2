package transcript

import (
	"sync"

	"charm.land/lipgloss/v2"

	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/themes"
)

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
	b := &builder{m: m, tv: tv, styles: m.styles, width: tv.width, waits: m.openCallsOf(tv)}
	b.tools = sync.OnceValue(func() []byte { return b.m.conv.OfferedTools(b.tv.turn) })
	return b
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
	}
	if s.body != nil && !s.folds {
		s.folds, s.plain = true, true
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

// nothing adds a word for a turn that holds nothing, such as a saved response
// without output: every turn has a section that a place can name.
func (b *builder) nothing() {
	s, _ := b.section(key{part: partFailure}, 0)
	s.head = []string{b.line(b.styles.Dim.Render("no output"))}
}

// running reports whether an item still grows.
func (b *builder) running(it *state.Item) bool {
	x := b.tv.turn.Exchange
	return x != nil && x.Running() && !it.Done
}

// versionOf is the version of what an item is drawn from as a row: of the item, whether it
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
