package app

import (
	"encoding/json"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/files"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/request/talk"
)

// opened makes the options of a run that begins with a request.
func opened(t *testing.T, body string) func(*Options) {
	t.Helper()
	conv, err := talk.Open([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return func(o *Options) { o.Session = &files.Session{Conversation: conv} }
}

const weatherTool = `{"type":"function","name":"get_weather","description":"The weather of a city","parameters":{"type":"object",
	"properties":{"place":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}},"required":["place"]}}`

// items are those of the request that was sent last.
func items(t *testing.T, d *driver) []json.RawMessage {
	t.Helper()
	var out []json.RawMessage
	for _, v := range scan.Elements(scan.Get(d.m.desk.Shown().Conv.Current.Exchange.Request, "input")) {
		out = append(out, v)
	}
	return out
}

func TestACallIsAnsweredByHandAndTheConversationGoesOn(t *testing.T) {
	bubble(t, 100, 40, opened(t, `{"model":"sim/writer","stream":true,"tools":[`+weatherTool+`]}`), func(d *driver) {
		d.typeText("What is the weather of the city Oslo?")
		d.keys("enter")
		d.until("the call", d.idle)
		d.shows("get_weather is waiting for output; alt+a answers it")
		d.shows("waiting for output")
		d.typeText("kept")
		d.keys("tab", "t")
		d.shows("Output of get_weather")
		d.typeText("12 degrees")
		d.keys("enter")
		d.until("the answer", d.idle)
		sent := items(t, d)
		last := sent[len(sent)-1]
		if scan.Text(scan.Get(last, "type")) != "function_call_output" || scan.Text(scan.Get(last, "output")) != "12 degrees" {
			t.Errorf("the last item that was sent is %s", last)
		}
		if scan.Text(scan.Get(sent[1], "call_id")) != scan.Text(scan.Get(last, "call_id")) {
			t.Errorf("the output is that of another call: %s", sent[1])
		}
		if v := d.m.desk.Shown().Conv.Current.Exchange.Verdict; v != state.Completed {
			t.Errorf("verdict %s", v)
		}
		d.hides("waiting for output")
		if d.m.composer().Text() != "kept" {
			t.Errorf("the composer holds %q", d.m.composer().Text())
		}
	})
}

func TestTheLettersOfTheAnswerMenuAreItsKeys(t *testing.T) {
	bubble(t, 100, 40, opened(t, `{"model":"sim/writer","stream":true,"tools":[`+weatherTool+`]}`), func(d *driver) {
		d.typeText("What is the weather of the city Oslo?")
		d.keys("enter")
		d.until("the call", d.idle)
		d.keys("alt+a")
		d.typeText("fake") // no filter: none of these letters is a key, so they choose nothing
		d.keys("enter")
		d.shows("Output of get_weather")
		d.shows("The call's arguments")
		d.shows(`{"result":"(made up)"}`) // an example of an output, not what was asked
		d.keys("backspace", "enter")
		d.shows("enter again sends an empty output")
		d.typeText("12 degrees, and a long text that must not be lost")
		d.keys("esc")
		d.shows("draft kept")
		d.keys("alt+a", "t")
		d.shows("that must not be lost")
		d.send(tea.MouseClickMsg{X: 1, Y: 1, Button: tea.MouseLeft})
		d.hides("Output of get_weather")
		d.keys("alt+a", "t", "enter")
		d.until("the answer", d.idle)
		sent := items(t, d)
		if got := scan.Text(scan.Get(sent[len(sent)-1], "output")); got != "12 degrees, and a long text that must not be lost" {
			t.Errorf("the output is %q", got)
		}
		d.keys("tab")
		d.keys("e")
		d.shows("edit the items of this turn here")
		d.shows("12 degrees")
		if d.m.screens.shown != buildScreen || d.m.desk.Shown().Editing != nil {
			t.Error("the output of a call is edited as if it were a message")
		}
	})
}

func TestAnItemThatNamesAnotherCallIsGivenBack(t *testing.T) {
	body := `{"model":"sim/writer","stream":true,"input":[{"role":"user","content":"go"},
		{"type":"shell_call","id":"s","call_id":"s1","status":"completed","action":{"commands":["ls"]}}]}`
	bubble(t, 110, 40, opened(t, body), func(d *driver) {
		before := d.m.desk.Shown().Conv.Current
		d.keys("tab", "t", "ctrl+home")
		d.send(tea.PasteMsg{Content: `{"type":"message","role":"user","content":"mine"}`})
		for range 20 { // the prepared text
			d.keys("ctrl+k", "delete")
		}
		d.keys("enter")
		d.shows("does not name the call s1")
		if d.m.desk.Shown().Conv.Current != before || !d.idle() {
			t.Fatal("the item went into the conversation")
		}
		d.keys("alt+a", "t")
		d.shows(`"mine"`)
	})
}

func TestSeveralCallsGoOutTogether(t *testing.T) {
	body := `{"model":"sim/writer","stream":true,"tools":[` + weatherTool + `],"input":[{"role":"user","content":"go"},
		{"type":"function_call","call_id":"c1","name":"get_weather","arguments":"{\"place\":5}"},
		{"type":"mcp_approval_request","id":"m1","name":"delete_all","server_label":"files","arguments":"{}"},
		{"type":"shell_call","id":"s","call_id":"s1","status":"completed","action":{"commands":["ls"]}}]}`
	bubble(t, 110, 50, opened(t, body), func(d *driver) {
		d.shows("invalid arguments: place:")
		d.shows("delete_all")
		d.shows("$ ls")
		d.keys("tab", "t")
		d.typeText("1")
		d.keys("enter")
		if !d.idle() || len(d.m.desk.Shown().Conv.OpenCalls()) != 2 {
			t.Fatalf("the conversation went on with one of three outputs\n%s", d.screen())
		}
		d.shows("get_weather answered; 2 calls are still waiting for output; alt+a answers")
		d.keys("tab", "enter")
		if !d.idle() || len(d.m.desk.Shown().Conv.OpenCalls()) != 2 {
			t.Fatalf("an empty line sends one of three outputs\n%s", d.screen())
		}
		d.shows("2 calls are still waiting for output; alt+a answers.")
		d.keys("tab")
		d.keys("alt+a")
		d.shows("delete_all: approve")
		d.keys("enter")
		d.keys("t")
		d.shows("shell_call_output")
		d.keys("ctrl+e")
		d.typeText("}")
		d.keys("enter")
		d.shows("✗")
		d.keys("backspace", "enter")
		d.until("the answer", d.idle)
		sent := items(t, d)
		var kinds []string
		for _, item := range sent[4:] {
			kinds = append(kinds, scan.Text(scan.Get(item, "type")))
		}
		if got := strings.Join(kinds, " "); got != "function_call_output mcp_approval_response shell_call_output" {
			t.Errorf("behind the calls stand %s", got)
		}
		if string(scan.Get(sent[5], "approve")) != "true" {
			t.Errorf("the approval is %s", sent[5])
		}
		if v := d.m.desk.Shown().Conv.Current.Exchange.Verdict; v != state.Completed {
			t.Errorf("verdict %s\n%s", v, d.screen())
		}
	})
}

func TestNoCallWaits(t *testing.T) {
	bubble(t, 80, 24, nil, func(d *driver) {
		d.keys("alt+a")
		d.shows("no call is waiting for output")
	})
}
