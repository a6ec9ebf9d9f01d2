package screen

import (
	"sync/atomic"

	"gatehouse/client"
	"gatehouse/client/capture"
)

// secrets are those of all connections of this run. Whatever a key was for, it is
// recorded nowhere.
type secrets struct {
	all atomic.Pointer[capture.Secrets]
}

func newSecrets(texts []string) *secrets {
	s := &secrets{}
	s.all.Store(capture.NewSecrets(texts...))
	return s
}

// know adds those of a client.
func (s *secrets) know(c *client.Client) {
	for {
		was := s.all.Load()
		if s.all.CompareAndSwap(was, was.Join(c.Secrets())) {
			return
		}
	}
}

// Secrets are the secrets that the program knows by now: they are in nothing that is
// saved by itself. Any goroutine may ask.
func (h *Host) Secrets() *capture.Secrets { return h.secrets.all.Load() }
