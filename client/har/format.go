package har

import (
	"encoding/json"

	"gatehouse/client/wire"
)

// file is a HAR as it is written and read.
type file struct {
	Log *log `json:"log"`
}

type log struct {
	Version string            `json:"version"`
	Creator creator           `json:"creator"`
	Pages   []page            `json:"pages,omitempty"`
	Entries []json.RawMessage `json:"entries"`
}

type creator struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// page groups the entries of one conversation.
type page struct {
	StartedDateTime string   `json:"startedDateTime"`
	ID              string   `json:"id"`
	Title           string   `json:"title"`
	PageTimings     struct{} `json:"pageTimings"`
}

type entry struct {
	Pageref         string   `json:"pageref,omitempty"`
	StartedDateTime string   `json:"startedDateTime"`
	Time            float64  `json:"time"` // ms, as all times of the format
	Request         request  `json:"request"`
	Response        response `json:"response"`
	Cache           struct{} `json:"cache"`
	Timings         timings  `json:"timings"`

	Verdict  string   `json:"_verdict,omitempty"`
	Reason   string   `json:"_reason,omitempty"`
	Warnings []string `json:"_warnings,omitempty"`
	Chunks   []chunk  `json:"_chunks,omitempty"` // of content.text, decoded from base64 where it is that
	Wire     *encoded `json:"_wire,omitempty"`   // a compressed body as received
	Capture  *record  `json:"_capture,omitempty"`
	Comment  string   `json:"comment,omitempty"`

	// As browsers write them; redundant in an entry of gatehouse, whose body has all frames.
	ResourceType string          `json:"_resourceType,omitempty"`
	Messages     json.RawMessage `json:"_webSocketMessages,omitempty"`

	remarks []string // see wire.Capture
}

type request struct {
	Method      string    `json:"method"`
	URL         string    `json:"url"`
	HTTPVersion string    `json:"httpVersion"`
	Cookies     []field   `json:"cookies"`
	Headers     []field   `json:"headers"`
	QueryString []field   `json:"queryString"`
	PostData    *postData `json:"postData,omitempty"`
	HeadersSize int64     `json:"headersSize"`
	BodySize    int64     `json:"bodySize"`
}

// field is a header, a parameter or a cookie.
type field struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Base64 string `json:"_base64,omitempty"` // the value, if it is not UTF-8
}

type postData struct {
	MimeType string `json:"mimeType"`
	Text     string `json:"text"`
	Encoding string `json:"_encoding,omitempty"`
	Foreign  string `json:"encoding,omitempty"` // of other programs; never written here
	Params   []any  `json:"params,omitempty"`   // a body that is listed by its fields; never written here
}

type response struct {
	Status      int     `json:"status"`
	StatusText  string  `json:"statusText"`
	HTTPVersion string  `json:"httpVersion"`
	Cookies     []field `json:"cookies"`
	Headers     []field `json:"headers"`
	Content     content `json:"content"`
	RedirectURL string  `json:"redirectURL"`
	HeadersSize int64   `json:"headersSize"`
	BodySize    int64   `json:"bodySize"`
	Error       string  `json:"_error,omitempty"` // the transport's message, as browsers write it
}

type content struct {
	Size        int64   `json:"size"`
	Compression *int64  `json:"compression,omitempty"` // bytes saved
	MimeType    string  `json:"mimeType"`
	Text        *string `json:"text,omitempty"`
	Encoding    string  `json:"encoding,omitempty"`
}

// timings are in ms; -1 for one that does not apply.
type timings struct {
	Blocked float64 `json:"blocked"`
	DNS     float64 `json:"dns"`
	Connect float64 `json:"connect"` // with ssl
	Send    float64 `json:"send"`
	Wait    float64 `json:"wait"`
	Receive float64 `json:"receive"`
	SSL     float64 `json:"ssl"`
}

// chunk is one read of a body.
type chunk struct {
	AtUS  int64 `json:"at_us"` // after startedDateTime
	Bytes int64 `json:"bytes"`
}

// encoded is a compressed body.
type encoded struct {
	Text     string  `json:"text"`
	Encoding string  `json:"encoding"`
	Chunks   []chunk `json:"chunks,omitempty"`
}

// record is what a capture holds in addition to the members of the format.
type record struct {
	ID       string   `json:"id"`
	Start    string   `json:"start"`
	About    About    `json:"about"`
	Fields   bool     `json:"fields"` // the request's header was recorded, be it empty
	Timing   timing   `json:"timing_us"`
	Head     *head    `json:"head,omitempty"`
	End      *ending  `json:"end,omitempty"`
	Redacted int      `json:"redacted_bytes,omitempty"`
	Dropped  int64    `json:"dropped_bytes,omitempty"`
	Caller   *caller  `json:"caller,omitempty"`
	Changed  *changed `json:"changed,omitempty"`

	Lacks   wire.Lacks    `json:"lacks,omitzero"`
	Remarks []string      `json:"remarks,omitempty"`
	Batch   bool          `json:"batch,omitempty"`
	Encoded *wire.Encoded `json:"request_encoded,omitempty"` // how postData.text was sent
}

// changed is wire.Changed.
type changed struct {
	By   []string `json:"by"`
	Body string   `json:"request"`
	URL  string   `json:"url,omitempty"`
	Hand bool     `json:"by_hand,omitempty"`
	Made string   `json:"answer_of,omitempty"`
}

// caller is wire.Caller with its wire.Delivery, whose times are nil if it is not known.
type caller struct {
	Address   string `json:"address,omitempty"`
	UserAgent string `json:"user_agent,omitempty"`
	Path      string `json:"path,omitempty"`
	SentUS    *int64 `json:"sent_us,omitempty"`
	HeadUS    *int64 `json:"head_us,omitempty"`
	FirstUS   *int64 `json:"first_us,omitempty"`
	LastUS    *int64 `json:"last_us,omitempty"`
	Missing   int64  `json:"missing_request_bytes,omitempty"`
	Status    int    `json:"proxy_status,omitempty"`
	Message   string `json:"proxy_message,omitempty"`
	Fault     string `json:"fault,omitempty"`
}

// timing is wire.Timing.
type timing struct {
	DNSStart     int64 `json:"dns_start"`
	DNSDone      int64 `json:"dns_done"`
	ConnectStart int64 `json:"connect_start"`
	ConnectDone  int64 `json:"connect_done"`
	TLSStart     int64 `json:"tls_start"`
	TLSDone      int64 `json:"tls_done"`
	WroteRequest int64 `json:"wrote_request"`
	FirstByte    int64 `json:"first_byte"`
	FirstToken   int64 `json:"first_token"`
	End          int64 `json:"end"`
	Reused       bool  `json:"reused"`
}

// head has the fields of a wire.Head that the format lacks.
type head struct {
	AtUS   int64  `json:"at_us"`
	At     string `json:"at,omitempty"`
	Fields bool   `json:"fields"` // the header was recorded, be it empty
}

// ending is a wire.End.
type ending struct {
	Cause   string  `json:"cause"`
	Message string  `json:"message,omitempty"`
	AtUS    int64   `json:"at_us"`
	Detail  string  `json:"detail,omitempty"`
	Proxy   string  `json:"proxy,omitempty"`
	Chosen  bool    `json:"proxy_chosen,omitempty"`
	Trailer []field `json:"trailer,omitempty"`
}
