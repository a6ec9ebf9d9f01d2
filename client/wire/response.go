package wire

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/tidwall/gjson"
)

// ErrNotResponse is the error of a body that is no JSON object.
var ErrNotResponse = errors.New("not a response object")

// Response is what a response object says (API document, "Responses result";
// wire-notes §3). Every field may be missing: real services send responses with
// an id and a status alone. What is not here is read from Raw.
type Response struct {
	ID          string
	Model       string // that served
	Status      string
	CreatedAt   int64  // Unix time, seconds; 0 when absent
	CompletedAt int64  // Unix time, seconds; 0 when absent
	Incomplete  string // incomplete_details.reason
	ErrorType   string // error_type
	ServiceTier string
	Failure     *Failure          // of its error member, or of a status failed
	Usage       *Usage            // nil when absent
	Output      []json.RawMessage // the items as they came
	Routing     json.RawMessage   // see FindRouting
	Raw         json.RawMessage
}

// ReadResponse reads a response object; anything else gives ErrNotResponse.
func ReadResponse(body []byte) (Response, error) {
	root := gjson.ParseBytes(body)
	if !Valid(body) || !root.IsObject() {
		return Response{}, ErrNotResponse
	}
	r := Response{
		ID: root.Get("id").String(), Model: root.Get("model").String(), Status: root.Get("status").String(),
		CreatedAt: root.Get("created_at").Int(), CompletedAt: root.Get("completed_at").Int(),
		Incomplete: root.Get("incomplete_details.reason").String(), ErrorType: root.Get("error_type").String(),
		ServiceTier: root.Get("service_tier").String(),
		Usage:       ReadUsage(raw(root.Get("usage"))), Routing: FindRouting(body), Raw: body,
	}
	for _, item := range elements(root.Get("output")) {
		r.Output = append(r.Output, json.RawMessage(item.Raw))
	}
	if f, failed := BodyFailure(body); failed {
		r.Failure = &f
	}
	return r, nil
}

// Response returns the response that an event carries: those of
// response.created, .in_progress, .completed, .incomplete and .failed.
func (e Event) Response() (Response, bool) {
	r, err := ReadResponse(raw(gjson.GetBytes(e.Data, "response")))
	return r, err == nil
}

// Item returns the output item that an event carries.
func (e Event) Item() (Item, bool) {
	item := gjson.GetBytes(e.Data, "item")
	if !item.IsObject() {
		return Item{}, false
	}
	return ReadItem(json.RawMessage(item.Raw)), true
}

// Items reads the output items.
func (r Response) Items() []Item {
	out := make([]Item, len(r.Output))
	for i, item := range r.Output {
		out[i] = ReadItem(item)
	}
	return out
}

// Text returns the output_text parts of all messages, joined without a
// separator.
func (r Response) Text() string {
	var text strings.Builder
	for _, item := range r.Items() {
		if item.Type != "message" {
			continue
		}
		for _, part := range item.Parts {
			if part.Type == "output_text" {
				text.WriteString(part.Text)
			}
		}
	}
	return text.String()
}
