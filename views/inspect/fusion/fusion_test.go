package fusion

import (
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/client"
	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/statetest"
	"gatehouse/themes"
	"gatehouse/views"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/kit/text"
	"gatehouse/views/viewstest"
)

// streamed folds the data of events that arrive 100 ms apart.
func streamed(t *testing.T, events ...string) *state.Exchange {
	t.Helper()
	x := state.NewExchange("x", []byte(`{"stream":true}`))
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Stream: true, Head: &wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}})
	feed(t, x, events...)
	return x
}

func feed(t *testing.T, x *state.Exchange, events ...string) {
	t.Helper()
	for _, data := range events {
		e, err := read.Event([]byte(data))
		if err != nil {
			t.Fatal(err, data)
		}
		at := int64(x.Frames+1) * 100_000
		x.Apply(wire.Arrival{Kind: wire.ArrivedFrame, Decoded: true, Event: e, Frame: wire.Frame{Kind: wire.FrameEvent, Data: []byte(data), AtUS: at}})
	}
}

func panel(verb, model, extra string) string {
	return fmt.Sprintf(`{"type":"response.fusion_call.panel.%s","item_id":"f","output_index":0,"model":%q%s}`, verb, model, extra)
}

// running is a fusion in which one model has answered, one failed and one still
// writes.
func running() []string {
	return []string{
		`{"type":"response.output_item.added","output_index":0,"item":{"type":"service:fusion","id":"f","status":"in_progress"}}`,
		panel("added", "aurora/zenith-max", ""), panel("added", "cinder/forge-pro", ""), panel("added", "ember/inferno", ""),
		panel("reasoning.delta", "aurora/zenith-max", `,"delta":"let me think"`),
		panel("delta", "aurora/zenith-max", `,"delta":"Blue light is scattered"`), panel("delta", "ember/inferno", `,"delta":"Because"`),
		panel("completed", "aurora/zenith-max", `,"content":"Blue light is scattered more.\nThat is all.","tool_calls":[{},{}]`),
		panel("failed", "cinder/forge-pro", `,"error":{"message":"no capacity"},"status_code":503`),
	}
}

func finished() []string {
	return append(running(),
		panel("completed", "ember/inferno", `,"content":"Because of the air."`),
		`{"type":"response.fusion_call.analysis.in_progress","item_id":"f","output_index":0,"judge_model":"aurora/dawn"}`,
		`{"type":"response.fusion_call.analysis.completed","item_id":"f","output_index":0,"analysis":{"consensus":["The air scatters blue light."],`+
			`"contradictions":[{"topic":"How much detail is wanted","stances":[{"model":"aurora/zenith-max","stance":"much"},{"model":"ember/inferno","stance":"little"}]}],`+
			`"partial_coverage":[{"models":["aurora/zenith-max"],"point":"wavelengths"}],"unique_insights":[{"model":"ember/inferno","insight":"It is the air."}],"blind_spots":["Sunsets."],"novelty":{"x":1}}}`,
	)
}

func shown(x *state.Exchange, width, height int) *reports.Tab {
	styles := themes.Dark()
	m := reports.NewTab(&styles, views.NewKeys(views.DefaultCommands()), Tab())
	m.SetFocus(true)
	m.SetSize(width, height)
	m.SetSubject(views.Subject{Turn: 1, Exchange: x})
	return m
}

func plain(m views.Pane) string { return viewstest.Screen(m.View()) }

func TestScenes(t *testing.T) {
	scenes := map[string]*state.Exchange{
		"running": streamed(t, running()...),
		"done":    streamed(t, finished()...),
		"none":    streamed(t),
		"nothing": nil,
	}
	for name, x := range scenes {
		viewstest.Sizes(t, name, func(width, height int) views.Pane { return shown(x, width, height) }, viewstest.Screen)
	}
}

