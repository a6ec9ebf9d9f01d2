package app

import (
	"strings"
	"testing"

	"gatehouse/state"
	"gatehouse/views"
)

// TestNothingIsNotSent: alt+g is pressed on other screens too, and one esc leads
// from there to the chat. What asks nothing costs nothing, but from its preview.
func TestNothingIsNotSent(t *testing.T) {
	server := newReceived()
	within(t, server, 100, 30, nil, func(d *driver) {
		sent := func(want int, what string) {
			t.Helper()
			d.until("the end", d.idle)
			if server.count != want {
				t.Fatalf("%s: %d requests went out, want %d\n%s", what, server.count, want, d.screen())
			}
		}
		d.keys("f5", "e", "esc", "esc", "alt+g")
		sent(0, "an empty conversation")
		d.shows("not sent: no input yet; write something")
		d.keys("f3", "alt+g")
		sent(0, "an empty conversation in the builder")
		d.keys("f2")
		d.typeText("  ")
		d.keys("alt+g")
		sent(0, "white space")
		d.keys("backspace", "backspace", "alt+p", "enter")
		sent(1, "what the preview shows")
		d.keys("alt+n")
		d.typeText("hello")
		d.keys("alt+g")
		sent(2, "a text")
		d.keys("alt+g")
		sent(2, "what was answered")
		d.shows("nothing left to answer; write more, or alt+r sends the last request again")
		d.keys("tab", "e", "ctrl+u", "alt+g")
		sent(2, "an edit without a text")
		d.shows("the text is empty")
		d.typeText("and more")
		d.keys("alt+g")
		sent(3, "an edit with one")
		d.ask("fault/incomplete", "hello")
		d.keys("alt+g")
		d.shows("there is a partial answer already; write more, or alt+r")
	})
}

// TestALoadedRequestIsSentUnchanged, however it ends.
func TestALoadedRequestIsSentUnchanged(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		goes bool
	}{
		"a question":        {`{"model":"sim/writer","input":"hello"}`, true},
		"a talk":            {`{"model":"sim/writer","input":[{"role":"user","content":"hello"}]}`, true},
		"a begun answer":    {`{"model":"sim/writer","input":[{"role":"user","content":"hello"},{"role":"assistant","content":"Well,"}]}`, true},
		"no input":          {`{"model":"sim/writer"}`, false},
		"an empty input":    {`{"model":"sim/writer","input":[]}`, false},
		"an empty question": {`{"model":"sim/writer","input":""}`, false},
		"a response":        {`{"id":"r","object":"response","status":"completed","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Well"}]}]}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, 100, 30, opened(t, c.body), func(d *driver) {
				d.keys("alt+g")
				d.until("the end", d.idle)
				now := d.m.desk.Shown().Conv.Current
				if went := now != nil && now.SentExchange() != nil; went != c.goes {
					t.Fatalf("it went out: %v\n%s", went, d.screen())
				}
				if c.goes && now.Exchange.Verdict != state.Completed {
					t.Errorf("%s", d.screen())
				}
				if !c.goes {
					d.shows("not sent: ")
				}
				if now != nil && now.Exchange != nil && now.SentExchange() == nil {
					d.hides("sends the last request again") // there is no request
				}
			})
		})
	}
}

// TestThePreviewSaysThatThereIsNoInput, until something is written.
func TestThePreviewSaysThatThereIsNoInput(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.keys("alt+p")
		d.shows("Next request: no input")
		d.shows("send all the same")
		d.keys("esc")
		d.typeText("hello")
		d.keys("alt+p")
		d.shows("Next request")
		d.hides("no input")
		d.hides("all the same")
	})
}

// TestAPreviewedRunIsAskedAgain: the preview in the inspector is the run's, and
// what it sends is that, not the conversation.
func TestAPreviewedRunIsAskedAgain(t *testing.T) {
	onRerank(t, 110, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25", "sim/trigram")
		d.rank()
		was, other := r.Exchange(0), r.Exchange(1)
		d.keys("tab", "i", "alt+p")
		d.shows("/rerank")
		d.keys("enter")
		d.until("the answer", func() bool { return !r.Busy() })
		if d.m.desk.Shown().Conv.Current != nil || r.Exchange(0) == was || r.Exchange(1) != other || !strings.Contains(string(r.Exchange(0).State.Request), "sim/bm25") {
			t.Errorf("the run was not asked again\n%s", d.screen())
		}
		d.do(views.SendNow{})
		d.until("the answer", func() bool { return !r.Busy() })
		if d.m.desk.Shown().Conv.Current != nil {
			t.Error("the conversation was sent")
		}
	})
}
