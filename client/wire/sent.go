package wire

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// Sent is a request as it was sent. Header values that hold a key are
// redacted before the value is stored.
type Sent struct {
	Method string
	URL    string
	Header http.Header
	Body   []byte // decoded if Encoded is set

	Encoded *Encoded `json:",omitempty"` // nil: Body is as it was sent
}

// Encoded describes a request body that was sent encoded. Its encoded bytes
// are not recorded.
type Encoded struct {
	Size  int64  `json:"size"`            // bytes that were sent
	Fault string `json:"fault,omitempty"` // why Body is empty: it could not be decoded
}

// Undecoded returns why the body of an encoded request is not recorded; "" if it is, or if
// the request was not sent encoded.
func (s *Sent) Undecoded() string {
	if s.Encoded == nil {
		return ""
	}
	return s.Encoded.Fault
}

// AsksMetadata reports whether the request has the header that requests routing metadata,
// with any word for the service, by its name or the deprecated one (API document, "Request
// header").
func (s Sent) AsksMetadata() bool {
	for name, values := range s.Header {
		lower := strings.ToLower(name)
		if strings.HasPrefix(lower, "x-") && strings.HasSuffix(lower, "-metadata") && len(values) > 0 && values[0] == "enabled" {
			return true
		}
	}
	return false
}

// The endpoints that gatehouse calls itself.
const (
	EndpointResponses = "responses"
	EndpointRerank    = "rerank"
)

// PostsTo reports whether the request is a POST to an address whose path ends in an
// endpoint, or a message on a WebSocket to /responses.
func (s Sent) PostsTo(endpoint string) bool {
	onSocket := endpoint == EndpointResponses && s.OnSocket() && len(s.Body) > 0
	if s.Method != http.MethodPost && !onSocket {
		return false
	}
	u, err := url.Parse(s.URL)
	return err == nil && PathEnds(u.Path, endpoint)
}

// Port returns the port of an address, by default that of its scheme; "" if neither is known.
func Port(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case u.Scheme == "http":
		return "80"
	case u.Scheme == "https":
		return "443"
	}
	return ""
}

// PathEnds reports whether a path ends in an endpoint.
func PathEnds(path, endpoint string) bool {
	return strings.HasSuffix(strings.TrimSuffix(path, "/"), "/"+endpoint)
}

// IsNative reports whether the request belongs to the API document, so that gatehouse can
// send it: POST …/responses or …/rerank.
func (s Sent) IsNative() bool { return s.PostsTo(EndpointResponses) || s.PostsTo(EndpointRerank) }

// OnSocket reports whether a request opens a WebSocket, or is a message on one: then its
// body is that message, and its header is that of the handshake.
func (s Sent) OnSocket() bool {
	return s.Method == http.MethodGet && strings.EqualFold(s.Header.Get("Upgrade"), "websocket")
}

// Verb returns the method of a request, or WS for a message on a WebSocket and WS
// connection for the handshake that opens one.
func (s Sent) Verb() string {
	switch {
	case !s.OnSocket():
		return s.Method
	case len(s.Body) > 0:
		return "WS"
	}
	return "WS connection"
}

// OpensResponses reports whether a request opens a WebSocket for requests of /responses,
// which are exchanges.
func (s Sent) OpensResponses() bool {
	u, err := url.Parse(s.URL)
	return s.OnSocket() && len(s.Body) == 0 && err == nil && PathEnds(u.Path, EndpointResponses)
}

// Line returns the verb and the address.
func (s Sent) Line() string { return strings.TrimSpace(s.Verb() + " " + s.URL) }

// MessageMembers returns the members that a message on a WebSocket has in addition to those
// of a request.
func MessageMembers() []string { return []string{"type", "stream_id", "generate"} }

// The codes of a close frame without a fault.
const (
	NormalClosure = 1000
	NoCloseCode   = 1005 // the frame has none
)

// CloseCode returns the code in the payload of a close frame.
func CloseCode(payload []byte) int {
	if len(payload) < 2 {
		return NoCloseCode
	}
	return int(payload[0])<<8 | int(payload[1])
}

// CloseWords returns the code and the reason in the payload of a close frame; "" for
// neither.
func CloseWords(payload []byte) string {
	switch len(payload) {
	case 0, 1:
		return ""
	case 2:
		return strconv.Itoa(CloseCode(payload))
	}
	return strconv.Itoa(CloseCode(payload)) + ": " + string(payload[2:])
}
