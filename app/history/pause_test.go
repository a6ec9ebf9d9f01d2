package history_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/effect/files"
	"gatehouse/client/wire"
	"gatehouse/state/archive"
	"gatehouse/state/dialect/usage"
	entries "gatehouse/state/history"
	"gatehouse/state/history/query"
)

// asked is a request of another program through the proxy, and what it got.
type asked struct {
	answered chan string
	leave    func()
	dir      string // of the history
	*apptest.Caller
}

// runPaused runs a test in the history of a playground with a breakpoint for the next request, which a program
// then makes.
func runPaused(t *testing.T, path, body string, test func(d *apptest.Driver, a asked)) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "data")
	apptest.RunProxied(t, func(o *app.Options) { o.History = apptest.ArchiveIn(dir); o.Proxy = &o.Local }, func(d *apptest.Driver, c *apptest.Caller) {
		c.Ask("sim/writer", "an earlier one")
		d.WaitFor("its end", func() bool { return d.Proxy.Saved == 1 })
		d.Press("esc", "f6", "alt+shift+b")
		d.Shows("Requests that wait in the proxy")
		d.Shows("empty: the next request")
		d.Type("cost>1")
		d.Press("enter")
		d.Shows("not known before the answer")
		d.Press("ctrl+u")
		d.Type("path:/nowhere")
		d.Press("enter")
		d.Shows("what matches waits here until you let it go")
		d.Shows("· breakpoint")
		d.Press("alt+shift+b")
		d.Hides("· breakpoint")
		d.Press("alt+shift+b", "enter")
		d.Shows("the next request waits here until you let it go; alt+shift+b removes the breakpoint")
		a := asked{answered: make(chan string, 1), dir: dir, Caller: c}
		a.leave = c.Post(path, body, a.answered)
		d.WaitFor("the request", func() bool { return strings.Contains(d.Screen(), "1 request waits") })
		d.Shows("1 request waits: on its row enter edits it, x answers it, alt+g sends it")
		d.Hides("waits here")
		d.Press("g")
		test(d, a)
	})
	return dir
}

// got waits until the program is answered.
func (a asked) got(d *apptest.Driver) string {
	var text string
	d.WaitFor("the answer", func() bool {
		select {
		case text = <-a.answered:
			return true
		default:
			return false
		}
	})
	return text
}

const pausedRequest = `{"temperature":1.0,"input":"the question that waits","model":"sim/writer"}`

// TestARequestThatWaitsIsEditedInTheBuilder, and its exchange has both.
func TestARequestThatWaitsIsEditedInTheBuilder(t *testing.T) {
	dir := runPaused(t, "/responses", pausedRequest, func(d *apptest.Driver, a asked) {
		d.Shows("◆ 1 request waits")
		d.Shows("enter edit   alt+g send")
		d.Shows("x answer")
		d.Hides("continue")
		d.Shows("paused 0s")
		d.Shows("the question that waits")
		d.WaitFor("the age of its row", func() bool { return strings.Contains(d.Screen(), "paused 2s") })
		d.Press("enter")
		d.Shows("this request waits in the proxy")
		d.Shows("sim/writer")
		d.Apply(d.Desk.SetModel("sim/coder"))
		d.Press("alt+g")
		if got := a.got(d); !strings.Contains(got, `"model":"sim/coder"`) {
			t.Errorf("the program got %s", got)
		}
		d.WaitFor("its record", func() bool { return d.Proxy.Saved == 2 })
		d.Hides("request waits")
	})
	e, c := changedExchange(t, dir, "changed:hand")
	if !c.Changed.Hand || c.Changed.Body != pausedRequest || string(c.Sent.Body) != strings.Replace(pausedRequest, "sim/writer", "sim/coder", 1) || e.Asked != "sim/coder" {
		t.Errorf("%+v, sent %s", c.Changed, c.Sent.Body)
	}
	if list := apptest.Saved(t, dir); len(list) != 2 {
		t.Errorf("%d exchanges", len(list))
	}
}

