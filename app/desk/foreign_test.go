package desk_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/effect/config"
	"gatehouse/app/effect/files"
	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/views"
)

// chatBody is a request of chat completions with a setting that /responses lacks.
const chatBody = `{"model":"sim/writer","seed":7,"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"first question"}]}`

// passedBy runs a test on the history of one exchange that went through the proxy.
func passedBy(t *testing.T, path, body, answer string, test func(d *apptest.Driver)) {
	t.Helper()
	passedOver(t, &config.File{}, "", path, body, answer, test)
}

// passedTo is passedBy for an exchange that was forwarded to a profile, where the file has
// one that leads there.
func passedTo(t *testing.T, profile, path, body, answer string, test func(d *apptest.Driver)) {
	t.Helper()
	passedOver(t, &config.File{Profiles: map[string]config.Profile{
		"work": {BaseURL: "https://gate.example/v1/"}, "moved": {BaseURL: "https://other.example/v1"},
	}}, profile, path, body, answer, test)
}

// passedOver is passedTo with a file.
func passedOver(t *testing.T, file *config.File, profile, path, body, answer string, test func(d *apptest.Driver)) {
	t.Helper()
	passed(t, file, profile, sentTo(path, body, answer), test)
}

// sentTo is a request to gate.example and its answer.
func sentTo(path, body, answer string) *wire.Capture {
	c := &wire.Capture{
		ID: "x1", Start: time.Unix(1_700_000_000, 0).UTC(), Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean, AtUS: 900},
		Sent: wire.Sent{Method: http.MethodPost, URL: "https://gate.example" + path, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(body)},
		Head: &wire.Head{Status: 200, Proto: "HTTP/1.1", Header: http.Header{"Content-Type": {"application/json"}}, AtUS: 10},
	}
	c.Body.Append([]byte(answer), 20)
	return c
}

// passed is passedOver for any exchange.
func passed(t *testing.T, file *config.File, profile string, c *wire.Capture, test func(d *apptest.Driver)) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	about := history.About{Origin: history.Proxy, Kind: state.KindOf(c.Sent), BaseURL: "https://gate.example/v1", Connection: profile}
	a, err := archive.Open(t.Context(), dir, archive.Options{Fold: files.Fold, Report: func(err error) { t.Error(err) }})
	if err == nil {
		_, err = a.Import(t.Context(), about, files.Fold(about, c), c)
	}
	if err == nil {
		err = a.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	apptest.Run(t, 120, 35, func(o *app.Options) { o.History, o.File = apptest.ArchiveIn(dir), file }, func(d *apptest.Driver) {
		d.Press("f6")
		d.WaitFor("the list", func() bool {
			return strings.Contains(d.Screen(), "2023-11-14")
		})
		test(d)
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	})
}

const chatAnswer = `{"id":"c","object":"chat.completion","model":"sim/writer","choices":[{"index":0,"message":{"role":"assistant","content":"Yes."},"finish_reason":"stop"}]}`

// TestAChatIsForkedChangedAndCompared: fork, close the list of losses, change, send; the
// comparison is there.
func TestAChatIsForkedChangedAndCompared(t *testing.T) {
	passedBy(t, "/v1/chat/completions", chatBody, chatAnswer, func(d *apptest.Driver) {
		d.Press("C")
		d.WaitFor("the losses", func() bool { return strings.Contains(d.Screen(), "Not translated to /responses: 1 value") })
		d.Shows("seed: /responses has no seed")
		d.Shows("opened a copy as a /responses request; alt+g sends it to the local gateway and shows the diff")
		d.Press("enter")
		d.Hides("Not translated")
		d.Shows(`"instructions": "Be brief."`)
		d.Press("alt+g")
		d.CheckCompared(`"messages"`, `"input"`)
		d.Shows("0 differences; A translated from chat completions, without 1 value")
	})
}

