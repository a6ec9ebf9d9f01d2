package figures_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
)

// words writes times in one line: part length@start.
func words(t figures.Times) string {
	var out []string
	for _, s := range t.Segments {
		w := fmt.Sprintf("%s %d", s.Part, s.LenUS)
		if s.Frame >= 0 {
			w += fmt.Sprintf(" frame %d", s.Frame)
		}
		out = append(out, w)
	}
	return strings.Join(out, ", ")
}

func at(us int64, data string) wire.Arrival {
	e, err := read.Event([]byte(data))
	return wire.Arrival{Kind: wire.ArrivedFrame, Decoded: err == nil, Event: e, Frame: wire.Frame{Kind: wire.FrameEvent, Data: []byte(data), AtUS: us}}
}

func head(status int, us int64, stream bool, timing wire.Timing) wire.Arrival {
	return wire.Arrival{Kind: wire.ArrivedHead, Stream: stream, Timing: new(timing), Head: &wire.Head{Status: status, AtUS: us, Header: http.Header{}}}
}

const word = `{"type":"response.output_text.delta","output_index":0,"delta":"word"}`

func TestTimes(t *testing.T) {
	far := wire.NoTiming()
	far.DNSStart, far.DNSDone, far.ConnectStart, far.ConnectDone, far.TLSStart, far.TLSDone = 5, 2000, 2010, 12000, 12020, 40000
	far.WroteRequest, far.FirstByte, far.End = 40500, 250000, 4_300_000
	end := func(cause wire.EndCause, us int64, timing wire.Timing) wire.Arrival {
		return wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: cause, AtUS: us}, Timing: new(timing)}
	}
	recorded := wire.NoTiming()
	recorded.Reused, recorded.WroteRequest, recorded.FirstByte, recorded.End = true, 300, 200, 900
	document := end(wire.EndClean, 900, recorded)
	document.Body = []byte("{}")
	lost := wire.NoTiming()
	lost.DNSStart, lost.End = 20, 5000
	refused := wire.NoTiming()
	refused.ConnectStart, refused.End = 20, 800
	cases := []struct {
		name  string
		come  []wire.Arrival
		want  string
		after int64
	}{
		{"nothing yet", nil, "", 0},
		{"a stream with a silence, from far", []wire.Arrival{
			head(200, 250_100, true, far.UntilHead()), at(260_000, `{"type":"response.created"}`), at(300_000, word), at(310_000, word),
			at(320_000, word), at(4_200_000, word), at(4_300_000, "[DONE]"), end(wire.EndClean, 4_310_000, far),
		}, "DNS 2000, connect 10000, TLS 28000, send 500, wait 209500, until token 50000, stream 20000, silence 3880000 frame 4, stream 100000", 0},
		{"the same while it runs", []wire.Arrival{head(200, 250_100, true, far.UntilHead()), at(260_000, `{"type":"response.created"}`), at(300_000, word), at(310_000, word)},
			"DNS 2000, connect 10000, TLS 28000, send 500, wait 209500, until token 50000, stream 10000", 0},
		{"comments before the first token", []wire.Arrival{head(200, 250_000, true, far.UntilHead()), at(260_000, ""), at(3_000_000, ""), at(3_010_000, word)},
			"DNS 2000, connect 10000, TLS 28000, send 500, wait 209500, until token 10000, silence 2740000 frame 1, until token 10000", 0},
		{"one document over a recorded connection, answered early", []wire.Arrival{head(200, 250, false, recorded.UntilHead()), document},
			"send 200, wait 0, body 700", 0},
		{"a head without a body", []wire.Arrival{head(200, 250, false, recorded.UntilHead()), end(wire.EndClean, 900, recorded)},
			"send 200, wait 0, head 700", 0},
		{"a head that could not be read", []wire.Arrival{end(wire.EndConnect, 900, recorded)}, "send 200, wait 0, head 700", 0},
		{"no such host", []wire.Arrival{end(wire.EndDNS, 5000, lost)}, "DNS 5000", 0},
		{"refused", []wire.Arrival{end(wire.EndConnect, 800, refused)}, "connect 800", 0},
		{"a stall: the silence before the end is behind the total", []wire.Arrival{head(200, 250_100, true, far.UntilHead()), at(300_000, word), at(4_300_000, word), end(wire.EndIdle, 64_300_000, far)},
			"DNS 2000, connect 10000, TLS 28000, send 500, wait 209500, until token 50000, silence 4000000 frame 1, silence 60000000", 60_000_000},
		{"a file without the times of frames", []wire.Arrival{head(200, 250_000, true, far.UntilHead()), at(-1, word), at(-1, word), end(wire.EndClean, 4_300_000, far)},
			"DNS 2000, connect 10000, TLS 28000, send 500, wait 209500, body 4050000", 0},
	}
	for _, c := range cases {
		x := state.NewExchange("x", nil)
		x.Apply(c.come...)
		got := figures.TimesOf(x, 0)
		if words(got) != c.want || got.SilenceUS != c.after {
			t.Errorf("%s:\n got %s; after %d\nwant %s; after %d", c.name, words(got), got.SilenceUS, c.want, c.after)
		}
		if sum := total(got); sum != got.EndUS() {
			t.Errorf("%s: the parts are %d together, the total is %d", c.name, sum, got.EndUS())
		}
	}
	x := state.NewExchange("x", nil)
	x.Apply(head(200, 250, false, recorded.UntilHead()))
	if !figures.TimesOf(x, 0).Reused {
		t.Error("nothing says that the connection was recorded")
	}
}

