package figures_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/gateway"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/statetest"
)

// talk makes an exchange with the local gateway, at a pace in milliseconds.
func talk(t *testing.T, pace int, body string) (*state.Exchange, *wire.Capture) {
	t.Helper()
	return statetest.Talk(t, body, client.MetadataOn, gateway.WithPace(time.Duration(pace)*time.Millisecond))
}

// arrived is a frame found in the raw bytes in another way than the program's.
type arrived struct {
	data string
	at   int64
}

// cutAgain cuts a body at its empty lines and dates each piece by the chunk of its last byte.
func cutAgain(c *wire.Capture) []arrived {
	all, chunks := c.Text().All(), c.Text().Chunks()
	var out []arrived
	for at := 0; at < len(all); {
		n := bytes.Index(all[at:], []byte("\n\n"))
		if n < 0 {
			break
		}
		piece, end := string(all[at:at+n]), int64(at+n+2)
		i := slices.IndexFunc(chunks, func(k wire.Chunk) bool { return k.End >= end })
		data := ""
		for line := range strings.Lines(piece + "\n") {
			if rest, ok := strings.CutPrefix(line, "data: "); ok {
				data = strings.TrimRight(rest, "\n")
			}
		}
		out = append(out, arrived{data, chunks[i].AtUS})
		at = int(end)
	}
	return out
}

// TestEveryFigureIsInTheCapture works every figure out again, from the bytes
// and their stamps.
func TestEveryFigureIsInTheCapture(t *testing.T) {
	for _, body := range []string{
		`{"model":"sim/writer","input":"how do I rotate a key?","stream":true,"temperature":0.20}`,
		`{"model":"sim/reasoner","input":"why?","stream":true}`,
		`{"model":"fault/comments","input":"hello","stream":true}`,
		`{"model":"fault/cut","input":"hello","stream":true}`,
	} {
		x, capture := talk(t, 1, body)
		frames := cutAgain(capture)
		var longest state.Silence
		first, lastDelta, size, deltas := int64(-1), int64(-1), int64(0), 0
		stretches := map[int64]int64{}
		for i, f := range frames {
			if gap := f.at - frames[max(i-1, 0)].at; gap > longest.LenUS {
				longest = state.Silence{Frame: i, FromUS: f.at - gap, LenUS: gap}
			}
			var e struct{ Delta string }
			if json.Unmarshal([]byte(f.data), &e) == nil && e.Delta != "" {
				if first < 0 {
					first = f.at
				}
				deltas++
				lastDelta, size = f.at, size+int64(len(e.Delta))
				stretches[f.at-first] += int64(len(e.Delta))
			}
		}
		if got, _ := figures.LongestSilence(x, 0); got != longest {
			t.Errorf("%s: longest silence %+v, in the bytes %+v", body, got, longest)
		}
		times := figures.TimesOf(x, 0)
		checkTimes(t, x, capture, times, first)

		speed, ok := figures.SpeedOf(x, 16, 0)
		if few := deltas < 10 || lastDelta-first < 100_000; few || !ok {
			if few != ok {
				continue
			}
			t.Errorf("%s: no speed", body)
			continue
		}
		tokens := math.Round(float64(size) / 4)
		var result struct {
			Response struct {
				Usage struct {
					Output float64 `json:"output_tokens"`
				}
			}
		}
		for _, f := range frames {
			if json.Unmarshal([]byte(f.data), &result) == nil && result.Response.Usage.Output > 0 {
				tokens = result.Response.Usage.Output
			}
		}
		span := float64(lastDelta-first) / 1e6
		near(t, body+": mean", speed.Mean, tokens/span)
		sum := 0.0
		for _, rate := range speed.Series {
			sum += rate * span / float64(len(speed.Series))
		}
		near(t, body+": sum of the series", sum, tokens)
		wide, _ := figures.SpeedOf(x, 32, 0)
		near(t, body+": peak", wide.Peak, slices.Max(wide.Series))
		for _, n := range []int{1, 7, 60} { // one answer has one peak, however wide its graph is
			other, _ := figures.SpeedOf(x, n, 0)
			near(t, body+": peak of another graph", other.Peak, speed.Peak)
		}
		if x.Pace.WidthUS == 1000 { // fine enough to be counted by hand
			late := int64(0)
			for at, n := range stretches {
				if at > lastDelta-first-1_000_000 {
					late += n
				}
			}
			near(t, body+": now", speed.Now, float64(late)*tokens/float64(size)/min(span, 1))
		}
	}
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-6*max(math.Abs(want), 1) {
		t.Errorf("%s: %g, in the capture %g", what, got, want)
	}
}

