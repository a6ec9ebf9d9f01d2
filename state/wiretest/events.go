package wiretest

import (
	"fmt"
	"strings"
)

// Event writes an event; extra are members as JSON.
func Event(kind, extra string) string {
	if extra != "" {
		extra = "," + extra
	}
	return `{"type":"` + kind + `"` + extra + `}`
}

// Address is where most events of these tests write: members as JSON.
const Address = `"output_index":0,"item_id":"i1"`

// Added writes the event that announces an item.
func Added(index int, id, kind string) string {
	return Event("response.output_item.added", fmt.Sprintf(`"output_index":%d,"item":{"type":%q,"id":%q,"status":"in_progress"}`, index, kind, id))
}

// DoneMessage writes the event that delivers a complete message.
func DoneMessage(index int, id, text string) string {
	return Event("response.output_item.done", fmt.Sprintf(`"output_index":%d,"item":%s`, index, Message(id, text)))
}

// Message writes a message item of one text.
func Message(id, text string) string {
	return fmt.Sprintf(`{"type":"message","id":%q,"role":"assistant","status":"completed","content":[{"type":"output_text","text":%q}]}`, id, text)
}

// Completed writes the event that ends a response with its items.
func Completed(items ...string) string {
	return Event("response.completed", `"response":{"id":"r","status":"completed","output":[`+strings.Join(items, ",")+`]}`)
}

// FailedEvent is the event that ends a response with a failure.
const FailedEvent = `{"type":"response.failed","response":{"id":"r","status":"failed","error":{"code":"server_error","message":"boom"},"output":[]}}`

// Delta writes an event that adds to the first part of a message.
func Delta(index int, id, text string) string {
	return fmt.Sprintf(`{"type":"response.output_text.delta","output_index":%d,"item_id":%q,"content_index":0,"delta":%q}`, index, id, text)
}