func total(t figures.Times) (sum int64) {
	for _, s := range t.Segments {
		sum += s.LenUS
	}
	return sum
}

// TestTimesAddUp whichever moments were received, in whatever order.
func TestTimesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		moment := rapid.Int64Range(-1, 2_000_000)
		timing := wire.NoTiming()
		for _, at := range []*int64{&timing.DNSStart, &timing.DNSDone, &timing.ConnectStart, &timing.ConnectDone, &timing.TLSStart, &timing.TLSDone,
			&timing.WroteRequest, &timing.FirstByte, &timing.End} {
			*at = moment.Draw(t, "moment")
		}
		x := state.NewExchange("x", nil)
		now := int64(0)
		if rapid.Bool().Draw(t, "head") {
			now = rapid.Int64Range(0, 2_000_000).Draw(t, "head at")
			x.Apply(head(200, now, rapid.Bool().Draw(t, "stream"), timing.UntilHead()))
		}
		for _, gap := range rapid.SliceOfN(rapid.Int64Range(0, 900_000), 0, 30).Draw(t, "gaps") {
			now += gap
			x.Apply(at(now, rapid.SampledFrom([]string{word, "", "[DONE]"}).Draw(t, "data")))
		}
		if rapid.Bool().Draw(t, "ends") {
			x.Apply(wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean, AtUS: now}, Timing: new(timing)})
		}
		got := figures.TimesOf(x, 0)
		begin := int64(0)
		for _, s := range got.Segments {
			if s.StartUS != begin || s.LenUS < 0 {
				t.Fatalf("%s: %+v does not begin at %d", words(got), s, begin)
			}
			begin += s.LenUS
		}
		if begin != got.EndUS() || got.SilenceUS < 0 {
			t.Fatalf("%s: %d together, total %d", words(got), begin, got.EndUS())
		}
	})
}

