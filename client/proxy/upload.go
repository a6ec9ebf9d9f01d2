package proxy

import (
	"errors"
	"io"
	"slices"
	"sync"
)

// upload is the body of a request: what is read of it to be sent on is kept, as far as the
// memory for that allows. A connection that was kept may turn out to be closed; then the
// body is sent again from its beginning, on another one.
type upload struct {
	from   io.Reader
	now    func() int64
	memory *memory // pays for what is kept

	mu     sync.Mutex
	ended  sync.Cond // signalled when it may have ended, see wait
	kept   []byte    // the beginning of what was read
	full   bool      // nothing more is kept
	passed int64     // bytes that were read and not kept
	plain  int       // bytes of memory for the decoded body
	open   bool      // it is being read
	last   bool      // no attempt will follow
	at     int64     // when its end was read; -1: it was not
}

func newUpload(from io.Reader, m *memory, now func() int64) *upload {
	u := &upload{from: from, now: now, memory: m, at: -1}
	u.ended.L = &u.mu
	return u
}

// errNotKept is the error of a request whose connection was closed early, and which cannot
// be sent on another one.
var errNotKept = errors.New("the connection was closed before an answer came, and the request is too large to be kept and sent again")

// attempt is a reader of the whole body; the one before must be closed. The error is
// that not all of it is kept.
func (u *upload) attempt() (io.ReadCloser, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.full {
		return nil, errNotKept
	}
	u.open = true
	return &attempt{u: u}, nil
}

// rest reads on where nothing is forwarded any more, for the record, as far as it is kept.
func (u *upload) rest() {
	lent := buffers.Get().(*[]byte)
	defer buffers.Put(lent)
	a, err := u.attempt()
	for err == nil && u.keeping() {
		_, err = a.Read(*lent)
	}
}

func (u *upload) keeping() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return !u.full
}

// whole says that there is no body.
func (u *upload) whole(at int64) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.at = at
}

// leave says that nothing is forwarded any more.
func (u *upload) leave() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.open, u.last = false, true
	u.ended.Broadcast()
}

// answered says that the answer came, perhaps before the request was whole: it is not sent
// again.
func (u *upload) answered() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.last = true
	u.ended.Broadcast()
}

// wait returns once the request is whole, or nobody will read on. It reports whether that
// was still to come.
func (u *upload) wait() (waited bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for u.at < 0 && (u.open || !u.last) {
		u.ended.Wait()
		waited = true
	}
	return waited
}

// bytes is what is kept of what was read. It is not to be changed.
func (u *upload) bytes() []byte {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Clip(u.kept)
}

// decode reserves memory for n bytes of the decoded body and reports whether there was enough.
func (u *upload) decode(n int) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if !u.memory.take(n) {
		return false
	}
	u.plain += n
	return true
}

// missing is how many bytes were read and not kept.
func (u *upload) missing() int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.passed
}

// forget gives the memory back: the record has ended.
func (u *upload) forget() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.memory.give(len(u.kept) + u.plain)
	u.kept, u.plain, u.full = nil, 0, true
}

func (u *upload) wholeAt() int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.at
}

// keep keeps what was read: all of it, or none and nothing that follows.
func (u *upload) keep(data []byte) {
	if u.full = u.full || !u.memory.take(len(data)); u.full {
		u.passed += int64(len(data))
		return
	}
	u.kept = append(u.kept, data...)
}

// attempt reads a body from its beginning: first what was read by others, then on.
type attempt struct {
	u  *upload
	at int // in what is kept
}

func (a *attempt) Read(p []byte) (int, error) {
	u := a.u
	u.mu.Lock()
	n, whole := copy(p, u.kept[min(a.at, len(u.kept)):]), u.at >= 0
	u.mu.Unlock()
	if a.at += n; n > 0 {
		return n, nil
	}
	if whole {
		return 0, io.EOF // asking again may be an error: the server closes the body once it answers
	}
	n, err := u.from.Read(p)
	u.mu.Lock()
	defer u.mu.Unlock()
	u.keep(p[:n])
	a.at = len(u.kept)
	if err == io.EOF && u.at < 0 {
		u.at = u.now()
		u.ended.Broadcast()
	}
	return n, err
}

// Close is called by the transport once no more will be sent.
func (a *attempt) Close() error {
	a.u.mu.Lock()
	defer a.u.mu.Unlock()
	a.u.open = false
	a.u.ended.Broadcast()
	return nil
}
