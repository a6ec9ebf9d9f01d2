package talk

import (
	"encoding/json"

	"gatehouse/client/scan"
)

// Bounds on what can be undone: the number of steps, and the bytes that only the history
// holds.
const (
	maxSteps   = 1000
	maxHistory = 64 << 20
)

// history is the undo history of the document. Documents and turns are never overwritten,
// so a step is a few pointers.
type history struct {
	undoSteps, redoSteps []step
	draft                []byte // the draft after the last recorded step
	headers              []byte // the headers after the last recorded step
	size                 int    // bytes added by undoSteps
	added                int    // bytes added by the current edit
	mergeable            bool   // the next edit may be merged into the last step
}

// step is one edit: the document before and after it.
type step struct {
	before, after snapshot
	kind          stepKind
	size          int // bytes that it added
}

// stepKind decides which edits are merged into one step.
type stepKind uint8

const (
	singleStep   stepKind = iota
	firstOfRun            // the first of a run of raw edits
	continuesRun          // merged into the step before
)

// snapshot is the state of the document.
type snapshot struct {
	draft    []byte
	headers  []byte
	current  *Turn
	spelled  json.RawMessage
	composer string
	attached []json.RawMessage
	deleted  *Turn // that the step to here took out of the tree; nil for none
}

func (a snapshot) sameDraft(b snapshot) bool { return sameBytes(a.draft, b.draft) }

func (a snapshot) samePath(b snapshot) bool {
	return a.current == b.current && sameBytes(a.spelled, b.spelled)
}

// sameParts reports whether two lists of attached parts are the same slice.
func sameParts(a, b []json.RawMessage) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// sameBytes reports whether two byte slices are the same slice: an edit always makes
// another.
func sameBytes(a, b []byte) bool {
	return len(a) == len(b) && (len(a) == 0 && (a == nil) == (b == nil) || len(a) > 0 && &a[0] == &b[0])
}

func (c *Conversation) snapshot(composer string) snapshot {
	return snapshot{c.Draft.doc, c.headersDoc(), c.Current, c.rawInput, composer, c.attached, nil}
}

// SetHeaders includes the HTTP headers in the history, so that edits of them can be undone
// in order.
func (c *Conversation) SetHeaders(d *Draft) { c.headers, c.history.headers = d, d.doc }

func (c *Conversation) headersDoc() []byte {
	if c.headers == nil {
		return nil
	}
	return c.headers.doc
}

// EditHeaders makes an edit of the headers. An edit that fails must have changed nothing.
func (c *Conversation) EditHeaders(composer string, edit func() error) (left string, err error) {
	return c.recordEdit(composer, singleStep, func() (string, error) { return composer, edit() })
}

// recordEdit makes an edit and adds it to the history. An edit that fails must have
// changed nothing.
func (c *Conversation) recordEdit(composer string, kind stepKind, edit func() (left string, err error)) (string, error) {
	c.recordOutsideEdits()
	before := c.snapshot(composer)
	c.history.added = 0
	left, err := edit()
	if err != nil {
		return composer, err
	}
	if !sameBytes(before.draft, c.Draft.doc) && scan.Same(before.draft, c.Draft.doc) {
		c.Draft.doc = before.draft // the same again is no step
	}
	after := c.snapshot(left)
	if after.sameDraft(before) && after.samePath(before) && sameBytes(after.headers, before.headers) && left == composer && sameParts(after.attached, before.attached) {
		return left, nil
	}
	c.Version++
	c.detachUnsent(before.current)
	if !after.sameDraft(before) {
		c.history.added += len(after.draft)
	}
	c.history.addStep(step{before, after, kind, c.history.added})
	return left, nil
}

// historyIsCurrent reports whether the history knows the latest draft and headers.
func (c *Conversation) historyIsCurrent() bool {
	return sameBytes(c.history.draft, c.Draft.doc) && sameBytes(c.history.headers, c.headersDoc())
}

