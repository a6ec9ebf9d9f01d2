package tool_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gatehouse/gateway/output"
	"gatehouse/gateway/tool"
)

// talk is a panel's item, and a listener that stores its events.
type talk struct {
	heard []output.PanelEvent
	at    []time.Duration
}

func (l *talk) listen(f *output.Fusion, pace time.Duration, more func(output.PanelEvent) bool) {
	start := time.Now()
	f.Run(output.Listener{Pace: pace, Receive: func(s output.PanelEvent) bool {
		l.heard, l.at = append(l.heard, s), append(l.at, time.Since(start))
		return more(s)
	}})
}

// when returns the time of a model's event of a type.
func (l *talk) when(what, model string) (at []time.Duration) {
	for i, s := range l.heard {
		if s.Type == what && s.Model == model {
			at = append(at, l.at[i])
		}
	}
	return at
}

func fusionOf(out tool.Outcome) *output.Fusion { return out.Items[0].Item.(*output.Fusion) }

// The models do not wait for each other: one has answered completely before another begins, and the
// analyst begins when the last has ended.
func TestModelsAnswerIndependently(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		k := kit(func(_ context.Context, q tool.Question) (tool.Answer, *tool.Refusal) {
			switch q.Model {
			case "a/1":
				<-gate
			case "a/2":
				return tool.Answer{}, &tool.Refusal{Status: 529, Message: "full"}
			}
			return tool.Answer{Text: "bees eat nectar", Reasoning: "hm"}, nil
		})
		var l talk
		l.listen(fusionOf(k.Fuse(t.Context(), tool.Panel{Models: models(3), Analyst: "judge"})), 0, func(s output.PanelEvent) bool {
			if s.Type == output.PanelCompleted && s.Model == "a/0" {
				close(gate)
			}
			return true
		})
		var order []string
		texts := map[string]string{}
		for _, s := range l.heard {
			texts[s.Model+" "+s.Type] += s.Delta
			if name := s.Type + " " + s.Model; !slices.Contains(order, name) {
				order = append(order, name)
			}
		}
		order = slices.DeleteFunc(order, func(s string) bool { return s == "panel.failed a/2" }) // whenever it likes
		want := []string{
			"panel.added a/0", "panel.added a/1", "panel.added a/2",
			"panel.reasoning.delta a/0", "panel.delta a/0", "panel.completed a/0",
			"panel.reasoning.delta a/1", "panel.delta a/1", "panel.completed a/1",
			"analysis.in_progress ", "analysis.completed ",
		}
		if !slices.Equal(order, want) || texts["a/1 panel.delta"] != "bees eat nectar" || texts["a/1 panel.reasoning.delta"] != "hm" {
			t.Errorf("%q %q", order, texts)
		}
	})
}

// Each model has a separate pace: they answer at the same time, and the shorter answer ends first.
func TestPanelPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := kit(func(_ context.Context, q tool.Question) (tool.Answer, *tool.Refusal) {
			return tool.Answer{Text: map[string]string{"a/0": "one two three four", "a/1": "one two"}[q.Model]}, nil
		})
		var l talk
		l.listen(fusionOf(k.Fuse(t.Context(), tool.Panel{Models: models(2), Analyst: "a/0"})), time.Second, func(output.PanelEvent) bool { return true })
		for model, n := range map[string]int{"a/0": 4, "a/1": 2} {
			want := []time.Duration{0, time.Second, 2 * time.Second, 3 * time.Second}[:n]
			if at := l.when(output.PanelDelta, model); !slices.Equal(at, want) {
				t.Errorf("%s: %v", model, at)
			}
			if at := l.when(output.PanelCompleted, model); len(at) != 1 || at[0] != want[n-1] {
				t.Errorf("%s ended at %v", model, at)
			}
		}
	})
}

// When the listener stops, or the request ends, the panel ends; a bubble fails if a goroutine is
// still running.
func TestPanelIsLeft(t *testing.T) {
	const words = 3
	for stop := range 2 + 2*(words+1) {
		for _, how := range []string{"left", "ended"} {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				asked := 0
				k := kit(func(ctx context.Context, q tool.Question) (tool.Answer, *tool.Refusal) {
					if q.Model == "judge" {
						asked++
					}
					return tool.Answer{Text: strings.TrimSpace(strings.Repeat("bees ", words))}, nil
				})
				f := fusionOf(k.Fuse(ctx, tool.Panel{Models: models(2), Analyst: "judge"}))
				var l talk
				l.listen(f, time.Second, func(output.PanelEvent) bool {
					if len(l.heard) <= stop {
						return true
					}
					if how == "ended" {
						cancel()
					}
					return how == "ended"
				})
				if asked != 0 || f.Analysis != nil || how == "left" && len(l.heard) < stop+1 {
					t.Errorf("%s after %d: %d asked, %d heard", how, stop, asked, len(l.heard))
				}
			})
		}
	}
}
