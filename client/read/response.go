package read

import (
	"encoding/json"
	"errors"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"

	"github.com/tidwall/gjson"
)

// ErrNotResponse is the error of a body that is no JSON object.
var ErrNotResponse = errors.New("not a response object")

// Response reads a response object; anything else is ErrNotResponse.
func Response(body []byte) (wire.Response, error) {
	root := gjson.ParseBytes(body)
	if !scan.Valid(body) || !root.IsObject() {
		return wire.Response{}, ErrNotResponse
	}
	r := wire.Response{
		ID: root.Get("id").String(), Model: root.Get("model").String(), Status: root.Get("status").String(),
		CreatedAt: root.Get("created_at").Int(), CompletedAt: root.Get("completed_at").Int(),
		Incomplete: root.Get("incomplete_details.reason").String(), ErrorType: root.Get("error_type").String(),
		ServiceTier: root.Get("service_tier").String(),
		Usage:       Usage(raw(root.Get("usage"))), Routing: FindRouting(body), Raw: body,
	}
	for _, item := range elements(root.Get("output")) {
		r.Output = append(r.Output, json.RawMessage(item.Raw))
	}
	if f, failed := BodyFailure(body); failed {
		r.Failure = &f
	}
	return r, nil
}

// EventResponse returns the response that an event carries: those of
// response.created, .in_progress, .completed, .incomplete and .failed.
func EventResponse(e wire.Event) (wire.Response, bool) {
	r, err := Response(raw(gjson.GetBytes(e.Data, "response")))
	return r, err == nil
}

// EventItem returns the output item that an event carries.
func EventItem(e wire.Event) (wire.Item, bool) {
	item := gjson.GetBytes(e.Data, "item")
	if !item.IsObject() {
		return wire.Item{}, false
	}
	return Item(json.RawMessage(item.Raw)), true
}

// Items reads the output items of a response.
func Items(r wire.Response) []wire.Item {
	out := make([]wire.Item, len(r.Output))
	for i, item := range r.Output {
		out[i] = Item(item)
	}
	return out
}

// OutputText returns the output_text parts of all messages, joined without a
// separator.
func OutputText(r wire.Response) string {
	var text strings.Builder
	for _, item := range Items(r) {
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
