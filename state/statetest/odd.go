package statetest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// Odd is an answer of a server that deviates from its API, and the expected state.
type Odd struct {
	Name  string
	Kind  state.Kind
	Plain bool   // the answer is a document, no event stream
	Body  string // as it was sent
	// URL and Request are those of the request, and Media the answer's type, where they are not
	// the usual ones of the Kind.
	URL, Request, Media string

	Verdict  string // the verdict, then the codes of the warnings
	Text     string
	Calls    string // of each item that is no message its type, name, call_id, input and texts, joined by " | "
	Messages string // part of the messages of the warnings and the failure
	Usage    string
	Inside   string // part of the document that is shown as the answer
}

// Check folds the body, in pieces of several sizes and with a copy made in between, and
// reports what differs from the expected state.
func (o Odd) Check(t *testing.T) {
	t.Helper()
	for _, size := range []int{len(o.Body), 1, 7} {
		x := o.fold(size)
		verdict, messages := []string{string(x.Verdict)}, ""
		for _, w := range x.Warnings {
			verdict = append(verdict, w.Code)
			messages += "\n" + w.Message
		}
		if x.Failure != nil {
			messages += "\n" + x.Failure.Message
		}
		o.is(t, size, "verdict", strings.Join(verdict, " "), o.Verdict)
		o.is(t, size, "text", x.Text(), o.Text)
		o.is(t, size, "calls", calls(x), o.Calls)
		o.is(t, size, "usage", string(x.Usage), o.Usage)
		if !strings.Contains(messages+"\n", o.Messages) {
			t.Errorf("in pieces of %d: %q does not contain %q", size, messages, o.Messages)
		}
		document := x.Document()
		if s, ok := x.PartialResponse(); ok && document == nil {
			document = s.JSON()
		}
		if !strings.Contains(string(document), o.Inside) || len(document) > 0 && !scan.Valid(document) {
			t.Errorf("in pieces of %d: the document is %s, without %s", size, document, o.Inside)
		}
	}
}

func (o Odd) is(t *testing.T, size int, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("in pieces of %d: %s: got %q, want %q", size, what, got, want)
	}
}

func (o Odd) fold(size int) *state.Exchange {
	media, request := "text/event-stream", `{"model":"m","stream":true}`
	if o.Plain {
		media, request = "application/json", `{"model":"m"}`
	}
	if o.Media != "" {
		media = o.Media
	}
	if o.Request != "" {
		request = o.Request
	}
	c := &wire.Capture{Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean, AtUS: 9e6}}
	c.Sent = wire.Sent{Method: http.MethodPost, URL: o.URL, Body: []byte(request)}
	if o.URL != "" {
		o.Kind = state.KindOf(c.Sent)
	}
	c.Head = &wire.Head{Status: http.StatusOK, Header: http.Header{"Content-Type": {media}}}
	for at := 0; at < len(o.Body); at += size {
		c.Body.Append([]byte(o.Body[at:min(at+size, len(o.Body))]), int64(at))
	}
	x := state.New(o.Kind, "x", []byte(request))
	for a := range client.Replay(c) {
		if x.Apply(a); size == 7 {
			x = x.Clone()
		}
	}
	return x
}

// CheckCuts cuts the answer at each of its bytes, and reports where its verdict is not
// truncated. From the end of complete on, the beginning that has all of the answer, it must be
// completed.
func (o Odd) CheckCuts(t *testing.T, complete string) {
	t.Helper()
	body := o.Body
	for n := range len(body) {
		o.Body = body[:n]
		x := o.fold(5)
		want := state.Truncated
		if n >= len(complete) {
			want = state.Completed
		}
		if x.Verdict != want {
			t.Errorf("cut at %d: %s, want %s (%v)", n, x.Verdict, want, x.Warnings)
		}
		if document := x.Document(); len(document) > 0 && x.Stream && !scan.Valid(document) {
			t.Errorf("cut at %d: the document is %s", n, document)
		}
	}
}

// CheckPieces reports whether the state depends on the size of the pieces, and a document that
// is no JSON.
func (o Odd) CheckPieces(t *testing.T) {
	t.Helper()
	summary := func(x *state.Exchange) string {
		document := x.Document()
		if s, ok := x.PartialResponse(); ok && document == nil {
			document = s.JSON()
		}
		if len(document) > 0 && !scan.Valid(document) {
			t.Errorf("the document is %s", document)
		}
		text := fmt.Sprint(x.Verdict, x.Reason, x.Text(), calls(x), string(x.Usage), string(document), x.FrameList.Len())
		for _, w := range x.Warnings {
			text += " " + w.Code + " " + w.Message
		}
		return text
	}
	want := summary(o.fold(max(len(o.Body), 1)))
	if got := summary(o.fold(7)); got != want {
		t.Errorf("in pieces of 7: %s, want %s", got, want)
	}
}

// calls returns the items that are no message.
func calls(x *state.Exchange) string {
	var all []string
	for _, it := range x.Items {
		if it.Type == "message" {
			continue
		}
		words := []string{it.Type}
		for _, word := range []string{it.Name(), it.CallID(), it.Input()} {
			if word != "" {
				words = append(words, word)
			}
		}
		for _, p := range it.Parts() {
			words = append(words, p.Text())
		}
		all = append(all, strings.Join(words, " "))
	}
	return strings.Join(all, " | ")
}
