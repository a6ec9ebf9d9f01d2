// Package composer is the pane in which a user writes: several lines with
// soft wraps, readline's keys, the real cursor, and the prompts of this run.
package composer

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/edit"
	"gatehouse/views/kit/text"
)

const promptWidth = 3 // cells of " ❯ "

// Model is the composer.
type Model struct {
	styles  *themes.Styles
	keys    *views.Keys
	buf     *edit.Editor
	history history

	width, height int
	focus         bool
	top           int    // first row on the screen, an index into all rows of the text
	note          string // what enter will do, when it is not the usual
	hint          string // shown while the text is empty
	enter         string // what sending is called in the help; empty: nothing is sent now
	chooses       bool   // down leads from an empty text to a list
	chips         []Chip // files that go with the text
	complete      complete
	version       int                       // raised by every change of what is drawn
	edits         int                       // raised by every change of the text, or of the place in it
	view          text.Memo[[2]int, string] // by its version and that of the styles
}

var (
	_ views.Typist   = (*Model)(nil)
	_ views.Scroller = (*Model)(nil)
)

// New makes an empty composer.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	return &Model{styles: styles, keys: keys.In(views.Composer), buf: edit.New(), enter: "send"}
}

// SetEnter sets what the key that sends does, in a word for the help; empty: nothing now.
func (m *Model) SetEnter(does string) { m.enter = does }

// SetHint sets the line that is in the empty composer.
func (m *Model) SetHint(hint string) {
	if m.hint != hint {
		m.hint, m.version = hint, m.version+1
	}
}

// SetNote shows a row above the text that describes what sending will do; empty for none.
func (m *Model) SetNote(note string) { m.note, m.version = note, m.version+1 }

// Note returns what SetNote set.
func (m *Model) Note() string { return m.note }

// Text returns the text, lines joined by LF. It costs a copy of the text.
func (m *Model) Text() string { return m.buf.Text() }

// Version is raised by every change of the text, or of the place in it.
func (m *Model) Version() int { return m.edits }

// Empty reports whether there is no text.
func (m *Model) Empty() bool { return m.buf.Empty() }

// Blank reports whether there is nothing in the text that could be sent.
func (m *Model) Blank() bool { return m.buf.Blank() }

// SetText replaces the text, and puts the cursor after it.
func (m *Model) SetText(text string) {
	m.buf.Set(text)
	m.complete = complete{}
	m.changed()
}

// Mark marks the bytes [from, to) of the text: what is written next takes their place.
func (m *Model) Mark(from, to int) {
	m.buf.Mark(from, to)
	m.changed()
}

// Remember adds a text to the prompts that up and down walk through, and ends
// the walk.
func (m *Model) Remember(text string) { m.history.remember(text) }

// SetChooses makes down go from an empty text to a list of what can be chosen.
func (m *Model) SetChooses(on bool) { m.chooses = on }

// Rows returns how many rows the text and what is above it would fill at
// the present width.
func (m *Model) Rows() int { return m.above() + m.buf.Rows() }

// above returns how many rows are above the text: the note, the files that go with
// it, the list of paths. In a low pane they leave a row to the text.
func (m *Model) above() int { return m.noteRows() + m.chipRows() + m.listRows() }

// shownAbove returns how many of those rows are on the screen.
func (m *Model) shownAbove() int { return min(m.above(), max(m.height-1, 0)) }

func (m *Model) noteRows() int { return min(len(m.note), 1) }

func (m *Model) SetSize(width, height int) {
	if m.width == width && m.height == height {
		return
	}
	m.width, m.height = width, height
	// One column stays free for the cursor after a full row.
	m.buf.SetWidth(width - promptWidth - 1)
	m.redraw()
}

func (m *Model) SetFocus(on bool) tea.Cmd {
	m.focus, m.version = on, m.version+1
	return nil
}

func (m *Model) Typing() bool { return m.focus }

// Scroll implements views.Scroller: it moves the cursor by a row a notch, and the
// text follows it.
func (m *Model) Scroll(_, dy int) {
	m.buf.Vertical(dy / views.WheelLines)
	m.changed()
}

// changed is called after every change of the text, or of the place in it.
func (m *Model) changed() {
	m.edits++
	m.redraw()
}

// redraw is called after every change of what is drawn. It scrolls to the cursor.
func (m *Model) redraw() {
	m.version++
	at, _ := m.buf.Cursor()
	m.top = views.ScrolledTo(at, m.top, max(m.height-m.shownAbove(), 1), m.buf.Rows())
}

// Insert puts text at the cursor. A line end in it never sends.
func (m *Model) Insert(text string) {
	m.buf.Insert(text)
	m.changed()
}

func (m *Model) ShortHelp() []key.Binding {
	if len(m.complete.list) > 0 {
		return []key.Binding{m.keys.As(views.ActSend, "attach"), m.keys.As(views.ActNextPane, "complete")}
	}
	return m.keys.Renamed(views.ActSend, m.enter)
}

func (m *Model) FullHelp() [][]key.Binding {
	return m.keys.Full([]views.Scope{views.Composer})
}
