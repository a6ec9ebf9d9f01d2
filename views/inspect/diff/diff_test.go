package diff

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/share/difference"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

// exchange is one that ended: a request, an answer of one text, its usage, its
// routing.
func exchange(id, request, text, usage, routing string, us int64) *state.Exchange {
	x := state.NewExchange(id, []byte(request))
	q, _ := json.Marshal(text)
	answer := fmt.Sprintf(`{"id":"r","object":"response","status":"completed","model":"borealis/coder-%s","provider":"Borealis",`+
		`"output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":%s}]}],"usage":%s,"service_metadata":%s}`, id, q, usage, routing)
	timing := wire.NoTiming()
	timing.FirstByte, timing.End = us/4, us
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}},
		wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean, AtUS: us}, Timing: new(timing), Body: []byte(answer)})
	return x
}

func pair() (a, b views.Subject) {
	first := exchange("m", `{"model":"auto","input":"Which key?","temperature":0.2,"plugins":[{"id":"auto-router"}],"stream":false}`,
		"Rotate in this order:\n\n1. keys in a repository\n2. keys without an expiry\n3. the rest\n\nThat is all.",
		`{"input_tokens":34,"output_tokens":212,"total_tokens":246,"cost":0.00031}`,
		`{"requested":"auto","strategy":"auto-router","region":"local-1","pipeline":[{"type":"guardrail","name":"content-filter","summary":"pass"}],`+
			`"attempts":[{"provider":"Atlas","model":"x","status":503},{"provider":"Borealis","model":"y","status":200}]}`, 2_610_000)
	second := exchange("xl", `{"model":"auto","input":"Which key first?","temperature":0.20,"plugins":[{"id":"auto-router","cost_tier":"high"}],"stream":false}`,
		"Rotate in this order:\n\n1. keys in any repository\n2. keys without an expiry\n3. the rest, oldest first\n\nThat is all.",
		`{"input_tokens":35,"output_tokens":240,"total_tokens":275,"cost":0.00104}`,
		`{"requested":"auto","strategy":"auto-router","region":"local-1","pipeline":[{"type":"guardrail","name":"content-filter","summary":"pass"},`+
			`{"type":"compression","summary":"42 → 18"}],"attempts":[{"provider":"Borealis","model":"y","status":200}]}`, 1_300_000)
	return views.Subject{Turn: 1, Number: 1, Exchange: first}, views.Subject{Turn: 3, Number: 2, Exchange: second}
}

func newModel(a, b views.Subject, width, height int) *Model {
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()))
	m.SetSize(width, height)
	m.SetPair(a, b)
	run(m, m.Work())
	return m
}

func run(m *Model, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, c := range msg {
			run(m, c)
		}
	default:
		m.Update(msg)
	}
}

func press(m *Model, keys ...string) (last views.Intent) {
	for _, name := range keys {
		answer := m.Update(tea.KeyPressMsg{Code: []rune(name)[0], Text: name})
		intent, cmd := answer.Intent, answer.Cmd
		run(m, cmd)
		last = intent
	}
	return last
}

