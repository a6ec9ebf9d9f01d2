package state

import (
	"fmt"
	"strings"
)

// ev writes an event; extra are members as JSON.
func ev(kind, extra string) string {
	if extra != "" {
		extra = "," + extra
	}
	return `{"type":"` + kind + `"` + extra + `}`
}

const addr = `"output_index":0,"item_id":"i1"`

// The tests of this file are named after the quirks of wire-notes §10.

func added(index int, id, kind string) string {
	return ev("response.output_item.added", fmt.Sprintf(`"output_index":%d,"item":{"type":%q,"id":%q,"status":"in_progress"}`, index, kind, id))
}

func doneMessage(index int, id, text string) string {
	return ev("response.output_item.done", fmt.Sprintf(`"output_index":%d,"item":%s`, index, message(id, text)))
}

func message(id, text string) string {
	return fmt.Sprintf(`{"type":"message","id":%q,"role":"assistant","status":"completed","content":[{"type":"output_text","text":%q}]}`, id, text)
}

func completed(items ...string) string {
	return ev("response.completed", `"response":{"id":"r","status":"completed","output":[`+strings.Join(items, ",")+`]}`)
}

const failedEvent = `{"type":"response.failed","response":{"id":"r","status":"failed","error":{"code":"server_error","message":"boom"},"output":[]}}`

func delta(index int, id, text string) string {
	return fmt.Sprintf(`{"type":"response.output_text.delta","output_index":%d,"item_id":%q,"content_index":0,"delta":%q}`, index, id, text)
}
