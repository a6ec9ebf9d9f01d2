package proxy

import (
	"maps"
	"net/http"
	"net/textproto"
	"sync"
)

// interim forwards interim answers, such as 103 Early Hints. They arrive on the goroutine
// that reads the connection to the server, which may outlive the exchange: the caller's
// connection must not be written to then.
type interim struct {
	mu      sync.Mutex
	to      http.ResponseWriter
	stopped bool
}

// stop returns when nothing is written any more.
func (i *interim) stop() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.stopped = true
}

func (i *interim) write(status int, header textproto.MIMEHeader) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.stopped || status == http.StatusContinue { // net/http has sent a 100 when the body was read
		return nil
	}
	to := i.to.Header()
	maps.Copy(to, header)
	i.to.WriteHeader(status)
	clear(to)
	return nil
}
