package client

import (
	"bytes"
	"crypto/rand"
	"net/http"
	"strconv"
	"strings"
	"time"

	"gatehouse/client/capture"
	"gatehouse/client/wire"
)

// MetadataMode says how routing metadata is asked for (API document,
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
	Method      string // POST when empty
	Path        string // below the base URL, for example /responses
	Body        []byte // sent as it is
	Header      http.Header
	Metadata    MetadataMode
	Stream      bool          // what Accept asks for; what is read depends on what comes
	Timeout     time.Duration // for the whole exchange; 0: none
	IdleTimeout time.Duration // without any byte, comments included; 0: none
	Fleeting    bool          // of an event stream nothing is kept that was handed on: the capture holds no more than the open frame
	ID          string        // of the exchange; made up when empty
	Store       capture.Store // keeps what is recorded beside memory; nil: nothing does
}

// Sink takes what an exchange brings, in wire order, from the goroutine that
// runs Do. While it works the connection is not read.
type Sink interface {
	Start(*wire.Capture)
	Arrive(wire.Arrival)
}

// request makes the request of a call and the record of it.
func (c *Client) request(call *Call) (*http.Request, wire.Sent, error) {
	if call.Method == "" {
		call.Method = http.MethodPost
	}
	if call.ID == "" {
		call.ID = strings.ToLower(rand.Text())
	}
	sent := wire.Sent{Method: call.Method, Header: call.Header, Body: call.Body}
	if c.err != nil {
		return nil, sent, c.err
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
	req.Header = c.headers(call)
	if user != nil && req.Header.Get("Authorization") == "" {
		password, _ := user.Password()
		req.SetBasicAuth(user.Username(), password)
	}
	sent.Header = req.Header.Clone()
	sent.Header.Set("Host", req.URL.Host)
	if len(call.Body) > 0 {
		sent.Header.Set("Content-Length", strconv.Itoa(len(call.Body)))
	}
	return req, sent, nil
}

// headers returns the header of a call: ours, the client's, the call's own,
// each over the one before.
func (c *Client) headers(call *Call) http.Header {
	h := http.Header{}
	h.Set("User-Agent", "gatehouse")
	h.Set("Accept-Encoding", "identity")
	// An edge in front of the service picks the form of its own errors from
	// Accept; with JSON named, they are JSON and not a web page.
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

// Preview returns what Do would send for a call, as its capture would show it:
// credentials and known secrets are overwritten. The error is that of a call
// that cannot be made.
func (c *Client) Preview(call Call) (wire.Sent, error) {
	_, sent, err := c.request(&call)
	if err != nil {
		return wire.Sent{}, err
	}
	sent.Header, _ = c.secrets.And(credentials(call.Header)...).Header(sent.Header)
	return sent, nil
}
