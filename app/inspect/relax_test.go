package inspect_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/effect/files"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// refusedRequest is a request that no model may serve, with an input.
func refusedRequest(input string) string {
	return `{"model":"sim/writer","provider":{"only":["nobody"]},"stream":true,"input":` + input + `}`
}

// TestTheVeryRequestIsOpenedWithOneChange relaxes, sends again and edits
// requests of every origin: nothing but the change may differ.
func TestTheVeryRequestIsOpenedWithOneChange(t *testing.T) {
	message := `{"role":"user","content":"a question"}`
	conversation := `[{"role":"user","content":"first"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"an answer"}]},` + message + `]`
	type origin struct {
		loaded string // the document of the file that is opened; empty for none
		ask    func(d *apptest.Driver)
	}
	sendNow := func(d *apptest.Driver) {
		d.Press("alt+g")
		d.WaitFor("the end", d.Idle)
	}
	only := views.Edit{Pointer: "/provider", Value: json.RawMessage(`{"only":["nobody"]}`)}
	origins := map[string]origin{
		"typed": {ask: func(d *apptest.Driver) { d.Do(only); d.Ask("sim/writer", "a question") }},
		"typed behind an answer": {ask: func(d *apptest.Driver) {
			d.Ask("sim/writer", "first")
			d.Do(only)
			d.Ask("sim/writer", "a question")
		}},
		"a branch": {ask: func(d *apptest.Driver) {
			d.Ask("sim/writer", "first")
			d.Do(only)
			d.Do(views.EditResend{Turn: 1})
			d.Type(" again")
			sendNow(d)
		}},
		"a text that was loaded":    {refusedRequest(`"a question"`), sendNow},
		"a list of one":             {refusedRequest(`[` + message + `]`), sendNow},
		"a talk":                    {refusedRequest(conversation), sendNow},
		"two messages":              {refusedRequest(`[` + message + `,` + message + `]`), sendNow},
		"two roles":                 {refusedRequest(`[{"role":"developer","content":"be brief"},` + message + `]`), sendNow},
		"the output of a call":      {refusedRequest(`[` + message + `,{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"1"}]`), sendNow},
		"typed behind what is open": {refusedRequest(conversation), func(d *apptest.Driver) { d.Type("and more"); sendNow(d) }},
		"sent from Build": {ask: func(d *apptest.Driver) {
			d.Do(views.ReplaceDocument{Document: []byte(refusedRequest(conversation))})
			d.Press("f3")
			sendNow(d)
		}},
		"resent": {refusedRequest(`"a question"`), func(d *apptest.Driver) { sendNow(d); d.Do(views.Resend{Turn: 1}); d.WaitFor("the end", d.Idle) }},
		"resent after typing": {ask: func(d *apptest.Driver) {
			d.Do(only)
			d.Ask("sim/writer", "a question")
			d.Do(views.Resend{Turn: 1})
			d.WaitFor("the end", d.Idle)
		}},
		"with something unsent": {refusedRequest(`"a question"`), func(d *apptest.Driver) { sendNow(d); d.Press("f2"); d.Type("not sent yet") }},
	}
	for name, w := range origins {
		t.Run(name, func(t *testing.T) {
			change := func(*app.Options) {}
			if w.loaded != "" {
				path := filepath.Join(t.TempDir(), "request.json")
				if err := os.WriteFile(path, []byte(w.loaded), 0o600); err != nil {
					t.Fatal(err)
				}
				session, err := files.OpenSession(nil, path)
				if err != nil {
					t.Fatal(err)
				}
				change = func(o *app.Options) { o.Session = &session }
			}
			apptest.Run(t, 120, 35, change, func(d *apptest.Driver) {
				w.ask(d)
				d.Press("f4")
				was := d.Look().Turn()
				sent := was.Exchange.Request
				edit := views.Edit{Pointer: "/provider/only/0", Value: json.RawMessage(`"fjord"`)}
				want, err := talk.ApplyChanges(sent, talk.Change{Pointer: edit.Pointer, Value: edit.Value})
				if err != nil {
					t.Fatal(err)
				}
				d.Do(views.Relax{Edits: []views.Edit{edit}})
				if got := d.Body(); !bytes.Equal(got, want) {
					t.Fatalf("it opens\n%s\nwant\n%s", got, want)
				}
				sendNow(d)
				if got := d.Look().Turn(); got == was || !bytes.Equal(got.Exchange.Request, want) {
					t.Errorf("what went out is not what was opened")
				}
				d.Look().Select(was)
				d.Do(views.AskMetadata{})
				d.WaitFor("the end", d.Idle)
				if got := d.Look().Turn(); got == was || !bytes.Equal(got.Exchange.Request, sent) {
					t.Errorf("m sends %s, want %s", got.Exchange.Request, sent)
				}
			})
		})
	}
}