// TestForkChangeSendDiffTakesFourKeys, from the history and from the inspector, for a
// request that can be translated completely.
func TestForkChangeSendDiffTakesFourKeys(t *testing.T) {
	chat := strings.Replace(chatBody, `"seed":7`, `"stream":true`, 1)
	responses := `{"model":"sim/writer","input":"first question","stream":true}`
	for name, c := range map[string]struct {
		path, body string
		inspected  bool
	}{
		"a chat of the history":               {"/v1/chat/completions", chat, false},
		"a chat in the inspector":             {"/v1/chat/completions", chat, true},
		"messages":                            {"/v1/messages", chat, false},
		"a /responses request of the history": {"/v1/responses", responses, false},
		"a /responses request, inspected":     {"/v1/responses", responses, true},
	} {
		t.Run(name, func(t *testing.T) {
			passedBy(t, c.path, c.body, chatAnswer, func(d *apptest.Driver) {
				if c.inspected {
					d.Press("enter")
					d.WaitFor("the inspector", func() bool { return d.Focus() != "history/list" })
				}
				d.Press("C") // one
				d.WaitFor("the builder", func() bool { return strings.Contains(d.Screen(), "sends it to the local gateway and shows the diff") })
				d.Do(views.Edit{Pointer: "/temperature", Value: []byte("0.25")}) // two: whatever is changed
				d.Press("alt+g")                                                 // three, and it leads to the diff: four
				d.CheckCompared("first question", `"temperature": 0.25`)
				if c.body == chat { // what was changed is all that differs
					d.Shows("REQUEST  1 difference; A translated from ")
					d.Shows("+ temperature 0.25")
				}
			})
		})
	}
}

// TestLossesOfAContinuedAnswerAreReported, also where all of the request is translated; the
// transcript has all of the answer.
func TestLossesOfAContinuedAnswerAreReported(t *testing.T) {
	answer := strings.Replace(chatAnswer, `"content":`, `"reasoning_content":"Let me see.","content":`, 1)
	passedBy(t, "/v1/chat/completions", strings.Replace(chatBody, `"seed":7,`, "", 1), answer, func(d *apptest.Driver) {
		d.Press("c")
		d.WaitFor("the loss", func() bool { return strings.Contains(d.Screen(), "Not translated to /responses: 1 value") })
		d.Shows("answer: its reasoning is not sent again")
		d.Press("enter")
		for _, want := range []string{"▸ reasoning", "Yes.", "sim/writer"} {
			d.Shows(want)
		}
	})
}

// TestTheFirstChoiceIsContinued, and the others are reported as lost.
func TestTheFirstChoiceIsContinued(t *testing.T) {
	answer := strings.Replace(chatAnswer, `"finish_reason":"stop"}`, `"finish_reason":"stop"},{"index":1,"message":{"content":"No."},"finish_reason":"length"}`, 1)
	passedBy(t, "/v1/chat/completions", strings.Replace(chatBody, `"seed":7,`, "", 1), answer, func(d *apptest.Driver) {
		d.Press("enter")
		d.WaitFor("the reasons", func() bool { return strings.Contains(d.Screen(), "finish_reason stop (choice 1), length (choice 2)") })
		d.Press("f6", "c")
		d.WaitFor("the loss", func() bool {
			return strings.Contains(d.Screen(), "answer: its second choice is not sent again")
		})
		d.Press("enter")
		d.Shows("Yes.")
		d.Hides("No.")
	})
}

func TestAChatIsContinuedWithoutItsRequest(t *testing.T) {
	passedBy(t, "/v1/chat/completions", chatBody, chatAnswer, func(d *apptest.Driver) {
		d.Press("c")
		d.WaitFor("the losses", func() bool { return strings.Contains(d.Screen(), "seed: /responses has no seed") })
		d.Shows("opened as a conversation; type to continue it")
		d.Press("enter")
		d.Type("and then?")
		d.Press("enter", "y") // to another gateway
		d.WaitFor("the end", d.Idle)
		request := d.Desk.Shown().Conv.Current.Exchange.Request
		if items := string(scan.Get(request, "input")); !strings.Contains(items, "first question") || !strings.Contains(items, "and then?") || scan.Get(request, "messages") != nil {
			t.Errorf("sent was\n%s", request)
		}
	})
}

