package inspect_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/chat"
	"gatehouse/app/inspect"
	"gatehouse/app/screen"
	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// loaded is a model of 120×35 that inspects a saved exchange: its bytes and their
// times. A test may change anything of the capture first.
func loaded(t *testing.T, request, answer string, change func(*wire.Capture)) *app.Model {
	t.Helper()
	m := app.New(app.Options{Theme: "dark", Connection: app.Connection{BaseURL: "http://tabs.example"}})
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 35})
	c := &wire.Capture{ID: "kept", Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean},
		Sent: wire.Sent{Method: "POST", URL: "http://tabs.example/responses", Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(request)},
		Head: &wire.Head{Status: 200, AtUS: 150_000, Header: http.Header{"Content-Type": {"text/event-stream"}}}}
	at := int64(200_000)
	for _, piece := range strings.SplitAfter(answer, "\n\n") {
		c.Body.Append([]byte(piece), at)
		at += 40_000
	}
	c.End.AtUS = at
	if change != nil {
		change(c)
	}
	turn := m.Desk.Shown().Conv.Add(nil, nil)
	turn.Capture, turn.Exchange = c, state.NewExchange(c.ID, c.Sent.Body)
	for a := range client.Replay(c) {
		turn.Exchange.Apply(a)
	}
	m.Arrange()
	return m
}

// textOf shows a tab, presses keys in it and returns the words that were on the
// screen.
func textOf(m *app.Model, pane screen.ID, keys ...string) string {
	apptest.Perform(m, m.Refreshed(m.SetFocus(pane)))
	shown := ansi.Strip(m.View().Content)
	for _, key := range keys {
		_, cmd := m.Update(apptest.Key(key))
		apptest.Perform(m, cmd)
		shown += "\n" + ansi.Strip(m.View().Content)
	}
	return strings.Join(strings.Fields(shown), " ")
}

// stream is the body of some events.
func stream(events ...string) string {
	return "data: " + strings.Join(events, "\n\ndata: ") + "\n\ndata: [DONE]\n\n"
}

// TestASavedExchangeOpensInEveryTab: nothing but its bytes and their times is
// saved, and all that was shown while it arrived is shown again.
func TestASavedExchangeOpensInEveryTab(t *testing.T) {
	m := loaded(t, `{"model":"sim/asked","stream":true,"input":"the question"}`, stream(
		`{"type":"response.created","sequence_number":0,"response":{"model":"sim/served","status":"in_progress"}}`,
		`{"type":"response.output_text.delta","sequence_number":1,"output_index":0,"delta":"the answer"}`,
		`{"type":"response.completed","sequence_number":2,"response":{"status":"completed","model":"sim/served","output":[{"type":"message","content":[{"type":"output_text","text":"the answer"}]}],"usage":{"input_tokens":3,"output_tokens":7}}}`), nil)
	for pane, want := range map[screen.ID][]string{
		inspect.OverviewPane: {"✓ completed", "sim/asked", "sim/served", "out 7"},
		"inspect/route":      {"sim/served"},
		"inspect/guardrail":  {"guardrail"},
		"inspect/request":    {"the question", "POST http://tabs.example/responses"},
		inspect.ResponsePane: {"the answer", "200 OK"},
		inspect.EventsPane:   {"4 frames", "0.240 s", "+40 ms", "response.completed", "[DONE] received"},
		inspect.DiffPane:     {"Only one exchange so far"},
	} {
		shown := textOf(m, pane)
		for _, w := range want {
			if !strings.Contains(shown, w) {
				t.Errorf("tab %s does not show %q:\n%s", pane, w, ansi.Strip(m.View().Content))
			}
		}
	}
	if shown := textOf(m, inspect.EventsPane, ",", ","); !strings.Contains(shown, "frame 3 of 4") {
		t.Errorf("there is no time to go through:\n%s", shown)
	}
}

