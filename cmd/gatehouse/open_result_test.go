package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"gatehouse/app"
	"gatehouse/client/sse"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/history/output"
	"gatehouse/state/request/talk"
)

// sendPrinted is what send printed of one request, in the words of its object.
type sendPrinted struct {
	Status, Verdict string
	HTTPStatus      int `json:"http_status"`
	Text            string
	Error           *struct{ Message string }
	Warnings        []state.Warning
	Timing          struct {
		TTFB  *float64 `json:"ttfb_ms"`
		TTFT  *float64 `json:"ttft_ms"`
		Total *float64 `json:"total_ms"`
	}
	AtUS int64 `json:"at_us"`
}

func codes(all []state.Warning) []string {
	list := []string{}
	for _, w := range all {
		list = append(list, w.Code)
	}
	slices.Sort(list)
	return list
}

// reopened opens what send printed, as the playground does.
func reopened(t *testing.T, text string) *talk.Turn {
	t.Helper()
	var o app.Options
	if err := openFile(t.Context(), host{}, []string{file(t, "saved.json", text)}, &o); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if o.Session == nil || o.Session.Request {
		t.Fatalf("it did not open as an answer:\n%s", text)
	}
	return o.Session.Conversation.Current
}

var sendModels = []string{
	"sim/writer", "sim/reasoner", "fault/cut", "fault/reset", "fault/guardrail", "fault/429", "fault/html-502", "fault/bad-json", "fault/gap",
	"fault/comments", "fault/crlf", "fault/no-done", "fault/failed-event", "fault/error-event", "fault/incomplete", "fault/unknown-event",
}

// TestWhatSendPrintedOpensAsItWas: with its verdict, its text, its warnings and
// its times.
func TestWhatSendPrintedOpensAsItWas(t *testing.T) {
	for _, model := range sendModels {
		for _, stream := range []string{"--stream", "--no-stream"} {
			t.Run(model+" "+stream, func(t *testing.T) {
				out := program(t, "", "send", "-m", model, stream, "--json", "-p", "hi").stdout
				var want sendPrinted
				if err := json.Unmarshal([]byte(out), &want); err != nil {
					t.Fatal(err)
				}
				turn := reopened(t, out)
				x := turn.Exchange
				if x == nil || string(x.Verdict) != want.Status || x.Head == nil || x.Head.Status != want.HTTPStatus {
					t.Fatalf("it is %+v, was %s", x, out)
				}
				if got := x.Text(); got != want.Text {
					t.Errorf("the text is %q, was %q", got, want.Text)
				}
				if got := codes(x.Warnings); !slices.Equal(got, codes(want.Warnings)) {
					t.Errorf("warnings %q, were %q", got, codes(want.Warnings))
				}
				if (x.Failure == nil) != (want.Error == nil) || x.Failure != nil && x.Failure.Message != want.Error.Message {
					t.Errorf("failure %+v, was %+v", x.Failure, want.Error)
				}
				for name, m := range map[string]struct {
					of   func(*state.Exchange) (int64, bool)
					want *float64
				}{"ttfb": {figures.TTFB, want.Timing.TTFB}, "ttft": {figures.TTFT, want.Timing.TTFT}, "total": {figures.Total, want.Timing.Total}} {
					if us, ok := m.of(x); ok != (m.want != nil) || ok && float64(us)/1000 != *m.want {
						t.Errorf("%s: %d µs, %v", name, us, ok)
					}
				}
			})
		}
	}
}

func TestTheEventsThatSendPrintedOpenWithTheirTimes(t *testing.T) {
	for _, model := range sendModels {
		t.Run(model, func(t *testing.T) {
			out := program(t, "", "send", "-m", model, "--stream", "--events", "-p", "hi").stdout
			lines := strings.Split(strings.TrimSpace(out), "\n")
			var want sendPrinted
			if err := json.Unmarshal([]byte(lines[len(lines)-1]), &want); err != nil {
				t.Fatal(err)
			}
			turn := reopened(t, out)
			x := turn.Exchange
			if string(x.Verdict) != want.Verdict || x.Head == nil || x.Head.Status != want.HTTPStatus {
				t.Fatalf("it is %s, head %v, was %s", x.Verdict, x.Head, lines[len(lines)-1])
			}
			if got := codes(x.Warnings); !slices.Equal(got, codes(want.Warnings)) {
				t.Errorf("warnings %q, were %q", got, codes(want.Warnings))
			}
			if total, ok := figures.Total(x); !ok || x.End.AtUS != want.AtUS || total > want.AtUS {
				t.Errorf("it took %d µs, ended at %d, was %d", total, x.End.AtUS, want.AtUS)
			}
			var again []string // printed once more
			for f := range sse.All(turn.Capture.Text()) {
				if x.Stream {
					again = append(again, string(output.Frame(&f)))
				}
			}
			if x.Stream && !slices.Equal(again, lines[:len(lines)-1]) {
				t.Errorf("the frames are\n%s\nwere\n%s", strings.Join(again, "\n"), strings.Join(lines[:len(lines)-1], "\n"))
			}
		})
	}
}

// TestEventsThatWereCutOpenAsFarAsTheyGo: the program was ended while it printed.
func TestEventsThatWereCutOpenAsFarAsTheyGo(t *testing.T) {
	out := program(t, "", "send", "-m", "sim/writer", "--stream", "--events", "-p", "hi").stdout
	turn := reopened(t, out[:len(out)/2])
	if x := turn.Exchange; x.Verdict != state.Truncated || x.Text() == "" {
		t.Errorf("verdict %q, text %q", x.Verdict, x.Text())
	}
	var o app.Options
	if err := openFile(t.Context(), host{}, []string{file(t, "x", `{"at_us":1,"comment":"a"}`+"\nno line\n"+`{"at_us":2,"comment":"b"}`+"\n")}, &o); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("a line of something else: %v", err)
	}
}

// TestAFailureWithoutAHeadOpensAsOne: send could not connect.
func TestAFailureWithoutAHeadOpensAsOne(t *testing.T) {
	const base = "http://127.0.0.1:1/api/v1"
	for _, how := range []string{"--json", "--events"} {
		out := program(t, "", "send", "--base-url", base, "-m", "m", how, "-p", "hi").stdout
		x := reopened(t, out).Exchange
		if x.Verdict != state.Failed || x.Head != nil || x.Failure == nil || x.Failure.Message == "" {
			t.Errorf("%s: verdict %q, head %v, failure %+v", how, x.Verdict, x.Head, x.Failure)
		}
	}
}

// TestSendGoesOnFromWhatItPrinted: the object of --json is a saved answer.
func TestSendGoesOnFromWhatItPrinted(t *testing.T) {
	out := program(t, "", "send", "-m", "sim/writer", "--json", "-p", "hi").stdout
	r := program(t, "", "send", "-p", "go on", file(t, "answer.json", out))
	r.wants(t, 0, "")
	for _, command := range []string{"send", "validate"} {
		program(t, `{"at_us":1,"comment":"a"}`+"\n", command).wants(t, exitUsage, "send --events printed")
	}
}
