package tool_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/tool"
)

func kit(ask func(context.Context, tool.Question) (tool.Answer, *tool.Refusal)) *tool.Kit {
	return &tool.Kit{Word: "service", Prompt: "what do bees eat", Request: request.Parse([]byte(`{}`)), Ask: ask}
}

func models(n int) []string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf("a/%d", i))
	}
	return list
}

// answered returns the item of a panel without a listener after all have answered.
func answered(out tool.Outcome) *output.Fusion {
	out.Later()
	return out.Items[0].Item.(*output.Fusion)
}

// All of the panel are at work at once: none returns before the last has begun.
func TestSideBySide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var begun sync.WaitGroup
		begun.Add(8)
		k := kit(func(_ context.Context, q tool.Question) (tool.Answer, *tool.Refusal) {
			if q.Model != "judge" {
				begun.Done()
				begun.Wait()
			}
			return tool.Answer{Text: "Bees eat nectar and pollen.", Spent: output.Spent{Input: 1, Output: 2, Cost: 3}}, nil
		})
		out := k.Fuse(t.Context(), tool.Panel{Models: models(8), Analyst: "judge"})
		f := answered(out)
		for i, p := range f.Panel {
			if p.Model != models(8)[i] || p.Error != "" {
				t.Errorf("%+v", p)
			}
		}
		if !reflect.DeepEqual(f.Spent, output.Spent{Input: 9, Output: 18, Cost: 27}) || len(f.Analysis.Consensus) != 1 {
			t.Errorf("%+v", f)
		}
	})
}

// A model that breaks is one failure.
func TestPanelFailures(t *testing.T) {
	k := kit(func(_ context.Context, q tool.Question) (tool.Answer, *tool.Refusal) {
		switch q.Model {
		case "a/0":
			panic("out of order")
		case "a/1":
			return tool.Answer{}, &tool.Refusal{Status: 429, Message: "slow down"}
		}
		return tool.Answer{Text: "Nectar is what they eat.", Sources: []output.Source{{URL: "https://x.example", Title: "X"}}}, nil
	})
	f := answered(k.Fuse(t.Context(), tool.Panel{Models: models(4), Analyst: "judge"}))
	if f.Panel[0].Status != 500 || f.Panel[1].Status != 429 || f.Panel[2].Error != "" || f.Analysis == nil || len(f.Sources) != 1 {
		t.Errorf("%+v", f)
	}
}

func TestAnalysis(t *testing.T) {
	answers := map[string]string{
		"a/0": "Bees eat nectar. Some of them eat pollen too.\n\n| table | no |\n```\ncode is no point at all\n```",
		"a/1": "- Bees eat nectar!\n- Some of them eat pollen too",
		"a/2": "bees eat NECTAR. And that is only the beginning of it, since there is so much more to tell about the life of the many kinds of them.",
	}
	k := kit(func(_ context.Context, q tool.Question) (tool.Answer, *tool.Refusal) {
		return tool.Answer{Text: answers[q.Model]}, nil
	})
	k.Prompt = "what do bees and wasps eat"
	a := answered(k.Fuse(t.Context(), tool.Panel{Models: models(3), Analyst: "a/0"})).Analysis
	if !slices.Equal(a.Consensus, []string{"Bees eat nectar"}) || len(a.Partial) != 1 || !slices.Equal(a.Partial[0].Models, []string{"a/0", "a/1"}) ||
		len(a.Unique) != 1 || a.Unique[0].Model != "a/2" || len(a.Contradictions) != 1 || len(a.Contradictions[0].Stances) != 3 {
		t.Errorf("%+v", a)
	}
	if blind := strings.Join(a.BlindSpots, " "); !strings.Contains(blind, "wasps") || !strings.Contains(blind, "Simulated") || strings.Contains(blind, "bees") {
		t.Errorf("%q", blind)
	}
}

func TestPanelOf(t *testing.T) {
	all := catalogue.Vendors()
	for _, c := range []struct {
		sent           string
		models, steps  int
		analyst, tools string
	}{
		{`{}`, 3, 4, "aurora/zenith-max", "web_search"},
		{`{"analysis_models":["x"]}`, 1, 4, "aurora/zenith-max", "web_fetch"},
		{`{"analysis_models":["1","2","3","4","5","6","7","8"],"model":"y","max_tool_calls":16,"tools":[]}`, 8, 16, "y", ""},
		{`{"analysis_models":["1","2","3","4","5","6","7","8","9"],"max_tool_calls":99}`, 8, 16, "aurora/zenith-max", "web_search"},
		{`{"analysis_models":[],"max_tool_calls":0}`, 3, 1, "aurora/zenith-max", "web_search"},
		{`{"preset":"general-budget"}`, 3, 4, "driftwood/skiff", "web_search"},
	} {
		p := tool.PanelOf(request.Parse([]byte(`{"tools":[` + c.sent + `]}`)).Tools[0].Fields, "service", all)
		if len(p.Models) != c.models || p.Steps != c.steps || p.Analyst != c.analyst || !strings.Contains(p.Tools, c.tools) || c.tools == "" && p.Tools != "[]" {
			t.Errorf("%s: %+v", c.sent, p)
		}
	}
	// No preset names a model that is down or that was never ranked.
	for _, name := range []string{"general-high", "general-budget", "general-fast"} {
		slugs := tool.Preset(name, all)
		if len(slugs) != 3 || slices.Contains(slugs, "fjord/abyss") || slices.Contains(slugs, "fjord/inlet") {
			t.Errorf("%s: %q", name, slugs)
		}
	}
}