// TestNothingUnknownIsLost: what the API document does not have is shown as it
// is, wherever its kind is shown.
func TestNothingUnknownIsLost(t *testing.T) {
	m := loaded(t, `{"model":"m","stream":true,"input":"hi","warp_member":{"zq":"in the request"}}`, stream(
		`{"type":"response.created","sequence_number":0,"response":{"model":"m","status":"in_progress"}}`,
		`{"type":"response.hologram.rotated","sequence_number":1,"angle":"zq event"}`,
		`{"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"hologram","depth":"zq item"}}`,
		`{"type":"response.output_item.done","sequence_number":3,"output_index":0,"item":{"type":"hologram","depth":"zq item","status":"completed"}}`,
		`{"type":"response.fusion_call.panel.zq_bowed","sequence_number":4,"output_index":1,"item_id":"f","model":"zq panel"}`,
		`{"type":"response.completed","sequence_number":5,"response":{"status":"completed","model":"m","zq_member":"zq response","output":[{"type":"hologram","depth":"zq item"}],`+
			`"service_metadata":{"requested":"m","strategy":"zq strategy","attempt":1,"endpoints":{"total":1,"available":[{"provider":"Z","model":"m","selected":true}]},`+
			`"pipeline":[{"type":"warp_drive","name":"zq stage","data":{"deep":["zq data"]}}],"zq_field":{"k":["zq routing"]}}}}`), nil)
	for _, c := range []struct {
		pane screen.ID
		keys []string
		want []string
	}{
		{inspect.OverviewPane, nil, []string{"unknown event", "response.hologram.rotated", "unknown item", "hologram", "zq_bowed"}},
		{"inspect/route", []string{"j", "enter", "j", "enter", "j", "enter", "j", "enter", "j", "enter", "G"}, []string{"zq strategy", "warp_drive", "zq stage", "zq data", "zq_field", "zq routing"}},
		{"inspect/request", nil, []string{"warp_member", "in the request"}},
		{inspect.ResponsePane, []string{"G", "v", "G", "v", "G", "g", "pgdown"}, []string{"zq_member", "zq response", "zq item", "zq event", "zq_bowed", "zq panel"}},
		{inspect.EventsPane, []string{"g", "enter", "j", "j", "j", "j"}, []string{"response.hologram.rotated", "zq event", "hologram", "zq item", "zq_bowed", "zq panel"}},
		{chat.TranscriptPane, nil, []string{"hologram"}},
	} {
		shown := textOf(m, c.pane, c.keys...)
		for _, w := range c.want {
			if !strings.Contains(shown, w) {
				t.Errorf("tab %s loses %q; at last:\n%s", c.pane, w, ansi.Strip(m.View().Content))
			}
		}
	}
}

// TestHostileTextIsSafeInEveryTab: escape sequences, bidi overrides, a very long
// line and a million levels, in what was sent and in what arrived.
func TestHostileTextIsSafeInEveryTab(t *testing.T) {
	deep := strings.Repeat(`[`, 1_000_000) + strings.Repeat(`]`, 1_000_000)
	for name, text := range map[string]string{
		"escapes": `\u001b[2J\u001b]52;c;aGk=\u0007\u009b31m\r\n`,
		"bidi":    `\u202egnp.exe\u2066\u200b\u2028`,
		"long":    strings.Repeat("long ", 6_000) + strings.Repeat("漢", 3_000),
		"deep":    "",
	} {
		t.Run(name, func(t *testing.T) {
			if name == "deep" && testing.Short() {
				t.Skip("a document of a million levels")
			}
			q := `"` + text + `"`
			if text == "" {
				q = deep
			}
			fill := func(s string) string { return strings.ReplaceAll(s, "Q", q) }
			routing := fill(`{"requested":Q,"strategy":Q,"summary":Q,"endpoints":{"total":1,"available":[{"provider":Q,"model":Q,"selected":true}]},"attempts":[{"provider":Q,"status":200}],"pipeline":[{"type":Q,"name":Q,"data":Q},{"type":"guardrail","name":Q,"data":{"action":"redact","patterns":[Q],"engines":[Q]}}],"other":Q}`)
			m := loaded(t, fill(`{"model":Q,"stream":true,"input":Q,"instructions":Q,"metadata":Q}`), stream(
				fill(`{"type":"response.created","response":{"model":Q,"status":Q}}`), fill(`{"type":Q,"delta":Q}`), fill(`{"type":"response.zq","zq":Q}`),
				fill(`{"type":"response.output_item.added","output_index":0,"item":{"type":Q,"name":Q,"status":Q}}`),
				fill(`{"type":"response.output_text.delta","output_index":1,"delta":Q}`),
				fill(`{"type":"response.debug","debug":{"echo_upstream_body":{"model":Q,"input":Q}}}`),
				fill(`{"type":"response.fusion_call.panel.added","output_index":2,"item_id":Q,"model":Q}`),
				fill(`{"type":"response.completed","response":{"status":"completed","model":Q,"output":[{"type":"message","content":[{"type":"output_text","text":Q}]}],"service_metadata":`)+routing+`}}`,
			)+fmt.Sprintf(": %s\n\nevent: %[1]s\ndata: %[1]s\n\n", scan.Text([]byte(q))), func(c *wire.Capture) {
				c.Sent.Header.Set("X-Sent", scan.Text([]byte(q)))
				c.Head.Header.Set("X-Request-Id", scan.Text([]byte(q)))
			})
			for _, size := range [][2]int{{120, 35}, {80, 24}} {
				m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				for _, tab := range apptest.Of(m).Tabs() {
					apptest.Perform(m, m.Refreshed(m.SetFocus(tab.ID)))
					apptest.CheckGuarded(t, m, tab.Title)
					for _, key := range []string{"G", "g", "j", "enter", "j", "enter", "pgdown", "H", "v", "G", "w", "enter", "esc", "v"} {
						_, cmd := m.Update(apptest.Key(key))
						apptest.Perform(m, cmd)
						apptest.CheckGuarded(t, m, tab.Title+" "+key)
					}
				}
			}
		})
	}
}
