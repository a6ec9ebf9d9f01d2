package read

import (
	"encoding/json"
	"errors"

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
		Routing:     FindRouting(body), Raw: body,
	}
	for _, item := range elements(root.Get("output")) {
		r.Output = append(r.Output, json.RawMessage(item.Raw))
	}
	if f, failed := BodyFailure(body); failed {
		r.Failure = &f
	}
	return r, nil
}
