package diff

import (
	"strings"
	"testing"
	"time"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/request/talk"
	"gatehouse/state/share/difference"
	"gatehouse/views"
)

// saved returns the exchange of a saved file: a document or a recorded body.
func saved(t *testing.T, file string) views.Subject {
	t.Helper()
	c, err := client.ReadSaved([]byte(file))
	var conv *talk.Conversation
	if err == nil {
		conv, err = talk.OpenSaved(c, client.ReplaySaved(c))
	} else {
		conv, err = talk.Open([]byte(file))
	}
	if err != nil {
		t.Fatal(err)
	}
	return views.Subject{Turn: 1, Number: 1, Exchange: conv.Current.Exchange, Capture: conv.Current.Capture}
}

// savedStream is what curl left of the answer that pair's second exchange has.
func savedStream(t *testing.T) views.Subject {
	_, b := pair()
	return saved(t, `data: {"type":"response.completed","response":`+string(b.Exchange.Response)+"}\n\ndata: [DONE]\n\n")
}

// TestWhatWasAskedIsTakenFromTheRouting: a saved answer has it alone, and it names
// the first model of a chain.
func TestWhatWasAskedIsTakenFromTheRouting(t *testing.T) {
	answer := saved(t, `{"id":"r","object":"response","status":"completed","output":[],"a_metadata":{"requested":"one","strategy":"direct","endpoints":{"total":0,"available":[]}}}`).Exchange
	chain := state.NewExchange("x", []byte(`{"model":"one","models":["two"]}`))
	if f := difference.Figures(answer, chain)[2]; f.A != "one" || f.Differs() {
		t.Errorf("%+v", f)
	}
	other := state.NewExchange("x", []byte(`{"models":["two"]}`))
	if f := difference.Figures(other, answer)[2]; f.A != "two" || !f.Differs() {
		t.Errorf("%+v", f)
	}
	if f := difference.Figures(chain, other)[2]; f.A != "one, then two" || !f.Differs() {
		t.Errorf("%+v", f)
	}
}

// TestWhatASavedAnswerLacksIsNoDifference: figures, headers and the request that only the
// other exchange has.
func TestWhatASavedAnswerLacksIsNoDifference(t *testing.T) {
	_, b := pair()
	stream := savedStream(t)
	document := saved(t, string(b.Exchange.Response))
	failure := saved(t, `{"error":{"code":429,"message":"slow down"}}`)
	for _, c := range []struct {
		name    string
		a, b    views.Subject
		differs string // the labels of what does
		untold  string
	}{
		{"stream", stream, b, "frames warnings", "status TTFB total"},
		{"behind", b, stream, "frames warnings", "status TTFB total"},
		{"document", document, b, "", "status TTFB total frames warnings"},
		{"failure", failure, b, "verdict status", "requested served provider TTFB total tokens in tokens out cost frames warnings"},
	} {
		var differs, untold []string
		for _, f := range difference.Figures(c.a.Exchange, c.b.Exchange) {
			if f.Differs() {
				differs = append(differs, f.Label)
			}
			if f.Unknown {
				untold = append(untold, f.Label)
			}
		}
		if got := strings.Join(differs, " "); got != c.differs {
			t.Errorf("%s: %q differ, want %q", c.name, got, c.differs)
		}
		if got := strings.Join(untold, " "); got != c.untold {
			t.Errorf("%s: %q are not known, want %q", c.name, got, c.untold)
		}
	}
	m := newModel(failure, b, 120, 45)
	has(t, m, "FIGURES  not known: not in a saved error", "A exchange 1 (saved)",
		"ROUTING  A has no routing metadata. The saved file has none.",
		"REQUEST  Not compared: not known for A: a saved error does not include its request.")
	press(m, "=")
	has(t, m, "Not compared: not known for A and B: a saved error does not include its request.") // b has no capture
	has(t, m, "ROUTING  A has no routing metadata. The saved file has none.")
}

// TestResultsThatNestTooDeepAreNotCalledTheSame: the innermost values were not read.
func TestResultsThatNestTooDeepAreNotCalledTheSame(t *testing.T) {
	deep := func(status, inside string) views.Subject {
		return saved(t, `{"object":"response","status":"`+status+`","output":[],"x":`+strings.Repeat("[", 20_000)+inside+strings.Repeat("]", 20_000)+`}`)
	}
	m := newModel(deep("completed", "1"), deep("completed", "2"), 140, 45)
	has(t, m, "RESULT  Identical, apart from ids, times and what other sections compare; without values nested deeper than 10,000 levels")
	m = newModel(deep("completed", "1"), deep("queued", "1"), 140, 45)
	has(t, m, "RESULT  1 difference, excluding ids, times and what other sections compare, and values nested deeper than 10,000 levels")
}

// TestASavedAnswerAloneShowsWhatToDo: it cannot be sent again.
func TestASavedAnswerAloneShowsWhatToDo(t *testing.T) {
	one := savedStream(t)
	one.Alone = true
	m := newModel(views.Subject{}, one, 120, 35)
	has(t, m, "Only one exchange so far, a saved stream; send a request to compare it with.")
}

// TestInvalidCountsAreComparedAsReceived: no estimate and no difference is made up.
func TestInvalidCountsAreComparedAsReceived(t *testing.T) {
	a := saved(t, `{"id":"r","object":"response","status":"completed","output":[],"usage":{"input_tokens":"12","output_tokens":3}}`).Exchange
	b := saved(t, `{"id":"s","object":"response","status":"completed","output":[],"usage":{"input_tokens":12,"output_tokens":-3}}`).Exchange
	for _, f := range difference.Figures(a, b) {
		switch f.Label {
		case "tokens in":
			if f.A != `⚠ "12"` || f.B != "12" || f.Apart != "" {
				t.Errorf("%+v", f)
			}
		case "tokens out":
			if f.A != "3" || f.B != "⚠ -3" || f.Apart != "" {
				t.Errorf("%+v", f)
			}
		}
	}
}

// TestTheTimeOfAFileNamesNoSide: an exchange that was imported without its time is named by
// its words.
func TestTheTimeOfAFileNamesNoSide(t *testing.T) {
	a, b := pair()
	for i, s := range []*views.Subject{&a, &b} {
		s.Capture = &wire.Capture{Start: time.Date(2026, 3, 4+i, 10, 11, 12, 0, time.Local), Lacks: wire.Lacks{Start: true}}
	}
	m := newModel(a, b, 120, 40)
	if got := m.names[0] + m.names[1]; strings.Contains(got, "2026") {
		t.Errorf("%q", m.names)
	}
}
