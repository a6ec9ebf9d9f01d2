package desk

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/archive"
	"gatehouse/state/request/talk"
)

// savePace is how often the workspace is saved while something happens.
const savePace = time.Second

// autosave records what of this launch's workspace has been saved.
type autosave struct {
	armed armed
	chats map[*Chat]*lastSavedChat
	run   []byte // the workspace as it was saved last
	lost  int64  // how much of what it was given the archive had lost at the last save

	previous  []archive.Run // the workspaces of earlier launches, the newest first
	continued bool          // one of them was continued
}

// armed is whether a save is due. The message that saves arms no other, or an idle
// program would save for ever.
type armed int

const (
	notArmed armed = iota
	isArmed
	justSaved
)

// lastSavedChat is a conversation as it was saved last.
type lastSavedChat struct {
	state []byte
	turns map[int]lastSavedTurn
}

// lastSavedTurn is what changes in a turn after it was saved.
type lastSavedTurn struct {
	exchange string
	inputs   int
	outputs  int
}

// savedChat is a conversation as the archive stores it.
type savedChat struct {
	Conv        talk.Saved
	Text        []byte   `json:",omitempty"` // of the composer
	Path        string   `json:",omitempty"`
	Editing     int      `json:",omitempty"` // turn
	Unsent      []byte   `json:",omitempty"`
	UnsentParts [][]byte `json:",omitempty"`
	Fresh       []byte

	Connection, BaseURL string `json:",omitempty"` // where its next request goes
}

// savedWorkspace is the workspace as the archive stores it.
type savedWorkspace struct {
	Shown    int
	Sessions []string
	Screens  map[string][]byte `json:",omitempty"`
}

// ScheduleSave saves what is on the screen a moment later. It is called after every message.
func (d *Desk) ScheduleSave() tea.Cmd {
	s := &d.autosave
	if !d.History.On() || s.armed == isArmed || d.Life.Began.IsZero() {
		return nil
	}
	if s.armed == justSaved {
		s.armed = notArmed
		return nil
	}
	s.armed = isArmed
	return tea.Tick(savePace, func(time.Time) tea.Msg { return screen.EffectFunc(d.saveNow) })
}

// saveAtOnce saves what is on the screen at once, as when a request is sent: the program
// may be killed while the first words arrive. If the archive is not open yet, this waits
// for it.
func (d *Desk) saveAtOnce() tea.Cmd {
	if !d.History.On() || d.History.Opened() != nil {
		d.Autosave()
		return nil
	}
	return func() tea.Msg {
		d.History.Archive(d.Life.Ctx)
		return screen.EffectFunc(d.saveNow)
	}
}

func (d *Desk) saveNow() tea.Cmd {
	d.autosave.armed = justSaved
	d.Autosave()
	return nil
}

// Autosave saves what has changed on the screen: the conversations, what is being written
// and the states of the screens.
func (d *Desk) Autosave() {
	a := d.History.Opened()
	if a == nil {
		return
	}
	if lost := a.Lost(); lost != d.autosave.lost { // all of it is handed over again
		d.autosave.lost, d.autosave.chats, d.autosave.run = lost, nil, nil
	}
	run := savedWorkspace{Shown: -1, Screens: map[string][]byte{}}
	var details []string
	for _, c := range d.Chats {
		if !d.storable(c) {
			continue
		}
		d.saveChat(a, c)
		if run.Sessions = append(run.Sessions, c.ID); c == d.Shown() || d.Shown().edits != nil && c == d.Shown().edits.chat {
			run.Shown = len(run.Sessions) - 1
		}
	}
	if run.Shown < 0 { // an empty conversation is shown: the last one is continued
		run.Shown = len(run.Sessions) - 1
	}
	for _, s := range d.Screens() {
		if r, ok := s.(screen.Resumer); ok {
			if state, words := r.SavedState(); state != nil {
				run.Screens[r.StateName()] = state
				details = append(details, words)
			}
		}
	}
	if len(run.Sessions) == 0 && len(run.Screens) == 0 {
		return
	}
	state, err := json.Marshal(run)
	title, words := d.describe()
	title = string(d.redact([]byte(title)))
	seen := append(append(state, title...), words...)
	if err != nil || bytes.Equal(seen, d.autosave.run) {
		return
	}
	d.autosave.run = bytes.Clone(seen)
	if words != "" {
		details = append([]string{words}, details...)
	}
	a.SaveRun(title, strings.Join(details, ", "), state)
}