func TestEchoes(t *testing.T) {
	deep := strings.Repeat("[", 5000) + "1" + strings.Repeat("]", 5000)
	cases := []struct{ name, sent, came, want string }{
		{"temperature", "0.2", "2.0E-1", "same"},
		{"temperature", "1", "1.0", "same"},
		{"temperature", "0.2", "0.20000000298", "changed"},
		{"temperature", "1e999999999999999999999", "1e999999999999999999999", "same"},
		{"temperature", "-0", "0.00", "same"},
		{"temperature", "-5", "5", "changed"},
		{"top_p", "1", "null", "null"},
		{"top_p", "1", "", "missing"},
		{"top_p", "", "1", "not sent"},
		{"top_p", "null", "1", "not sent"},
		{"instructions", `"é"`, `"\u00e9"`, "same"},
		{"instructions", `"a"`, `"b"`, "changed"},
		{"metadata", `{"a":"1","b":"2"}`, `{"b":"2","a":"1"}`, "same"},
		{"metadata", `{"a":"1"}`, `{"a":"1","b":"2"}`, "changed"},
		{"metadata", `{"a b":"1"}`, `{"a b":"2"}`, `changed ["a b"]`},
		{"metadata", `{"a":` + deep + `}`, `{"a":` + deep + `}`, "same"},
		{"tools", `[{"type":"function","name":"f"}]`, `[{"type":"function","name":"f","strict":null,"description":null}]`, "same"},
		{"tools", `[{"type":"function","name":"f","parameters":{"type":"object"}}]`, `[{"type":"function","name":"f","parameters":{"type":"array"}}]`, "changed [0].parameters.type"},
		{"tools", `[{"type":"a"},{"type":"b"}]`, `[{"type":"a"}]`, "changed [1]"},
		{"tools", `[]`, `[{"type":"a"}]`, "changed"},
		{"tool_choice", `{"type":"function","name":"f"}`, `"auto"`, "changed"},
		{"service_tier", `"fast"`, `"priority"`, "same: fast is an alias of priority"},
		{"service_tier", `"fast"`, `"flex"`, "changed"},
		{"service_tier", `"auto"`, `"default"`, "same: auto: the service chose"},
	}
	for _, c := range cases {
		doc := func(v string) []byte {
			if v == "" {
				return []byte(`{"model":"m"}`)
			}
			return []byte(`{"model":"m","` + c.name + `":` + v + `}`)
		}
		if c.sent != "" && len(c.sent) < 1000 && !json.Valid(doc(c.sent)) {
			t.Fatalf("%s is no JSON", c.sent)
		}
		for _, e := range figures.EchoesOf(doc(c.sent), doc(c.came)) {
			if e.Name != c.name {
				if e.Verdict != figures.NotSent {
					t.Errorf("%s: %s", e.Name, e.Verdict)
				}
				continue
			}
			got := strings.TrimSpace(e.Verdict.String() + " " + e.Where)
			if e.Note != "" {
				got += ": " + e.Note
			}
			if got != c.want {
				t.Errorf("%s sent %.60s, came %.60s: %s, want %s", c.name, c.sent, c.came, got, c.want)
			}
		}
	}
	for _, c := range []struct{ sent, came, want, summary string }{
		{`{"model":"m","input":"a","stream":true}`, `{"model":"n"}`, "", ""},
		{`{"background":false,"temperature":1,"user":"u"}`, `{"temperature":1,"background":false,"user":"u"}`, "temperature same, background same, user same", "all echoed as sent"},
		{`{"session_id":"s","plugins":[{"id":"web"}]}`, `{"id":"r"}`, "session_id not echoed, plugins not echoed", "2 not echoed"},
		{`{"top_k":5,"max_tool_calls":3,"prompt_cache_key":"k","reasoning":{"effort":"low"}}`, `{"top_k":4,"max_tool_calls":3.0,"prompt_cache_key":null,"reasoning":{"effort":"low","summary":null}}`,
			"top_k changed, max_tool_calls same, prompt_cache_key null, reasoning same", "2 echoed as sent, 1 echoed differently, 1 not echoed"},
		{`{"temperature":1,"x-own":{"a":1}}`, `{"x-own":{"a":2}}`, "temperature missing, x-own changed", "1 echoed differently, 1 not echoed"},
		{`{"user":"a","user":"b"}`, `{"user":"b"}`, "user same", "all echoed as sent"},
	} {
		rows := figures.EchoesOf([]byte(c.sent), []byte(c.came))
		var got []string
		for _, e := range rows {
			if e.Verdict != figures.NotSent {
				got = append(got, e.Name+" "+e.Verdict.String())
			}
		}
		if strings.Join(got, ", ") != c.want || figures.EchoSummary(rows) != c.summary {
			t.Errorf("%s: %v, %q; want %s, %q", c.sent, got, figures.EchoSummary(rows), c.want, c.summary)
		}
	}
	if rows := figures.EchoesOf([]byte(`{}`), nil); rows != nil {
		t.Errorf("without a result: %v", rows)
	}
}

