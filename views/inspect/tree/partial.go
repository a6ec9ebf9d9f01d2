package tree

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	jsontree "gatehouse/state/json/tree"
	"gatehouse/views"
)

// partial caches the part of the response that was received. A short one is written for every
// batch; a longer one a few times a second, off the UI.
type partial struct {
	of *state.Exchange
	partialDocument
	busy bool // a Cmd waits, or writes
	take int  // counts the Cmds' exchanges, so that a late one is known
}

// partialDocument is the document of a response that was received in part.
type partialDocument struct {
	version uint64 // of the exchange, that json was written from
	json    []byte
	index   *jsontree.Index // nil for a json that is read where it is shown
	left    int64           // bytes that json leaves out
}

const (
	maxSyncBytes         = 32 << 10               // bytes of it that are written between two frames: 0.2 ms
	writeInterval        = 250 * time.Millisecond // between two writings of more, and
	writeIntervalPerByte = 20 * time.Nanosecond   // for each byte that was written last: writing takes half as long
	maxPartialBytes      = 8 << 20                // bytes that are written at most, about
)

// soFar completes the content of a running stream with the partial response.
func (r *Response) soFar(c Content) Content {
	f, x := &r.partial, r.subject.Exchange
	if f.of != x {
		*f = partial{of: x, take: f.take + 1}
	}
	if f.version != x.Version && len(f.json) <= maxSyncBytes && !r.paused() { // it only grows: to look at much of it is Work's
		s, ok := x.PartialResponse()
		if !ok {
			return c
		}
		if s.Size() <= maxSyncBytes {
			f.partialDocument = partialDocument{version: x.Version, json: s.JSON()}
		}
	}
	c.JSON, c.Index, c.Grows = f.json, f.index, x.Running()
	if f.left > 0 {
		c.Note = figures.Size(int(f.left)) + " left out; all in raw"
	}
	return c
}

// paused reports whether the document stays as it is: neither it nor anything above it is
// visible.
func (r *Response) paused() bool {
	return len(r.layers) == 1 && r.mode == asRaw && r.partial.json != nil
}

func (r *Response) Work() tea.Cmd {
	work, f, x := r.Model.Work(), &r.partial, r.subject.Exchange
	if x == nil || f.of != x || f.busy || f.version == x.Version || len(x.Response) > 0 || r.paused() {
		return work
	}
	f.busy = true
	take := f.take
	if f.json == nil { // there is nothing to see yet
		return tea.Batch(work, r.write())
	}
	return tea.Batch(work, tea.Tick(writeInterval+time.Duration(len(f.json))*writeIntervalPerByte, func(time.Time) tea.Msg { return partialDue{take} }))
}

// partialDue starts a writing; partialWritten has its result.
type (
	partialDue     struct{ take int }
	partialWritten struct {
		take int
		partialDocument
	}
)

func (r *Response) write() tea.Cmd {
	x, take := r.partial.of, r.partial.take
	s, ok := x.PartialResponse()
	if !ok {
		r.partial.busy = false
		return nil
	}
	version := x.Version
	return func() tea.Msg {
		w := partialWritten{take, partialDocument{version: version}}
		w.json = s.JSONWithin(maxPartialBytes, func(n int64, of string, bytes int64) string {
			w.left += bytes
			return " … " + figures.Counted(int(n), of) + " left out here, see raw … "
		})
		if index, err := jsontree.New(w.json); err == nil {
			w.index = index
		}
		return w
	}
}

func (r *Response) Update(msg tea.Msg) views.Answer { return views.AnswerTo(msg, r.handle, r.View) }

func (r *Response) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	f := &r.partial
	switch msg := msg.(type) {
	case partialDue:
		if msg.take == f.take {
			return nil, r.write()
		}
		return nil, nil
	case partialWritten:
		if msg.take != f.take {
			return nil, nil
		}
		if f.busy = false; !r.paused() {
			f.partialDocument = msg.partialDocument
			r.show()
		}
		return nil, r.Work()
	}
	intent, cmd := r.Model.handle(msg)
	return intent, tea.Batch(cmd, r.Work()) // a paused document may continue
}
