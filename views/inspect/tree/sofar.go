package tree

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	jsontree "gatehouse/state/json/tree"
	"gatehouse/views"
)

// far is the response as far as it has come. While little has, it is written
// for every batch; then a few times a second, off the UI.
type far struct {
	of      *state.Exchange
	version uint64 // of the exchange, that json was written from
	json    []byte
	index   *jsontree.Index // nil for a json that is read where it is shown
	left    int64           // bytes that json leaves out
	busy    bool            // a Cmd waits, or writes
	take    int             // counts the Cmds' exchanges, so that a late one is known
}

const (
	farAtOnce = 32 << 10               // bytes of it that are written between two frames: 0.2 ms
	farRest   = 250 * time.Millisecond // between two writings of more, and
	farByte   = 20 * time.Nanosecond   // for each byte that was written last: writing takes half as long
	farMost   = 8 << 20                // bytes that are written at most, about
)

// soFar gives the content of a stream the response as far as it has come.
func (r *Response) soFar(c Content) Content {
	f, x := &r.far, r.subject.Exchange
	if f.of != x {
		*f = far{of: x, take: f.take + 1}
	}
	if f.version != x.Version && len(f.json) <= farAtOnce && !r.held() { // it only grows: to look at much of it is Work's
		s, ok := x.PartialResponse()
		if !ok {
			return c
		}
		if s.Size() <= farAtOnce {
			f.json, f.index, f.left, f.version = s.JSON(), nil, 0, x.Version
		}
	}
	c.JSON, c.Index, c.Grows = f.json, f.index, x.Running()
	if f.left > 0 {
		c.Note = figures.Size(int(f.left)) + " left out; all in raw"
	}
	return c
}

// held reports whether the document is to stay as it is: nobody sees it or what lies
// on top of it.
func (r *Response) held() bool {
	return len(r.layers) == 1 && r.mode == asRaw && r.far.json != nil
}

func (r *Response) Work() tea.Cmd {
	work, f, x := r.Model.Work(), &r.far, r.subject.Exchange
	if x == nil || f.of != x || f.busy || f.version == x.Version || len(x.Response) > 0 || r.held() {
		return work
	}
	f.busy = true
	take := f.take
	if f.json == nil { // there is nothing to see yet
		return tea.Batch(work, r.write())
	}
	return tea.Batch(work, tea.Tick(farRest+time.Duration(len(f.json))*farByte, func(time.Time) tea.Msg { return farDue{take} }))
}

// farDue and farWritten tell that a writing is due, and what it gave.
type (
	farDue     struct{ take int }
	farWritten struct {
		take    int
		version uint64
		json    []byte
		index   *jsontree.Index
		left    int64
	}
)

func (r *Response) write() tea.Cmd {
	x, take := r.far.of, r.far.take
	s, ok := x.PartialResponse()
	if !ok {
		r.far.busy = false
		return nil
	}
	version := x.Version
	return func() tea.Msg {
		w := farWritten{take: take, version: version}
		w.json = s.JSONWithin(farMost, func(n int64, of string, bytes int64) string {
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
	f := &r.far
	switch msg := msg.(type) {
	case farDue:
		if msg.take != f.take {
			return nil, nil
		}
		return nil, r.write()
	case farWritten:
		if msg.take != f.take {
			return nil, nil
		}
		if f.busy = false; !r.held() {
			f.json, f.index, f.left, f.version = msg.json, msg.index, msg.left, msg.version
			r.show()
		}
		return nil, r.Work()
	}
	intent, cmd := r.Model.handle(msg)
	return intent, tea.Batch(cmd, r.Work()) // what was held may go on
}
