package proxy

import (
	"io"
	"slices"
	"sync"
)

// upload is the body of a request: what is read of it to be sent on is kept. A connection
// that was kept may turn out to be closed; then the body is sent again from its beginning,
// on another one.
type upload struct {
	from io.Reader
	now  func() int64

	mu    sync.Mutex
	ended sync.Cond // signalled when nobody reads any more
	kept  []byte
	open  bool  // it is being read
	at    int64 // when its end was read; -1: it was not
}

func newUpload(from io.Reader, now func() int64) *upload {
	u := &upload{from: from, now: now, at: -1}
	u.ended.L = &u.mu
	return u
}

// attempt is a reader of the whole body; the one before must be closed.
func (u *upload) attempt() io.ReadCloser {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.open = true
	return &attempt{u: u}
}

// whole says that there is no body.
func (u *upload) whole(at int64) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.at = at
}

// leave says that nothing is forwarded any more, also where the answer came before the
// request was whole.
func (u *upload) leave() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.open = false
	u.ended.Broadcast()
}

// wait returns once nobody reads any more.
func (u *upload) wait() {
	u.mu.Lock()
	defer u.mu.Unlock()
	for u.open {
		u.ended.Wait()
	}
}

// bytes is what was read.
func (u *upload) bytes() []byte {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Clone(u.kept)
}

func (u *upload) wholeAt() int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.at
}

// attempt reads a body from its beginning: first what was read by others, then on.
type attempt struct {
	u  *upload
	at int
}

// Read implements io.Reader.
func (a *attempt) Read(p []byte) (int, error) {
	u := a.u
	u.mu.Lock()
	n, whole := copy(p, u.kept[a.at:]), u.at >= 0
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
	u.kept = append(u.kept, p[:n]...)
	a.at = len(u.kept)
	if err == io.EOF && u.at < 0 {
		u.at = u.now()
	}
	return n, err
}

// Close is called by the transport once no more will be sent.
func (a *attempt) Close() error {
	a.u.leave()
	return nil
}
