// Package wire holds the values that cross rooms: what was sent, what came
// back with its arrival times, the frames cut from it, and what was read from
// them. Values only: nothing here opens a connection, reads a clock, starts a
// goroutine or parses JSON; client/read makes these values from data.
//
// JSON that is not understood is kept raw, so that an unknown event, item or
// field can be shown just as it came.
package wire

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Sent is a request as it went out. Header values that hold a key are
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

// Undecoded returns why the record has no body of a request that was sent with one; empty if
// it has, or if it is not known that one was sent.
func (s *Sent) Undecoded() string {
	if s.Encoded == nil {
		return ""
	}
	return s.Encoded.Fault
}

// AsksMetadata reports whether the request has the header that asks for routing metadata,
// under whatever word, by its name or the deprecated one (API document, "Request header").
func (s Sent) AsksMetadata() bool {
	for name, values := range s.Header {
		lower := strings.ToLower(name)
		if strings.HasPrefix(lower, "x-") && strings.HasSuffix(lower, "-metadata") && len(values) > 0 && values[0] == "enabled" {
			return true
		}
	}
	return false
}

// Head is a response's status line and header.
type Head struct {
	Status int         // HTTP status code; 0 where a file does not tell it
	Proto  string      // for example HTTP/1.1
	Header http.Header // known secrets overwritten
	AtUS   int64       // when the head was there, microseconds after the start
	At     time.Time   // the same moment on the wall clock
}

// Success reports whether the status is one of success, or begins a WebSocket. Where none was
// recorded, the body decides.
func (h *Head) Success() bool {
	return h.Status == 0 || h.Status >= 200 && h.Status < 300 || h.IsSocket()
}

// StatusText returns the status with its text, such as 404 Not Found.
func (h *Head) StatusText() string {
	if h.Status == 0 {
		return "status not recorded"
	}
	return strings.TrimSpace(fmt.Sprintf("%d %s", h.Status, http.StatusText(h.Status)))
}

// Timing holds the moments of one exchange in microseconds after its start;
// -1 stands for a moment that did not come (a reused connection has no DNS).
type Timing struct {
	DNSStart, DNSDone         int64
	ConnectStart, ConnectDone int64
	TLSStart, TLSDone         int64
	WroteRequest              int64 // the request's last byte was handed to the kernel
	FirstByte                 int64 // the first byte of the response's head
	FirstToken                int64 // the first non-empty delta of any kind
	End                       int64 // the last byte of the body; the end where none came
	Reused                    bool  // the connection was kept from an earlier exchange
}

// NoTiming returns a Timing in which nothing has happened yet.
func NoTiming() Timing {
	return Timing{
		DNSStart: -1, DNSDone: -1, ConnectStart: -1, ConnectDone: -1, TLSStart: -1, TLSDone: -1,
		WroteRequest: -1, FirstByte: -1, FirstToken: -1, End: -1,
	}
}

// UntilHead returns the moments that are certain once the head is there: those of
// the connection, and the first byte. When the last byte of the request was
// handed on is one of them where that was before the answer; it may be told
// later than that.
func (t Timing) UntilHead() Timing {
	t.FirstToken, t.End = -1, -1
	if t.FirstByte < 0 || t.WroteRequest > t.FirstByte {
		t.WroteRequest = -1
	}
	return t
}

// EndCause says how the transport of an exchange ended.
type EndCause string

