// Package wire holds the values that all packages share: what was sent, what was received
// with its arrival times, the frames cut from it, and what was read from them. Nothing here
// opens a connection, reads a clock, starts a goroutine or parses JSON; client/read makes
// these values from data.
//
// Unknown JSON stays raw, so that an unknown event, item or field can be shown as received.
package wire

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Head is a response's status line and header.
type Head struct {
	Status int         // HTTP status code; 0 if a file does not record it
	Proto  string      // for example HTTP/1.1
	Header http.Header // known secrets overwritten
	AtUS   int64       // its arrival, microseconds after the start
	At     time.Time   // the same moment on the wall clock
}

// Success reports whether the status is 2xx, begins a WebSocket, or was not recorded: then
// the body decides.
func (h *Head) Success() bool {
	return h.Status == 0 || h.Status >= 200 && h.Status < 300 || h.IsSocket()
}

// IsSocket reports whether a head makes its connection a WebSocket: then frames of RFC 6455
// follow.
func (h *Head) IsSocket() bool {
	return h != nil && h.Status == http.StatusSwitchingProtocols && strings.EqualFold(h.Header.Get("Upgrade"), "websocket")
}

// StatusText returns the status with its text, such as 404 Not Found.
func (h *Head) StatusText() string { return StatusText(h.Status) }

// StatusText returns a status with its words; 0 is one that was not recorded.
func StatusText(status int) string {
	if status == 0 {
		return "status not recorded"
	}
	return strings.TrimSpace(fmt.Sprintf("%d %s", status, http.StatusText(status)))
}

// Timing holds the moments of one exchange in microseconds after its start; -1 for one
// that did not occur (a reused connection has no DNS).
type Timing struct {
	DNSStart, DNSDone         int64
	ConnectStart, ConnectDone int64
	TLSStart, TLSDone         int64
	WroteRequest              int64 // the request's last byte was handed to the kernel
	FirstByte                 int64 // the first byte of the response's head
	FirstToken                int64 // the first non-empty delta of any kind
	End                       int64 // the last byte of the body; without one the end
	Reused                    bool  // the connection is that of an earlier exchange
}

// NoTiming returns a Timing in which nothing has happened yet.
func NoTiming() Timing {
	return Timing{
		DNSStart: -1, DNSDone: -1, ConnectStart: -1, ConnectDone: -1, TLSStart: -1, TLSDone: -1,
		WroteRequest: -1, FirstByte: -1, FirstToken: -1, End: -1,
	}
}

// UntilHead returns the moments that are certain when the head has arrived: those of the
// connection, the first byte, and WroteRequest if it was before that. The transport may
// report a later one after the head.
func (t Timing) UntilHead() Timing {
	t.FirstToken, t.End = -1, -1
	if t.FirstByte < 0 || t.WroteRequest > t.FirstByte {
		t.WroteRequest = -1
	}
	return t
}

// EndCause is how the transport of an exchange ended.
type EndCause string

// The causes of an end. EndClean is the only one without a fault.
const (
	EndClean     EndCause = "clean"        // the body ended as the protocol says
	EndDNS       EndCause = "dns"          // the host's name was not found
	EndConnect   EndCause = "connect"      // no connection, or one that broke before the head
	EndNotHTTP   EndCause = "not_http"     // connected, but the answer is not HTTP
	EndTLS       EndCause = "tls"          // handshake or certificate
	EndTimeout   EndCause = "timeout"      // the time for the call was over
	EndIdle      EndCause = "idle_timeout" // no byte for the idle time
	EndCancelled EndCause = "cancelled"    // by the user
	EndLost      EndCause = "lost"         // reset, or a body cut short, after the head
	EndLineCap   EndCause = "line_cap"     // a line longer than the cap
	EndBodyCap   EndCause = "body_cap"     // a body larger than the cap
	EndKilled    EndCause = "killed"       // the program was killed; a left-over spool shows it
	EndUnread    EndCause = "unread"       // the rest of a saved answer was not read
	EndChecksum  EndCause = "checksum"     // a saved answer does not match its checksum
	EndEncoding  EndCause = "encoding"     // the body does not match its Content-Encoding
	EndUnknown   EndCause = "untold"       // no answer arrived, and the saved file does not record why
	EndRequest   EndCause = "request"      // nothing could be sent: an invalid address or header
	EndHungUp    EndCause = "hung_up"      // the program whose exchange it is closed the connection
	EndUnsent    EndCause = "not_sent"     // the proxy did not send the request
	EndBehind    EndCause = "behind"       // the record was too slow and was given up; the exchange continued
)

// ByClient reports whether the client ended the body, so that a frame cut short is not the
// service's fault.
func (c EndCause) ByClient() bool {
	switch c {
	case EndTimeout, EndIdle, EndCancelled, EndLineCap, EndBodyCap, EndKilled, EndUnread, EndHungUp, EndBehind:
		return true
	}
	return false
}

// EndDetail is more detail on the cause of an end; it may be empty.
type EndDetail string

