package frames

import (
	"fmt"
	"strings"
	"testing"
)

// TestTheModelsOfAPanelShareARun: their answers and their reasoning come
// mingled; a filter by type tells them apart.
func TestTheModelsOfAPanelShareARun(t *testing.T) {
	s := &stream{}
	say := func(kind, model string) {
		s.add(fmt.Sprintf(`{"type":"response.fusion_call.panel.%s","output_index":0,"model":%q,"delta":"x"}`, kind, model), 1000, 0)
	}
	for range 20 {
		say("delta", "a")
		say("reasoning.delta", "b")
		say("delta", "c")
	}
	s.add(`{"type":"response.fusion_call.panel.completed","output_index":0,"model":"a"}`, 1000, 0)
	say("delta", "c")
	say("delta", "c")
	var r Rows
	r.Sync(&s.list, s.refs)
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
	reasoning, _ := s.list.TypeOf("response.fusion_call.panel.reasoning.delta")
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
