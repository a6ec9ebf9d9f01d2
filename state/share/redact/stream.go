package redact

import (
	"bytes"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// content searches a body: a JSON document, an event stream, the frames of a WebSocket, a document
// on each line, or any text.
func (s *search) content(t text) {
	switch {
	case s.socket:
		st := &stream{search: s, doc: t, outer: s.at, rest: wire.None, socket: true}
		s.at = st
		st.messages()
		s.at = st.outer
	case scan.Check(t.b) == nil:
		s.json(t)
	case isLines(t.b):
		st := &stream{search: s, doc: t, outer: s.at, rest: wire.None}
		s.at = st
		st.read()
		s.at = st.outer
	default:
		s.any(t)
	}
}

// isLines reports whether a body is read line by line: its first line that is not blank is a field
// of an event stream, or a JSON object.
func isLines(b []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimLeft(wire.TrimBOM(b), " \t\r\n"), []byte("\n"))
	for _, field := range []string{"data:", "event:", "id:", "retry:", ":"} {
		if bytes.HasPrefix(line, []byte(field)) {
			return true
		}
	}
	return len(line) > 0 && line[0] == '{' && isJSON(line)
}

// stream searches a body frame by frame, and then the texts that are spread over frames.
type stream struct {
	search *search
	doc    text
	outer  placer
	frame  int    // the number of the frame that is read, from 1, as the inspector counts
	data   []text // the data lines of the open frame
	open   bool   // a line of the frame was read
	rest   int    // where lines begin that are not data; wire.None: nowhere
	deltas deltas
	stray  []piece // data that is no JSON: one text together
	socket bool    // data are the fragments of a message, with nothing between them
}

func (st *stream) place() string { return st.outer.place() + ", frame " + strconv.Itoa(st.frame) }

func (st *stream) read() {
	b := st.doc.b
	st.frame = 1
	for at := 0; at < len(b) && st.search.err == nil; {
		end, next := line(b, at)
		st.line(at, end)
		at = next
	}
	st.dispatch(len(b))
	st.spreadAll()
}

// spreadAll searches the texts that are spread over frames.
func (st *stream) spreadAll() {
	for _, text := range append(st.deltas.all, &spreadText{pieces: st.stray}) {
		st.spread(text)
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
		var lines []text
		for i, l := range st.data {
			if i > 0 && !st.socket {
				lines = append(lines, text{b: []byte("\n"), in: nowhere{}})
			}
			lines = append(lines, l)
		}
		data, _ = join(lines)
	}
	st.search.spend(len(data.b))
	switch {
	case string(bytes.TrimSpace(data.b)) == wire.Done:
	case scan.Check(data.b) == nil:
		st.deltas.frame = st.frame
		st.search.event(data, &st.deltas)
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
	s.joined, s.at = j, inSpread{st.outer, of, j}
	s.any(t)
	s.joined, s.at = nil, st
}

type inSpread struct {
	outer placer
	of    *spreadText
	j     *joined
}

func (p inSpread) place() string {
	if len(p.j.touched) == 0 {
		return p.outer.place()
	}
	from, to := p.of.pieces[p.j.touched[0]].frame, 0
	for _, i := range p.j.touched {
		frame := p.of.pieces[i].frame
		from, to = min(from, frame), max(to, frame)
	}
	where := p.outer.place() + ", frame " + strconv.Itoa(from)
	if to > from {
		where = p.outer.place() + ", frames " + strconv.Itoa(from) + " to " + strconv.Itoa(to)
	}
	if p.of.path != "" {
		where += ", " + p.of.path
	}
	return where
}