// The causes of an end. EndClean is the only one without a fault.
const (
	EndClean     EndCause = "clean"        // the body ended as the protocol says
	EndDNS       EndCause = "dns"          // the host's name was not found
	EndConnect   EndCause = "connect"      // no connection, or one that broke before the head
	EndNotHTTP   EndCause = "not_http"     // connected, but the answer is not HTTP
	EndTLS       EndCause = "tls"          // handshake or certificate
	EndTimeout   EndCause = "timeout"      // the time for the whole call was over
	EndIdle      EndCause = "idle_timeout" // no byte for the idle time
	EndCancelled EndCause = "cancelled"    // by the user
	EndLost      EndCause = "lost"         // reset, or a body cut short, after the head
	EndLineCap   EndCause = "line_cap"     // a line longer than the cap
	EndBodyCap   EndCause = "body_cap"     // a body larger than the cap
	EndKilled    EndCause = "killed"       // the program was killed; a left-over spool shows it
	EndUnread    EndCause = "unread"       // the rest of a saved answer was not read
	EndChecksum  EndCause = "checksum"     // a saved answer does not match its checksum
	EndEncoding  EndCause = "encoding"     // the body does not match its Content-Encoding
	EndUnknown   EndCause = "untold"       // no answer arrived, and the saved file does not say why
	EndRequest   EndCause = "request"      // nothing could be sent: an invalid address or header
	EndHungUp    EndCause = "hung_up"      // the program whose exchange it is closed the connection
	EndBehind    EndCause = "behind"       // the record fell behind and was given up; the exchange went on
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

// EndDetail says more of an end than its cause, where that is known.
type EndDetail string

// What is known of an end beside its cause.
const (
	DetailRefused    EndDetail = "refused"       // nothing listens at the address
	DetailReused     EndDetail = "reused"        // a connection kept from an earlier exchange was closed before the head
	DetailHungUp     EndDetail = "hung_up"       // a new plain connection was closed without a byte of answer
	DetailNotTLS     EndDetail = "not_tls"       // https to a port that answers without TLS
	DetailTLS        EndDetail = "tls_port"      // http to a port that speaks TLS
	DetailAuthority  EndDetail = "authority"     // a certificate of an authority that is not trusted
	DetailOtherHost  EndDetail = "other_host"    // a certificate for other hosts than the one that was asked
	DetailExpired    EndDetail = "expired"       // a certificate that is no longer valid, or not yet
	DetailProxyAuth  EndDetail = "proxy_auth"    // the proxy requires credentials
	DetailProxyWrong EndDetail = "proxy_refused" // the proxy answers CONNECT with another error
	DetailReset      EndDetail = "reset"         // the server reset the connection in the middle of the answer
	DetailUnsent     EndDetail = "unsent"        // nothing was tried: the address or the key could not be had
	DetailProxyNone  EndDetail = "proxy_address" // the address given for the proxy names no host
)

// End is how the transport of an exchange ended.
type End struct {
	Cause   EndCause
	Message string // the transport's message, secrets redacted; empty for EndClean
	AtUS    int64
	Detail  EndDetail   // empty where nothing more is known
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
	Dropped  int64 // bytes that were not kept because a cap was reached

	Lacks   Lacks    // what of it is not known
	Remarks []string // of a file's exchange: where its bytes may be spelled otherwise than on the wire, and why

	Caller   *Caller   // the program whose exchange it is; nil where it is ours
	Delivery *Delivery // to the caller; set before the end, nil where the record has none
}

// Caller is the program that made an exchange through the proxy.
type Caller struct {
	Address   string // host and port
	UserAgent string
	Path      string // with its parameters, as it called them; known secrets overwritten
}

// Delivery is what the proxy took from a caller and handed to it, and when: microseconds
// after the start, -1 for what did not come.
type Delivery struct {
	SentUS  int64 // the last byte of the request was read
	HeadUS  int64 // the response's head was written
	FirstUS int64 // the first byte of the body
	LastUS  int64 // the last byte of the body
	Missing int64 // bytes at the end of the request that passed and are not in the record

	// Where no answer came the proxy gave one itself. Status is 0 where it did not.
	Status  int
	Message string
}

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

// Lacks says what of an exchange its capture does not have because the file that it was
// read from does not. An exchange that was recorded here lacks nothing. A Head with status
// 0 is one whose status is not known; times that are not known are -1.
type Lacks struct {
	Start   bool `json:"start,omitempty"`   // when it began: Capture.Start is the time of the file
	Request bool `json:"request,omitempty"` // the body of the request
	Answer  bool `json:"answer,omitempty"`  // the body of the answer, or whether one came at all
}
