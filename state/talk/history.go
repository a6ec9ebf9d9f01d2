package talk

import (
	"encoding/json"

	"gatehouse/client/scan"
)

// Bounds on what can be undone: steps, and bytes that only the history keeps.
const (
	maxSteps = 1000
	maxPast  = 64 << 20
)

// past is the history of the document. Documents and turns are never
// overwritten, so that a step is a few pointers.
type past struct {
	done, undone []step
	known        []byte // the draft as the history knows it
	beside       []byte // and what goes out beside it
	size         int    // of done, in bytes
	fresh        int    // bytes that the edit at hand has added
	open         bool   // the last step may be gone on with
}

// step is one edit: how things stood before and after it.
type step struct {
	before, after stand
	kind          stepKind
	size          int // bytes that it added
}

// stepKind tells which edits make one step.
type stepKind uint8

const (
	alone stepKind = iota
	first          // of raw editing
	next           // goes on with the one before
)

// stand is how the document stands.
type stand struct {
	draft    []byte
	beside   []byte // what goes out beside it
	current  *Turn
	spelled  json.RawMessage
	composer string
	attached []json.RawMessage
}

func (a stand) sameDraft(b stand) bool { return sameBytes(a.draft, b.draft) }

func (a stand) samePath(b stand) bool {
	return a.current == b.current && sameBytes(a.spelled, b.spelled)
}

// sameParts reports whether two lists of attached parts are one.
func sameParts(a, b []json.RawMessage) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// sameBytes reports whether two slices are one: a document that was edited is
// another slice.
func sameBytes(a, b []byte) bool {
	return len(a) == len(b) && (len(a) == 0 && (a == nil) == (b == nil) || len(a) > 0 && &a[0] == &b[0])
}

func (c *Conversation) stand(composer string) stand {
	return stand{c.Draft.doc, c.besideNow(), c.Current, c.spelled, composer, c.attached}
}

// SetBeside lets the history keep a document that goes out beside the
// conversation's, as its headers do: edits of it are undone in their turn.
func (c *Conversation) SetBeside(d *Draft) { c.beside, c.past.beside = d, d.doc }

func (c *Conversation) besideNow() []byte {
	if c.beside == nil {
		return nil
	}
	return c.beside.doc
}

// EditBeside makes an edit of what goes out beside the document. An edit that
// fails must have changed nothing.
func (c *Conversation) EditBeside(composer string, edit func() error) (left string, err error) {
	return c.change(composer, alone, func() (string, error) { return composer, edit() })
}

// change makes an edit and enters it in the history. An edit that fails must
// have changed nothing.
func (c *Conversation) change(composer string, kind stepKind, edit func() (left string, err error)) (string, error) {
	c.catchUp()
	before := c.stand(composer)
	c.past.fresh = 0
	left, err := edit()
	if err != nil {
		return composer, err
	}
	if !sameBytes(before.draft, c.Draft.doc) && scan.Same(before.draft, c.Draft.doc) {
		c.Draft.doc = before.draft // the same again is no step
	}
	after := c.stand(left)
	if after.sameDraft(before) && after.samePath(before) && sameBytes(after.beside, before.beside) && left == composer && sameParts(after.attached, before.attached) {
		return left, nil
	}
	c.Version++
	c.retire(before.current)
	if !after.sameDraft(before) {
		c.past.fresh += len(after.draft)
	}
	c.past.add(step{before, after, kind, c.past.fresh})
	return left, nil
}

// caughtUp reports whether the history knows how things stand.
func (c *Conversation) caughtUp() bool {
	return sameBytes(c.past.known, c.Draft.doc) && sameBytes(c.past.beside, c.besideNow())
}

// catchUp enters what was done to the draft past the history, for it to be
// undone in its turn.
func (c *Conversation) catchUp() {
	p := &c.past
	if c.caughtUp() {
		return
	}
	before, after := c.stand(""), c.stand("")
	before.draft, before.beside = p.known, p.beside
	p.add(step{before: before, after: after, size: len(after.draft)})
}

// add enters a step, or joins it with the one before.
func (p *past) add(s step) {
	p.known, p.beside, p.undone = s.after.draft, s.after.beside, nil
	p.size += s.size
	if n := len(p.done); n > 0 && p.open && s.kind == next {
		if last := &p.done[n-1]; last.after.samePath(s.before) && last.after.composer == s.before.composer {
			p.size -= last.size // of what it replaces nothing is kept
			last.after, last.size = s.after, s.size
			return
		}
	}
	p.open = s.kind != alone
	p.done = append(p.done, s)
	drop := 0
	for ; drop < len(p.done)-1 && (len(p.done)-drop > maxSteps || p.size > maxPast); drop++ {
		p.size -= p.done[drop].size
		p.done[drop] = step{}
	}
	p.done = p.done[drop:]
}

// CanUndo reports whether there is an edit to take back.
func (c *Conversation) CanUndo() bool {
	return len(c.past.done) > 0 || !c.caughtUp()
}

// CanRedo reports whether there is an edit that was taken back.
func (c *Conversation) CanRedo() bool {
	return len(c.past.undone) > 0 && c.caughtUp()
}

// Undo takes the last edit back: what it changed stands as before, what else
// was done since, an answer that came among it, stays; as a branch where the
// path leads elsewhere. It returns the composer's text, which the edit may
// have taken; ok is false when there is nothing to undo.
func (c *Conversation) Undo(composer string) (left string, ok bool) {
	c.catchUp()
	p := &c.past
	if len(p.done) == 0 {
		return composer, false
	}
	s := p.done[len(p.done)-1]
	p.done = p.done[:len(p.done)-1]
	p.undone = append(p.undone, s)
	p.size -= s.size
	return c.step(s.after, s.before, composer), true
}

// Redo makes the edit again that Undo took back last.
func (c *Conversation) Redo(composer string) (left string, ok bool) {
	p := &c.past
	if !c.CanRedo() {
		return composer, false
	}
	s := p.undone[len(p.undone)-1]
	p.undone = p.undone[:len(p.undone)-1]
	p.done = append(p.done, s)
	p.size += s.size
	return c.step(s.before, s.after, composer), true
}

// step goes from one side of an edit to the other. A text that was written
// since stays.
func (c *Conversation) step(from, to stand, composer string) (left string) {
	was := c.Current
	if sameParts(c.attached, from.attached) {
		c.attached = to.attached
	}
	c.restore(from, to)
	c.retire(was)
	c.Version++
	c.past.known, c.past.beside, c.past.open = c.Draft.doc, c.besideNow(), false
	if composer == from.composer {
		return to.composer
	}
	return composer
}

// restore gives back what differs between two stands.
func (c *Conversation) restore(from, to stand) {
	if !from.sameDraft(to) {
		c.Draft.doc = to.draft
		c.Draft.version++
	}
	if c.beside != nil && !sameBytes(from.beside, to.beside) {
		c.beside.doc = to.beside
		c.beside.version++
	}
	if !from.samePath(to) {
		c.Select(to.current)
		c.spelled = to.spelled
	}
}
