package relay

import (
	"net/http"
	"sync"
)

// handlers counts the running requests: closing an http.Server does not wait for them, and their
// records cannot end before they do.
type handlers struct {
	http.Handler

	mu      sync.Mutex
	idle    sync.Cond // signalled when running gets 0
	running int
	closed  bool // no request may begin any more
}

func newHandlers(h http.Handler) *handlers {
	c := &handlers{Handler: h}
	c.idle.L = &c.mu
	return c
}

func (h *handlers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !h.begin() {
		panic(http.ErrAbortHandler) // its connection is closed already
	}
	defer h.end()
	h.Handler.ServeHTTP(w, r)
}

func (h *handlers) begin() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return false
	}
	h.running++
	return true
}

func (h *handlers) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.running--; h.running == 0 {
		h.idle.Broadcast()
	}
}

// close rejects further requests, and returns once the running ones have ended.
func (h *handlers) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for h.running > 0 {
		h.idle.Wait()
	}
}
