// Package lint finds what in an answer deviates from the API and from the conventions that
// clients rely on, and names the clients that lose something by it. gatehouse itself reads such
// answers as well as it can; a finding is about the others.
//
// A Linter is fed the arrivals of one exchange, and what the fold finds in the items of a stream
// of the Responses API, which the Linter does not store. Of other APIs it stores the arguments of
// calls that arrive in pieces. It costs little at each frame, whatever the length of the answer.
package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// Level is how much a deviation harms clients.
type Level uint8

// The levels, the worst last.
const (
	Note    Level = iota // no known client loses anything
	Warning              // some may
	Error                // a known client loses something
)

var levels = [...]string{Note: "note", Warning: "warning", Error: "error"}

// String returns the level's name, as SARIF has it.
func (l Level) String() string { return levels[l] }

// ParseLevel reads a level's name.
func ParseLevel(name string) (Level, bool) {
	n := slices.Index(levels[:], name)
	return Level(max(n, 0)), n >= 0
}

// API is whose rules an answer is held against.
type API uint8

// The APIs. Of an answer of another one nothing is found.
const (
	Other API = iota
	Responses
	Chat
	Messages
	Rerank
)

var apis = [...]string{Other: "other", Responses: "responses", Chat: "chat", Messages: "messages", Rerank: "rerank"}

// String returns the API's name, as the history has its kind.
func (a API) String() string { return apis[a] }

// Finding is one deviation of an answer, wherever it occurs in it.
type Finding struct {
	Rule   *Rule
	Detail string // what was seen, where the rule's words do not say it; empty for nothing more
	Frames []int  // the first frames that have it, at most maxFrames, counted from 0; empty where it is in none
	Count  int    // how often it was seen
}

// maxFrames is how many frames a finding names: the first ones show what is wrong.
const maxFrames = 5

// Linter reads one answer. New makes one.
type Linter struct {
	api    API
	found  []*Finding
	stream stream
	answer answer
	ended  bool
	grave  bool // more than notes were found
	faults []fault
}

// answer is what reads the answers of an API.
type answer interface {
	// frame reads a frame whose data is a JSON object; ends means that it is a terminal event
	// or an error instead of one.
	frame(l *Linter, n int, a *wire.Arrival, ends bool)
	// end concludes a stream; complete means that the service ended it, not the client.
	end(l *Linter, complete bool)
	// document reads the body of a success that is no stream.
	document(l *Linter, body []byte)
	clone() answer
}

// New returns a linter for the answer to a request.
func New(api API, request []byte) *Linter {
	l := &Linter{api: api}
	switch api {
	case Responses:
		l.answer = &responses{terminal: nowhere}
	case Chat:
		l.answer = newChat(request)
	case Messages:
		l.answer = &messages{blocks: map[int64]*block{}}
	case Rerank:
		l.answer = newRerank(request)
	}
	return l
}

// Clone returns a linter that reads on independently.
func (l *Linter) Clone() *Linter {
	c := *l
	c.found, c.faults = slices.Clone(l.found), slices.Clone(l.faults)
	for i, f := range l.found {
		c.found[i] = new(*f)
		c.found[i].Frames = slices.Clone(f.Frames)
	}
	if l.answer != nil {
		c.answer = l.answer.clone()
	}
	return &c
}

// Head takes the response's head; stream means that the body is read as an event stream. It
// may be called twice: the second call corrects the first.
func (l *Linter) Head(h *wire.Head, stream bool) {
	l.stream.head, l.stream.streamed = h, stream
	l.stream.done = l.stream.done || h.IsSocket() // which has no [DONE]
}

// Frame takes the next frame of the stream, number n counted from 0; ends means that it is a
// terminal event or an error instead of one.
func (l *Linter) Frame(n int, a *wire.Arrival, ends bool) {
	l.stream.frame(l, n, a)
	if a.Decoded && l.answer != nil {
		l.answer.frame(l, n, a, ends)
	}
}

// End takes the end of the transport, and the body of an answer that is no stream. known says
// that the body is known: a file may have none.
func (l *Linter) End(end *wire.End, body []byte, known bool) {
	if l.ended || l.answer == nil {
		return
	}
	l.ended = true
	if !known {
		return
	}
	l.stream.end(l, end)
	if l.stream.head != nil && wire.UnsupportedCoding(l.stream.head.Header) != "" {
		return // what it says is not known
	}
	switch ok := l.stream.success(); {
	case !ok:
		if end.Cause == wire.EndClean {
			checkErrorBody(l, body, l.stream.head.Status)
		}
	case l.stream.streamed:
		l.answer.end(l, !end.Cause.ByClient())
	case end.Cause == wire.EndClean:
		l.answer.document(l, body)
	}
}

// Found reports whether anything was found so far that clients may not survive: more than notes.
func (l *Linter) Found() bool { return l.grave }

// Findings returns what was found so far: errors first, and of one level by their first
// frame. What only the end shows is found at the end.
func (l *Linter) Findings() []Finding {
	all := make([]Finding, 0, len(l.found))
	for _, f := range l.found {
		all = append(all, *f)
	}
	slices.SortStableFunc(all, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(b.Rule.Level, a.Rule.Level), cmp.Compare(a.firstFrame(), b.firstFrame()))
	})
	return all
}

func (f *Finding) firstFrame() int {
	if len(f.Frames) == 0 {
		return -1
	}
	return f.Frames[0]
}

// clip cuts what came from the wire to what a sentence can hold.
func clip(words string) string {
	const most = 100 // bytes
	if len(words) <= most {
		return words
	}
	return strings.ToValidUTF8(words[:most], "") + "…"
}

// fault is what is wrong with the arguments of a call, and where it was seen.
type fault struct {
	frame  int
	detail string
}

// CheckArguments notes what is wrong with the arguments of a call. Whether it counts is known
// when the answer ends: a call that was cut off by a limit deviates from nothing.
func (l *Linter) CheckArguments(n int, v []byte) {
	switch {
	case scan.KindOf(v) != scan.String:
		l.faults = append(l.faults, fault{n, "not a string"})
	case len(scan.StringContent(v)) == 0:
		l.faults = append(l.faults, fault{n, "empty"})
	case !scan.Valid([]byte(scan.Text(v))):
		l.faults = append(l.faults, fault{n, ""})
	}
}

// addFaults adds the faults in arguments, unless the answer was cut off.
func (l *Linter) addFaults(cut bool) {
	for _, f := range l.faults {
		if !cut {
			l.Add("args-invalid-json", f.frame, f.detail)
		}
	}
	l.faults = nil
}

// nowhere is the place of what is in no frame.
const nowhere = -1

// Add notes a deviation in a frame, or nowhere, unless no rule is about it: a stream
// received for a ranking is a failure. The first one's detail counts.
func (l *Linter) Add(id string, frame int, detail string, args ...any) {
	rule := RuleOf(id, l.api)
	if rule == nil {
		return
	}
	i := slices.IndexFunc(l.found, func(f *Finding) bool { return f.Rule.ID == id })
	if i < 0 {
		for n, arg := range args {
			if words, ok := arg.(string); ok {
				args[n] = clip(words)
			}
		}
		if len(args) > 0 {
			detail = fmt.Sprintf(detail, args...)
		}
		i = len(l.found)
		l.found = append(l.found, &Finding{Rule: rule, Detail: detail})
	}
	f := l.found[i]
	f.Count++
	l.grave = l.grave || rule.Level > Note
	if frame >= 0 && len(f.Frames) < maxFrames && (len(f.Frames) == 0 || f.Frames[len(f.Frames)-1] != frame) {
		f.Frames = append(f.Frames, frame)
	}
}
