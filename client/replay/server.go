// Package replay answers requests with recorded exchanges, as the recorded server did:
// the same status and header values, the same bytes of the body in the same chunks, with
// the same time between them, and the same end, even an abnormal one.
package replay

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"gatehouse/client"
	"gatehouse/client/capture"
	"gatehouse/client/proxy"
	"gatehouse/client/wire"
)

// Answer is the answer of a cassette to a request.
type Answer struct {
	Capture *wire.Capture  // recorded; nil for none
	Message string         // why there is none
	Nearest map[string]any // JSON that describes the most similar request; nil for none
	Note    any            // for Watch
}

// Options are what is replayed, and how.
type Options struct {
	// Find returns the answer to a request without its credentials. It is called from
	// several goroutines.
	Find    func(wire.Sent) Answer
	Forward http.Handler // handles a request without an answer; nil: it is answered with a 404
	Speed   float64      // by which times are divided; 0: without waiting
	Fault   proxy.Fault
	Hosts   proxy.Hosts
	Refused proxy.Refused // may be nil
	MaxBody int64         // bytes of a request
	// Watch is called for every exchange once it has ended, before its record; the answer
	// is what Find gave.
	Watch func(id string, sent wire.Sent, a Answer) proxy.Watch
}

// Server answers with recorded exchanges. It is an http.Handler.
type Server struct {
	options Options
	client  *client.Client // records
	running sync.WaitGroup // exchanges, and their records
}

// New returns a server.
func New(o Options) *Server { return &Server{options: o, client: client.New()} }

// Wait returns when all exchanges and their records have ended. There must be no further
// requests.
func (s *Server) Wait() {
	s.running.Wait()
	s.client.Close()
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	s.running.Add(1)
	defer s.running.Done()
	if !proxy.Admit(w, r, proxy.TypeReplay, s.options.Hosts, s.options.Refused) {
		return
	}
	sent := wire.Sent{Method: r.Method, URL: "http://" + r.Host + r.URL.RequestURI(), Header: r.Header.Clone()}
	if sent.OnSocket() {
		s.handshake(w, r, start, sent)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.options.MaxBody))
	_, large := errors.AsType[*http.MaxBytesError](err)
	switch {
	case large:
		s.refuse(w, r, http.StatusRequestEntityTooLarge, fmt.Sprintf("The request is larger than %d MiB, the most that is recorded.", s.options.MaxBody>>20))
		return
	case err != nil && r.Context().Err() != nil:
		return // its program has gone
	case err != nil:
		s.refuse(w, r, http.StatusBadRequest, "The body of the request cannot be read: "+err.Error()+".")
		return
	}
	sent.Body = body
	capture.DecodeRequest(&sent, nil)
	answer := s.options.Find(cleaned(sent))
	if answer.Capture == nil && s.options.Forward != nil {
		r.Body = io.NopCloser(bytes.NewReader(body))
		s.options.Forward.ServeHTTP(w, r)
		return
	}
	s.answer(w, r, start, sent, answer)
}

// answer sends the answer to a request.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, start time.Time, sent wire.Sent, answer Answer) {
	x := &playing{w: w, r: r, pace: pace{start, s.options.Speed}}
	err := x.play(s.reply(answer))
	s.record(x, sent, answer)
	if err != nil && x.conn == nil {
		panic(http.ErrAbortHandler) // the answer has no end: neither has what the program gets
	}
}

// refuse answers a request that cannot be searched for, and reports it.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, status int, words string) {
	proxy.Refuse(w, proxy.TypeReplay, status, words)
	s.options.Refused.Report(r, status, words)
}

func (s *Server) reply(a Answer) reply {
	if a.Capture == nil {
		return failure(http.StatusNotFound, reasonUnrecorded, a.Message, a.Nearest)
	}
	r := replyOf(a.Capture)
	apply(s.options.Fault, &r)
	return r
}

// cleaned returns a request without its credentials, as recorded requests are.
func cleaned(sent wire.Sent) wire.Sent {
	secrets := capture.NewSecrets(capture.Credentials(sent)...)
	sent.URL = secrets.Address(sent.URL)
	sent.Body, _ = secrets.Bytes(sent.Body)
	return sent
}
