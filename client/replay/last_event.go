package replay

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"gatehouse/client"
	"gatehouse/client/read"
	"gatehouse/client/sse"
	"gatehouse/client/wire"
)

// done reports whether an event stream has the event after which its API sends nothing that
// matters: many programs close the connection there.
func done(c *wire.Capture) bool {
	b := c.Text()
	if c.Head.IsSocket() {
		return doneOnSocket(c)
	}
	for size := int64(32 << 10); ; size *= 8 { // a last event may hold the complete response
		from := max(0, b.Len()-size)
		tail := &wire.Body{}
		tail.Append(b.Bytes(from, b.Len()), 0)
		if over, found := ended(tail, from == 0); found || from == 0 {
			return over
		}
	}
}

// doneOnSocket is done for the messages of a WebSocket.
func doneOnSocket(c *wire.Capture) (over bool) {
	for a := range client.Replay(c) {
		over = over || a.Kind == wire.ArrivedFrame && read.Ends(&a)
	}
	return over
}

// ended reports whether the end of a stream has a last event, and whether it has an event
// at all. The first frame may be truncated unless the tail is complete.
func ended(tail *wire.Body, complete bool) (over, found bool) {
	open := map[int]bool{} // choices of a chat completion
	for f := range sse.All(tail) {
		if f.Kind != wire.FrameEvent && f.Kind != wire.FrameTorn || f.Offset == 0 && !complete {
			continue
		}
		if string(bytes.TrimSpace(f.Data)) == wire.Done {
			return true, true
		}
		if f.Kind == wire.FrameTorn {
			continue // no program has read it
		}
		found = true
		e, err := read.Event(f.Data)
		if e.Type == "message_stop" || read.Ends(&wire.Arrival{Frame: f, Event: e, Decoded: err == nil}) {
			return true, true
		}
		finish(open, f.Data)
	}
	unfinished := slices.Contains(slices.Collect(maps.Values(open)), true)
	return len(open) > 0 && !unfinished, found
}

// finish updates the open choices of a chat completion after a chunk: not every server sends
// [DONE] after the last finish_reason.
func finish(open map[int]bool, data []byte) {
	var chunk struct {
		Choices []struct {
			Index  int
			Reason string `json:"finish_reason"`
		}
	}
	if json.Unmarshal(data, &chunk) != nil {
		return
	}
	for _, one := range chunk.Choices {
		open[one.Index] = one.Reason == ""
	}
}