func TestHeadersWorthKnowing(t *testing.T) {
	h := http.Header{
		"X-Generation-Id": {"gen-1"}, "X-Openrouter-Cache-Status": {"HIT"}, "X-Ratelimit-Remaining": {"4"}, "X-Ratelimit-Limit": {"20"},
		"Retry-After": {"2"}, "Content-Type": {"text/event-stream"}, "Server": {"edge"}, "Via": {"1.1 a", "1.1 b"}, "Cf-Cache-Status": {"DYNAMIC"},
		"Date": {"today"}, "Set-Cookie": {"secret"}, "Cache-Control": {"no-cache"}, "X-Request-Id": {"r"},
	}
	var got []string
	for _, one := range figures.HeadersOf(h) {
		got = append(got, one.About+" "+one.Name+"="+one.Value)
	}
	want := "generation X-Generation-Id=gen-1; request X-Request-Id=r; rate limit X-Ratelimit-Limit=20; rate limit X-Ratelimit-Remaining=4; " +
		"retry Retry-After=2; cache Cf-Cache-Status=DYNAMIC; cache X-Openrouter-Cache-Status=HIT; content Content-Type=text/event-stream; " +
		"server Server=edge; server Via=1.1 a, 1.1 b"
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
}

// TestFinishedSpeedIntervalsStay while the exchange runs, until the stretches are
// too many and each two become one; the last only grows.
func TestFinishedSpeedIntervalsStay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.IntRange(1, 20).Draw(t, "most")
		x := state.NewExchange("x", nil)
		x.Apply(head(200, 1000, true, wire.NoTiming()))
		now, width := int64(2000), int64(64_000)
		var before []float64
		for _, gap := range rapid.SliceOfN(rapid.Int64Range(1, 30_000), 2, 400).Draw(t, "gaps") {
			x.Apply(at(now, word))
			now += gap
			s, ok := figures.SpeedOf(x, most, 0)
			if !ok || x.Pace.Deltas < 2*most {
				continue
			}
			for ; s.SpanUS > width*int64(most); width *= 2 {
				merged := make([]float64, (len(before)+1)/2)
				for i, rate := range before {
					merged[i/2] += rate / 2
				}
				before = merged
			}
			if len(s.Series) > most {
				t.Fatalf("%d stretches, want at most %d", len(s.Series), most)
			}
			for i, was := range before {
				if last := i == len(before)-1; s.Series[i] < was-1e-6 || !last && s.Series[i] > was+1e-6 {
					t.Fatalf("after %d µs stretch %d is one of %v, and was one of %v", s.SpanUS, i, s.Series, before)
				}
			}
			before = s.Series
		}
	})
}

// BenchmarkSpeed is what a batch of a running exchange of any length costs.
func BenchmarkSpeed(b *testing.B) {
	x := state.NewExchange("x", nil)
	x.Apply(head(200, 1000, true, wire.NoTiming()))
	for i := range 1_000_000 {
		x.Apply(at(int64(2000+100*i), word))
	}
	for b.Loop() {
		figures.SpeedOf(x, 40, 0)
		figures.TimesOf(x, 0)
	}
}

// TestWhatWaitedUntilItsEndWasNotSent: it has no time of sending.
func TestWhatWaitedUntilItsEndWasNotSent(t *testing.T) {
	c := &wire.Capture{Waits: true, Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndHungUp, AtUS: 70}}
	x := state.FromCapture(state.Responses, c)
	end := c.EndArrival()
	x.Fold(&end)
	if got := figures.TimesOf(x, 0); len(got.Segments) > 0 {
		t.Errorf("%+v", got)
	}
}