// TestItGrowsLive: an unfolded answer grows under the eye, and the cursor stays
// with its model.
func TestItGrowsLive(t *testing.T) {
	x := streamed(t, running()...)
	m := shown(x, 80, 24)
	for !strings.Contains(lineOf(m, "❯"), "ember") {
		viewstest.Press(m, "j")
	}
	viewstest.Press(m, "enter")
	feed(t, x, panel("delta", "ember/inferno", `,"delta":" of the air"`))
	m.SetSubject(views.Subject{Turn: 1, Exchange: x})
	if got := plain(m); !strings.Contains(got, "Because of the air") || !strings.Contains(lineOf(m, "❯"), "ember") {
		t.Error(got)
	}
	if got := viewstest.Press(m, ">"); got != (views.ShowFrame{Frame: 9}) {
		t.Errorf("%+v", got)
	}
}

// TestADeltaCostsTheSameInALongAnswer: of an answer that is unfolded while it grows
// only what is new is read.
func TestADeltaCostsTheSameInALongAnswer(t *testing.T) {
	delta := panel("delta", "ember/inferno", `,"delta":"`+strings.Repeat(`some \"words\"\n`, 100)+`"`)
	cost := func(deltas int) uint64 {
		x := streamed(t, running()...)
		feed(t, x, slices.Repeat([]string{delta}, deltas)...)
		m := shown(x, 80, 24)
		m.View()
		m.Unfold("0/panel/2")
		least := ^uint64(0)
		for range 8 {
			var before, after runtime.MemStats
			feed(t, x, delta)
			runtime.ReadMemStats(&before)
			m.View()
			runtime.ReadMemStats(&after)
			least = min(least, after.TotalAlloc-before.TotalAlloc)
		}
		return least
	}
	if short, long := cost(10), cost(1000); long > 2*short {
		t.Errorf("a picture allocates %d bytes behind 10 deltas, %d behind 1,000", short, long)
	}
}

// TestElapsedTimesAdvance with whatever else arrives, and with the clock while nothing does.
func TestElapsedTimesAdvance(t *testing.T) {
	x := streamed(t, running()...)
	m := shown(x, 80, 24)
	feed(t, x, panel("delta", "aurora/zenith-max", `,"delta":" more"`))
	m.SetSubject(views.Subject{Turn: 1, Exchange: x})
	if got := lineOf(m, "● ember"); !strings.Contains(got, "600 ms") { // it began with the 4th of 10 frames
		t.Error(got)
	}
	m.SetSubject(views.Subject{Turn: 1, Exchange: x, NowUS: 5_000_000})
	if got := lineOf(m, "● ember"); !strings.Contains(got, "4.6 s") {
		t.Error(got)
	}
	if got := lineOf(m, "✗ cinder"); !strings.Contains(got, "600 ms") {
		t.Errorf("what has ended goes on: %s", got)
	}
	feed(t, x, `{"type":"response.fusion_call.analysis.in_progress","item_id":"f","output_index":0,"analyst_model":"aurora/dawn"}`)
	m.SetSubject(views.Subject{Turn: 1, Exchange: x, NowUS: 8_000_000})
	if got := lineOf(m, "● aurora/dawn"); !strings.Contains(got, "6.9 s") {
		t.Error(got)
	}
}

// TestAnEndAloneTookNoTime: without the beginning of an analyst, or of a model of the panel,
// its time is unknown.
func TestAnEndAloneTookNoTime(t *testing.T) {
	const end = `{"type":"response.fusion_call.analysis.completed","item_id":"f","output_index":0,"analyst_model":"aurora/dawn","analysis":{}}`
	x := streamed(t, append(running(), panel("completed", "fjord/bay", `,"content":"Air."`), end)...)
	if got := strings.Join(strings.Fields(lineOf(shown(x, 80, 24), "fjord/bay")), " "); !strings.Contains(got, "fjord/bay completed – 4 B") {
		t.Errorf("%q", got)
	}
	if got := lineOf(shown(x, 80, 24), "aurora/dawn"); !strings.HasSuffix(strings.TrimSpace(got), "aurora/dawn  completed") {
		t.Errorf("%q", got)
	}
}

