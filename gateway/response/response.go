// Package response is the result of POST /responses ("Responses result" in the
// document), written with every member that a known reader requires
// (wire-notes §3), and the stream that builds it up.
package response

import (
	"crypto/rand"
	"iter"
	"strconv"
	"strings"
	"time"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/output"
)

// The statuses of a response.
const (
	InProgress = "in_progress"
	Completed  = "completed"
	Incomplete = "incomplete"
	Failed     = "failed"
)

// Response is one response in one state. Value copies are states of the same
// response.
type Response struct {
	ID         string
	Created    int64 // Unix time in seconds
	Completed  int64 // the same; 0, written as null, unless the response ended well
	Status     string
	Model      catalogue.Model
	Prices     Prices
	Items      []output.Placed
	Input      int              // tokens read
	Cached     int              // of them, those that the provider had read before (cache_control)
	Written    int              // of them, those that it keeps from now on
	Reason     string           // why an incomplete response is incomplete
	Error      *Error           // of a failed one
	ErrorType  string           // what kind of failure it was (wire-notes §3)
	Settings   []byte           // the echo of the request ([Settings])
	Metadata   []byte           // routing metadata; left out unless it was asked for
	MetadataAs string           // the name of that member
	Echo       iter.Seq[[]byte] // the upstream bodies that a stream shows first (debug.echo_upstream_body); nil: none
}

// Prices is what the provider that serves takes, in USD per million tokens.
type Prices struct{ Prompt, Completion float64 }

// Error says why a response failed. Code is one of the words of wire-notes §3.
type Error struct{ Code, Message string }

// NewID makes a unique identifier that begins with prefix.
func NewID(prefix string) string { return prefix + "_" + strings.ToLower(rand.Text()) }

// Opened is the response at the start of a stream.
func (r Response) Opened() Response {
	r.Status, r.Items, r.Completed, r.Reason, r.Error, r.ErrorType, r.Metadata = InProgress, nil, 0, "", nil, "", nil
	return r
}

// Cut ends the response after n tokens of output, incomplete when that takes
// something away.
func (r Response) Cut(n int) Response {
	if items, cut := output.Cut(r.Items, n); cut {
		r.Items = items
		r.Shortened()
	}
	return r
}

// Shortened tells that the request's limit took something away.
func (r *Response) Shortened() { r.Status, r.Reason = Incomplete, "max_output_tokens" }

// Fail ends the response after n tokens of output with an error.
func (r Response) Fail(n int, errorType string, err Error) Response {
	r.Items, _ = output.Cut(r.Items, n)
	r.Status, r.Reason, r.Error, r.ErrorType = Failed, "", &err, errorType
	return r
}

// Ended stamps a response that came to a good end with the present time.
func (r Response) Ended() Response {
	if r.Status != Failed {
		r.Completed = time.Now().Unix()
	}
	return r
}

// AppendJSON appends the response as a JSON object.
func (r Response) AppendJSON(b []byte) []byte {
	b = append(b, `{"id":`...)
	b = output.AppendString(b, r.ID)
	b = append(b, `,"object":"response","created_at":`...)
	b = strconv.AppendInt(b, r.Created, 10)
	b = append(b, `,"completed_at":`...)
	b = appendOrNull(b, r.Completed != 0, func(b []byte) []byte { return strconv.AppendInt(b, r.Completed, 10) })
	b = append(b, `,"status":"`...)
	b = append(b, r.Status...)
	b = append(b, `","model":`...)
	b = output.AppendString(b, r.Model.Slug)
	b = append(b, `,"output":[`...)
	for i, it := range r.Items {
		if i > 0 {
			b = append(b, ',')
		}
		b = it.Item.AppendJSON(b, it.Status)
	}
	b = append(b, `],"error":`...)
	b = appendOrNull(b, r.Error != nil, func(b []byte) []byte {
		b = output.AppendString(append(b, `{"code":`...), r.Error.Code)
		b = output.AppendString(append(b, `,"message":`...), r.Error.Message)
		return append(b, '}')
	})
	if kind := r.errorType(); kind != "" {
		b = output.AppendString(append(b, `,"error_type":`...), kind)
	}
	b = append(b, `,"incomplete_details":`...)
	b = appendOrNull(b, r.Reason != "", func(b []byte) []byte {
		return append(output.AppendString(append(b, `{"reason":`...), r.Reason), '}')
	})
	b = append(b, `,"usage":`...)
	b = appendOrNull(b, r.Status != InProgress, r.appendUsage)
	b = append(b, r.Settings...)
	if r.Metadata != nil {
		b = output.AppendString(append(b, ','), r.MetadataAs)
		b = append(append(b, ':'), r.Metadata...)
	}
	return append(b, '}')
}

// errorType is the kind of a failure, and the word for a refusal, which is a
// completed response otherwise (wire-notes §3).
func (r Response) errorType() string {
	if r.ErrorType != "" || r.Status == InProgress {
		return r.ErrorType
	}
	for _, it := range r.Items {
		if m, ok := it.Item.(output.Message); ok && m.Refusal {
			return "refusal"
		}
	}
	return ""
}

func appendOrNull(b []byte, there bool, value func([]byte) []byte) []byte {
	if !there {
		return append(b, "null"...)
	}
	return value(b)
}
