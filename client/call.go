package client

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"net/http"
	"strconv"
	"strings"
	"time"

	"gatehouse/client/capture"
	"gatehouse/client/wire"
)

// MetadataMode is how routing metadata is requested (API document,
// "Responses request body", request header).
type MetadataMode uint8

// The modes.
const (
	MetadataOff    MetadataMode = iota // no header
	MetadataOn                         // X-Service-Metadata: enabled
	MetadataLegacy                     // X-Service-Experimental-Metadata: enabled
)

// Call is one request to make.
type Call struct {
	Method      string      // POST when empty
	Path        string      // below the base URL, for example /responses
	Body        []byte      // sent as it is
	Header      http.Header // of a name without values nothing is sent
	Metadata    MetadataMode
	Stream      bool          // what Accept asks for; the answer is read as what it is
	Timeout     time.Duration // for the complete exchange; 0: none
	IdleTimeout time.Duration // without any byte, comments included; 0: none
	DiscardBody bool          // the capture of an event stream retains only the open frame
	ID          string        // of the exchange; generated when empty
	Store       capture.Store // where the record is stored in addition to memory; nil: nowhere
}

// Sink receives an exchange's arrivals in wire order, on the goroutine that runs Do. The
// connection is not read until it returns.
type Sink interface {
	Start(*wire.Capture)
	Arrive(wire.Arrival)
}

// NopSink is the sink of an exchange that nobody watches.
type NopSink struct{}

func (NopSink) Start(*wire.Capture) {}

func (NopSink) Arrive(wire.Arrival) {}

// SinkFunc is a sink of arrivals only.
type SinkFunc func(wire.Arrival)

func (SinkFunc) Start(*wire.Capture) {}

func (f SinkFunc) Arrive(a wire.Arrival) { f(a) }

// request builds the HTTP request of a call and the record of it.
func (c *Client) request(call *Call) (*http.Request, wire.Sent, error) {
	call.Method = cmp.Or(call.Method, http.MethodPost)
	call.ID = cmp.Or(call.ID, strings.ToLower(rand.Text()))
	sent := wire.Sent{Method: call.Method, Header: call.Header, Body: call.Body}
	if c.err != nil {
		return nil, sent, c.err
	}
	socket := c.onSocket(call)
	if socket {
		call.Method, call.Body = http.MethodGet, message(call.Body)
		sent.Method, sent.Body = call.Method, call.Body
	}
	target := *c.base
	target.Path += call.Path
	if target.RawPath != "" {
		target.RawPath += call.Path
	}
	user := target.User
	sent.URL = c.secrets.URL(&target)
	target.User = nil
	req, err := http.NewRequest(call.Method, target.String(), bytes.NewReader(call.Body))
	if err != nil {
		return nil, sent, err
	}
	if req.Header = c.headers(call); socket {
		upgradeHeader(req.Header)
		req.Body, req.GetBody, req.ContentLength = nil, nil, 0
	}
	if _, set := req.Header["Authorization"]; user != nil && !set {
		password, _ := user.Password()
		req.SetBasicAuth(user.Username(), password)
	}
	sent.Header = req.Header.Clone()
	sent.Header.Set("Host", req.URL.Host)
	if len(call.Body) > 0 && !socket {
		sent.Header.Set("Content-Length", strconv.Itoa(len(call.Body)))
	}
	return req, sent, nil
}

// headers returns the header of a call: the defaults, overridden by the header of the
// client and then by that of the call.
func (c *Client) headers(call *Call) http.Header {
	h := http.Header{}
	h.Set("User-Agent", "gatehouse")
	h.Set("Accept-Encoding", "identity")
	// An edge in front of the service writes its errors as JSON and not as a web page if
	// Accept names JSON.
	h.Set("Accept", "application/json")
	if call.Stream {
		h.Set("Accept", "text/event-stream, application/json")
	}
	if len(call.Body) > 0 {
		h.Set("Content-Type", "application/json")
	}
	switch call.Metadata {
	case MetadataOn:
		h.Set("X-"+c.service+"-Metadata", "enabled")
	case MetadataLegacy:
		h.Set("X-"+c.service+"-Experimental-Metadata", "enabled")
	}
	for _, more := range []http.Header{c.header, call.Header} {
		for name, values := range more {
			h[http.CanonicalHeaderKey(name)] = values
		}
	}
	return h
}

// Preview returns the request of a call as its capture would show it: with credentials and
// known secrets overwritten. The error is that of a call that cannot be sent.
func (c *Client) Preview(call Call) (wire.Sent, error) {
	_, sent, err := c.request(&call)
	if err != nil {
		return wire.Sent{}, err
	}
	sent.Header, _ = c.secretsOf(call.Header).Header(sent.Header)
	return sent, nil
}
