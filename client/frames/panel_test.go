package frames

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// panelDelta is a delta of a fusion's panel.
func panelDelta(kind, model string) string {
	return fmt.Sprintf(`{"type":"response.fusion_call.panel.%s","output_index":0,"model":%q,"delta":"x"}`, kind, model)
}

// TestPanelModelsShareARun: their answers and their reasoning arrive mingled; a filter by type
// separates them.
func TestPanelModelsShareARun(t *testing.T) {
	s := &stream{}
	say := func(kind, model string) { s.add(panelDelta(kind, model), 1000, 0) }
	for range 20 {
		say("delta", "a")
		say("reasoning.delta", "b")
		say("delta", "c")
	}
	s.add(`{"type":"response.fusion_call.panel.completed","output_index":0,"model":"a"}`, 1000, 0)
	say("delta", "c")
	say("delta", "c")
	var r Rows
	r.Update(&s.list, s.refs)
	lines := func() string {
		var got []string
		for n := range r.Lines() {
			l := r.Line(n)
			p := s.list.Panel(l.First, l.Count)
			got = append(got, fmt.Sprintf("%d×%d %s%d %v", l.First, l.Count, p.Model, p.Models, p.Mixed))
		}
		return strings.Join(got, ", ")
	}
	const all = "0×60 a3 true, 60×1 0 false, 61×2 c1 false"
	if got := lines(); got != all {
		t.Errorf("rows %s", got)
	}
	reasoning := s.list.ids["response.fusion_call.panel.reasoning.delta"]
	r.SetFilter(Filter{Hidden: map[TypeID]bool{reasoning: true}})
	for n := range r.Lines() {
		if l := r.Line(n); s.list.Panel(l.First, l.Count).Mixed || s.list.Type(l.First) == reasoning {
			t.Errorf("the row at frame %d shows what is hidden", l.First)
		}
	}
	r.SetFilter(Filter{})
	if got := lines(); got != all {
		t.Errorf("rows without the filter %s", got)
	}
}

// TestGrowingPanelIsCached: the summary of a run as it grows, whatever other runs were asked for
// in between, is the summary computed at once.
func TestGrowingPanelIsCached(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		grown := &stream{}
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			kind, model := rapid.SampledFrom([]string{"delta", "reasoning.delta"}).Draw(t, "kind"), rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "model")
			grown.add(panelDelta(kind, model), 1000, 0)
			if !rapid.Bool().Draw(t, "asked") {
				continue
			}
			first := rapid.SampledFrom([]int{0, grown.list.Len() / 2}).Draw(t, "first")
			count := rapid.IntRange(1, grown.list.Len()-first).Draw(t, "count")
			uncached := grown.list
			uncached.summed = panelCache{}
			if got, want := grown.list.Panel(first, count), uncached.Panel(first, count); got != want {
				t.Fatalf("%d frames from %d on are %+v, want %+v", count, first, got, want)
			}
		}
	})
}

// BenchmarkPanel asks for a run of a million frames that grows by one each time.
func BenchmarkPanel(b *testing.B) {
	s := &stream{}
	for range 1_000_000 {
		s.add(panelDelta("delta", "a"), 300, 0)
	}
	a := come(panelDelta("delta", "a"), 1)
	for b.Loop() {
		s.list.Add(&a, 0, false)
		s.list.Panel(0, s.list.Len())
	}
}