// TestARequestThatWaitsIsSentAsItWas, with the key for that and with the one for an edit that changes nothing.
func TestARequestThatWaitsIsSentAsItWas(t *testing.T) {
	for _, keys := range [][]string{{"alt+shift+g"}, {"alt+g"}, {"enter", "alt+g"}, {"enter", "alt+shift+g"}} {
		dir := runPaused(t, "/responses", pausedRequest, func(d *apptest.Driver, a asked) {
			d.Press(keys...)
			if got := a.got(d); !strings.Contains(got, `"completed"`) {
				t.Errorf("%v: the program got %s", keys, got)
			}
			d.WaitFor("its record", func() bool { return d.Proxy.Saved == 2 })
		})
		for _, e := range apptest.Saved(t, dir) {
			if len(e.Changed) > 0 {
				t.Errorf("%v: %+v", keys, e.Changed)
			}
		}
	}
}

// TestADraftIsShownAgainAfterAPause: while it is in the list, a notice names that.
func TestADraftIsShownAgainAfterAPause(t *testing.T) {
	runPaused(t, "/responses", pausedRequest, func(d *apptest.Driver, a asked) {
		d.Press("f2")
		d.Type("my draft")
		d.Press("f6", "enter")
		d.Shows("your draft is in the list of conversations: alt+l")
		d.Shows("this request waits in the proxy")
		d.Press("alt+g")
		a.got(d)
		d.Press("f2")
		d.Shows("my draft")
		d.Hides("the question that waits")
		if len(d.Desk.Chats) != 1 {
			t.Errorf("%d conversations", len(d.Desk.Chats))
		}
	})
}

// TestTheNoticeOfALeftProgramIsOfItsRequest: it goes when another that waits is opened.
func TestTheNoticeOfALeftProgramIsOfItsRequest(t *testing.T) {
	runPaused(t, "/responses", pausedRequest, func(d *apptest.Driver, a asked) {
		d.Press("enter")
		a.leave()
		d.WaitFor("the words", func() bool { return strings.Contains(d.Screen(), "its program left after ") })
		d.Press("f6", "alt+shift+b", "enter")
		leave := a.Post("/responses", pausedRequest, make(chan string, 1))
		d.WaitFor("the request", func() bool { return strings.Contains(d.Screen(), "1 request waits") })
		d.Press("g", "enter")
		d.Shows("this request waits in the proxy")
		d.Hides("its program left")
		leave()
	})
}

// TestOnlyAnAnswerToSuchARequestIsGiven: of its API, and a stream if it asks for one.
func TestOnlyAnAnswerToSuchARequestIsGiven(t *testing.T) {
	for body, c := range map[string]struct{ path, want string }{
		`{"model":"sim/writer","max_tokens":9,"stream":true,"messages":[{"role":"user","content":"x"}]}`: {"/messages", "not answered: the request is one of messages, the marked answer one of responses"},
		pausedRequest: {"/responses", "not answered: the request asks for no stream, and the marked answer is one"},
	} {
		runPaused(t, c.path, body, func(d *apptest.Driver, a asked) {
			d.Press("j", "m", "k", "x", "down", "down", "enter")
			d.Shows(c.want)
			d.Press("alt+shift+g")
			a.got(d)
		})
	}
}

// TestAMessageOnAWebSocketWaits as a request does: it is edited, answered by hand and with a recorded answer,
// and it ends with its program.
func TestAMessageOnAWebSocketWaits(t *testing.T) {
	const message = `{"type":"response.create","model":"sim/writer","input":"the question that waits"}`
	for name, c := range map[string]struct {
		press func(d *apptest.Driver)
		want  string
		made  string
	}{
		"edited": {func(d *apptest.Driver) {
			d.Press("enter")
			d.Shows("this request waits in the proxy")
			d.Apply(d.Desk.SetModel("sim/coder"))
			d.Press("alt+g")
		}, `"model":"sim/coder"`, ""},
		"by hand": {func(d *apptest.Driver) {
			d.Press("x", "down", "enter")
			d.Type("It is so.")
			d.Press("enter")
		}, `{"type":"response.output_text.done","sequence_number":4,"item_id":"msg_by_hand","output_index":0,"content_index":0,"text":"It is so."`, "by hand"},
		"an error": {func(d *apptest.Driver) {
			d.Press("x", "enter")
			d.Type("429 later")
			d.Press("enter")
		}, `"code":"by_hand"`, "by hand"},
		"recorded": {func(d *apptest.Driver) { d.Press("j", "j", "m", "g", "x", "down", "down", "enter") }, `"type":"response.completed"`, "with the answer of "},
	} {
		dir := runPaused(t, "ws:/responses", message, func(d *apptest.Driver, a asked) {
			c.press(d)
			if got := a.got(d); !strings.Contains(got, c.want) {
				t.Errorf("%s: the program got %s", name, got)
			}
			d.WaitFor("its record", func() bool { return d.Proxy.Saved == 3 })
		})
		_, capture := changedExchange(t, dir, "changed:hand")
		if capture.Changed.Body != message || !strings.HasPrefix(capture.Changed.Made, c.made) || capture.Sent.Verb() != "WS" {
			t.Errorf("%s: %+v", name, capture.Changed)
		}
	}
	dir := runPaused(t, "ws:/responses", message, func(d *apptest.Driver, a asked) {
		a.leave()
		d.WaitFor("its record", func() bool { return d.Proxy.Saved == 3 })
	})
	for _, e := range apptest.Saved(t, dir) {
		if e.Request.Method == "WS" && e.Verdict != "cancelled" {
			t.Errorf("%+v", e)
		}
	}
}

