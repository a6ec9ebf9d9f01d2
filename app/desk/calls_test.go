package desk_test

import (
	"encoding/json"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/apptest"
	"gatehouse/client/scan"
	"gatehouse/state"
)

const weatherTool = `{"type":"function","name":"get_weather","description":"The weather of a city","parameters":{"type":"object",
	"properties":{"place":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}},"required":["place"]}}`

// items are those of the request that was sent last.
func items(t *testing.T, d *apptest.Driver) []json.RawMessage {
	t.Helper()
	var out []json.RawMessage
	for _, v := range scan.Elements(scan.Get(d.Desk.Shown().Conv.Current.Exchange.Request, "input")) {
		out = append(out, v)
	}
	return out
}

func TestACallIsAnsweredByHandAndTheConversationGoesOn(t *testing.T) {
	apptest.Run(t, 100, 40, apptest.Opened(t, `{"model":"sim/writer","stream":true,"tools":[`+weatherTool+`]}`), func(d *apptest.Driver) {
		d.Type("What is the weather of the city Oslo?")
		d.Press("enter")
		d.WaitFor("the call", d.Idle)
		d.Shows("get_weather is waiting for output; alt+a answers it")
		d.Shows("waiting for output")
		d.Shows("\n alt+a answer   enter send") // the footer: what waits for the user comes first
		d.Type("kept")
		d.Press("tab", "a")
		d.Shows("Output of get_weather")
		d.Type("12 degrees")
		d.Press("enter", "enter") // no JSON, which is asked about
		d.WaitFor("the answer", d.Idle)
		sent := items(t, d)
		last := sent[len(sent)-1]
		if scan.Text(scan.Get(last, "type")) != "function_call_output" || scan.Text(scan.Get(last, "output")) != "12 degrees" {
			t.Errorf("the last item that was sent is %s", last)
		}
		if scan.Text(scan.Get(sent[1], "call_id")) != scan.Text(scan.Get(last, "call_id")) {
			t.Errorf("the output is that of another call: %s", sent[1])
		}
		if v := d.Desk.Shown().Conv.Current.Exchange.Verdict; v != state.Completed {
			t.Errorf("verdict %s", v)
		}
		d.Hides("waiting for output")
		if d.Composer().Text() != "kept" {
			t.Errorf("the composer holds %q", d.Composer().Text())
		}
	})
}

// TestAnsweringACallOpensItsEditor at once, with an example, and asks about an output that is no JSON.
func TestAnsweringACallOpensItsEditor(t *testing.T) {
	apptest.Run(t, 100, 40, apptest.Opened(t, `{"model":"sim/writer","stream":true,"tools":[`+weatherTool+`]}`), func(d *apptest.Driver) {
		d.Type("What is the weather of the city Oslo?")
		d.Press("enter")
		d.WaitFor("the call", d.Idle)
		d.Press("alt+a")
		d.Shows("Output of get_weather")
		d.Shows("The call's arguments")
		d.Shows(`{"result":"(made up)"}`) // an example of an output, not what was asked
		d.Type(`{"result":`)
		d.Press("enter")
		d.Shows("not JSON, as the example is: enter again sends it as it is")
		if !d.Idle() || len(d.Desk.Shown().Conv.OpenCalls()) != 1 {
			t.Fatal("what is left of a JSON was sent")
		}
		d.Press("ctrl+u", "enter")
		d.Shows("enter again sends an empty output")
		d.Type("12 degrees, and a long text that must not be lost")
		d.Press("esc")
		d.Shows("draft kept")
		d.Press("alt+a")
		d.Shows("that must not be lost")
		d.Send(tea.MouseClickMsg{X: 1, Y: 1, Button: tea.MouseLeft})
		d.Hides("Output of get_weather")
		d.Press("alt+a", "enter", "enter")
		d.WaitFor("the answer", d.Idle)
		sent := items(t, d)
		if got := scan.Text(scan.Get(sent[len(sent)-1], "output")); got != "12 degrees, and a long text that must not be lost" {
			t.Errorf("the output is %q", got)
		}
		d.Press("tab")
		d.Press("e")
		d.Shows("edit the items of this turn here")
		d.Shows("12 degrees")
		if d.Focus().Screen() != "build" || d.Desk.Shown().Editing != nil {
			t.Error("the output of a call is edited as if it were a message")
		}
	})
}