func screen(m *Model) string {
	lines := strings.Split(ansi.Strip(m.View()), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

func has(t *testing.T, m *Model, words ...string) {
	t.Helper()
	for _, w := range words {
		if s := screen(m); !strings.Contains(s, w) {
			t.Errorf("no %q on the screen\n%s", w, s)
		}
	}
}

func TestGoldens(t *testing.T) {
	a, b := pair()
	for _, c := range []struct {
		name string
		keys []string
		a, b views.Subject
	}{
		{"pair", nil, a, b},
		{"only", []string{"="}, a, b},
		{"answer", []string{")", ")", ")", ")", ")"}, a, b},
		{"same", nil, a, a},
		{"nothing", nil, views.Subject{}, views.Subject{}},
		{"saved", nil, savedStream(t), a},
	} {
		for _, size := range [][2]int{{80, 24}, {120, 35}, {160, 45}, {0, 0}} {
			name := fmt.Sprintf("%s-%dx%d", c.name, size[0], size[1])
			t.Run(name, func(t *testing.T) {
				m := newModel(c.a, c.b, size[0], size[1])
				press(m, c.keys...)
				viewstest.Exact(t, m.View(), size[0], size[1])
				if size[0] == 0 {
					return
				}
				viewstest.Golden(t, name, screen(m))
			})
		}
	}
}

func TestFigures(t *testing.T) {
	a, b := pair()
	want := map[string]difference.Figure{
		"verdict":    {A: "✓ completed", B: "✓ completed"},
		"served":     {A: "borealis/coder-m", B: "borealis/coder-xl"},
		"TTFB":       {A: "653 ms", B: "325 ms", Apart: "-328 ms  ×0.5"},
		"total":      {A: "2.6 s", B: "1.3 s", Apart: "-1.3 s  ×0.5"},
		"tokens in":  {A: "34", B: "35", Apart: "+1"},
		"tokens out": {A: "212", B: "240", Apart: "+28"},
		"cost":       {A: "$0.00031", B: "$0.00104", Apart: "+$0.00073"},
		"tok/s":      {},
	}
	seen := 0
	for _, f := range difference.Figures(a.Exchange, b.Exchange) {
		w, ok := want[f.Label]
		if !ok {
			continue
		}
		seen++
		if w.Label = f.Label; f != w {
			t.Errorf("%+v, want %+v", f, w)
		}
	}
	if seen != len(want) {
		t.Errorf("%d of %d figures", seen, len(want))
	}
}

func TestKeys(t *testing.T) {
	a, b := pair()
	m := newModel(a, b, 100, 60)
	has(t, m, "− A borealis/coder-m", "+ B borealis/coder-xl", "− 1. keys in a repository", "+ 1. keys in any repository", `+   [1] {"type":"compression"`, "stream false")
	press(m, "=")
	if s := screen(m); strings.Contains(s, "verdict") || strings.Contains(s, "stream false") || strings.Contains(s, "That is all") {
		t.Errorf("what is the same is shown\n%s", s)
	}
	if got := press(m, "%"); got != (views.Compare{A: 3, B: 1}) {
		t.Errorf("swapped: %v", got)
	}
	has(t, m, "− A borealis/coder-xl", "− 1. keys in any repository")
	if got := press(m, "A"); got != (views.Compare{A: 0, B: 1}) {
		t.Errorf("choose A: %v", got)
	}
	if got := press(m, "B"); got != (views.Compare{A: 3, B: 0}) {
		t.Errorf("choose B: %v", got)
	}
	if got, ok := press(m, "y").(views.Copy); !ok || !strings.Contains(got.Text, "tokens out  240  212  -28") || !strings.Contains(got.Text, "REQUEST") {
		t.Errorf("copied %v", got)
	}
	none := newModel(a, views.Subject{}, 80, 10)
	has(t, none, "A is exchange 1", "Press B")
	if _, ok := press(none, "%").(views.Notify); !ok {
		t.Error("swapping nothing says nothing")
	}
}

// TestLargeIsComparedByACmd: what would hold up the screen is compared off it,
// and a late result of another pair is not taken.
func TestLargeIsComparedByACmd(t *testing.T) {
	text := strings.Repeat("some words and more of them\n", 4000)
	large := func(id, end string) views.Subject {
		return views.Subject{Turn: 1, Exchange: exchange(id, `{"input":"`+strings.Repeat("x ", 1<<19)+end+`"}`, text+end, "null", "null", 5)}
	}
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()))
	m.SetSize(100, 60)
	m.SetPair(large("a", "one"), large("b", "two"))
	has(t, m, "Comparing 1.0 MB with 1.0 MB.", "Comparing 112.0 KB with 112.0 KB.")
	work := m.Work()
	a, b := pair()
	m.SetPair(a, b)
	run(m, work)
	has(t, m, "+ 1. keys in any repository")
	m.SetPair(large("a", "one"), large("b", "two"))
	run(m, m.Work())
	press(m, "=")
	has(t, m, "1 difference", "… 1.0 MB the same", "− one", "+ two")
	if strings.Count(screen(m), "… 1.0 MB the same") != 2 || !strings.Contains(screen(m), "… 4,000 lines the same") {
		t.Errorf("not both of the request and of the answer\n%s", screen(m))
	}
	if m.Work() != nil {
		t.Error("it is compared again")
	}
}

// TestRunning: figures follow a running exchange; the answers wait for its
// end.
func TestRunning(t *testing.T) {
	a, b := pair()
	b.Exchange = state.NewExchange("r", b.Exchange.Request)
	m := newModel(a, b, 100, 60)
	has(t, m, "● running", "Compared once both have finished.")
	b.Exchange.Apply(wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndConnect, Message: "no"}, Timing: new(wire.NoTiming())})
	m.SetPair(a, b)
	has(t, m, "✗ failed", "− Rotate in this order:")
}

// TestResultAfterAnErrorIsCompared: an error event ends a run, and the failed response
// that it caused arrives after it.
func TestResultAfterAnErrorIsCompared(t *testing.T) {
	a, b := pair()
	b.Exchange = state.NewExchange("f", []byte(`{"model":"m","stream":true}`))
	event := func(data string) {
		e, err := read.Event([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		b.Exchange.Apply(wire.Arrival{Kind: wire.ArrivedFrame, Frame: wire.Frame{Kind: wire.FrameEvent, Data: []byte(data)}, Event: e, Decoded: true})
	}
	b.Exchange.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}, Stream: true})
	event(`{"type":"error","code":"server_error","message":"boom"}`)
	m := newModel(a, b, 120, 80)
	has(t, m, `+ message "boom"`)
	event(`{"type":"response.failed","response":{"id":"r","object":"response","status":"failed","late_member":1,
		"output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"lately said"}]}]}}`)
	m.SetPair(a, b)
	run(m, m.Work())
	has(t, m, "late_member", "RESULT  3 differences, excluding ids, times and what other sections compare", "+ lately said")
}

