// Package transcript is the pane that shows a conversation: the messages, the
// answers, and how each exchange ended.
//
// A turn is a row of units (what is before the answer, each of its items, what
// is after), a unit a list of sections (a message, a call, the footer), a section
// a list of blocks (see text.Content). Only blocks in view are drawn, and only units
// near the screen are made. The scroll position names a block and a line in it, never
// a distance from the top, so that nothing jumps when what is above or below grows,
// is folded, or turns out higher than was thought.
package transcript

import (
	"context"
	"hash/maphash"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/request/talk"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/markdown"
)

// Model is the transcript pane.
type Model struct {
	styles   *themes.Styles
	keys     *views.Keys
	lexers   *markdown.Lexers
	pictures *pictures
	conv     *talk.Conversation
	extent   extent
	alone    bool // it shows extent, without what is drawn around it: see NewBranch

	width, height int
	focused       bool

	path        []*turnView       // the turns shown, from the root on
	turns       map[int]*turnView // by turn id, of this conversation
	version     uint64            // of the conversation when path was made
	cachedUnits int               // cachedUnits, but in tests
	openCalls   *openCalls        // calls that wait for an output

	scrollState
	left    exchangeAt // the last answer when follow ended
	folds   map[key]bool
	raw     map[int]bool // turns shown as they were on the wire
	spelled map[key]bool // items shown as JSON

	find      find
	frameMark frameMark
	welcome   welcome
	earlier   earlier
	nowUS     int64 // see SetNow

	commands map[string]string // bound to tools, by the tool's name
	ready    map[string]string // what is ready to answer calls, by the call's id

	rows  []row // what is on each line of the screen
	cut   bool  // there is more below the screen
	mark  key   // the section that is drawn as selected
	lines views.Lines
	drawn string
	seen  stamp // what drawn was made of
}

var (
	_ views.Scroller = (*Model)(nil)
	_ views.Typist   = (*Model)(nil)
	_ views.Worker   = (*Model)(nil)
)

// New makes a transcript that shows nothing yet and follows what arrives.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Transcript), lexers: markdown.NewLexers(), cachedUnits: cachedUnits}
	m.pictures = &pictures{seed: maphash.MakeSeed(), known: map[pictureID]*shrunk{}, asked: map[pictureID]bool{}, wanted: make(chan pictureJob, maxPictures)}
	m.find.Finder = m.newFinder()
	m.SetConversation(nil)
	return m
}

// SetConversation shows another conversation, at its end. Its turns and their
// exchanges are read when the pane is drawn; changes are noticed by their
// Version counters, so there is no message about them.
func (m *Model) SetConversation(c *talk.Conversation) {
	m.conv, m.scrollState = c, scrollState{follow: true}
	m.path, m.turns, m.version, m.openCalls = nil, map[int]*turnView{}, 0, &openCalls{}
	m.folds, m.raw, m.spelled = map[key]bool{}, map[int]bool{}, map[key]bool{}
	m.frameMark, m.earlier, m.nowUS = frameMark{}, earlier{}, 0
	m.closeFind()
}

// extent is the part of a conversation that is shown instead of its path.
type extent struct{ from, tip *talk.Turn }

// NewBranch makes a transcript of one branch: it colours code and draws pictures with what m has loaded, and
// does not draw the first message, the model and the figures, which are drawn around it.
func (m *Model) NewBranch() *Model {
	b := New(m.styles, m.keys)
	b.lexers, b.pictures = m.lexers, m.pictures
	b.find.Finder = b.newFinder()
	b.alone = true
	return b
}

// SetBranch shows the turns of a conversation from one to another after it; nil shows none.
func (m *Model) SetBranch(c *talk.Conversation, from, tip *talk.Turn) {
	was, now := m.extent, extent{from, tip}
	if m.conv != c || was.from != from {
		m.SetConversation(c)
	}
	if m.extent = now; was != now {
		m.version = 0 // the turns are looked up again
		m.changed()
	}
}

// tip returns the last turn that is shown; nil for none.
func (m *Model) tip() *talk.Turn {
	if m.alone || m.conv == nil {
		return m.extent.tip
	}
	return m.conv.Current
}

// shownTurns returns the turns that are shown, in their order.
func (m *Model) shownTurns() []*talk.Turn {
	path := m.tip().Path()
	if at := slices.Index(path, m.extent.from); m.alone && at >= 0 {
		return path[at:]
	}
	return path
}

// Follow goes to the end and stays there while the answer grows.
func (m *Model) Follow() {
	if m.follow {
		m.readFailure()
	}
	m.follow = true
	m.changed()
}

// EndFind ends a search, or removes the mark of what a frame wrote; ok is false when
// there is neither.
func (m *Model) EndFind() (ok bool) {
	if ok = m.StopWord() != ""; ok {
		m.frameMark = frameMark{}
		m.closeFind()
	}
	return ok
}

// Following reports whether the pane stays at the end.
func (m *Model) Following() bool { return m.follow }

func (m *Model) SetSize(width, height int) {
	width, height = max(width, 0), max(height, 0)
	if width == m.width && height == m.height {
		return
	}
	m.width, m.height = width, height
	m.lines.Forget()
	m.changed()
	m.resumeFollowing()
}

func (m *Model) SetFocus(on bool) tea.Cmd {
	if m.focused != on {
		m.focused = on
		m.resync() // failures and waiting calls name the keys that work now
	}
	return nil
}

// changed has the pane drawn again.
func (m *Model) changed() { m.seen = stamp{} }

// Typing implements views.Typist: the find line owns the letters while its
// words are being written. In an empty conversation letters are the next message.
func (m *Model) Typing() bool { return m.find.Typing || m.Choosing() }

func (m *Model) Cursor() *tea.Cursor { return m.find.CursorAt(m.width, m.height) }

// lexersLoaded is the message that code may be drawn in other colours now.
type lexersLoaded struct{ next tea.Cmd }

// LoadLexers loads the lexers of the languages that drawing meets, in the background,
// until ctx is done. Without it they are loaded where they are needed.
func (m *Model) LoadLexers(ctx context.Context) tea.Cmd {
	return func() tea.Msg {
		if !m.lexers.Load(ctx) {
			return nil
		}
		return lexersLoaded{next: m.LoadLexers(ctx)}
	}
}