// TestTheEventsOfARow: the first and the last of them.
func TestTheEventsOfARow(t *testing.T) {
	m := shown(streamed(t, finished()...), 80, 24)
	for row, want := range map[string][2]int{"aurora/zenith-max  completed": {1, 7}, "ember/inferno": {3, 9}, "aurora/dawn": {10, 11}} {
		viewstest.Press(m, "g")
		for range 20 {
			if !strings.Contains(lineOf(m, "❯"), row) {
				viewstest.Press(m, "j")
			}
		}
		first, last := viewstest.Press(m, "<"), viewstest.Press(m, ">")
		if first != (views.ShowFrame{Frame: want[0]}) || last != (views.ShowFrame{Frame: want[1]}) {
			t.Errorf("%s: %+v and %+v", row, first, last)
		}
	}
}

// TestWhatIsWrittenOutDoesNotUnfold: a heading above its items has nothing to
// show; a finding that is an object unfolds to its members.
func TestWhatIsWrittenOutDoesNotUnfold(t *testing.T) {
	x := streamed(t, append(running(), `{"type":"response.fusion_call.analysis.completed","item_id":"f","output_index":0,"analysis":{`+
		`"consensus":["one"],"unique_insights":[{"model":"a","insight":"plain"},{"model":"a","insight":"odd","weight":7}]}}`)...)
	m := shown(x, 100, 40)
	for what, folded := range map[string]bool{"CONSENSUS": false, "UNIQUE INSIGHTS": false, "plain": true, "odd": true} {
		if got := lineOf(m, what); got == "" || strings.Contains(got, "▸") != folded {
			t.Errorf("%s: %q", what, got)
		}
	}
}

// TestFindingIsIndentedAfterItsDot: the lines of a long sentence begin below its first word.
func TestFindingIsIndentedAfterItsDot(t *testing.T) {
	x := streamed(t, append(running(), `{"type":"response.fusion_call.analysis.completed","item_id":"f","output_index":0,"analysis":{"consensus":["`+
		strings.Repeat("word ", 30)+`"]}}`)...)
	lines := strings.Split(plain(shown(x, 80, 40)), "\n")
	at := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "· word") })
	if at < 0 {
		t.Fatalf("no finding:\n%s", strings.Join(lines, "\n"))
	}
	before, _, _ := strings.Cut(lines[at], "· ")
	if second := lines[at+1]; !strings.HasPrefix(second, before+"  word") {
		t.Errorf("below\n%s\nis\n%s", lines[at], second)
	}
}

// TestAFusionThatComesLateUnfoldsNothing: the unfolded rows belong to the earlier one.
func TestAFusionThatComesLateUnfoldsNothing(t *testing.T) {
	fusion := func(output int, id, text string) string {
		return fmt.Sprintf(`{"type":"response.output_item.done","output_index":%d,"item":{"type":"service:fusion","id":%q,"responses":[{"model":"aurora/%s","content":%q}]}}`, output, id, id, text)
	}
	x := streamed(t, fusion(1, "first", "the answer that came first"))
	m := shown(x, 100, 40)
	viewstest.Press(m, "g")
	for range 20 {
		if !strings.Contains(lineOf(m, "❯"), "aurora/first") {
			viewstest.Press(m, "j")
		}
	}
	viewstest.Press(m, "enter")
	if !strings.Contains(plain(m), "that came first") {
		t.Fatalf("it does not unfold:\n%s", plain(m))
	}
	feed(t, x, fusion(0, "late", "the answer that came late"))
	if got := plain(m); !strings.Contains(got, "aurora/late") || !strings.Contains(got, "that came first") || strings.Contains(got, "that came late") {
		t.Errorf("with the late one:\n%s", got)
	}
}

func lineOf(m *reports.Tab, what string) string {
	for l := range strings.Lines(plain(m)) {
		if strings.Contains(l, what) {
			return l
		}
	}
	return ""
}

