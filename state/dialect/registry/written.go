package registry

import (
	"encoding/json"
	"fmt"
	"math"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/dialect/answers"
	"gatehouse/state/text/rope"
)

// Write writes a text as the complete answer to a request of a row's API, which used no tokens: the frames of
// a stream if the request asks for one, else a document. created is in Unix seconds. ok is false if the answers
// of the API are not written here.
func Write(row int, request []byte, text string, created int64) (body []byte, streams, ok bool) {
	api := &table[row]
	if row != Responses && api.Writer == nil {
		return nil, false, false
	}
	streams = api.Streams(request)
	events, response := textEvents(scan.Quote(scan.Text(scan.Get(request, "model"))), scan.Quote(text), created)
	if row == Responses && !streams {
		return response, false, true
	}
	emit := func(event string, data json.RawMessage) {
		if event != "" {
			body = fmt.Appendf(body, "event: %s\n", event)
		}
		body = fmt.Appendf(body, "data: %s\n\n", data)
	}
	write := func(data json.RawMessage) { emit(scan.Text(scan.Get(data, "type")), data) }
	switch {
	case row == Responses:
	case streams:
		write = answers.NewTranslation(api.Writer(request, emit)).Event
	default:
		document := api.Assembler()
		to := api.Writer(request, func(event string, data json.RawMessage) { document.Frame(data, event) })
		answers.NewTranslation(to).Document(response)
		return scan.MakeObject(document.Document().Members(rope.Limit{Max: math.MaxInt})...), false, true
	}
	for _, event := range events {
		write(event)
	}
	if api.Done {
		emit("", []byte(wire.Done))
	}
	return body, true, true
}

// textEvents returns the events of a response whose output is a text, and the response. Its model and its text
// are JSON strings.
func textEvents(model, text json.RawMessage, created int64) (events []json.RawMessage, response json.RawMessage) {
	const usage = `{"input_tokens":0,"input_tokens_details":{"cached_tokens":0},"output_tokens":0,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":0}`
	part := func(text json.RawMessage) string {
		return fmt.Sprintf(`{"type":"output_text","text":%s,"annotations":[],"logprobs":[]}`, text)
	}
	item := func(status, content string) string {
		return fmt.Sprintf(`{"type":"message","id":"msg_by_hand","role":"assistant","status":%q,"content":[%s]}`, status, content)
	}
	answer := func(status, output, usage string) string {
		return fmt.Sprintf(`{"id":"resp_by_hand","object":"response","created_at":%d,"status":%q,"error":null,"incomplete_details":null,"model":%s,"output":[%s],"usage":%s}`,
			created, status, model, output, usage)
	}
	add := func(kind, format string, values ...any) {
		event := fmt.Appendf(nil, `{"type":"response.%s","sequence_number":%d,`, kind, len(events))
		events = append(events, fmt.Appendf(event, format+"}", values...))
	}
	const at = `"item_id":"msg_by_hand","output_index":0,"content_index":0,`
	complete := item("completed", part(text))
	full := answer("completed", complete, usage)
	add("created", `"response":%s`, answer("in_progress", "", "null"))
	add("output_item.added", `"output_index":0,"item":%s`, item("in_progress", ""))
	add("content_part.added", at+`"part":%s`, part([]byte(`""`)))
	add("output_text.delta", at+`"delta":%s,"logprobs":[]`, text)
	add("output_text.done", at+`"text":%s,"logprobs":[]`, text)
	add("content_part.done", at+`"part":%s`, part(text))
	add("output_item.done", `"output_index":0,"item":%s`, complete)
	add("completed", `"response":%s`, full)
	return events, []byte(full)
}
