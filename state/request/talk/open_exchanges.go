package talk

import (
	"encoding/json"
	"net/url"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/dialect/registry"
)

// Recorded is a complete exchange of a file, with its request.
type Recorded struct {
	State   *state.Exchange // ended: of POST /responses, or of an API that is read like it
	Capture *wire.Capture
}

// Request returns the request as one for POST /responses, and what could not be translated, a line
// each. The error is that of dialects.Translate.
func (x Recorded) Request() (body []byte, lost []string, err error) {
	if x.State.Kind().IsNative() {
		return x.State.Request, nil, nil
	}
	path := ""
	if x.Capture != nil {
		if u, err := url.Parse(x.Capture.Sent.URL); err == nil {
			path = u.Path
		}
	}
	r, err := registry.Translate(path, x.State.Request)
	for _, l := range r.Losses {
		lost = append(lost, l.String())
	}
	return r.Body, lost, err
}

// OpenExchanges returns the conversation of exchanges in the order they were made: each is the
// answer of a turn, which continues the turn whose items its request repeats. A request that repeats
// none begins another branch. The draft is that of the last.
func OpenExchanges(all []Recorded) *Conversation {
	c := NewConversation(NewDraft())
	for _, x := range slices.Backward(all) {
		if d, err := draftOf(x.translated()); err == nil {
			c = NewConversation(d)
			break
		}
	}
	r := recording{Conversation: c, first: map[string][]*Turn{}, answers: map[*Turn][3][]json.RawMessage{}}
	for _, x := range all {
		t := r.turn(x.translated())
		t.Exchange, t.Capture, t.recorded = x.State, x.Capture, true
		c.Select(t)
	}
	return c
}

// translated is Request; nil for one that cannot be translated, which stands for no
// request, as a broken one does.
func (x Recorded) translated() []byte {
	body, _, _ := x.Request()
	return body
}

// draftOf returns a request without its input.
func draftOf(request []byte) (*Draft, error) {
	if err := scan.Check(request); err != nil {
		return nil, err
	}
	rest, _ := deleteAt(request, []string{"input"})
	return ParseDraft(rest)
}

// recording is a conversation whose turns are found again by their items.
type recording struct {
	*Conversation
	first   map[string][]*Turn             // first turns, by the text of their first item
	answers map[*Turn][3][]json.RawMessage // as they are returned by each rule for their model
}

// turn adds the turn that a request was sent from.
func (r *recording) turn(request []byte) *Turn {
	if scan.Check(request) != nil {
		return r.newTurn(nil, nil)
	}
	input := scan.Get(request, "input")
	switch scan.KindOf(input) {
	case scan.String:
		t := r.add(nil, []json.RawMessage{UserMessage(scan.Text(input))})
		t.rawInput = input
		return t
	case scan.Array:
	default:
		return r.newTurn(nil, nil)
	}
	items := scan.List(input)
	from, count := r.repeated(items)
	if count == len(items) {
		return r.newTurn(from, nil)
	}
	t := r.add(from, items[count:])
	if len(t.Output) > 0 { // the request ended with a model's items
		t = r.newTurn(t, nil)
	}
	return t
}

// add adds turns with these items after parent and returns the last.
func (r *recording) add(parent *Turn, items []json.RawMessage) *Turn {
	before := len(r.roots)
	t := r.newTurns(parent, items)
	for _, root := range r.roots[before:] {
		text, _ := SplitMessage(items[0])
		r.first[text] = append(r.first[text], root)
	}
	return t
}

// repeated returns the turn that items continue, and how many of them are those of its path; of two
// such turns the later one.
func (r *recording) repeated(items []json.RawMessage) (from *Turn, count int) {
	var visit func(t *Turn, begin int)
	visit = func(t *Turn, begin int) {
		n, same := r.repeats(t, items[begin:])
		if !same {
			return
		}
		if end := begin + n; end > count || end == count && t.ID > from.ID {
			from, count = t, end
		}
		for _, child := range t.Children {
			visit(child, begin+n)
		}
	}
	if len(items) > 0 {
		text, _ := SplitMessage(items[0])
		for _, t := range r.first[text] {
			visit(t, 0)
		}
	}
	return from, count
}

// repeats reports whether items begin with those of a turn, and how many these are. A model's
// message may name it or not: services differ in that. A turn that is no part of the next request is
// not repeated.
func (r *recording) repeats(t *Turn, items []json.RawMessage) (n int, same bool) {
	if included, _ := t.Included(); !included || !beginsWith(items, t.Input) {
		return 0, false
	}
	items = items[len(t.Input):]
	answers, known := r.answers[t]
	if !known {
		for rule := range answers {
			answers[rule] = t.Answer(BodyOptions{MessageModel(rule)})
		}
		r.answers[t] = answers
	}
	for _, answer := range answers {
		if beginsWith(items, answer) {
			n = len(t.Input) + len(answer)
			return n, n > 0
		}
	}
	return 0, false
}

func beginsWith(items, beginning []json.RawMessage) bool {
	return len(beginning) <= len(items) && slices.EqualFunc(items[:len(beginning)], beginning, sameItem)
}