// TestACopyGoesWhereItsOriginalWent: over the connection that it went over, else over another
// that leads there.
func TestACopyGoesWhereItsOriginalWent(t *testing.T) {
	for _, profile := range []string{"work", "moved", "gone", ""} {
		to := "work (gate.example)"
		passedTo(t, profile, "/v1/responses", `{"model":"m","input":"hi"}`, `{}`, func(d *apptest.Driver) {
			d.Press("C")
			d.WaitFor("the builder", func() bool { return strings.Contains(d.Screen(), "sends it to "+to+" and shows the diff") })
			if got := d.Desk.Shown().Link.InFull(); got != to {
				t.Errorf("%s: it goes to %s", profile, got)
			}
			d.Hides("the original went to")
		})
	}
}

// TestACopyForAnotherGatewaySaysSo until it is sent, in the builder and in the chat: no
// connection leads to where the original went.
func TestACopyForAnotherGatewaySaysSo(t *testing.T) {
	const words = "the original went to https://gate.example/v1; this goes to the local gateway"
	nowhere := &config.File{}
	passedOver(t, nowhere, "", "/v1/chat/completions", strings.Replace(chatBody, `"seed":7,`, "", 1), chatAnswer, func(d *apptest.Driver) {
		d.Press("C")
		d.WaitFor("the builder", func() bool { return strings.Contains(d.Screen(), "sends it to the local gateway") })
		d.Sleep(time.Minute)
		d.Shows(words)
		d.Press("f2")
		d.Shows(words)
		d.Press("alt+g")
		d.WaitFor("the end", d.Idle)
		d.Hides("the original went to")
	})
	passedOver(t, nowhere, "", "/v1/chat/completions", strings.Replace(chatBody, `"seed":7,`, "", 1), chatAnswer, func(d *apptest.Driver) {
		d.Press("c")
		d.WaitFor("the conversation", func() bool { return strings.Contains(d.Screen(), "opened as a conversation") })
		d.Type("and more")
		d.Press("enter")
		d.Shows("Send to another gateway?") // it was meant for one
		d.Press("n")
		if d.Desk.Started != 0 {
			t.Errorf("%d requests were sent", d.Desk.Started)
		}
	})
}

// TestACopyGoesWhereTheProxyLeads, over a connection that is in no file.
func TestACopyGoesWhereTheProxyLeads(t *testing.T) {
	passedOver(t, &config.File{}, "", "/v1/chat/completions", chatBody, chatAnswer, func(d *apptest.Driver) {
		d.Proxy.To = screen.Connection{BaseURL: "https://gate.example/v1"}
		d.Press("C")
		d.WaitFor("the builder", func() bool { return strings.Contains(d.Screen(), "sends it to gate.example and shows the diff") })
	})
}

// TestACopyHasTheProgramsBaseURL, which may be longer than what the proxy forwards to.
func TestACopyHasTheProgramsBaseURL(t *testing.T) {
	passedOver(t, &config.File{}, "", "/v1/beta/chat/completions", chatBody, chatAnswer, func(d *apptest.Driver) {
		d.Proxy.To = screen.Connection{BaseURL: "https://gate.example/v1"}
		d.Press("C")
		d.WaitFor("the builder", func() bool { return strings.Contains(d.Screen(), "sends it to gate.example and shows the diff") })
		if got, want := d.Desk.Shown().Link.BaseURL, "https://gate.example/v1/beta"; got != want {
			t.Errorf("the copy goes to %s, want %s", got, want)
		}
		d.Hides("the original went to")
	})
}

