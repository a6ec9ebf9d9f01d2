package proxy

import (
	"errors"
	"io"
	"slices"
	"sync"
)

// upload is the body of a request. It is stored while it is forwarded, if there is memory:
// if a reused connection turns out to be closed, the body is sent again on another one.
type upload struct {
	from   io.Reader
	now    func() int64
	memory *memory

	mu     sync.Mutex
	ended  sync.Cond // signalled when it may have ended, see wait
	stored []byte    // the beginning of the body
	full   bool      // nothing more is stored
	passed int64     // bytes that were read and not stored
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

// errNotStored is the error of a request whose connection was closed early, and which cannot
// be sent on another one.
var errNotStored = errors.New("the connection was closed before an answer arrived, and the request is too large to be stored and sent again")

// attempt returns a reader of the complete body; the one before must be closed. The error is
// errNotStored.
func (u *upload) attempt() (io.ReadCloser, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.full {
		return nil, errNotStored
	}
	u.open = true
	return &attempt{u: u}, nil
}

// rest reads the rest of a body that is not forwarded yet, while it can be stored: at most limit bytes of it,
// and a read more; 0 is no limit. It returns how the read failed; nil or io.EOF if it did not.
func (u *upload) rest(limit int) error {
	lent := buffers.Get().(*[]byte)
	defer buffers.Put(lent)
	a, err := u.attempt()
	for n := 0; err == nil && u.isStoring() && (limit == 0 || n <= limit); {
		var read int
		read, err = a.Read(*lent)
		n += read
	}
	return err
}

func (u *upload) isStoring() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return !u.full
}

// end records that the body is complete without a read.
func (u *upload) end(at int64) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.at = at
}

// leave records that nothing is forwarded any more.
func (u *upload) leave() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.open, u.last = false, true
	u.ended.Broadcast()
}

// answered records that the answer arrived, so that the request is not sent again.
func (u *upload) answered() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.last = true
	u.ended.Broadcast()
}

// wait returns once the request is complete, or will not be read any further. It reports
// whether it had to wait.
func (u *upload) wait() (waited bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for u.at < 0 && (u.open || !u.last) {
		u.ended.Wait()
		waited = true
	}
	return waited
}

// bytes returns the stored bytes, which must not be changed.
func (u *upload) bytes() []byte {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Clip(u.stored)
}

// decode reserves memory for n bytes of the decoded body and reports whether there was enough.
func (u *upload) decode(n int) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if !u.memory.reserve(n) {
		return false
	}
	u.plain += n
	return true
}

// missing returns how many bytes were read and not stored.
func (u *upload) missing() int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.passed
}

// forget releases the memory at the end of the record.
func (u *upload) forget() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.memory.release(len(u.stored) + u.plain)
	u.stored, u.plain, u.full = nil, 0, true
}

func (u *upload) endedAt() int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.at
}

// store stores all of a read, or none of it and nothing after it.
func (u *upload) store(data []byte) {
	if u.full = u.full || !u.memory.reserve(len(data)); u.full {
		u.passed += int64(len(data))
		return
	}
	u.stored = append(u.stored, data...)
}

// attempt reads a body from its beginning: first the stored bytes, then further ones.
type attempt struct {
	u  *upload
	at int // in the stored bytes
}

func (a *attempt) Read(p []byte) (int, error) {
	u := a.u
	u.mu.Lock()
	n, complete := copy(p, u.stored[min(a.at, len(u.stored)):]), u.at >= 0
	u.mu.Unlock()
	if a.at += n; n > 0 {
		return n, nil
	}
	if complete {
		return 0, io.EOF // another read may be an error: net/http closes the body at the answer
	}
	n, err := u.from.Read(p)
	u.mu.Lock()
	defer u.mu.Unlock()
	u.store(p[:n])
	a.at = len(u.stored)
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
