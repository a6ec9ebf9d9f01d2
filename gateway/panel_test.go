package gateway_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gatehouse/gateway"
	"gatehouse/gateway/fault"

	"github.com/tidwall/gjson"
)

const fused = `{"input":"bees","stream":true,"plugins":[{"id":"fusion","model":"sim/writer","analysis_models":["sim/coder","sim/reasoner","fault/529"],"tools":[]}]}`

// at is the arrival of the first and the last event of a type for a model; "" is any model.
func at(list []arrival, typ, model string) (first, last time.Duration) {
	first = -1
	for _, a := range list {
		if gjson.Get(a.data, "type").Str == typ && (model == "" || gjson.Get(a.data, "model").Str == model) {
			if first < 0 {
				first = a.at
			}
			last = a.at
		}
	}
	return first, last
}

// A panel is streamed while it answers: its first events arrive at once, its models answer at the
// same time, each at the gateway's pace, and the text begins when the last has ended.
func TestPanelIsLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, stop := running(gateway.WithPace(time.Second), gateway.WithTimeLimit(0))
		list, _ := arrivals(t, p, fused)
		for _, typ := range []string{
			"response.created", "response.in_progress", "response.output_item.added", "response.fusion_call.panel.added",
			"response.fusion_call.panel.failed", "response.fusion_call.panel.delta", "response.fusion_call.panel.reasoning.delta",
		} {
			if first, _ := at(list, typ, ""); first != 0 {
				t.Errorf("%s at %v", typ, first)
			}
		}
		const delta, done = "response.fusion_call.panel.delta", "response.fusion_call.panel.completed"
		coder, long := at(list, delta, "sim/coder")
		reasoner, short := at(list, delta, "sim/reasoner")
		if ended, _ := at(list, done, "sim/reasoner"); ended != short || short >= long || coder != 0 || reasoner == 0 {
			t.Errorf("sim/reasoner talks from %v until %v, ends at %v; sim/coder talks from %v until %v", reasoner, short, ended, coder, long)
		}
		analysis, _ := at(list, "response.fusion_call.analysis.in_progress", "")
		if text, _ := at(list, "response.output_text.delta", ""); analysis != long || text != long {
			t.Errorf("the panel ends at %v, analysis at %v, text at %v", long, analysis, text)
		}
		var frames []frame
		for _, a := range list {
			frames = append(frames, frame{data: a.data})
		}
		if numbers(t, frames) != 0 {
			t.Error("sequence_number has a gap")
		}
		// What the items say depends on no clock.
		again, _ := arrivals(t, p, fused)
		if a, b := lastOutput(list), lastOutput(again); a != b || a == "" {
			t.Errorf("%s, then %s", a, b)
		}
		_ = stop()
	})
}

// A fault on a panel is seen where it happens: one talks slowly, one breaks off in the middle and
// is a failure.
func TestPanelFaults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, stop := running(gateway.WithPace(0))
		list, _ := arrivals(t, p, `{"input":"bees","stream":true,"plugins":[{"id":"fusion","model":"sim/writer","analysis_models":["fault/slow","fault/cut"]}]}`)
		texts := map[string]string{}
		var slow []time.Duration
		for _, a := range list {
			if gjson.Get(a.data, "type").Str == "response.fusion_call.panel.delta" {
				model := gjson.Get(a.data, "model").Str
				texts[model] += gjson.Get(a.data, "delta").Str
				if model == "fault/slow" {
					slow = append(slow, a.at)
				}
			}
		}
		if !slices.Equal(slow, every(fault.SlowPace, 20)) || texts["fault/slow"] != fault.Text {
			t.Errorf("%q at %v", texts["fault/slow"], slow)
		}
		failed, _ := at(list, "response.fusion_call.panel.failed", "fault/cut")
		if part := texts["fault/cut"]; failed != 0 || part == "" || part == fault.Text || !strings.HasPrefix(fault.Text, part) {
			t.Errorf("%q, failed at %v", part, failed)
		}
		item := gjson.Get(list[len(list)-2].data, "response.output.0")
		if item.Get("responses.#.model").Raw != `["fault/slow"]` || item.Get("failed_models.#.model").Raw != `["fault/cut"]` {
			t.Errorf("%s", item)
		}
		_ = stop()
	})
}

// lastOutput is what the items of the terminal response say, without their ids.
func lastOutput(list []arrival) string {
	r := gjson.Get(list[len(list)-2].data, "response")
	return r.Get("output.#.responses").Raw + r.Get("output.#.analysis").Raw + r.Get("output.#.failed_models").Raw + r.Get("output.#.content").Raw
}

// A panel whose client hangs up leaves no goroutine.
func TestPanelHangUp(t *testing.T) {
	for _, until := range []string{"panel.added", "panel.delta", "panel.completed", "analysis.completed"} {
		synctest.Test(t, func(t *testing.T) {
			p, stop := running(gateway.WithPace(time.Second), gateway.WithTimeLimit(0))
			ctx, cancel := context.WithCancel(t.Context())
			resp := open(t, ctx, p, fused)
			lines := bufio.NewReader(resp.Body)
			for {
				line, err := lines.ReadString('\n')
				if err != nil {
					t.Fatal(until, err)
				}
				if strings.HasSuffix(strings.TrimSpace(line), until) {
					break
				}
			}
			start := time.Now()
			cancel()
			resp.Body.Close()
			if err := stop(); err != nil {
				t.Error(err)
			}
			if took := time.Since(start); took > 100*time.Millisecond {
				t.Errorf("it took %v to end", took)
			}
		})
	}
}

// The time limit in the middle of a panel ends the response with a terminal event and the partial
// item.
func TestTimeLimitInPanel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, stop := running(gateway.WithPace(time.Second), gateway.WithTimeLimit(5*time.Second+time.Millisecond))
		list, end := arrivals(t, p, fused)
		var frames []frame
		for _, a := range list {
			frames = append(frames, frame{data: a.data})
		}
		if numbers(t, frames) != 0 || list[len(list)-1].data != "[DONE]" || end != 5*time.Second+time.Millisecond {
			t.Errorf("%d frames, the last %s, end after %v", len(list), list[len(list)-1].data, end)
		}
		r := gjson.Get(list[len(list)-2].data, "response")
		if r.Get("status").Str != "failed" || r.Get("error_type").Str != "timeout" || r.Get("output.#").Int() != 1 || r.Get("output.0.status").Str != "incomplete" ||
			r.Get("usage.output_tokens").Int() == 0 || r.Get("output.0.analysis").Exists() {
			t.Errorf("%s", r)
		}
		_ = stop()
	})
}

// Without a stream nobody waits for a pace, and the answer is the same.
func TestPanelPlain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, stop := running(gateway.WithPace(time.Second), gateway.WithTimeLimit(0))
		streamed, _ := arrivals(t, p, fused)
		start := time.Now()
		resp := open(t, t.Context(), p, strings.Replace(fused, `"stream":true`, `"stream":false`, 1))
		b, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if took := time.Since(start); err != nil || took != 0 || resp.StatusCode != http.StatusOK {
			t.Errorf("%v after %v: %s", err, took, b)
		}
		plain := []arrival{{data: `{"response":` + string(b) + `}`}, {}}
		if a, b := lastOutput(streamed), lastOutput(plain); a != b {
			t.Errorf("streamed %s, plain %s", a, b)
		}
		if kinds(gjson.ParseBytes(b)) != "service:fusion message" {
			t.Errorf("%s", b)
		}
		_ = stop()
	})
}
