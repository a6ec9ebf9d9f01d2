package desk_test

import (
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/state"
	"gatehouse/views"
)

// TestNothingIsNotSent: alt+g is pressed on other screens too, and one esc leads
// from there to the chat. What asks nothing costs nothing, but from its preview.
func TestNothingIsNotSent(t *testing.T) {
	server := apptest.NewReceived()
	apptest.RunAgainst(t, server, 100, 30, nil, func(d *apptest.Driver) {
		sent := func(want int, what string) {
			t.Helper()
			d.WaitFor("the end", d.Idle)
			if server.Count != want {
				t.Fatalf("%s: %d requests went out, want %d\n%s", what, server.Count, want, d.Screen())
			}
		}
		d.Press("f5", "e", "esc", "esc", "alt+g")
		sent(0, "an empty conversation")
		d.Shows("not sent: no input yet; write something")
		d.Press("f3", "alt+g")
		sent(0, "an empty conversation in the builder")
		d.Press("f2")
		d.Type("  ")
		d.Press("alt+g")
		sent(0, "white space")
		d.Press("backspace", "backspace", "alt+p", "enter")
		sent(1, "what the preview shows")
		d.Press("alt+n")
		d.Type("hello")
		d.Press("alt+g")
		sent(2, "a text")
		d.Press("alt+g")
		sent(2, "what was answered")
		d.Shows("nothing left to answer; write more, or alt+r sends the last request again")
		d.Press("tab", "e", "ctrl+u", "alt+g")
		sent(2, "an edit without a text")
		d.Shows("the text is empty")
		d.Type("and more")
		d.Press("alt+g")
		sent(3, "an edit with one")
		d.Ask("fault/incomplete", "hello")
		d.Press("alt+g")
		d.Shows("there is a partial answer already; write more, or alt+r")
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
			apptest.Run(t, 100, 30, apptest.Opened(t, c.body), func(d *apptest.Driver) {
				d.Press("alt+g")
				d.WaitFor("the end", d.Idle)
				now := d.Desk.Shown().Conv.Current
				if went := now != nil && now.SentExchange() != nil; went != c.goes {
					t.Fatalf("it went out: %v\n%s", went, d.Screen())
				}
				if c.goes && now.Exchange.Verdict != state.Completed {
					t.Errorf("%s", d.Screen())
				}
				if !c.goes {
					d.Shows("not sent: ")
				}
				if now != nil && now.Exchange != nil && now.SentExchange() == nil {
					d.Hides("sends the last request again") // there is no request
				}
			})
		})
	}
}

// TestThePreviewSaysThatThereIsNoInput, until something is written.
func TestThePreviewSaysThatThereIsNoInput(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Press("alt+p")
		d.Shows("Next request: no input")
		d.Shows("send all the same")
		d.Press("esc")
		d.Type("hello")
		d.Press("alt+p")
		d.Shows("Next request")
		d.Hides("no input")
		d.Hides("all the same")
	})
}

// TestAPreviewedRunIsAskedAgain: the preview in the inspector is the run's, and
// what it sends is that, not the conversation.
func TestAPreviewedRunIsAskedAgain(t *testing.T) {
	apptest.RunOnRerank(t, 110, 35, func(d *apptest.Driver) {
		r := d.RerankSet("sim/bm25", "sim/trigram")
		d.Rank()
		was, other := r.Exchange(0), r.Exchange(1)
		d.Press("tab", "i", "alt+p")
		d.Shows("/rerank")
		d.Press("enter")
		d.WaitFor("the answer", func() bool { return !r.Busy() })
		if d.Desk.Shown().Conv.Current != nil || r.Exchange(0) == was || r.Exchange(1) != other || !strings.Contains(string(r.Exchange(0).State.Request), "sim/bm25") {
			t.Errorf("the run was not asked again\n%s", d.Screen())
		}
		d.Do(views.SendNow{})
		d.WaitFor("the answer", func() bool { return !r.Busy() })
		if d.Desk.Shown().Conv.Current != nil {
			t.Error("the conversation was sent")
		}
	})
}