// checkTimes: the segments follow one another, are the total together, and end
// at the moments of the capture.
func checkTimes(t *testing.T, x *state.Exchange, c *wire.Capture, times figures.Times, firstDelta int64) {
	t.Helper()
	chunks := c.Body.Chunks()
	if want := chunks[len(chunks)-1].AtUS; times.TotalUS != want {
		t.Errorf("total %d, the last byte came at %d", times.TotalUS, want)
	}
	at, ends := int64(0), map[figures.Part]int64{}
	for _, s := range times.Segments {
		if s.StartUS != at || s.LenUS < 0 {
			t.Errorf("%+v begins elsewhere than at %d", s, at)
		}
		at += s.LenUS
		ends[s.Part] = at
	}
	if at != times.TotalUS {
		t.Errorf("the parts are %d together, the total is %d", at, times.TotalUS)
	}
	for part, want := range map[figures.Part]int64{
		figures.Connect: c.Timing.ConnectDone, figures.Wait: c.Timing.FirstByte, figures.FirstToken: firstDelta, figures.Stream: times.TotalUS,
	} {
		if ends[part] != want {
			t.Errorf("%s ends at %d, in the capture at %d", part, ends[part], want)
		}
	}
	for _, none := range []figures.Part{figures.DNS, figures.TLS, figures.Body} {
		if us, ok := times.Of(none); ok {
			t.Errorf("%s took %d, and never was", none, us)
		}
	}
	if us, _ := figures.TTFT(x); us != firstDelta {
		t.Errorf("first token at %d, want %d", us, firstDelta)
	}
}

// TestEchoesOfTheGateway compares by decoding both documents, as anyone would.
func TestEchoesOfTheGateway(t *testing.T) {
	sent := `{"model":"sim/writer","input":"hi","instructions":"be \u0062rief","temperature":2e-1,"top_p":1,"max_output_tokens":64.0,
		"metadata":{"b":"2","a":"1"},"service_tier":"fast","parallel_tool_calls":false,"tool_choice":"auto",
		"tools":[{"type":"function","name":"f","parameters":{"type":"object","properties":{}}}]}`
	x, capture := talk(t, 0, sent)
	var asked, came map[string]any
	if json.Unmarshal([]byte(sent), &asked) != nil || json.Unmarshal(capture.Text().All(), &came) != nil {
		t.Fatalf("no JSON: %s", capture.Text().All())
	}
	rows := figures.EchoesOf(x.Request, x.Response)
	for _, e := range rows {
		var value any
		if e.Echoed != nil {
			if err := json.Unmarshal(e.Echoed, &value); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(value, came[e.Name]) {
			t.Errorf("%s: shows %v, the result has %v", e.Name, value, came[e.Name])
		}
		_, given := asked[e.Name]
		same := reflect.DeepEqual(asked[e.Name], came[e.Name]) || e.Name == "tools" || e.Name == "service_tier"
		if wrong := given && !same; e.Verdict.Wrong() != wrong || (e.Verdict == figures.NotSent) == given {
			t.Errorf("%s: %s; sent %v, came %v", e.Name, e.Verdict, asked[e.Name], came[e.Name])
		}
	}
	if len(rows) != 11 {
		t.Errorf("%d rows", len(rows))
	}
}

func TestHeadersOfTheGateway(t *testing.T) {
	x, capture := talk(t, 0, `{"model":"fault/429","input":"hi"}`)
	got := fmt.Sprint(figures.HeadersOf(x.Head.Header))
	for name, values := range capture.Head.Header {
		listed := strings.Contains(got, name)
		if wanted := name != "Date" && name != "Content-Length"; listed != wanted {
			t.Errorf("%s: %v is listed: %v", name, values, listed)
		}
	}
	if !strings.Contains(got, "{Retry-After 2 retry}") {
		t.Errorf("%s", got)
	}
}