func TestAnotherAPIsRequestIsNotSentAsItIs(t *testing.T) {
	passedBy(t, "/v1/chat/completions", chatBody, chatAnswer, func(d *apptest.Driver) {
		d.Press("r")
		d.WaitFor("why", func() bool {
			return strings.Contains(d.Screen(), "not sent: it is POST /v1/chat/completions; C opens it as a /responses request")
		})
		d.Press("enter")
		d.WaitFor("the inspector", func() bool { return d.Focus() != "history/list" })
		d.Press("alt+r")
		d.Shows("POST /v1/chat/completions; C opens it as a /responses request")
	})
	passedBy(t, "/v1/embeddings", `{"model":"e","input":"first question"}`, `{}`, func(d *apptest.Driver) {
		d.Press("r")
		d.WaitFor("why", func() bool {
			return strings.Contains(d.Screen(), "not sent: it is POST /v1/embeddings, which can be inspected and exported only")
		})
		d.Press("C")
		d.WaitFor("why", func() bool {
			return strings.Contains(d.Screen(), "not opened: requests of this API cannot be translated")
		})
	})
}

// TestARefusedChatIsNotSentAgainAsItIs: no key of a continued chat sends its bytes to
// /responses, at once, after the wait that its service asked for, or with metadata.
func TestARefusedChatIsNotSentAgainAsItIs(t *testing.T) {
	c := sentTo("/v1/chat/completions", strings.Replace(chatBody, `"seed":7,`, "", 1), `{"error":{"message":"Rate limit exceeded","code":429}}`)
	c.Head.Status = http.StatusTooManyRequests
	c.Head.Header.Set("Retry-After", "2")
	passed(t, &config.File{}, "", c, func(d *apptest.Driver) {
		d.Press("c")
		d.WaitFor("the conversation", func() bool { return strings.Contains(d.Screen(), "opened as a conversation") })
		const why = "a request of another API cannot be sent again as it is"
		refused := func(key string) {
			t.Helper()
			d.Press(key)
			d.Shows(why)
			d.Sleep(3 * time.Second)
			if got := len(d.Desk.Shown().Turns()); got != 1 {
				t.Errorf("%s: %d exchanges, want the recorded one alone", key, got)
			}
		}
		refused("alt+r")
		d.Press("f4", "R")
		d.Shows("1  send again after the 2 s wait that the service asked for")
		refused("1")
		d.Press("R")
		refused("+")
	})
}

// TestEditsOfAChatAreNotMadeToItsTranslation: they name places of the request that was sent,
// where the translation may have something else. The copy is opened without them.
func TestEditsOfAChatAreNotMadeToItsTranslation(t *testing.T) {
	body := `{"model":"sim/writer","messages":[{"role":"user","content":"hi"}],"temperature":0.5}`
	for _, keys := range []string{"c f4", "enter"} { // continued, and of the history
		passedBy(t, "/v1/chat/completions", body, chatAnswer, func(d *apptest.Driver) {
			d.Press(strings.Fields(keys)...)
			d.WaitFor("the inspector", func() bool { return d.Focus() != "history/list" })
			d.Do(views.Relax{Edits: []views.Edit{{Pointer: "/temperature"}, {Pointer: "/messages/0/content", Value: []byte(`"changed"`)}}})
			d.WaitFor("the builder", func() bool { return strings.Contains(d.Screen(), "opened without the change") })
			d.Shows("make it here, then alt+g sends it")
			doc := string(d.Desk.Shown().Conv.Draft.Bytes())
			if !strings.Contains(doc, "temperature") || strings.Contains(doc, "messages") || strings.Contains(doc, "changed") {
				t.Errorf("%s: the copy is\n%s", keys, doc)
			}
		})
	}
}

// TestEditsOfTheHistoryAreMade in the copy that they open.
func TestEditsOfTheHistoryAreMade(t *testing.T) {
	passedBy(t, "/v1/responses", `{"model":"sim/writer","input":"hi","temperature":0.5}`, `{}`, func(d *apptest.Driver) {
		d.Press("enter")
		d.WaitFor("the inspector", func() bool { return d.Focus() != "history/list" })
		d.Do(views.Relax{Edits: []views.Edit{{Pointer: "/temperature"}}})
		d.WaitFor("the builder", func() bool { return strings.Contains(d.Screen(), "removed temperature; alt+g sends it") })
		if doc := string(d.Desk.Shown().Conv.Draft.Bytes()); strings.Contains(doc, "temperature") {
			t.Errorf("the copy is\n%s", doc)
		}
	})
}