func FuzzScreen(f *testing.F) {
	for _, seed := range []string{"plain", "\x1b[31m\x1b]0;x\a", "\u009b2J\x9b", "\u202e \u200b", "\t\r\n\x7f", "日本\u200d\ufeff語", strings.Repeat("[", 400)} {
		f.Add([]byte(seed), 60, 40)
	}
	f.Fuzz(func(t *testing.T, data []byte, width, height int) {
		if width < 0 || width > 200 || height < 0 || height > 80 || len(data) > 1<<11 {
			t.Skip()
		}
		text := string(data)
		q, _ := json.Marshal(text)
		subject := func(more string) views.Subject {
			routing := fmt.Sprintf(`{"requested":%s,"strategy":%s,"region":%s,"pipeline":[{"type":%s,"name":%s,"summary":%s}],"attempts":[{"provider":%s,"status":1}]}`,
				q, q, q, q, q, q, q)
			x := exchange(text, fmt.Sprintf(`{"model":%s,%s:[%s,"%s"]}`, q, q, q, more), text+more, `{"input_tokens":1}`, routing, 7)
			x.Model = text + more
			return views.Subject{Exchange: x}
		}
		m := newModel(subject("a"), subject("b"), width, height)
		for _, key := range []string{"", "=", ")", ")", "G", "%", "=", "g", "ctrl+f", "ctrl+f"} {
			if key != "" {
				press(m, key)
			}
			viewstest.Exact(t, m.View(), width, height)
		}
	})
}

// TestUnroutedShowsTheReason: each side without routing metadata has its reason; how to
// ask for the metadata is shown only where the request did not.
func TestUnroutedShowsTheReason(t *testing.T) {
	bare := func(status int, body string, asked bool) views.Subject {
		x := state.NewExchange("x", []byte(`{"model":"m"}`))
		x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: status}},
			wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte(body)})
		return views.Subject{Turn: 1, Exchange: x, Metadata: asked}
	}
	const fine = `{"object":"response","status":"completed","output":[]}`
	running := views.Subject{Turn: 2, Exchange: state.NewExchange("y", []byte(`{}`)), Metadata: true}
	for _, c := range []struct {
		a, b  views.Subject
		words []string
		hint  bool
	}{
		{bare(200, fine, false), bare(200, fine, false), []string{"Neither has routing metadata. Not requested"}, true},
		{bare(502, "<html>", true), running, []string{"A has no routing metadata. Requested, but the response did not come from the gateway", "B has no routing metadata. Requested; it"}, false},
		{bare(502, "<html>", true), bare(200, fine, false), []string{"A has no routing metadata. Requested", "B has no routing metadata. Not requested"}, true},
	} {
		m := newModel(c.a, c.b, 140, 40)
		has(t, m, c.words...)
		if got := strings.Contains(screen(m), "turns it on for new requests"); got != c.hint {
			t.Errorf("%v: %v\n%s", c.words, got, screen(m))
		}
	}
}

// TestALongNameIsClipped: before it is measured, in each place that draws it.
func TestALongNameIsClipped(t *testing.T) {
	a, b := pair()
	a.Exchange.Model, b.Exchange.Model = strings.Repeat("a", 390_000), strings.Repeat("a", 390_000)+"b"
	for _, m := range []*Model{newModel(a, b, 100, 40), newModel(a, views.Subject{}, 100, 40)} {
		if n := len(m.name(a, 0)); n > 10_000 {
			t.Errorf("the name has %d bytes", n)
		}
		m.View()
	}
	if f := difference.Figures(a.Exchange, b.Exchange)[3]; f.Label != "served" || !f.Differs() {
		t.Errorf("names that differ behind what is drawn: %.40s", f.A)
	}
}

// TestWhatIsNearIsShownCalmly: what is written otherwise differs, however little;
// what is measured is marked only where it is far apart.
func TestWhatIsNearIsShownCalmly(t *testing.T) {
	shown := func(us int64, tokens string) string {
		m := newModel(views.Subject{Turn: 1, Exchange: exchange("m", `{}`, "x", `{"output_tokens":5}`, `{}`, 2_600_000)},
			views.Subject{Turn: 2, Exchange: exchange("m", `{}`, "x", `{"output_tokens":`+tokens+`}`, `{}`, us)}, 120, 40)
		press(m, "=")
		return m.View()
	}
	warn := func() string {
		s := themes.Dark()
		return s.Warn.Render("~")
	}()
	if got := shown(2_600_000, "5"); !strings.Contains(got, "No differences.") {
		t.Error(got)
	}
	if got := shown(2_609_000, "5"); !strings.Contains(ansi.Strip(got), "~ TTFB") || !strings.Contains(got, "+2 ms") || strings.Contains(got, warn) {
		t.Error(got)
	}
	if got := shown(3_000_000, "5"); !strings.Contains(got, warn) {
		t.Error(got)
	}
	if got := shown(2_600_000, "6"); !strings.Contains(got, warn) {
		t.Error(got)
	}
}
