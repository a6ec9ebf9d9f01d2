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
	"gatehouse/state/archive"
	"gatehouse/state/request/talk"
)

// savePace is how often what is on the screen is saved while something happens.
const savePace = time.Second

// keeping is what of this run has been saved.
type keeping struct {
	armed armed
	chats map[*Chat]*keptChat
	run   []byte // the state of the run that was saved last
	lost  int64  // of what was handed to the archive, how much it had lost at the last save

	previous  []archive.Run // what was on the screens of earlier runs, the newest first
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

// keptChat is what of a conversation has been saved.
type keptChat struct {
	state []byte
	turns map[int]keptTurn
}

// keptTurn tells a turn that has changed since it was saved.
type keptTurn struct {
	exchange string
	inputs   int
	outputs  int
}

// savedChat is a conversation as the archive keeps it.
type savedChat struct {
	Conv        talk.Saved
	Text        []byte   `json:",omitempty"` // of the composer
	Path        string   `json:",omitempty"`
	Editing     int      `json:",omitempty"` // turn
	Unsent      []byte   `json:",omitempty"`
	UnsentParts [][]byte `json:",omitempty"`
	Fresh       []byte
}

// savedRun is what was on the screen.
type savedRun struct {
	Shown    int
	Sessions []string
	Screens  map[string][]byte `json:",omitempty"`
}

// KeepSoon saves what is on the screen a moment later. It is called after every message.
func (d *Desk) KeepSoon() tea.Cmd {
	k := &d.keeping
	if !d.History.On() || k.armed == isArmed || d.Life.Began.IsZero() {
		return nil
	}
	if k.armed == justSaved {
		k.armed = notArmed
		return nil
	}
	k.armed = isArmed
	return tea.Tick(savePace, func(time.Time) tea.Msg { return screen.Landing(d.saveNow) })
}

// keepAtOnce saves what is on the screen at once, as when a request is sent: the program
// may be killed while the first words arrive. Where the archive is not open yet, it is
// saved when that is.
func (d *Desk) keepAtOnce() tea.Cmd {
	if !d.History.On() || d.History.Opened() != nil {
		d.Keep()
		return nil
	}
	return func() tea.Msg {
		d.History.Archive(d.Life.Ctx)
		return screen.Landing(d.saveNow)
	}
}

func (d *Desk) saveNow() tea.Cmd {
	d.keeping.armed = justSaved
	d.Keep()
	return nil
}

// Keep saves what is on the screen, as far as it has changed: the conversations, what is
// being written, what screens have of their own.
func (d *Desk) Keep() {
	a := d.History.Opened()
	if a == nil {
		return
	}
	if lost := a.Lost(); lost != d.keeping.lost { // all of it is handed over again
		d.keeping.lost, d.keeping.chats, d.keeping.run = lost, nil, nil
	}
	run := savedRun{Shown: -1, Screens: map[string][]byte{}}
	var details []string
	for _, c := range d.Chats {
		if !d.keeps(c) {
			continue
		}
		d.keepChat(a, c)
		if run.Sessions = append(run.Sessions, c.ID); c == d.Shown() {
			run.Shown = len(run.Sessions) - 1
		}
	}
	for _, s := range d.Screens() {
		if k, ok := s.(screen.Keeper); ok {
			if state, words := k.Kept(); state != nil {
				run.Screens[k.KeeperName()] = state
				details = append(details, words)
			}
		}
	}
	if len(run.Sessions) == 0 && len(run.Screens) == 0 {
		return
	}
	state, err := json.Marshal(run)
	title, words := d.describe()
	title = string(d.clean([]byte(title)))
	seen := append(append(state, title...), words...)
	if err != nil || bytes.Equal(seen, d.keeping.run) {
		return
	}
	d.keeping.run = bytes.Clone(seen)
	if words != "" {
		details = append([]string{words}, details...)
	}
	a.SaveRun(title, strings.Join(details, ", "), state)
}

// Savable reports whether the shown conversation holds anything to save in a file.
func (d *Desk) Savable() bool { return d.Shown().Path != "" || !d.Document(d.Shown()).IsEmpty() }

// keeps reports whether a conversation is kept for the next run.
func (d *Desk) keeps(c *Chat) bool { return d.Keeps(d.Document(c)) }

// describe reports what the shown conversation is, in a line.
func (d *Desk) describe() (title, details string) {
	c := d.Shown()
	if !d.keeps(c) {
		for _, other := range d.Chats {
			if d.keeps(other) {
				c = other
			}
		}
	}
	if !d.keeps(c) {
		return "", ""
	}
	text := oneLine(d.textOf(c))
	title = screen.Short(c.Title(), 60)
	if title == "" {
		title = screen.Short(cmp.Or(text, c.Conv.Draft.Contents()), 60)
	}
	var words []string
	if n := len(c.Conv.Path()); n == 1 {
		words = append(words, "1 turn")
	} else if n > 1 {
		words = append(words, fmt.Sprintf("%d turns", n))
	}
	if text != "" {
		words = append(words, "an unsent draft")
	}
	if c.Conv.Len() == 0 && c.built() {
		words = append(words, "a built request")
	}
	switch n := len(d.Chats) - 1; {
	case n == 1:
		words = append(words, "another conversation")
	case n > 1:
		words = append(words, fmt.Sprintf("%d more conversations", n))
	}
	return title, strings.Join(words, ", ")
}

// clean takes the secrets that the program knows out of what is saved.
func (d *Desk) clean(b []byte) []byte {
	out, _ := d.Secrets().Bytes(b)
	return out
}

// keepChat saves a conversation, and those of its turns that have changed.
func (d *Desk) keepChat(a *archive.Archive, c *Chat) {
	clean := d.clean
	k := d.keeping.chats[c]
	if k == nil {
		k = &keptChat{turns: map[int]keptTurn{}}
		if d.keeping.chats == nil {
			d.keeping.chats = map[*Chat]*keptChat{}
		}
		d.keeping.chats[c] = k
	}
	s := archive.Session{ID: c.ID}
	for t := range c.Conv.Turns() {
		now := keptTurn{inputs: len(t.Input), outputs: len(t.Output)}
		if x := t.SentExchange(); x != nil {
			now.exchange = x.ID
		}
		if was, ok := k.turns[t.ID]; ok && was == now {
			continue
		}
		state, err := json.Marshal(t.Save(clean))
		if err != nil {
			continue
		}
		k.turns[t.ID] = now
		s.Turns = append(s.Turns, archive.SessionTurn{ID: t.ID, State: state})
	}
	saved := savedChat{
		Conv: c.Conv.Save(clean), Text: clean([]byte(d.textOf(c))), Path: c.Path, Unsent: clean([]byte(c.unsent)), Fresh: clean(c.fresh),
	}
	if c.Editing != nil {
		saved.Editing = c.Editing.ID
	}
	for _, p := range c.unsentParts {
		saved.UnsentParts = append(saved.UnsentParts, clean(p))
	}
	saved.Conv.Headers = clean(c.Headers.withoutCredentials())
	state, err := json.Marshal(saved)
	if err != nil || len(s.Turns) == 0 && bytes.Equal(state, k.state) {
		return
	}
	k.state, s.State = state, state
	a.SaveSession(s)
}

// withoutCredentials is the document of the headers without those that carry
// credentials: they are in memory only.
func (h Headers) withoutCredentials() []byte {
	next := h.clone()
	for m := range scan.Members(scan.Get(h.doc.Bytes(), headerOthers)) {
		if wire.Credential(m.Key) {
			next.doc.Delete(scan.Pointer(headerOthers, m.Key))
		}
	}
	return next.doc.Bytes()
}