// TestASignedRequestIsNotEdited: the notice when it is opened names that.
func TestASignedRequestIsNotEdited(t *testing.T) {
	runPaused(t, "/responses?X-Amz-Signature=0123456789abcdef", pausedRequest, func(d *apptest.Driver, a asked) {
		d.Press("enter")
		d.Shows("not to be edited: it is signed")
		d.Press("alt+shift+g")
		a.got(d)
	})
}

// TestARequestOfAnotherAPIIsEditedAsJSON.
func TestARequestOfAnotherAPIIsEditedAsJSON(t *testing.T) {
	runPaused(t, "/v1/nothing", `{"a":1}`, func(d *apptest.Driver, a asked) {
		d.Press("enter")
		d.Shows("Waits in the proxy: POST /v1/nothing ")
		d.Shows(`"a": 1`)
		d.Type("x")
		d.Press("alt+g")
		d.Shows("line 1, column 1")
		d.Press("backspace", "alt+g")
		if got := a.got(d); !strings.HasPrefix(got, "404") {
			t.Errorf("the program got %s", got)
		}
	})
}

// TestARequestThatWaitsIsAnswered without being sent: with an error, by hand, with a recorded answer.
func TestARequestThatWaitsIsAnswered(t *testing.T) {
	for name, c := range map[string]struct {
		press func(d *apptest.Driver)
		want  string // what the program gets
		made  string
	}{
		"an error": {func(d *apptest.Driver) {
			d.Press("x", "enter")
			d.Shows("for example 503 try again later")
			d.Press("enter")
			d.Shows("begin with a status")
			d.Type("429 later => <now>")
			d.Press("enter")
		}, `429 {"error":{"code":429,"message":"later => <now>","metadata":{"reason":"by_hand"}`, "by hand"},
		"an answer by hand": {func(d *apptest.Driver) {
			d.Press("x", "down", "enter", "enter")
			d.Shows("nothing is written")
			d.Type("It is so.")
			d.Press("enter")
		}, `"text":"It is so."`, "by hand"},
		"a recorded answer": {func(d *apptest.Driver) { d.Press("j", "m", "k", "x", "down", "down", "enter") }, "200 ", "with the answer of "},
	} {
		request := pausedRequest
		if name == "a recorded answer" { // which is a stream
			request = strings.Replace(request, "{", `{"stream":true,`, 1)
		}
		dir := runPaused(t, "/responses", request, func(d *apptest.Driver, a asked) {
			c.press(d)
			if got := a.got(d); !strings.Contains(got, c.want) {
				t.Errorf("%s: the program got %s", name, got)
			}
			d.WaitFor("its record", func() bool { return d.Proxy.Saved == 2 })
		})
		e, capture := changedExchange(t, dir, "changed:hand")
		if !strings.HasPrefix(capture.Changed.Made, c.made) || capture.Changed.Body != request || e.Cost >= 0 {
			t.Errorf("%s: %+v, %v USD", name, capture.Changed, e.Cost)
		}
		if e.Fault != "answered" || e.Served != "" || e.TTFTUS >= 0 || e.TotalUS >= 0 || e.Rate >= 0 || e.Tokens.Counts[usage.Output] >= 0 || len(e.Receipt) > 0 {
			t.Errorf("%s: it has figures of a model: %+v", name, e)
		}
	}
}