// Savable reports whether the shown conversation holds anything to save in a file.
func (d *Desk) Savable() bool { return d.Shown().Path != "" || !d.Document(d.Shown()).IsEmpty() }

func (d *Desk) storable(c *Chat) bool { return c.edits == nil && d.Storable(d.Document(c)) }

// describe reports what the shown conversation is, in a line.
func (d *Desk) describe() (title, details string) {
	c := d.Shown()
	if !d.storable(c) {
		for _, other := range d.Chats {
			if d.storable(other) {
				c = other
			}
		}
	}
	if !d.storable(c) {
		return "", ""
	}
	text := oneLine(d.textOf(c))
	title = screen.Short(c.Title(), 60)
	if title == "" {
		title = screen.Short(cmp.Or(text, c.Conv.Draft.Contents()), 60)
	}
	var words []string
	if n := len(c.Conv.Path()); n > 0 {
		words = append(words, figures.Counted(n, "turn"))
	}
	if text != "" {
		words = append(words, "an unsent draft")
	}
	if c.Conv.Len() == 0 && c.isBuilt() {
		words = append(words, "a built request")
	}
	n := -1 // besides c
	for _, other := range d.Chats {
		if d.storable(other) {
			n++
		}
	}
	switch {
	case n == 1:
		words = append(words, "another conversation")
	case n > 1:
		words = append(words, fmt.Sprintf("%d more conversations", n))
	}
	return title, strings.Join(words, ", ")
}

func (d *Desk) redact(b []byte) []byte {
	out, _ := d.Secrets().Bytes(b)
	return out
}

func (d *Desk) saveChat(a *archive.Archive, c *Chat) {
	redact := d.redact
	last := d.autosave.chats[c]
	if last == nil {
		last = &lastSavedChat{turns: map[int]lastSavedTurn{}}
		if d.autosave.chats == nil {
			d.autosave.chats = map[*Chat]*lastSavedChat{}
		}
		d.autosave.chats[c] = last
	}
	s := archive.Session{ID: c.ID}
	for t := range c.Conv.Turns() {
		now := lastSavedTurn{inputs: len(t.Input), outputs: len(t.Output)}
		if x := t.SentExchange(); x != nil {
			now.exchange = x.ID
		}
		if was, ok := last.turns[t.ID]; ok && was == now {
			continue
		}
		state, err := json.Marshal(t.Save(redact))
		if err != nil {
			continue
		}
		last.turns[t.ID] = now
		s.Turns = append(s.Turns, archive.SessionTurn{ID: t.ID, State: state})
	}
	saved := savedChat{
		Conv: c.Conv.Save(redact), Text: redact([]byte(d.textOf(c))), Path: c.Path, Unsent: redact([]byte(c.unsent)), Fresh: redact(c.fresh),
	}
	to := c.Link.About(c.ID, 0, state.Responses)
	if d.goesElsewhere(c) { // which the user has not agreed to
		to = *c.copied
	}
	saved.Connection, saved.BaseURL = to.Connection, to.BaseURL
	if c.Editing != nil {
		saved.Editing = c.Editing.ID
	}
	for _, p := range c.unsentParts {
		saved.UnsentParts = append(saved.UnsentParts, redact(p))
	}
	saved.Conv.Headers = redact(c.Headers.withoutCredentials())
	doc, err := json.Marshal(saved)
	if err != nil || len(s.Turns) == 0 && bytes.Equal(doc, last.state) {
		return
	}
	last.state, s.State = doc, doc
	a.SaveSession(s)
}

// withoutCredentials returns the document of the headers without credentials,
// which are in memory only.
func (h Headers) withoutCredentials() []byte {
	next := h.clone()
	for m := range scan.Members(scan.Get(h.doc.Bytes(), headerOthers)) {
		if wire.Credential(m.Key) {
			next.doc.Delete(scan.Pointer(headerOthers, m.Key))
		}
	}
	return next.doc.Bytes()
}
