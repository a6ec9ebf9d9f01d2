package fusion

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/gateway"
	"gatehouse/state/answer/figures"
	"gatehouse/state/statetest"
)

// TestEveryFigureIsInTheCapture works the figures of the panel and the analyst
// out again, from the bytes and their stamps.
func TestEveryFigureIsInTheCapture(t *testing.T) {
	x, c := statetest.Talk(t, `{"plugins":[{"id":"fusion"}],"stream":true,"input":"why is the sky blue?"}`, client.MetadataOff, gateway.WithPace(time.Millisecond))
	type expected struct{ from, to, text, reasoning int64 }
	models, analyst, order := map[string]*expected{}, expected{}, []string{}
	body, chunks := c.Text().All(), c.Text().Chunks()
	for at := 0; at < len(body); {
		end := at + bytes.Index(body[at:], []byte("\n\n")) + 2
		arrived := chunks[slices.IndexFunc(chunks, func(k wire.Chunk) bool { return k.End >= int64(end) })].AtUS
		_, data, _ := bytes.Cut(body[at:end], []byte("data: "))
		at = end
		var e struct{ Type, Model, Delta string }
		if json.Unmarshal(data, &e) != nil {
			continue
		}
		verb, ofPanel := strings.CutPrefix(e.Type, "response.fusion_call.panel.")
		if models[e.Model] == nil && ofPanel {
			models[e.Model], order = &expected{from: arrived}, append(order, e.Model)
		}
		switch m := models[e.Model]; {
		case ofPanel && verb == "delta":
			m.text += int64(len(e.Delta))
		case ofPanel && verb == "reasoning.delta":
			m.reasoning += int64(len(e.Delta))
		case ofPanel && verb == "completed":
			m.to = arrived
		case e.Type == "response.fusion_call.analysis.in_progress":
			analyst.from = arrived
		case e.Type == "response.fusion_call.analysis.completed":
			analyst.to = arrived
		}
	}
	var lines []string
	for l := range strings.Lines(plain(shown(x, 120, 60))) {
		lines = append(lines, strings.TrimLeft(strings.Join(strings.Fields(l), " "), "❯▸✓ "))
	}
	want := []string{fmt.Sprintf("PANEL %d models, %d completed fusion completed", len(order), len(order))}
	for _, name := range order {
		m := models[name]
		want = append(want, fmt.Sprintf("%s completed %s %s %s –", name, figures.Duration(m.to-m.from), figures.Size(int(m.text)), figures.Size(int(m.reasoning))))
	}
	took := " under 1 ms" // both events in one read
	if analyst.to-analyst.from >= 1000 {
		took = " " + figures.Duration(analyst.to-analyst.from)
	}
	want = append(want, "aurora/zenith-max completed"+took)
	for _, w := range want {
		if !slices.Contains(lines, w) {
			t.Errorf("%q is not in\n%s", w, strings.Join(lines, "\n"))
		}
	}
}