// TestATextIsNoAnswerOfAnUnknownAPI: the box reports it; JSON goes as it is.
func TestATextIsNoAnswerOfAnUnknownAPI(t *testing.T) {
	runPaused(t, "/v1/nothing", `{"a":1}`, func(d *apptest.Driver, a asked) {
		d.Press("x", "down", "enter")
		d.Type("It is so.")
		d.Press("enter")
		d.Shows("a text cannot be written as an answer of this API")
		d.Press("ctrl+u")
		d.Type(`{"b":2}`)
		d.Press("enter")
		if got := a.got(d); got != `200 {"b":2}` {
			t.Errorf("the program got %s", got)
		}
	})
}

// TestAProgramThatLeavesEndsItsWait: the exchange is cancelled, and nothing waits any more.
func TestAProgramThatLeavesEndsItsWait(t *testing.T) {
	dir := runPaused(t, "/responses", pausedRequest, func(d *apptest.Driver, a asked) {
		d.Press("enter")
		a.leave()
		d.WaitFor("the words", func() bool { return strings.Contains(d.Screen(), "its program left after ") })
		d.WaitFor("its record", func() bool { return d.Proxy.Saved == 2 })
		d.Hides("request waits")
		d.Hides("this request waits")
		d.Press("alt+g", "alt+g")
		d.Shows("not sent: its program left")
		d.Press("f6", "g", "enter")
		d.Shows("it no longer waits; alt+g sends a copy of its request")
		d.Shows("Nothing was sent.")
		d.Hides("What had arrived")
		d.Hides("No response yet")
	})
	if list := apptest.Saved(t, dir); len(list) != 2 || list[0].Verdict != "cancelled" {
		t.Errorf("%+v", list)
	}
}

// TestAProgramThatLeavesIsNamedInItsDialog; what was written stays.
func TestAProgramThatLeavesIsNamedInItsDialog(t *testing.T) {
	runPaused(t, "/v1/nothing", `{"a":1}`, func(d *apptest.Driver, a asked) {
		d.Press("enter")
		d.Shows("Waits in the proxy")
		a.leave()
		d.WaitFor("the words", func() bool { return strings.Contains(d.Screen(), "nothing was sent") })
		d.Shows(`"a": 1`)
	})
}

// TestQuittingEndsTheWait: the request failed, and was not sent.
func TestQuittingEndsTheWait(t *testing.T) {
	dir := runPaused(t, "/responses", pausedRequest, func(d *apptest.Driver, a asked) {})
	list := apptest.Saved(t, dir)
	if len(list) != 2 || list[0].Verdict != "failed" || list[0].Reason != "not_sent" {
		t.Errorf("%+v", list)
	}
}

// TestAKillEndsTheWait: what a killed program leaves of a request that waits is one that was not sent.
func TestAKillEndsTheWait(t *testing.T) {
	killed := filepath.Join(t.TempDir(), "data")
	runPaused(t, "/responses", pausedRequest, func(d *apptest.Driver, a asked) {
		spools, err := filepath.Glob(filepath.Join(a.dir, "spool", "*.spool"))
		if err != nil || len(spools) != 1 {
			t.Fatalf("%v, %v", spools, err)
		}
		left, err := os.ReadFile(spools[0])
		if err == nil {
			err = os.MkdirAll(filepath.Join(killed, "spool"), 0o700)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(killed, "spool", "gone-x.spool"), left, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	if list := apptest.Saved(t, killed); len(list) != 1 || list[0].Verdict != "failed" || list[0].Reason != "not_sent" {
		t.Errorf("%+v", list)
	}
}

// changedExchange returns the exchange of a history that a filter finds.
func changedExchange(t *testing.T, dir, filter string) (entries.Entry, *wire.Capture) {
	t.Helper()
	a, err := archive.Open(t.Context(), dir, archive.Options{Fold: files.Fold})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	q, err := query.Parse(filter, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	list, err := a.List(t.Context(), archive.Page{Query: q, Limit: -1})
	if err != nil || len(list) != 1 {
		t.Fatalf("%s finds %d exchanges: %v", filter, len(list), err)
	}
	c, err := a.Capture(t.Context(), list[0].Key)
	if err != nil {
		t.Fatal(err)
	}
	return list[0], c
}