// recordOutsideEdits adds edits that bypassed the history as a step, so that they can be
// undone in order.
func (c *Conversation) recordOutsideEdits() {
	p := &c.history
	if c.historyIsCurrent() {
		return
	}
	before, after := c.snapshot(""), c.snapshot("")
	before.draft, before.headers = p.draft, p.headers
	p.addStep(step{before: before, after: after, size: len(after.draft)})
}

// addStep adds a step, or merges it into the one before.
func (p *history) addStep(s step) {
	p.draft, p.headers, p.redoSteps = s.after.draft, s.after.headers, nil
	p.size += s.size
	if n := len(p.undoSteps); n > 0 && p.mergeable && s.kind == continuesRun {
		if last := &p.undoSteps[n-1]; last.after.samePath(s.before) && last.after.composer == s.before.composer {
			p.size -= last.size // the replaced step is dropped
			last.after, last.size = s.after, s.size
			return
		}
	}
	p.mergeable = s.kind != singleStep
	p.undoSteps = append(p.undoSteps, s)
	drop := 0
	for ; drop < len(p.undoSteps)-1 && (len(p.undoSteps)-drop > maxSteps || p.size > maxHistory); drop++ {
		p.size -= p.undoSteps[drop].size
		p.undoSteps[drop] = step{}
	}
	p.undoSteps = p.undoSteps[drop:]
}

// CanUndo reports whether there is an edit to undo.
func (c *Conversation) CanUndo() bool {
	return len(c.history.undoSteps) > 0 || !c.historyIsCurrent()
}

// CanRedo reports whether there is an undone edit.
func (c *Conversation) CanRedo() bool {
	return len(c.history.redoSteps) > 0 && c.historyIsCurrent()
}

// Undo reverts the last edit. What happened since, such as an answer that arrived, stays,
// as a branch where the path now leads elsewhere. It returns the composer's text, which
// the edit may have taken; ok is false when there is nothing to undo.
func (c *Conversation) Undo(composer string) (left string, ok bool) {
	c.recordOutsideEdits()
	p := &c.history
	if len(p.undoSteps) == 0 {
		return composer, false
	}
	s := moveLast(&p.redoSteps, &p.undoSteps)
	p.size -= s.size
	return c.applyStep(s.after, s.before, composer), true
}

// Redo makes the last undone edit again.
func (c *Conversation) Redo(composer string) (left string, ok bool) {
	p := &c.history
	if !c.CanRedo() {
		return composer, false
	}
	s := moveLast(&p.undoSteps, &p.redoSteps)
	p.size += s.size
	return c.applyStep(s.before, s.after, composer), true
}

// moveLast moves the last step of one list to another, and returns it.
func moveLast(to, from *[]step) step {
	last := len(*from) - 1
	s := (*from)[last]
	*to, *from = append(*to, s), (*from)[:last]
	return s
}

// applyStep goes from one side of an edit to the other. Text composed since stays.
func (c *Conversation) applyStep(from, to snapshot, composer string) (left string) {
	was := c.Current
	if sameParts(c.attached, from.attached) {
		c.attached = to.attached
	}
	c.restore(from, to)
	c.detachUnsent(was)
	c.Version++
	c.history.draft, c.history.headers, c.history.mergeable = c.Draft.doc, c.headersDoc(), false
	if composer == from.composer {
		return to.composer
	}
	return composer
}

// restore restores what differs between two snapshots.
func (c *Conversation) restore(from, to snapshot) {
	if !from.sameDraft(to) {
		c.Draft.doc = to.draft
		c.Draft.version++
	}
	if c.headers != nil && !sameBytes(from.headers, to.headers) {
		c.headers.doc = to.headers
		c.headers.version++
	}
	if t := to.deleted; t != nil && !t.detached {
		c.detach(t)
	}
	if !from.samePath(to) {
		c.Select(to.current)
		c.rawInput = to.spelled
	}
}
