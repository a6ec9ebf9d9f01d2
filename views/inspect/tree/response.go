package tree

import (
	"cmp"

	"gatehouse/state"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// Response is the inspector's tab of what was received: the response of the terminal event or
// the plain body, and raw every byte of the body.
type Response struct {
	*Model
	shownSubject
	partial partial
}

var _ views.Inspector = (*Response)(nil)

// NewResponse makes the tab without an exchange.
func NewResponse(styles *themes.Styles, keys *views.Keys) *Response {
	r := &Response{Model: New(styles, keys)}
	r.SetSubject(views.Subject{})
	return r
}

func (r *Response) SetSubject(s views.Subject) {
	if r.set(s) {
		r.show()
	}
}

// shownSubject is what a tab shows, in the state that it had when it was set.
type shownSubject struct {
	subject views.Subject
	version uint64
	known   bool
}

// set sets the subject and reports whether it changed.
func (o *shownSubject) set(s views.Subject) bool {
	if o.known && o.subject.Turn == s.Turn && o.subject.Capture == s.Capture && o.subject.Same(s, o.version) {
		return false
	}
	*o = shownSubject{subject: s, known: true}
	if s.Exchange != nil {
		o.version = s.Exchange.Version
	}
	return true
}

// show sets the content to the present state of the exchange.
func (r *Response) show() {
	s := r.subject
	c := responseContent(s, r.keys)
	if x := s.Exchange; x != nil {
		if c.Of = x.Identity(); c.JSON == nil && x.Stream {
			c = r.soFar(c)
		}
	}
	r.SetContent(c)
}

func responseContent(s views.Subject, keys *views.Keys) Content {
	c := Content{Title: "Response"}
	x := s.Exchange
	if x == nil {
		c.Empty = noExchange(s.Turn, keys)
		return c
	}
	if x.Head != nil {
		c.Head = Head{Line: cmp.Or(x.Head.Proto, "HTTP") + " " + x.Head.StatusText(), Fields: x.Head.Header}
		if x.End != nil {
			c.Head.Trailers = x.End.Trailer
		}
	}
	if s.Capture != nil && s.Capture.Text().Len() > 0 {
		c.Raw = s.Capture.Text()
		if end, past := receivedBytes(s); past {
			c.Raw = text.Piece{Of: s.Capture.Text(), To: end}
		}
	}
	switch c.JSON, c.Note = document(x); {
	case x.Stream:
		c.AsRaw = "as received"
	case x.TooDeep:
		c.AsRaw = "the body"
	case x.StopsAt != "":
		c.AsRaw = "stops at " + x.StopsAt
	}
	if c.JSON == nil && c.Raw == nil {
		c.Empty = noBodyReason(x)
	}
	return c
}

// receivedBytes returns how much of the body had arrived with the frames that the exchange
// has; past is false if it is not viewed at an earlier time.
func receivedBytes(s views.Subject) (end int64, past bool) {
	x, refs := s.Exchange, s.Capture.Frames.All()
	if x.End != nil || s.Capture.End == nil || x.Frames == 0 || x.Frames > len(refs) {
		return 0, false
	}
	last := refs[x.Frames-1]
	return last.Offset + int64(last.Length), true
}

// document returns the document that an answer is, or the last that is known
// of it, and what it is.
func document(x *state.Exchange) (json []byte, note string) {
	switch {
	case len(x.Response) > 0 && x.TooDeep && x.Stream:
		return x.Response, "nested too deep; see raw: last event, up to 10,000 levels"
	case len(x.Response) > 0 && x.TooDeep:
		return x.Response, "nested too deep; see raw: the body, up to 10,000 levels"
	case len(x.Response) > 0 && x.Stream:
		return x.Response, "last event; all in raw"
	case len(x.Response) > 0:
		return x.Response, "the body"
	case x.Failure != nil && x.Stream && x.HasOutput():
		if x.Failure.BodySize > int64(len(x.Failure.Body)) {
			return nil, "output before the error; all in raw"
		}
		return nil, "the error and the output before it; all in raw"
	case x.Failure != nil && len(x.Failure.Body) > 0 && !x.Failure.Document:
		if x.Stream {
			return x.Failure.Body, "the error; all in raw"
		}
		if x.Failure.BodySize > int64(len(x.Failure.Body)) {
			return nil, "the error body is too large to parse; all in raw"
		}
		return x.Failure.Body, "the body"
	case x.Stream && x.Kind().IsForeign():
		return nil, "put together from the frames; all in raw"
	case x.Running() && x.Stream:
		return nil, "so far; raw has every frame"
	case x.Stream:
		return nil, "what was received; raw has every frame"
	}
	return nil, ""
}

// noBodyReason returns why there is no body.
func noBodyReason(x *state.Exchange) []string {
	switch {
	case !x.Known.Answer && x.End != nil:
		return []string{"The body is not known: " + x.End.Message + "."}
	case x.Running():
		return []string{"Waiting for the first byte of the response."}
	case x.End != nil && x.End.Message != "":
		return []string{"No body received: " + x.End.Message}
	}
	return []string{"No body received. The Overview tab shows how the exchange ended."}
}

// noExchange returns why there is nothing to look at: nothing was sent, or the
// turn arrived from a file, which holds items and no bytes of the wire.
func noExchange(turn int, keys *views.Keys) []string {
	if turn != 0 {
		return []string{
			"This turn was opened from a file: it has items, but no exchange.",
			"Requests sent from here are captured byte for byte.",
		}
	}
	return []string{
		"No exchange yet.",
		"Send a message (" + keys.Name(views.ActChat) + ") to see the bytes sent and received.",
	}
}
