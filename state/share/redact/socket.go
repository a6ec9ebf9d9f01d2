package redact

import (
	"net/http"

	"gatehouse/client/websocket"
)

// messages reads the frames of a WebSocket. The texts of fragments follow one another directly.
func (st *stream) messages() {
	var open [2][]text // of both sides
	for at := 0; at < len(st.doc.b) && st.search.err == nil; {
		f, from, end, ok := websocket.First(st.doc.b[at:])
		if !ok {
			st.search.any(st.doc.cut(at, len(st.doc.b)))
			break
		}
		payload := st.doc.cut(at+from, at+end)
		at += end
		side := 0
		if f.FromClient {
			side = 1
		}
		switch {
		case f.Opcode.IsControl():
			st.search.any(payload)
			st.frame++
		case f.Fin:
			st.data = append(open[side], payload)
			open[side] = nil
			st.dispatch(at)
		default:
			open[side] = append(open[side], payload)
		}
	}
	for _, unfinished := range open {
		st.data = unfinished
		st.dispatch(len(st.doc.b))
	}
}

// unreadableMessage returns why a frame of a WebSocket cannot be read as text, or "".
func unreadableMessage(body []byte) string {
	for len(body) > 0 {
		f, _, end, ok := websocket.First(body)
		if !ok {
			return unreadable("response", http.Header{}, body, true)
		}
		if why := unreadable("response", http.Header{}, f.Payload, true); why != "" && f.Opcode != websocket.Close {
			return why
		}
		body = body[end:]
	}
	return ""
}