func TestAnItemThatNamesAnotherCallIsGivenBack(t *testing.T) {
	body := `{"model":"sim/writer","stream":true,"input":[{"role":"user","content":"go"},
		{"type":"shell_call","id":"s","call_id":"s1","status":"completed","action":{"commands":["ls"]}}]}`
	apptest.Run(t, 110, 40, apptest.Opened(t, body), func(d *apptest.Driver) {
		before := d.Desk.Shown().Conv.Current
		d.Press("tab", "a", "ctrl+home")
		d.Send(tea.PasteMsg{Content: `{"type":"message","role":"user","content":"mine"}`})
		for range 20 { // the prepared text
			d.Press("ctrl+k", "delete")
		}
		d.Press("enter")
		d.Shows("does not name the call s1")
		if d.Desk.Shown().Conv.Current != before || !d.Idle() {
			t.Fatal("the item went into the conversation")
		}
		d.Press("alt+a")
		d.Shows(`"mine"`)
	})
}

func TestSeveralCallsGoOutTogether(t *testing.T) {
	body := `{"model":"sim/writer","stream":true,"tools":[` + weatherTool + `],"input":[{"role":"user","content":"go"},
		{"type":"function_call","call_id":"c1","name":"get_weather","arguments":"{\"place\":5}"},
		{"type":"mcp_approval_request","id":"m1","name":"delete_all","server_label":"files","arguments":"{}"},
		{"type":"shell_call","id":"s","call_id":"s1","status":"completed","action":{"commands":["ls"]}}]}`
	apptest.Run(t, 110, 50, apptest.Opened(t, body), func(d *apptest.Driver) {
		d.Shows("invalid arguments: place:")
		d.Shows("delete_all")
		d.Shows("$ ls")
		d.Press("tab", "a")
		d.Type("1") // a JSON value
		d.Press("enter")
		if !d.Idle() || len(d.Desk.Shown().Conv.OpenCalls()) != 2 {
			t.Fatalf("the conversation went on with one of three outputs\n%s", d.Screen())
		}
		d.Shows("get_weather answered; 2 calls are still waiting for output; alt+a answers")
		d.Press("tab", "enter")
		if !d.Idle() || len(d.Desk.Shown().Conv.OpenCalls()) != 2 {
			t.Fatalf("an empty line sends one of three outputs\n%s", d.Screen())
		}
		d.Shows("2 calls are still waiting for output; alt+a answers.")
		d.Press("tab")
		d.Press("alt+a")
		d.Shows("Approve delete_all?")
		d.Press("y")
		d.Press("alt+a")
		d.Shows("shell_call_output")
		d.Press("ctrl+e")
		d.Type("}")
		d.Press("enter")
		d.Shows("✗")
		d.Press("backspace", "enter")
		d.WaitFor("the answer", d.Idle)
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
		if v := d.Desk.Shown().Conv.Current.Exchange.Verdict; v != state.Completed {
			t.Errorf("verdict %s\n%s", v, d.Screen())
		}
	})
}

func TestNoCallWaits(t *testing.T) {
	apptest.Run(t, 80, 24, nil, func(d *apptest.Driver) {
		d.Press("alt+a")
		d.Shows("no call is waiting for output")
	})
}

// TestAMessageInsteadOfAnOutputIsAskedAbout: most services refuse a call without its output. Sent again, it goes.
func TestAMessageInsteadOfAnOutputIsAskedAbout(t *testing.T) {
	apptest.Run(t, 120, 40, apptest.Opened(t, `{"model":"sim/writer","stream":true,"tools":[`+weatherTool+`]}`), func(d *apptest.Driver) {
		d.Type("What is the weather of the city Oslo?")
		d.Press("enter")
		d.WaitFor("the call", d.Idle)
		before := d.Desk.Shown().Conv.Current
		d.Type("never mind")
		d.Press("enter")
		d.Flush()
		d.Shows("or send again without it")
		if d.Desk.Shown().Conv.Current != before || d.Composer().Text() != "never mind" {
			t.Errorf("it was sent, or the text is lost:\n%s", d.Screen())
		}
		d.Press("enter")
		d.WaitFor("the answer", d.Idle)
		if d.Desk.Shown().Conv.Current == before {
			t.Error("it was not sent")
		}
	})
}