// TestStreamedAndPlainFusionLookTheSame: the local gateway's fusion, streamed and not.
func TestStreamedAndPlainFusionLookTheSame(t *testing.T) {
	for _, stream := range []string{"true", "false"} {
		x, _ := statetest.Talk(t, `{"plugins":[{"id":"fusion"}],"input":"why is the sky blue?","stream":`+stream+`}`, client.MetadataOff)
		if !Has(x) {
			t.Fatal("no fusion was found")
		}
		got := plain(shown(x, 120, 60))
		for _, want := range []string{"3 models, 3 completed", "aurora/zenith-max", "CONSENSUS", "UNIQUE INSIGHTS", "BLIND SPOTS", "raw item"} {
			if !strings.Contains(got, want) {
				t.Errorf("stream %s: %s is missing:\n%s", stream, want, got)
			}
		}
		if strings.Contains(got, "judge_model") {
			t.Errorf("the analyst was named as it should be:\n%s", got)
		}
	}
}

func TestKeysWithoutAFusion(t *testing.T) {
	for _, x := range []*state.Exchange{nil, streamed(t)} {
		m := shown(x, 80, 24)
		if got := viewstest.Press(m, ">", "y", "enter", "j"); got != nil || len(m.ShortHelp()) != 0 {
			t.Errorf("%+v", got)
		}
	}
	if got, ok := viewstest.Press(shown(streamed(t, finished()...), 80, 24), "y").(views.Copy); !ok || !strings.Contains(got.Text, "How much detail is wanted") {
		t.Errorf("%+v", got)
	}
}

func FuzzPage(f *testing.F) {
	f.Add("m\u001b[2J", "\u202etext", `{"consensus":[1,{"topic":[]}],"x":null}`)
	f.Fuzz(func(t *testing.T, model, panelText, analysis string) {
		x := streamed(t, running()...)
		for _, data := range []string{
			panel("delta", "zz", `,"delta":"x"`),
			fmt.Sprintf(`{"type":"response.fusion_call.panel.completed","output_index":0,"item_id":"f","model":%q,"content":%q}`, model, panelText),
			`{"type":"response.fusion_call.analysis.completed","output_index":0,"item_id":"f","analysis":` + analysis + `}`,
		} {
			if _, err := read.Event([]byte(data)); err == nil {
				feed(t, x, data)
			}
		}
		m := shown(x, 60, 24)
		viewstest.Press(m, "j", "enter", "j", "j", "enter", "G", "enter")
		for _, l := range strings.Split(m.View(), "\n") {
			if text.Width(l) != 60 || strings.ContainsAny(ansi.Strip(l), "\x1b\r\u202e\x07") {
				t.Fatalf("%q", l)
			}
		}
	})
}

// TestAnotherExchangeIsReadFromItsBeginning: wherever the one before was read;
// what grows stays where it is.
func TestAnotherExchangeIsReadFromItsBeginning(t *testing.T) {
	x := streamed(t, running()...)
	styles := themes.Dark()
	m := reports.NewTab(&styles, views.NewKeys(views.DefaultCommands()), Tab())
	m.SetSize(80, 8)
	m.SetSubject(views.Subject{Exchange: x})
	first := m.View()
	m.Update(views.Perform{Action: views.ActGoEnd})
	if m.View() == first {
		t.Fatal("it has no end to go to")
	}
	feed(t, x, panel("delta", "ember/inferno", `,"delta":" more"`))
	m.SetSubject(views.Subject{Exchange: x})
	if m.View() == first {
		t.Error("what grows is read from its beginning")
	}
	other := streamed(t, running()...)
	other.ID = "another"
	m.SetSubject(views.Subject{Exchange: other})
	if m.View() != first {
		t.Errorf("it stays at the end:\n%s", ansi.Strip(m.View()))
	}
}

func TestAPanelThatHasNotBegunHasANotice(t *testing.T) {
	m := shown(state.NewExchange("x", []byte(`{"model":"any/fusion"}`)), 80, 24)
	if got := plain(m); !strings.Contains(got, "The panel has not started yet.") {
		t.Error(got)
	}
}