// The details of an end.
const (
	DetailRefused    EndDetail = "refused"       // nothing listens at the address
	DetailReused     EndDetail = "reused"        // a connection of an earlier exchange was closed before the head
	DetailHungUp     EndDetail = "hung_up"       // a new plain connection was closed without a byte of answer
	DetailNotTLS     EndDetail = "not_tls"       // https to a port that answers without TLS
	DetailTLS        EndDetail = "tls_port"      // http to a port that speaks TLS
	DetailAuthority  EndDetail = "authority"     // a certificate of an authority that is not trusted
	DetailOtherHost  EndDetail = "other_host"    // a certificate for other hosts
	DetailExpired    EndDetail = "expired"       // a certificate that is no longer valid, or not yet
	DetailProxyAuth  EndDetail = "proxy_auth"    // the proxy requires credentials
	DetailProxyWrong EndDetail = "proxy_refused" // the proxy answers CONNECT with another error
	DetailReset      EndDetail = "reset"         // the server reset the connection in the middle of the answer
	DetailUnsent     EndDetail = "unsent"        // nothing was sent: the address or the key is not known
	DetailProxyNone  EndDetail = "proxy_address" // the address given for the proxy names no host
	DetailRule       EndDetail = "rule"          // a rule of the proxy could not change the request
	DetailSocket     EndDetail = "websocket"     // rules of the proxy cannot be applied to the WebSocket
	DetailFault      EndDetail = "fault"         // a rule of the proxy broke the answer on purpose
	DetailWaited     EndDetail = "waited"        // the request waited in the proxy until that ended, or its WebSocket
)

// End is how the transport of an exchange ended.
type End struct {
	Cause   EndCause
	Message string // the transport's message, secrets redacted; empty for EndClean
	AtUS    int64
	Detail  EndDetail   // may be empty
	Proxy   string      // host and port of the proxy that failed; empty for none
	Chosen  bool        // that proxy was set for this connection, not by the environment
	Trailer http.Header // trailer fields, known secrets overwritten; nil for none
}

// Capture is the record of one exchange: the bytes that were sent, the response's head,
// its body with arrival times, and the index of its frames. All else is derived from it.
// While the exchange runs, Body and Frames may be read by others; Head, Timing and End
// belong to the reader until it has emitted them (see Arrival).
type Capture struct {
	ID       string
	Start    time.Time // wall clock; all other times count from here
	Sent     Sent
	Head     *Head // nil when none arrived
	Body     Body  // the bytes received, compressed if they were sent so
	Decoded  *Body // the body decompressed; nil when it was not compressed; set before the first frame
	Frames   Index // places in Text()
	Timing   Timing
	End      *End  // nil while it runs
	Redacted int   // bytes of known secrets overwritten with '*' in head or body
	Dropped  int64 // bytes that were not recorded because a cap was reached

	Lacks   Lacks    // what of it is not known
	Remarks []string // of an imported exchange: where and why its bytes may differ from the wire
	Batch   bool     // a batch API answered, whose prices differ

	Caller   *Caller   // the program whose exchange it is; nil for gatehouse
	Changed  *Changed  // what the program sent, if Sent is not that; nil: it is
	Delivery *Delivery // to the caller; set before the end, nil if it is not known
	Waits    bool      // until it ends, it waits in the proxy for the user, and is not sent

	// Rest reads on in the file of a capture that has only its beginning, up to its head, and reports whether there
	// was more; End is set after it. What has been read of the bodies may be discarded then. nil: all is there.
	Rest func() bool
}

// Caller is the program that made an exchange through the proxy.
type Caller struct {
	Address   string // host and port
	UserAgent string
	Path      string // with its parameters, as it was requested; known secrets overwritten
}

// Changed is what a program sent whose request was changed on the way.
type Changed struct {
	By   []string // the rules that changed the request, as they are written, and the user as ByHand; none: it was only answered
	Body string   // that the program sent, decoded; known secrets overwritten
	URL  string   `json:",omitempty"` // where it would have gone; empty: where it went
	Hand bool     `json:",omitempty"` // the user changed or answered it too
	Made string   `json:",omitempty"` // whose answer the program got, while nothing was sent; empty: the gateway's
}

// ByHand is what Changed.By has for the user.
const ByHand = "hand"

// ChangedRequest returns what the program sent if the request was changed; else nil.
func (c *Capture) ChangedRequest() *Changed {
	if c == nil || c.Changed == nil || len(c.Changed.By) == 0 {
		return nil
	}
	return c.Changed
}

// Asked returns the request as the program sent it.
func (c *Capture) Asked() Sent {
	s := c.Sent
	if c.Changed != nil {
		s.Body, s.URL = []byte(c.Changed.Body), cmp.Or(c.Changed.URL, s.URL)
	}
	return s
}

// Delivery is what the proxy read from a caller and wrote to it, and when: microseconds
// after the start, -1 for what did not occur.
type Delivery struct {
	SentUS  int64 // the last byte of the request was read
	HeadUS  int64 // the response's head was written
	FirstUS int64 // the first byte of the body
	LastUS  int64 // the last byte of the body
	Missing int64 // bytes at the end of the request that passed and are not in the record

	// Status and Message describe the answer that the proxy gave because none arrived; Status is 0 if
	// it gave none.
	Status  int
	Message string

	PausedUS int64 `json:",omitempty"` // how long the request waited for the user before the start; 0: it did not

	Fault string // the rule that broke the answer on purpose, as it is written; empty: none
}

// NoDelivery returns a Delivery in which nothing has happened yet.
func NoDelivery() Delivery { return Delivery{SentUS: -1, HeadUS: -1, FirstUS: -1, LastUS: -1} }

// EndArrival returns the arrival of the capture's end, without a body.
func (c *Capture) EndArrival() Arrival {
	return Arrival{Kind: ArrivedEnd, End: c.End, Timing: new(c.Timing), Redacted: c.Redacted, Dropped: c.Dropped}
}

// Text returns the body that frames are cut from: decompressed if it was compressed.
func (c *Capture) Text() *Body {
	if c.Decoded != nil {
		return c.Decoded
	}
	return &c.Body
}

// Lacks reports what the capture of an imported exchange does not have because its file does
// not. In addition the status of its Head may be 0 and times may be -1: they are not known.
type Lacks struct {
	Start   bool `json:"start,omitempty"`   // when it began: Capture.Start is the time of the file
	Request bool `json:"request,omitempty"` // the body of the request
	Answer  bool `json:"answer,omitempty"`  // the body of the answer, or whether one arrived at all
}
