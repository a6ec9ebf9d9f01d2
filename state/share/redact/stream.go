package redact

import (
	"bytes"
	"net/http"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/client/websocket"
	"gatehouse/client/wire"
)

// content searches a body: a JSON document, an event stream, a document on each line, or any text.
func (s *search) content(t text) {
	switch {
	case scan.Check(t.b) == nil:
		s.json(t, nil)
	case isLines(t.b):
		s.stream(t, (*stream).lines)
	default:
		s.any(t)
	}
}

// stream searches a body frame by frame, as read splits it, and then the texts that are spread over
// frames.
func (s *search) stream(t text, read func(*stream)) {
	st := &stream{search: s, doc: t, outer: s.place, frame: 1, rest: wire.None}
	s.place = st.place
	read(st)
	st.dispatch(len(t.b))
	for _, spread := range append(st.deltas.all, &spreadText{pieces: st.stray}) {
		st.spread(spread)
	}
	s.place = st.outer
}

// isLines reports whether a body is read line by line: its first line that is not blank is a field
// of an event stream, or a JSON object.
func isLines(b []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimLeft(wire.TrimBOM(b), " \t\r\n"), []byte("\n"))
	return hasPrefix(line, "data:", "event:", "id:", "retry:", ":") || hasPrefix(line, "{") && isJSON(line)
}

// stream searches a body frame by frame, and then the texts that are spread over frames.
type stream struct {
	search *search
	doc    text
	outer  func() string // the place of the body
	frame  int           // the number of the frame that is read, from 1, as the inspector counts
	data   []text        // the data lines of the open frame, or the fragments of a message
	open   bool          // a line of the frame was read
	rest   int           // where lines begin that are not data; wire.None: nowhere
	deltas deltas
	stray  []piece // data that is no JSON: one text together
}

func (st *stream) place() string { return st.outer() + ", frame " + strconv.Itoa(st.frame) }

// lines reads a body line by line.
func (st *stream) lines() {
	b := st.doc.b
	for at := 0; at < len(b) && st.search.err == nil; {
		end, next := line(b, at)
		st.line(at, end)
		at = next
	}
}

// line returns where the line at a place ends and where the next begins. LF, CR and CRLF end a line
// (HTML standard, section 9.2.5).
func line(b []byte, at int) (end, next int) {
	n := bytes.IndexAny(b[at:], "\r\n")
	if n < 0 {
		return len(b), len(b)
	}
	end = at + n
	if next = end + 1; b[end] == '\r' && next < len(b) && b[next] == '\n' {
		next++
	}
	return end, next
}

func (st *stream) line(at, end int) {
	l := st.doc.cut(at, end)
	if at == 0 {
		l = l.cut(len(l.b)-len(wire.TrimBOM(l.b)), len(l.b))
	}
	switch {
	case len(l.b) == 0:
		st.dispatch(at)
	case bytes.HasPrefix(l.b, []byte("data:")):
		st.flush(at)
		l = l.cut(len("data:"), len(l.b))
		if len(l.b) > 0 && l.b[0] == ' ' {
			l = l.cut(1, len(l.b))
		}
		if len(st.data) > 0 {
			st.data = append(st.data, text{b: []byte("\n"), in: nowhere{}})
		}
		st.data, st.open = append(st.data, l), true
	case l.b[0] == '{' && !st.open && isJSON(l.b):
		st.data = append(st.data, l)
		st.dispatch(at)
	default:
		if st.rest == wire.None {
			st.rest = at
		}
		if l.b[0] == ':' {
			st.flush(end)
			st.frame++
			return
		}
		st.open = true
	}
}

// flush searches the lines before a place that are not data.
func (st *stream) flush(to int) {
	if st.rest != wire.None {
		st.search.any(st.doc.cut(st.rest, to))
	}
	st.rest = wire.None
}

// dispatch searches the frame that ends at a place.
func (st *stream) dispatch(at int) {
	st.flush(at)
	if len(st.data) == 0 {
		if st.open {
			st.frame++
		}
		st.open = false
		return
	}
	data := st.data[0]
	if len(st.data) > 1 {
		data, _ = join(st.data)
	}
	st.search.spend(len(data.b))
	switch {
	case string(bytes.TrimSpace(data.b)) == wire.Done:
	case scan.Check(data.b) == nil:
		st.deltas.frame = st.frame
		st.search.json(data, &st.deltas)
		st.deltas.flush()
		if scan.KindOf(data.b) == scan.Number { // or a piece of a text that has digits
			st.stray = append(st.stray, piece{text{b: data.b, in: number{data}}, st.frame})
		}
	default:
		st.search.any(data)
		st.stray = append(st.stray, piece{data, st.frame})
	}
	st.data, st.open = nil, false
	st.frame++
}

func (st *stream) spread(of *spreadText) {
	if len(of.pieces) == 0 || of.searched && len(of.pieces) == 1 {
		return
	}
	parts := make([]text, len(of.pieces))
	for i, p := range of.pieces {
		parts[i] = p.text
	}
	s := st.search
	t, j := join(parts)
	s.joined, s.place = j, func() string { return st.spreadPlace(of, j.touched) }
	s.any(t)
	s.joined, s.place = nil, st.place
}

// spreadPlace returns the place of a hit in some pieces of a text: their frames, and their path.
func (st *stream) spreadPlace(of *spreadText, touched []int) string {
	if len(touched) == 0 {
		return st.outer()
	}
	from, to := of.pieces[touched[0]].frame, 0
	for _, i := range touched {
		frame := of.pieces[i].frame
		from, to = min(from, frame), max(to, frame)
	}
	where := st.outer() + ", frame " + strconv.Itoa(from)
	if to > from {
		where = st.outer() + ", frames " + strconv.Itoa(from) + " to " + strconv.Itoa(to)
	}
	if of.path != "" {
		where += ", " + of.path
	}
	return where
}

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
